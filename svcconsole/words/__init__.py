"""What the console says to people: messages made of a source text and its arguments, and their language."""
