"""Two reports side by side by a key: what was added, removed, changed."""
