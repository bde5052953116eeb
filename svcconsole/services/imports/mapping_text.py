"""How the columns of a file were understood, as a plan keeps it for the history of runs."""

from __future__ import annotations

import json
from collections.abc import Mapping as Dict

from svcconsole.tables.mapping.mapping import Column, Mapping, Source
from svcconsole.workspace.stored_json import read_stored


def mapping_text(format_title: str, mapping: Mapping) -> str:
    """The mapping as JSON: what the file was recognised as, and for each field its column in braces, or the
    text that fills it."""
    fields = {**mapping.fills, **mapping.sources}
    return json.dumps(
        {"format": str(format_title), "fields": {path: _text(source) for path, source in fields.items()}},
        ensure_ascii=False,
    )


def read_mapping(text: str) -> tuple[str, Dict[str, str]]:
    """What the file was recognised as, and the source of each field; blank for runs that keep none."""
    kept = read_stored(text) if text else {}
    return str(kept.get("format", "")), dict(kept.get("fields", {}))


def _text(source: Source) -> str:
    return f"{{{source.name}}}" if isinstance(source, Column) else source.text
