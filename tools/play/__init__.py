"""Playing at the terminal: the command, the talk at the prompt, the drawing of the table, the saves."""
