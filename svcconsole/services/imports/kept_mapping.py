"""How the columns of a run's file were understood, read from what its plan keeps."""

from __future__ import annotations

from collections.abc import Mapping

from svcconsole.workspace.stored_json import read_stored


def read_mapping(text: str) -> tuple[str, Mapping[str, str]]:
    """What the file was recognised as, and the source of each field; blank for runs that keep none."""
    kept = read_stored(text) if text.startswith("{") else {}
    return str(kept.get("format", "")), dict(kept.get("fields", {}))
