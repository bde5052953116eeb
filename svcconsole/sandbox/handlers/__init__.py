"""What the practice store does for each operation, one file per area."""
