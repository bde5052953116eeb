"""User properties as a run sends them, and how each entry of a batch ended."""
