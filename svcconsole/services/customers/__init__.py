"""Customers: looked up, updated, and what happened to each."""
