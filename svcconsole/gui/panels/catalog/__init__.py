"""The products and catalogs this window knows, for every page that shows or picks them."""
