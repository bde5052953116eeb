"""The bytes of a file read as rows of cells, every repair counted."""
