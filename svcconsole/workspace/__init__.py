"""What this console remembers: a SQLite file on the local disk."""
