"""What was last seen of a shared workspace, in a file of this computer: read while its database is away.

Drafts can be kept in it meanwhile; they are brought into the shared workspace once that is back.
"""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    TableClause,
    column,
    delete,
    event,
    insert,
    select,
    text,
    tuple_,
)
from sqlalchemy import table as sql_table

from svcconsole.folders import private
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace import schema, versions
from svcconsole.workspace.address import OWN_FILE
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceAway, WorkspaceError
from svcconsole.workspace.meta_values import read_meta

FOLDER, COMING, FORMER = "away", "away-coming", "away-former"
AS_OF = "as of"
"""The entry that says when the copy was made, ISO in UTC."""
DRAFTS_OF = "drafts of"
"""The entry that says who works from here, as the shared workspace knows them."""
BEFORE = sql_table("drafts_before", column("key"), column("value"), column("at"))
"""The drafts as they were shared when the copy was made."""
MOST_RUNS, MOST_ROWS = 200, 50_000
"""So many of the newest runs are copied, and the records of the newest that have no more rows together."""
NEWEST = {"people": ("seen_at", 20_000), "changes": ("at", 5_000), "deliveries": ("at", 20_000)}
"""Of tables that only grow, so many of the newest rows by this column."""
CHUNK = 1_000
LEFT_OUT = frozenset(
    {
        "meta", "identity", "lease", "watermarks", "bodies", "body_templates", "recipients", "file_rows",
        "attempts", "before_answers", "import_steps", "audit_log", "events", "log_people", "person_keys",
        "saved_files",
    }
)  # fmt: skip
"""What nobody reads while the database is away: the file's own, what is sent, what proves itself whole."""
OF_RUNS = frozenset({"sends", "send_people", "decisions", "deliveries", "proofs"})
MAY_CHANGE = frozenset({"drafts"})
_WRITES = re.compile(
    r"\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM|REPLACE\s+INTO)\s+\"?(\w+)\"?", re.IGNORECASE
)
_READS = re.compile(r"\s*(?:SELECT|WITH|PRAGMA|BEGIN|SAVEPOINT|RELEASE|ROLLBACK)\b", re.IGNORECASE)


Draft = tuple[str, str]
"""The value of a draft, and when it was kept."""
Waiting = tuple[Draft | None, Draft | None]
"""A draft as it is in the copy, and as it was shared when the copy was made; None: there is none."""


@dataclass(frozen=True, slots=True)
class KeptAside:
    """A draft that was changed here and by somebody else meanwhile: the newer one is where it was, the other
    `at` its own time under `key`."""

    key: str
    at: str
    aside: str


class _NewCopy(Workspace):
    """A file that a copy is written into: nobody runs anything in it, so it has no mark on this computer."""

    def make(self) -> None:
        """Make the file with its tables."""
        with self._no_nonsense():
            self._engine.prepare()
            self._migrate()
            self._engine.begin()


class AwayWorkspace(Workspace):
    """A copy of a shared workspace: everything can be read, drafts can be changed, nothing else."""

    as_of = ""
    _operator = ""

    @property
    def drafts_of(self) -> str:
        return self._operator

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """As in any workspace; raises WorkspaceAway for what is no draft, so that nothing is sent."""
        with super().writing() as connection:
            event.listen(connection, "before_cursor_execute", _refuse)
            try:
                yield connection
            finally:
                event.remove(connection, "before_cursor_execute", _refuse)

    def begin(self, *, drafts_alone: bool = False) -> None:
        """Open the file; nothing in it is put back: what is on the way is on the way elsewhere. Of one that
        another version made, only the drafts can be read."""
        with self._no_nonsense():
            self._engine.prepare()
            with self.reading() as connection:
                if not drafts_alone and versions.read_version(connection) != versions.VERSION:
                    raise WorkspaceError(message("The copy is of another version."))
                self.as_of = read_meta(connection, AS_OF) or ""
                self._operator = read_meta(connection, DRAFTS_OF) or ""
            self._engine.begin()


