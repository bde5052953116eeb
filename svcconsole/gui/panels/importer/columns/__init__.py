"""Step Columns of the import wizard: where each field comes from."""
