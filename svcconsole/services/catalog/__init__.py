"""Products and catalogs: read, merged, sent with the fields this program has no name for, and journaled."""
