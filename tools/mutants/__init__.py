"""Do the examples and invariants of a game matter? Its rules, changed a little in one place, again and again."""
