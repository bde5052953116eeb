"""How the columns of a run's file were understood, read from what its plan keeps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from svcconsole.words.message import message
from svcconsole.workspace.stored_json import read_stored

_IN_BRACES = re.compile(r'\{[^{}"]+\}')
"""A column, as plans of earlier versions keep it: with a quotation mark in it, the braces are JSON's."""


def read_mapping(text: str) -> tuple[str, Mapping[str, str]]:
    """What the file was recognised as, and the source of each field; blank for runs that keep none."""
    kept = _read(text)
    return str(kept.get("format", "")), dict(kept.get("fields", {}))


def mapping_lines(kind: str, text: str) -> tuple[tuple[str, str], ...]:
    """Each field of a plan as it is called, with the column it came from (quoted) or the text that filled
    it."""
    from svcconsole.tables.mapping.targets import (
        TARGETS,  # the models come with it: not in the window's thread
    )
    from svcconsole.tables.reading.errors import TableError

    lines = []
    kept = _read(text)
    for path, source in dict(kept.get("fields", {})).items():
        try:
            label = TARGETS[kind].field(path).label
        except (KeyError, TableError):  # planned by another version
            label = path
        is_column = path in kept["columns"] if "columns" in kept else _IN_BRACES.fullmatch(source) is not None
        lines.append((label, message("“{column}”", column=source[1:-1]) if is_column else source))
    return tuple(lines)


def _read(text: str) -> dict[str, Any]:
    kept: dict[str, Any] = read_stored(text) if text.startswith("{") else {}
    return kept
