"""The Help page: shortcuts, and the API reference made from the table of operations."""
