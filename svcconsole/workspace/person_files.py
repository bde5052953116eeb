"""Finds the files that name one person, in packed ones, too, and those that nobody can look into."""

from __future__ import annotations

import codecs
import gzip
import lzma
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from svcconsole.folders import WORKSPACE_FILE
from svcconsole.workspace.person_text import Subject

BLOCK, LONGEST = 1 << 20, 400
"""A file is looked through in blocks; so many characters of the one before are looked at again."""
GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
"""How packed files begin; a workbook is a ZIP archive."""
DEEPEST = 3
"""Archives in archives in archives are looked into, and no further."""
CLOSED = (OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error, lzma.LZMAError)
"""A file that may not be read, is damaged, or needs a password."""


class FilesOfPerson(NamedTuple):
    """The files that name the person, and those, or folders, that could not be read."""

    naming: list[Path]
    unread: list[Path]


def files_of_person(subject: Subject, paths: Iterable[Path]) -> FilesOfPerson:
    """Look through these files, and the files in these folders."""
    found = FilesOfPerson([], [])
    for path in paths:
        for file in [path] if path.is_file() else _files_in(path, found.unread):
            try:
                if file.is_file() and _is_named_in(subject, file):
                    found.naming.append(file)
            except CLOSED:
                found.unread.append(file)
    return found


def _files_in(folder: Path, unread: list[Path]) -> Iterator[Path]:
    """All files in a folder and in those in it; `unread` gets the folders that cannot be listed."""
    for parent, folders, names in os.walk(folder, onerror=lambda error: unread.append(Path(error.filename))):
        folders.sort()
        yield from (Path(parent, name) for name in sorted(names))


def _is_named_in(subject: Subject, path: Path) -> bool:
    """Whether a file holds the person; of a workspace's file earlier moments are in it, too."""
    if path.name.startswith(WORKSPACE_FILE):
        return True
    with path.open("rb") as file:
        return _is_named_in_bytes(subject, file)


def _is_named_in_bytes(subject: Subject, file: IO[bytes] | gzip.GzipFile, depth: int = 0) -> bool:
    start = file.read(len(ZIP))
    file.seek(0)
    if not start.startswith((GZIP, ZIP)):
        return _is_named_in_text(subject, file)
    if depth == DEEPEST:
        raise RuntimeError("packed too often")
    if start.startswith(GZIP):
        with gzip.open(file) as unpacked:
            return _is_named_in_bytes(subject, unpacked, depth + 1)
    with zipfile.ZipFile(file) as packed:
        return any(_is_named_in_part(subject, packed, name, depth + 1) for name in packed.namelist())


def _is_named_in_part(subject: Subject, packed: zipfile.ZipFile, name: str, depth: int) -> bool:
    if subject.is_named_in(name):
        return True
    with packed.open(name) as part:
        return _is_named_in_bytes(subject, part, depth)


def _is_named_in_text(subject: Subject, file: IO[bytes] | gzip.GzipFile) -> bool:
    rest, blocks = "", iter(lambda: file.read(BLOCK), b"")
    for block in codecs.iterdecode(blocks, "utf-8", "replace"):
        text = rest + block.replace("\0", "")
        # A number must not end where a block does: what is behind the last whole line waits for the next.
        end = text.rfind("\n") + 1 or len(text) - LONGEST
        if subject.is_named_in(text[: max(end, 0)]):
            return True
        rest = text[max(end, 0) :]
    return subject.is_named_in(rest)
