"""Presets: named contents of a form, kept until a person deletes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.schema import presets
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_or, write_stored


@dataclass(frozen=True, slots=True)
class Preset:
    """Field values by name; `at` is when it was kept, ISO in UTC."""

    name: str
    values: Mapping[str, Any]
    at: str


class Presets:
    """The presets of a workspace, by kind (`ticket`) and name."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def all(self, kind: str) -> tuple[Preset, ...]:
        """The presets of a kind, by name, without those that were damaged on the disk."""
        query = select(presets).where(presets.c.kind == kind).order_by(func.lower(presets.c.name))
        with self._access.reading() as connection:
            found = [(row, read_or(row.value, None)) for row in connection.execute(query)]
            return tuple(Preset(row.name, value, row.at) for row, value in found if isinstance(value, dict))

    def save(self, kind: str, name: str, values: Mapping[str, Any]) -> None:
        """Keep values under a name, in place of what had it before."""
        with self._access.writing() as connection:
            connection.execute(delete(presets).where(presets.c.kind == kind, presets.c.name == name))
            connection.execute(
                insert(presets).values(kind=kind, name=name, value=write_stored(values), at=now())
            )
            Events.note(connection, EventKind.PRESET, kind)

    def forget(self, kind: str, name: str) -> None:
        with self._access.writing() as connection:
            connection.execute(delete(presets).where(presets.c.kind == kind, presets.c.name == name))
            Events.note(connection, EventKind.PRESET, kind)
