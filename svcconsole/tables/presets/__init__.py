"""The export formats of other systems that an import recognises by their header."""
