"""One grid: records in memory or paged rows, frozen columns, one header, one cell painter, one key table."""
