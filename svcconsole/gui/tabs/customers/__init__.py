"""The Customers tab."""
