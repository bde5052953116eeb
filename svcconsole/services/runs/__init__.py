"""A run: a frozen plan sent in batches, every step noted in the ledger first."""
