"""Speed: what the engine can do in a second, against games written by hand and against itself."""
