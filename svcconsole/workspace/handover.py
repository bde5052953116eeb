"""Hands what is open in a workspace over to another console, takes it in there, and takes it back.

Rows that are handed over never leave from here again by themselves, from the transaction on that marks them:
it counts as an attempt, so that a copy of the workspace from before it is known as one that is behind. In the
receiving workspace the same count makes a copy from before the rows came, or went, ask as well.

Copies go along of what says there whom nothing may be sent to: the suppression list, and the runs that have
ended but reached somebody within the day in which nobody gets the same twice.
"""

from __future__ import annotations

import base64
import re
import secrets
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, LargeBinary, Row, Select, Table, delete, exists, insert, select, update

from svcconsole.folders import HANDED_OVER, private
from svcconsole.words.message import Message, mark, message
from svcconsole.workspace import versions
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.draft_keys import split_key
from svcconsole.workspace.drafts.imports import HANDED as ASIDE
from svcconsole.workspace.errors import RunUnderWay, WorkspaceError
from svcconsole.workspace.handover_returns import AGAIN, HANDED, MAY_HAVE, Returns, insert_missing
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.decisions import MOVING, STOP_FIRST
from svcconsole.workspace.runs.sends import SAME_WITHIN
from svcconsole.workspace.runs.sent_bodies import is_recent, left_within
from svcconsole.workspace.schema import (
    IS_UNKNOWN,
    PREPARING,
    ImportState,
    ItemState,
    Repeat,
    RunState,
    audit_log,
    before_answers,
    bodies,
    body_templates,
    drafts,
    file_rows,
    import_steps,
    imports,
    items,
    metadata,
    recipients,
    runs,
    send_people,
    sends,
)
from svcconsole.workspace.suppressed_entries import OF_SUPPRESSED
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry, says
from svcconsole.workspace.team.roles import Right

OF_RUNS = (runs, items, bodies, body_templates, recipients, file_rows, before_answers, sends, send_people)
"""What goes along with each run, each before those that refer to it."""
AT_ONCE = 500
PART, LARGEST_FILE = 1 << 17, 256 << 20
_ID = re.compile(r"[0-9a-z]{1,32}")
OPEN = (ItemState.PLANNED, ItemState.UNKNOWN)
BROUGHT = mark("Came by a hand-over from {machine}.")
_ASIDE = drafts.c.key.startswith(ASIDE, autoescape=True)
_ELSEWHERE = imports.c.state.startswith(ASIDE, autoescape=True)
"""Drafts and imports that were handed over from here."""
Line = Mapping[str, Any]


@dataclass(slots=True)
class HandedOver:
    """What a hand-over holds: its code, and how many of what (runs, records, drafts, imports, decisions);
    what goes along as a copy is not counted."""

    code: str
    counts: Counter[str] = field(default_factory=Counter)
    reached: int = 0
    """The count of attempts that belongs on the disk before the file can be opened."""


@dataclass(slots=True)
class TakenIn:
    """What came, or came back: how many of what; `again` where it was opened before; `in_question` records
    that need a decision now, `known` runs that were here already and are as they were."""

    code: str
    machine: str
    again: bool
    counts: Counter[str] = field(default_factory=Counter)
    in_question: int = 0
    known: int = 0


def hand_over(workspace: Workspace, machine: str, put: Callable[[Line], None]) -> HandedOver:
    """Mark everything that is open as handed over, and give each row of it to `put`, in one transaction. The
    caller has the right to send (`runner.acquire`), so that nothing of it is on the way.

    Raises RunUnderWay while a run is under way, WorkspaceError where nothing is open.
    """
    workspace.operators.require(Right.SEND)
    done = HandedOver(secrets.token_hex(8))
    with workspace.writing() as connection:
        _refuse_moving(connection)
        chosen = _open_runs(connection)
        ended = [run_id for run_id in _left_lately(connection) if run_id not in chosen]
        head = {"handover": done.code, "store": workspace.folder.name, "version": versions.VERSION}
        put({**head, "machine": machine, "by": workspace.operator, "at": now(), "ended": ended})
        for table in OF_RUNS:
            done.counts[table.name] = _put_of_runs(connection, table, chosen, put)
            _put_of_runs(connection, table, ended, put)
        for table, query in OF_SUPPRESSED.items():
            _put(connection, table, query, put)
        open_imports = select(imports).where(imports.c.state == ImportState.OPEN)
        done.counts["imports"] = _put(connection, imports, open_imports, put)
        ids = select(imports.c.id).where(imports.c.state == ImportState.OPEN)
        steps = select(import_steps).where(import_steps.c.import_id.in_(ids)).order_by(import_steps.c.id)
        _put(connection, import_steps, steps, put)
        for row in connection.execute(open_imports).all():
            _put_file(row.id, Path(row.path), put)
        done.counts["drafts"] = _put(connection, drafts, select(drafts).where(~_ASIDE), put)
        if not (chosen or done.counts["imports"] or done.counts["drafts"]):
            raise WorkspaceError(
                message("Nothing is open here: there is nothing to hand over."),
                message("Drafts, imports that were begun, runs that wait and open decisions go along."),
            )
        done.counts["records"] = _mark(connection, chosen, message(HANDED, code=done.code))
        _put_aside(connection, done.code)
        told = {"handover": done.code, "runs": len(chosen)}
        add_entry(connection, Action.HANDED_OVER, count=done.counts["records"], details=told)
        done.reached = workspace.mark.advance(connection, 1)
    return done


