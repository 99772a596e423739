"""What the rules of a checked game use: what they do, read, write, move and set off, before anything is played."""
