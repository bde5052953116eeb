"""Finds the newest file of a folder into which others deliver."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def newest_file(folder: Path, pattern: str) -> tuple[Path, float] | None:
    """The file written last of those whose names match and are not hidden, and when (seconds since 1970);
    None where there is none. One that goes while it is looked at, as an upload that gets its name, is passed
    over. Raises OSError where the folder cannot be read."""
    files: list[tuple[float, Path]] = []
    for each in folder.iterdir():
        if each.match(pattern) and not each.name.startswith("."):
            with suppress(FileNotFoundError):
                if each.is_file():
                    files.append((each.stat().st_mtime, each))
    if not files:
        return None
    changed, path = max(files)
    return path, changed
