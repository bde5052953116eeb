"""The start page: what waits, what was begun, what yesterday brought."""
