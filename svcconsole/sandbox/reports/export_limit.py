"""The row limit of one export (specification, Limits)."""

MOST_ROWS = 50_000
"""It cuts every report; only the one that can be continued gets a cursor (decisions, row 43)."""
