"""Delivery: every message this console sent, and how far it came."""
