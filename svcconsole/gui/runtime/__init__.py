"""What runs behind the window: event loop, task scopes, notices, the open store, the practice store."""
