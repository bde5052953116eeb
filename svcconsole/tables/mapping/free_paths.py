"""The beginnings of paths that end in a name of the file's own."""

FREE_OPTIONS = "combinations.options."
"""Followed by the name of an option: `combinations.options.Colour`."""
FREE_METAFIELDS = "metafields."
"""Followed by namespace and key: `metafields.care.washing`."""
