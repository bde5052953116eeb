"""The row limit of one export (specification, Limits)."""

MOST_ROWS = 50_000
"""It cuts the report that can be continued alone: any other is whole, because a null cursor means that the
export is complete."""
