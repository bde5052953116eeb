"""Finds the messages of a campaign that are most likely wrong, each with its strongest reason."""
