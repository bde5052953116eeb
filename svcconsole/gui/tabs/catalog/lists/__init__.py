"""The lists of products and catalogs: pages, columns, filters, what stands beside them."""
