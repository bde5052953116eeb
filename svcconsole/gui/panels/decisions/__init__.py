"""Needs your decision: everything of which nobody can know whether it happened, over all tabs."""
