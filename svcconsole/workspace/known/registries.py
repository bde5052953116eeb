"""Registries: agents, teams, labels and phone numbers, which the service lists nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.schema import registry
from svcconsole.workspace.session import Session


class RegistryKind(StrEnum):
    """What an entry is; `key` is what a request holds of it."""

    AGENTS = "agents"  # an agent's e-mail address
    TEAMS = "teams"  # a team's number
    LABELS = "labels"  # a label's number
    BRAND_NUMBERS = "brand_numbers"
    BRAND_EMAILS = "brand_emails"
    FLOWS = "flows"
    NODES = "nodes"  # a node's name, in whichever flow
    TEMPLATES = "templates"
    BUSINESSES = "businesses"
    SUPPRESSED = "suppressed"  # a phone number (E.164) that no campaign goes to


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: what people call it, a note, how often a store accepted it and when last (ISO in UTC)."""

    kind: RegistryKind
    key: str
    label: str = ""
    note: str = ""
    used_at: str | None = None
    times: int = 0


Key = tuple[RegistryKind, str]


class Registries:
    """The registries of a workspace. They learn from use, and hold nothing a person cannot change."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def entries(self, kind: RegistryKind | None = None) -> tuple[Entry, ...]:
        """The entries of one kind, or of all; those used last come first, those never used by their key."""
        query = select(registry).order_by(
            registry.c.kind, func.coalesce(registry.c.used_at, "").desc(), registry.c.key
        )
        if kind is not None:
            query = query.where(registry.c.kind == kind)
        with self._access.reading() as connection:
            return tuple(
                Entry(RegistryKind(row.kind), row.key, row.label, row.note, row.used_at, row.times)
                for row in connection.execute(query)
            )

    def learn(self, used: Iterable[Key], at: str | None = None) -> None:
        """A store accepted these just now: new ones are kept, known ones counted. Labels and notes stay."""
        moment = at or now()
        with self._access.writing() as connection:
            for kind, key in dict.fromkeys(used):
                found = update(registry).where(*_is(kind, key))
                counted = found.values(used_at=moment, times=registry.c.times + 1)
                if key and not connection.execute(counted).rowcount:
                    _add(connection, Entry(kind, key, used_at=moment, times=1))

    def save(self, entry: Entry, replacing: str | None = None) -> None:
        """Keep label and note as a person wrote them; `replacing` is the key the entry had before.

        What is known of its use stays with it.
        """
        with self._access.writing() as connection:
            if replacing is not None and replacing != entry.key:
                connection.execute(delete(registry).where(*_is(entry.kind, entry.key)))
                connection.execute(update(registry).where(*_is(entry.kind, replacing)).values(key=entry.key))
            words = update(registry).where(*_is(entry.kind, entry.key))
            if not connection.execute(words.values(label=entry.label, note=entry.note)).rowcount:
                _add(connection, entry)
            Events.note(connection, EventKind.REGISTRY, entry.kind)

    def forget(self, kind: RegistryKind, key: str) -> None:
        with self._access.writing() as connection:
            connection.execute(delete(registry).where(*_is(kind, key)))
            Events.note(connection, EventKind.REGISTRY, kind)

    def add(self, entries: Iterable[Entry]) -> int:
        """Keep those that are not known yet, in one transaction: how many. What is known stays as it is."""
        new = 0
        with self._access.writing() as connection:
            for entry in entries:
                if connection.execute(select(registry).where(*_is(entry.kind, entry.key))).first() is None:
                    _add(connection, entry)
                    new += 1
        return new

    def merge(self, entries: Iterable[Entry]) -> tuple[int, int]:
        """Merge entries from elsewhere, in one transaction: how many were new, and how many were changed.

        A blank label or note takes nothing away; the later use and the higher count stand.
        """
        new = changed = 0
        with self._access.writing() as connection:
            for entry in entries:
                row = connection.execute(select(registry).where(*_is(entry.kind, entry.key))).one_or_none()
                if row is None:
                    _add(connection, entry)
                    new += 1
                    continue
                merged = {
                    "label": entry.label or row.label,
                    "note": entry.note or row.note,
                    "used_at": max(entry.used_at or "", row.used_at or "") or None,
                    "times": max(entry.times, row.times),
                }
                if any(getattr(row, name) != value for name, value in merged.items()):
                    connection.execute(update(registry).where(*_is(entry.kind, entry.key)).values(**merged))
                    Events.note(connection, EventKind.REGISTRY, entry.kind)
                    changed += 1
        return new, changed


def _is(kind: RegistryKind, key: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return registry.c.kind == kind, registry.c.key == key


def _add(connection: Connection, entry: Entry) -> None:
    Events.note(connection, EventKind.REGISTRY, entry.kind)
    connection.execute(
        insert(registry).values(
            kind=entry.kind,
            key=entry.key,
            label=entry.label,
            note=entry.note,
            used_at=entry.used_at,
            times=entry.times,
        )
    )