def take_in(workspace: Workspace, lines: Iterator[Line], *, again: bool) -> tuple[TakenIn, int]:
    """Take the rows of a hand-over in, whole or not at all; what happened, and the count of attempts that
    belongs on the disk. `again`: it was opened before, so what may happen only once needs a decision."""
    workspace.operators.require(Right.PREPARE)
    head = next(lines, {})
    _refuse_foreign(workspace, head)
    done = TakenIn(str(head["handover"]), str(head["machine"]), again)
    ended = frozenset(map(str, head.get("ended", ())))
    with workspace.writing() as connection:
        here = set(connection.execute(select(runs.c.id)).scalars())
        here |= set(connection.execute(select(imports.c.id).where(~_ELSEWHERE)).scalars())
        returns = Returns(connection, again=again, told_before=_was_taken_in(connection, done.code))
        came: set[str] = set()
        for table, rows in _batches(lines, workspace.folder / HANDED_OVER, here):
            if table is drafts:
                _take_drafts(connection, rows, done)
                continue
            if table in OF_SUPPRESSED:
                insert_missing(connection, table, rows)
                continue
            for row in rows if table is runs else ():
                row["sentence"] = message(BROUGHT, machine=done.machine)
            if table is imports:
                own = imports.c.id.in_([row["id"] for row in rows])
                connection.execute(delete(imports).where(own, _ELSEWHERE))
            new = [row for row in rows if _owner(row, table) not in here]
            if new:
                connection.execute(insert(table), new)
            is_open = [row for row in new if _owner(row, table) not in ended]
            done.counts[table.name] += len(is_open)
            if table is runs:
                came |= {row["id"] for row in is_open}
            if table in OF_RUNS:
                returns.add(table, [row for row in rows if _owner(row, table) in here])
        returns.finish()
        back = {run_id: count for run_id, count in returns.records.items() if run_id not in ended}
        done.known = len(returns.known - ended - back.keys())
        done.counts["runs"] += len(back)
        done.counts["items"] += sum(back.values())
        _point_to_files(connection, workspace.folder / HANDED_OVER)
        if again:
            done.in_question = returns.in_question + _put_in_question(connection, sorted(came), AGAIN)
        told = {"handover": done.code, "runs": len(came) + len(back)}
        add_entry(connection, Action.TAKEN_IN, count=done.counts["items"], details=told)
        reached = workspace.mark.advance(connection, 1)
        for kind in (EventKind.RUN, EventKind.DECISION, EventKind.IMPORT):
            Events.note(connection, kind)
        Events.note(connection, EventKind.REGISTRY, RegistryKind.SUPPRESSED)
    return done, reached


def take_back(workspace: Workspace, code: str) -> tuple[int, int]:
    """Let what was handed over be open here again, as where the file was lost: how many records need a
    decision, and how many wait. What may happen only once may have been sent there meanwhile."""
    workspace.operators.require(Right.SEND)
    reason = str(message(HANDED, code=code))
    with workspace.writing() as connection:
        query = select(items.c.run_id).where(items.c.reason == reason).distinct()
        handed = list(connection.execute(query).scalars())
        if not _bring_back(connection, code) and not handed:
            raise WorkspaceError(
                message("No rows were handed over from here as {code}.", code=code),
                message("The log shows the codes of all hand-overs."),
            )
        own = (items.c.reason == reason, items.c.state == ItemState.LEFT_OUT)
        once = items.c.run_id.in_(_once())
        asked = update(items).where(*own, once)
        in_question = connection.execute(
            asked.values(state=ItemState.UNKNOWN, reason=message(MAY_HAVE, code=code), at=now())
        ).rowcount
        waits = connection.execute(
            update(items).where(*own, ~once).values(state=ItemState.PLANNED, reason="", at=None)
        ).rowcount
        connection.execute(
            update(runs)
            .where(runs.c.id.in_(handed), runs.c.single.is_(False))
            .values(state=RunState.STOPPED, sentence=message(MAY_HAVE, code=code), finished_at=None)
        )
        add_entry(connection, Action.TAKEN_BACK, count=in_question + waits, details={"handover": code})
        for kind in (EventKind.RUN, EventKind.DECISION, EventKind.IMPORT):
            Events.note(connection, kind)
    return in_question, waits


