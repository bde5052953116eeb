"""The questions about how a file is read, in step File of an import."""
