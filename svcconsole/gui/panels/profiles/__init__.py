"""Connecting stores: the profile dialog, the connection test, the first-run window."""
