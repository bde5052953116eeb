"""The window around everything: title band, rail, status bar, pages, notices, palette, menus."""
