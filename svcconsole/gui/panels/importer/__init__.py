"""The import wizard: a file becomes checked rows, and checked rows become a run."""
