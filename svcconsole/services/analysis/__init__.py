"""Questions about an opened table, answered by DuckDB in threads of its own; imported at the first one."""
