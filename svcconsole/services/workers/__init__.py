"""Worker processes: long Python work away from the window."""
