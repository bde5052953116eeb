"""Prices and stock of the products as a grid: edited in place, looked over, sent together as a run."""
