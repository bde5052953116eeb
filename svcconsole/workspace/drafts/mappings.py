"""Saved column mappings, found again by the names in a file's header."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.schema import mappings
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_or, write_stored


@dataclass(frozen=True, slots=True)
class SavedMapping:
    """What was decided for a header: `settings` is the import service's JSON, `at` ISO in UTC."""

    settings: Mapping[str, Any]
    file_name: str
    at: str


def fingerprint(names: Iterable[str]) -> str:
    """SHA-256 of normalised column names, whatever their order."""
    return hashlib.sha256("\0".join(sorted(names)).encode()).hexdigest()


class Mappings:
    """The saved mappings of a workspace, one for each kind of import and header."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def save(self, kind: str, header: str, settings: Mapping[str, Any], file_name: str) -> None:
        """Keep what was decided for the `fingerprint` of a header, in place of what was kept before."""
        values = {"settings": write_stored(settings), "file_name": file_name, "at": now()}
        with self._access.writing() as connection:
            connection.execute(delete(mappings).where(*_key(kind, header)))
            connection.execute(insert(mappings).values(kind=kind, header=header, **values))
            Events.note(connection, EventKind.MAPPING, kind)

    def find(self, kind: str, header: str) -> SavedMapping | None:
        """What was kept; None for nothing, and for what was damaged on the disk."""
        with self._access.reading() as connection:
            found = connection.execute(select(mappings).where(*_key(kind, header))).one_or_none()
        settings = None if found is None else read_or(found.settings, None)
        if found is None or not isinstance(settings, dict):
            return None
        return SavedMapping(settings, found.file_name, found.at)

    def all_of(self, kind: str) -> list[SavedMapping]:
        """Everything kept for a kind of import, without what was damaged on the disk."""
        with self._access.reading() as connection:
            found = connection.execute(select(mappings).where(mappings.c.kind == kind)).all()
        read = ((each, read_or(each.settings, None)) for each in found)
        return [
            SavedMapping(settings, each.file_name, each.at)
            for each, settings in read
            if isinstance(settings, dict)
        ]

    def forget(self, kind: str, header: str) -> None:
        with self._access.writing() as connection:
            connection.execute(delete(mappings).where(*_key(kind, header)))
            Events.note(connection, EventKind.MAPPING, kind)


def _key(kind: str, header: str) -> tuple[Any, ...]:
    return mappings.c.kind == kind, mappings.c.header == header
