"""Campaigns from a file: what is sent, who gets what, one to yourself first, then the run."""
