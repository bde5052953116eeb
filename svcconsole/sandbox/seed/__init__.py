"""The contents a practice store starts with, made the same on every computer."""
