"""Writes the name or path of a file as text that every database takes."""

from __future__ import annotations

from pathlib import PurePath


def stored_path(path: PurePath | str) -> str:
    """The path as text; a byte of it that is no text of the system's encoding stands as an escape."""
    return str(path).encode(errors="backslashreplace").decode()