def _put_aside(connection: Connection, code: str) -> None:
    """Begun imports and drafts are open at one console alone: neither plans the same file twice."""
    begun = update(imports).where(imports.c.state == ImportState.OPEN)
    connection.execute(begun.values(state=f"{ASIDE}{code}", updated_at=now()))
    connection.execute(update(drafts).where(~_ASIDE).values(key=f"{ASIDE}{code}:" + drafts.c.key))
    Events.note(connection, EventKind.IMPORT)


def _bring_back(connection: Connection, code: str) -> int:
    """Open again what `_put_aside`; a draft that is there again stays, the other is kept beside it."""
    state, prefix = f"{ASIDE}{code}", f"{ASIDE}{code}:"
    back = connection.execute(
        update(imports).where(imports.c.state == state).values(state=ImportState.OPEN)
    ).rowcount
    aside = select(drafts).where(drafts.c.key.startswith(prefix, autoescape=True))
    for row in connection.execute(aside).all():
        connection.execute(delete(drafts).where(drafts.c.key == row.key))
        own = {**row._mapping, "key": row.key.removeprefix(prefix)}
        _take_draft(connection, own, TakenIn(code, "", again=False))
        back += 1
    return back


def _open_runs(connection: Connection) -> Sequence[str]:
    """Runs of files of which something waits or needs a decision, and what was sent by itself and does."""
    waits = select(items.c.run_id).where(items.c.state.in_(OPEN))
    asks = select(items.c.run_id).where(IS_UNKNOWN)
    query = select(runs.c.id).where(
        runs.c.state != PREPARING,
        (runs.c.single.is_(False) & runs.c.id.in_(waits)) | (runs.c.single.is_(True) & runs.c.id.in_(asks)),
    )
    return connection.execute(query.order_by(runs.c.created_at, runs.c.id)).scalars().all()


def _left_lately(connection: Connection) -> Sequence[str]:
    """Runs, and what was sent by itself, of which something that must not go twice left within a day."""
    left = exists().where(items.c.run_id == runs.c.id, left_within(SAME_WITHIN))
    once = (runs.c.state != PREPARING, runs.c.effect == Repeat.ONCE)
    query = select(runs.c.id).where(*once, is_recent(SAME_WITHIN), left)
    return connection.execute(query.order_by(runs.c.created_at, runs.c.id)).scalars().all()


def _mark(connection: Connection, chosen: Sequence[str], reason: Message) -> int:
    marked = 0
    for run_id in chosen:
        own = update(items).where(items.c.run_id == run_id, items.c.state.in_(OPEN))
        values = {"state": ItemState.LEFT_OUT, "reason": reason, "at": now()}
        marked += connection.execute(own.values(**values)).rowcount
        connection.execute(
            update(runs)
            .where(runs.c.id == run_id, runs.c.single.is_(False))
            .values(state=RunState.FINISHED, sentence=reason, finished_at=now())
        )
        Events.note(connection, EventKind.RUN, run_id)
        Events.note(connection, EventKind.DECISION, run_id)
    return marked


def _put_in_question(connection: Connection, came: Sequence[str], reason: Message) -> int:
    asked = 0
    for run_id in came:
        own = (items.c.run_id == run_id, items.c.run_id.in_(_once()), items.c.state == ItemState.PLANNED)
        values = {"state": ItemState.UNKNOWN, "reason": reason, "at": now()}
        asked += connection.execute(update(items).where(*own).values(**values)).rowcount
    return asked


def _once() -> Select[Any]:
    return select(runs.c.id).where(runs.c.single.is_(True) | (runs.c.effect == Repeat.ONCE))


def _refuse_moving(connection: Connection) -> None:
    query = select(runs.c.code).where(runs.c.state.in_(MOVING))
    if (code := connection.execute(query).scalars().first()) is not None:
        raise RunUnderWay(message("The run of plan {code} is under way.", code=code), STOP_FIRST)


def _refuse_foreign(workspace: Workspace, head: Line) -> None:
    if head.get("store") != workspace.folder.name:
        raise WorkspaceError(
            message("This hand-over is of another store."), message("Open it in the window of that store.")
        )
    if head.get("version") != versions.VERSION:
        raise WorkspaceError(
            message("This hand-over was written by another version of svcconsole."),
            message("Nothing was taken in. Use the same version on both computers."),
        )


