"""One product: its form, its photos, its variants, and how it looks when chosen."""
