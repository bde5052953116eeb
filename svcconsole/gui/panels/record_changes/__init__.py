"""Records that change, field by field: the table, its filters and their words."""