def _put_of_runs(
    connection: Connection, table: Table, run_ids: Sequence[str], put: Callable[[Line], None]
) -> int:
    run = table.c.id if table is runs else table.c.run_id
    return sum(_put(connection, table, select(table).where(run == run_id), put) for run_id in run_ids)


def _put(connection: Connection, table: Table, query: Select[Any], put: Callable[[Line], None]) -> int:
    count = 0
    for row in connection.execute(query, execution_options={"yield_per": AT_ONCE}):
        put({"table": table.name, "row": _to_line(row)})
        count += 1
    return count


def _put_file(import_id: str, path: Path, put: Callable[[Line], None]) -> None:
    """The file that an import reads; one that is gone, or very large, is opened anew by whoever goes on."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            return
        with path.open("rb") as file:
            at = 0
            while part := file.read(PART):
                data = base64.b64encode(part).decode()
                put({"file": import_id, "name": path.name, "at": at, "data": data})
                at += len(part)
    except OSError:
        return


def _take_file(folder: Path, line: Line) -> None:
    """Write a part of a file that came; where an earlier opening broke off, its file is written over."""
    if not _ID.fullmatch(str(line["file"])):
        raise WorkspaceError(message("The hand-over holds something that this version does not know."))
    own = private(private(folder) / str(line["file"]))
    name = Path(str(line["name"])).name or "file"
    with (own / name).open("wb" if line.get("at", 0) == 0 else "ab") as file:
        file.write(base64.b64decode(line["data"]))


def _point_to_files(connection: Connection, folder: Path) -> None:
    """Let the imports that came read the files that came with them."""
    for own in sorted(folder.iterdir()) if folder.is_dir() else ():
        for path in own.iterdir():
            stat = path.stat()
            values = {"path": str(path), "size": stat.st_size, "mtime_ns": stat.st_mtime_ns}
            connection.execute(update(imports).where(imports.c.id == own.name).values(**values))


def _batches(
    lines: Iterator[Line], folder: Path, here: Container[str]
) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """The rows of a hand-over, some of one table at a time; the files of imports that are not here are
    written on the way."""
    for name, same in groupby(lines, key=lambda line: line.get("table")):
        if name is None:
            for line in same:
                if line["file"] not in here:
                    _take_file(folder, line)
            continue
        table = metadata.tables[str(name)]
        rows = (_from_line(table, line["row"]) for line in same)
        while some := list(islice(rows, AT_ONCE)):
            yield table, some


def _owner(row: Mapping[str, Any], table: Table) -> str:
    """The run or the import that a row belongs to; blank for what belongs to none."""
    own = row["id"] if table in (runs, imports) else row.get("run_id") or row.get("import_id")
    return str(own or "")


def _was_taken_in(connection: Connection, code: str) -> bool:
    query = select(audit_log.c.seq).where(audit_log.c.action == Action.TAKEN_IN, says("handover", code))
    return connection.execute(query.limit(1)).first() is not None


def _to_line(row: Row[Any]) -> dict[str, Any]:
    return {
        name: base64.b64encode(bytes(value)).decode() if isinstance(value, bytes | memoryview) else value
        for name, value in row._mapping.items()
    }


def _from_line(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as the table takes it, steps of imports numbered anew; WorkspaceError where it has other
    columns."""
    if set(row) != set(table.columns.keys()):
        raise WorkspaceError(message("The hand-over holds something that this version does not know."))
    return {
        name: base64.b64decode(value)
        if value is not None and isinstance(table.c[name].type, LargeBinary)
        else value
        for name, value in row.items()
        if table is not import_steps or name != "id"
    }


def _take_drafts(connection: Connection, rows: Sequence[dict[str, Any]], done: TakenIn) -> None:
    for row in rows:
        _take_draft(connection, row, done)


def _take_draft(connection: Connection, row: dict[str, Any], done: TakenIn) -> None:
    """A draft that is here already stays; the other is kept beside it, under its own key. What somebody typed
    is nobody's own here: it is handed to whoever goes on with it."""
    row["key"] = split_key(row["key"])[0]
    held = connection.execute(select(drafts.c.value).where(drafts.c.key == row["key"])).scalar()
    if held == row["value"]:
        return
    if held is not None:
        row["key"] = f"{row['key']} ({done.code})"
        if connection.execute(select(drafts.c.key).where(drafts.c.key == row["key"])).first():
            return
    connection.execute(insert(drafts).values(**row))
    done.counts["drafts"] += 1
