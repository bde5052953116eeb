"""What becomes of a message the practice store accepted."""
