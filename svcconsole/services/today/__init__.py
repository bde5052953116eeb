"""What a person finds at the start of a day: what waits, what was begun, what yesterday brought."""
