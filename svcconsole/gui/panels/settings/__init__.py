"""The Settings page: what can be set for this computer and this store, in sections that can be searched."""
