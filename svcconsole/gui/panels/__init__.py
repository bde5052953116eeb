"""Parts of the window that serve several tabs."""
