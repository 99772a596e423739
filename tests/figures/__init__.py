"""Figures of many matches of the bundled games, for `docs/figures.md`: `python -m tests.figures`."""
