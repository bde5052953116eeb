"""The bytes of a file read as rows of cells, every repair counted."""

from svcconsole.tables.reading import twice_codec

twice_codec.register()
