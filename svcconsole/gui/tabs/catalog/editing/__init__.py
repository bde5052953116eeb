"""The editor of a product or a catalog, and the drafts that wait for it."""
