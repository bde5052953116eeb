"""How the columns of a file were understood, as a plan keeps it for the history of runs."""

from __future__ import annotations

import json

from svcconsole.tables.mapping.mapping import Column, Mapping, Source


def mapping_text(format_title: str, mapping: Mapping) -> str:
    """The mapping as JSON: what the file was recognised as, and for each field its column in braces, or the
    text that fills it."""
    fields = {**mapping.fills, **mapping.sources}
    return json.dumps(
        {"format": str(format_title), "fields": {path: _text(source) for path, source in fields.items()}},
        ensure_ascii=False,
    )


def _text(source: Source) -> str:
    return f"{{{source.name}}}" if isinstance(source, Column) else source.text
