"""Charts of real files: a small report on the disk, its analysis, and the column that draws it."""
