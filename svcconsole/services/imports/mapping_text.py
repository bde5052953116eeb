"""How the columns of a file were understood, as a plan keeps it for the history of runs."""

from __future__ import annotations

from svcconsole.tables.mapping.mapping import Column, Mapping, Source
from svcconsole.workspace.stored_json import write_stored


def mapping_text(format_title: str, mapping: Mapping) -> str:
    """The mapping as JSON: what the file was recognised as, and for each field its column in braces, or the
    text that fills it; `columns` are the fields that have a column."""
    fields = {**mapping.fills, **mapping.sources}
    kept = {
        "format": str(format_title),
        "fields": {path: _text(source) for path, source in fields.items()},
        "columns": [path for path, source in fields.items() if isinstance(source, Column)],
    }
    return write_stored(kept)


def _text(source: Source) -> str:
    return f"{{{source.name}}}" if isinstance(source, Column) else source.text
