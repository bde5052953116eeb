"""Rehearsing a plan: what would change, refusals in the store's words, and sending exactly that."""
