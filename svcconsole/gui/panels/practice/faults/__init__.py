"""The faults of the practice store: each a card with a switch and its options."""
