"""Small shared parts of the window."""
