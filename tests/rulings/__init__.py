"""What the rulebooks leave open: which example settles each question, and that it would fail under another answer."""
