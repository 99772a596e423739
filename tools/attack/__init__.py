"""Attacking the rules of a game: plays that look for a broken promise, and the shortest play that shows it."""
