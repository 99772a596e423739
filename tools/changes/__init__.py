"""What is different between two checked games, and which recorded matches that breaks."""
