"""The frame around the pages: title band, rail, status bar, notices."""
