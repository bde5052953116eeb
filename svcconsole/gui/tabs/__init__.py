"""The six tabs, each a file or a folder."""
