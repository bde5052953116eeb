"""The Practice page: the practice store's state, what it received, its faults on purpose, five scenarios."""
