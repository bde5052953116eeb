"""Messages followed until they are delivered, read or failed."""
