"""The records of the practice store: its database, folder, files and snapshots."""