class LocalCopy:
    """The copy of the workspace of the store that has `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._coming, self._former = folder / COMING, folder / FORMER
        self._guard = threading.Lock()
        self._held = False

    def hold(self) -> None:
        """It is worked with: nothing takes its place until `let_go`."""
        with self._guard:
            self._held = True

    def let_go(self) -> None:
        with self._guard:
            self._held = False

    def refresh(self, shared: Workspace) -> None:
        """Write it anew from what is shared now; drafts that wait to be brought there wait in the new one.
        Raises WorkspaceError, the copy as it was, where the database does not answer."""
        waiting = self._waiting()
        shutil.rmtree(self._coming, ignore_errors=True)
        target = _NewCopy(private(self._coming), OWN_FILE)
        with target:
            target.make()
            with shared.reading() as source, target.writing() as connection:
                _copy(source, connection)
                connection.execute(insert(schema.meta).values(key=DRAFTS_OF, value=shared.drafts_of))
                for key, (mine, before) in waiting.items():
                    _put(connection, key, mine)
                    _put(connection, key, before, BEFORE)
            target.checkpoint()
        with self._guard:
            if not self._held and self._waiting() == waiting:
                self._exchange()

    def _exchange(self) -> None:
        """Put the new copy in the place of the one before, which goes as a whole: SQLite of a reader that
        still has it open may write beside its file."""
        try:
            shutil.rmtree(self._former, ignore_errors=True)
            if self._folder.exists():
                self._folder.rename(self._former)
            self._coming.rename(self._folder)
        except OSError as error:
            raise WorkspaceError(
                message("The copy of the shared workspace cannot be written: {reason}.",
                        reason=system_reason(error)),
                message("The one before is used. Make room, or give write access."),
            ) from error  # fmt: skip
        shutil.rmtree(self._former, ignore_errors=True)

    def open(self, *, drafts_alone: bool = False) -> AwayWorkspace | None:
        """The copy to work with, or its drafts alone; None where there is none that can be read."""
        if not (self._folder / "workspace.sqlite3").is_file():
            return None
        found = AwayWorkspace(self._folder, OWN_FILE)
        try:
            found.begin(drafts_alone=drafts_alone)
        except WorkspaceError:
            found.close()
            return None
        return found

    def bring_back(self, shared: Workspace) -> list[KeptAside]:
        """Bring the drafts that were changed in the copy into the shared workspace; which of them somebody
        else had changed, too. Where that may only be read from here, they wait. Raises WorkspaceError, the
        drafts still here, where the database is away."""
        waiting = self._waiting()
        found = self.open(drafts_alone=True) if waiting and shared.read_only is None else None
        if found is None:
            return []
        with found:
            with shared.writing() as connection:
                kept = [_bring(connection, key, *waiting[key]) for key in sorted(waiting)]
            with found.writing() as connection:
                _note_brought(connection, waiting)
        return [each for each in kept if each is not None]

    def _waiting(self) -> Mapping[str, Waiting]:
        """The drafts that were changed in it and are not brought, by key."""
        found = self.open(drafts_alone=True)
        if found is None:
            return {}
        with found, found.reading() as connection:
            mine, before = _drafts(connection, schema.drafts), _drafts(connection, BEFORE)
        keys = {*mine, *before}
        return {key: (mine.get(key), before.get(key)) for key in keys if mine.get(key) != before.get(key)}


def swap_drafts(workspace: Workspace, kept: KeptAside) -> None:
    """Let a draft that was kept aside be the draft; the other takes its place."""
    with workspace.writing() as connection:
        here, aside = _draft(connection, kept.key), _draft(connection, kept.aside)
        _put(connection, kept.key, aside)
        _put(connection, kept.aside, here)


def _bring(connection: Connection, key: str, mine: Draft | None, before: Draft | None) -> KeptAside | None:
    theirs = _draft(connection, key)
    if theirs == mine:
        return None
    if theirs == before:
        _put(connection, key, mine)
        return None
    if mine is None:
        return None  # it was thrown away here and changed there: what was changed stays
    if theirs is None or mine[1] > theirs[1]:
        newer, older = mine, theirs
    else:
        newer, older = theirs, mine
    _put(connection, key, newer)
    if older is None:
        return None
    aside = f"aside:{key}:{older[1]}"
    _put(connection, aside, older)
    return KeptAside(key, older[1], aside)


def _put(connection: Connection, key: str, draft: Draft | None, into: TableClause = schema.drafts) -> None:
    connection.execute(delete(into).where(into.c.key == key))
    if draft is not None:
        connection.execute(insert(into).values(key=key, value=draft[0], at=draft[1]))


def _draft(connection: Connection, key: str) -> Draft | None:
    query = select(schema.drafts.c.value, schema.drafts.c.at).where(schema.drafts.c.key == key)
    found = connection.execute(query).one_or_none()
    return None if found is None else (found.value, found.at)


def _drafts(connection: Connection, table: TableClause) -> Mapping[str, Draft]:
    found = connection.execute(select(table.c.key, table.c.value, table.c.at))
    return {key: (value, at) for key, value, at in found}


def _note_brought(connection: Connection, brought: Mapping[str, Waiting]) -> None:
    """What was brought is shared now: it is not brought a second time."""
    event.remove(connection, "before_cursor_execute", _refuse)
    for key, (mine, _) in brought.items():
        _put(connection, key, mine, BEFORE)
    event.listen(connection, "before_cursor_execute", _refuse)


def _copy(source: Connection, target: Connection) -> None:
    newest = select(schema.runs.c.id, schema.runs.c.rows).order_by(schema.runs.c.created_at.desc())
    runs, whole, rows = [], [], 0
    for run_id, of_run in source.execute(newest.limit(MOST_RUNS)):
        runs.append(run_id)
        rows += of_run
        if rows <= MOST_ROWS:
            whole.append(run_id)
    for table in schema.metadata.sorted_tables:
        if table.name not in LEFT_OUT:
            _copy_table(source, target, table, _which(source, table, runs, whole))
    target.execute(text(f"CREATE TABLE {BEFORE.name} AS SELECT key, value, at FROM drafts"))  # noqa: S608
    target.execute(insert(schema.meta).values(key=AS_OF, value=now()))


def _copy_table(
    source: Connection, target: Connection, table: Table, which: ColumnElement[bool] | None
) -> None:
    query: Select[Any] = select(table)
    if which is not None:
        query = query.where(which)
    # Page by page by its key: a cursor of the server's would be left open by a connection that breaks.
    key = tuple_(*table.primary_key.columns)
    query = query.order_by(*table.primary_key.columns).limit(CHUNK)
    page = query
    while rows := [dict(row) for row in source.execute(page).mappings()]:
        target.execute(insert(table), rows)
        if len(rows) < CHUNK:
            return
        page = query.where(key > tuple_(*(rows[-1][column.name] for column in table.primary_key.columns)))


def _which(
    source: Connection, table: Table, runs: Sequence[str], whole: Sequence[str]
) -> ColumnElement[bool] | None:
    """What of a table is copied: of these runs, of some of them whole, of others what needs a decision; None
    for all of it."""
    if table is schema.runs:
        return schema.runs.c.id.in_(runs)
    if table is schema.items:
        return schema.items.c.run_id.in_(whole) | (schema.IS_UNKNOWN & schema.items.c.run_id.in_(runs))
    chosen: ColumnElement[bool] | None = None
    if table.name in OF_RUNS:
        mine: ColumnElement[bool] = table.c.run_id.in_(runs)
        chosen = mine | table.c.run_id.is_(None) if table.c.run_id.nullable else mine
    if table.name in NEWEST:
        name, most = NEWEST[table.name]
        column = table.c[name]
        edge = source.execute(select(column).order_by(column.desc()).offset(most).limit(1)).scalar()
        if edge is not None:
            chosen = column > edge if chosen is None else chosen & (column > edge)
    return chosen


def _refuse(
    _connection: Connection, _cursor: Any, statement: str, _parameters: Any, _context: Any, _many: bool
) -> None:
    written = _WRITES.match(statement)
    if (written is not None and written[1] in MAY_CHANGE) or _READS.match(statement):
        return
    raise WorkspaceAway(
        message("The team's records are away, so nothing is changed and nothing is sent."),
        message("What you type is kept as a draft. It goes on by itself when they are back."),
    )
