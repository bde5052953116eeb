"""Products and catalogs: read, listed, merged and saved."""
