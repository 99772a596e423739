"""The tools around the engine: the command line, and what it plays, measures, draws and tests."""
