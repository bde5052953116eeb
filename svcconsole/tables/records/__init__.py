"""Rows made into request models: products, customers, recipients, user properties."""
