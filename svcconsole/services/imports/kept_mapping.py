"""How the columns of a run's file were understood, read from what its plan keeps."""

from __future__ import annotations

from collections.abc import Mapping

from svcconsole.words.message import message
from svcconsole.workspace.stored_json import read_stored


def read_mapping(text: str) -> tuple[str, Mapping[str, str]]:
    """What the file was recognised as, and the source of each field; blank for runs that keep none."""
    kept = read_stored(text) if text.startswith("{") else {}
    return str(kept.get("format", "")), dict(kept.get("fields", {}))


def mapping_lines(kind: str, text: str) -> tuple[tuple[str, str], ...]:
    """Each field of a plan as it is called, with the column it came from (quoted) or the text that filled
    it."""
    from svcconsole.tables.mapping.targets import (
        TARGETS,  # the models come with it: not in the window's thread
    )
    from svcconsole.tables.reading.errors import TableError

    lines = []
    for path, source in read_mapping(text)[1].items():
        try:
            label = TARGETS[kind].field(path).label
        except (KeyError, TableError):  # planned by another version
            label = path
        column = source[1:-1] if source.startswith("{") and source.endswith("}") else ""
        lines.append(
            (label, message("“{column}”", column=column) if column and "{" not in column else source)
        )
    return tuple(lines)
