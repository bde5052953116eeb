"""The Catalog tab: products and catalogs listed, shown and edited."""
