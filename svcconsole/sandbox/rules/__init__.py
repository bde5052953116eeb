"""What each operation does with the records of the practice store, one file per area."""
