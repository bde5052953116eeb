"""The practice store: the whole API on a loopback socket, over its own SQLite file."""
