"""Step Check of the import wizard: rows, problems, and the ways to fix them."""
