"""Imports being prepared: the file, what was decided about it and each step of putting it right, kept as
it happens."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.schema import ImportState, import_steps, imports
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_or, read_stored, write_stored
from svcconsole.workspace.stored_path import stored_path

HANDED = "handed:"
"""How the state of an import begins that goes on at another console, and the key of a draft that does."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The file an import reads; `fingerprint` is its SHA-256, so a changed file is noticed."""

    path: str
    file_name: str
    size: int
    mtime_ns: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ImportInfo:
    """An import as listed; `state` is an ImportState, or HANDED and the hand-over it went with; `page` is
    where the person was."""

    id: str
    kind: str
    state: str
    source: SourceFile
    settings: Mapping[str, Any]
    page: str
    rows: int | None
    run_id: str | None
    created_at: str
    updated_at: str

    @property
    def file_name(self) -> str:
        return self.source.file_name

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def is_open(self) -> bool:
        """Whether it is still being prepared here."""
        return self.state == ImportState.OPEN

    @property
    def is_handed_over(self) -> bool:
        """Whether it goes on at another console."""
        return self.state.startswith(HANDED)


class Imports:
    """The imports of a workspace. `settings` and the steps are JSON written and read by the import
    service."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def create(self, kind: str, source: SourceFile, settings: Mapping[str, Any]) -> str:
        import_id = secrets.token_hex(6)
        at = now()
        with self._access.writing() as connection:
            connection.execute(
                insert(imports).values(
                    id=import_id,
                    kind=kind,
                    state=ImportState.OPEN,
                    path=stored_path(source.path),
                    file_name=source.file_name,
                    size=source.size,
                    mtime_ns=source.mtime_ns,
                    fingerprint=source.fingerprint,
                    settings=json.dumps(settings),
                    page="file",
                    created_at=at,
                    updated_at=at,
                )
            )
            Events.note(connection, EventKind.IMPORT, import_id)
        return import_id

    def list(self, *, open_only: bool = True) -> tuple[ImportInfo, ...]:
        """Imports, the last one touched first."""
        query = select(imports).order_by(imports.c.updated_at.desc(), imports.c.id)
        if open_only:
            query = query.where(imports.c.state == ImportState.OPEN)
        with self._access.reading() as connection:
            return tuple(_info(row) for row in connection.execute(query))

    def get(self, import_id: str) -> ImportInfo:
        with self._access.reading() as connection:
            found = connection.execute(select(imports).where(imports.c.id == import_id)).one_or_none()
            if found is not None:
                return _info(found)
        raise WorkspaceError(
            message("There is no import {import_id} in this workspace.", import_id=import_id),
            message("Open its file again."),
        )

    def drop(self, import_id: str) -> None:
        with self._access.writing() as connection:
            connection.execute(delete(imports).where(imports.c.id == import_id))
            Events.note(connection, EventKind.IMPORT, import_id)

    def set_page(self, import_id: str, page: str) -> None:
        """Remember where the person is; nothing to remember of an import that was dropped."""
        with self._access.writing() as connection:
            connection.execute(update(imports).where(imports.c.id == import_id).values(page=page))

    def save_settings(
        self, import_id: str, settings: Mapping[str, Any], rows: int | None = None, *, anew: bool = False
    ) -> None:
        """Keep what was decided; `anew` forgets the steps, whose rows and cells belong to another reading."""
        with self._access.writing() as connection:
            _update(connection, import_id, settings=json.dumps(settings), rows=rows)
            if anew:
                connection.execute(delete(import_steps).where(import_steps.c.import_id == import_id))

    def add_step(self, import_id: str, change: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        """Keep one step of putting right with what is decided after it; undo takes the last one back."""
        with self._access.writing() as connection:
            _update(connection, import_id, settings=json.dumps(settings))
            connection.execute(insert(import_steps).values(import_id=import_id, change=write_stored(change)))

    def steps(self, import_id: str) -> tuple[dict[str, Any], ...]:
        """The steps, oldest first."""
        query = select(import_steps.c.change).where(import_steps.c.import_id == import_id)
        with self._access.reading() as connection:
            found = connection.execute(query.order_by(import_steps.c.id)).scalars()
            return tuple(read_stored(text) for text in found)

    def drop_last_step(self, import_id: str, settings: Mapping[str, Any]) -> None:
        """Forget the last step, back to what was decided before it."""
        newest = (
            select(import_steps.c.id)
            .where(import_steps.c.import_id == import_id)
            .order_by(import_steps.c.id.desc())
            .limit(1)
        )
        with self._access.writing() as connection:
            _update(connection, import_id, settings=json.dumps(settings))
            connection.execute(delete(import_steps).where(import_steps.c.id == newest.scalar_subquery()))


def refuse_handed_over(connection: Connection, import_id: str) -> None:
    """Raise WorkspaceError where another console has this import."""
    state = connection.execute(select(imports.c.state).where(imports.c.id == import_id)).scalar()
    if state is not None and state.startswith(HANDED):
        raise WorkspaceError(
            message("This import was handed over, it goes on at the other computer."),
            message("If the file is lost, take it back: svcconsole handover take-back {code}.",
                    code=state.removeprefix(HANDED)),
        )  # fmt: skip


def _update(connection: Connection, import_id: str, **values: object) -> None:
    refuse_handed_over(connection, import_id)
    changed = connection.execute(
        update(imports).where(imports.c.id == import_id).values(updated_at=now(), **values)
    ).rowcount
    if not changed:
        raise WorkspaceError(
            message("This import was dropped from the list of imports."), message("Open its file again.")
        )


def _info(row: Row[*tuple[Any, ...]]) -> ImportInfo:
    found = row._mapping
    return ImportInfo(
        id=found["id"],
        kind=found["kind"],
        state=found["state"],
        source=SourceFile(
            found["path"], found["file_name"], found["size"], found["mtime_ns"], found["fingerprint"]
        ),
        settings=read_or(found["settings"], {}),
        page=found["page"],
        rows=found["rows"],
        run_id=found["run_id"],
        created_at=found["created_at"],
        updated_at=found["updated_at"],
    )
