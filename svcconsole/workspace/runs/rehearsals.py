"""A plan before it is sent: what is left out of it, the hash of what stays, and whether it was rehearsed."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator

from sqlalchemy import Connection, func, insert, select, update

from svcconsole.words.message import Message, message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.plan_records import UNSENT, plan_records
from svcconsole.workspace.runs.plans import CHUNK, code_of, hash_of_terms
from svcconsole.workspace.runs.run_log import log_run
from svcconsole.workspace.schema import (
    ItemState,
    RunState,
    attempts,
    bodies,
    body_templates,
    file_rows,
    items,
    runs,
)
from svcconsole.workspace.session import Session
from svcconsole.workspace.team.audit_entries import Action

BEGUN = message("This plan has begun already; it cannot be changed any more.")


def leave_out_same(access: Session, run_id: str, seqs: Collection[int], reason: Message) -> str:
    """Keep records out of a plan that has not begun, because the store has them already; those left out so
    before come back first. Returns the code of what is sent now."""
    same = (items.c.run_id == run_id, items.c.state == ItemState.LEFT_OUT, items.c.reason == reason)
    with access.writing() as connection:
        _refuse_begun(connection, run_id)
        connection.execute(update(items).where(*same).values(state=ItemState.PLANNED, reason="", at=None))
        for seq in seqs:
            connection.execute(
                update(items)
                .where(items.c.run_id == run_id, items.c.seq == seq, items.c.state == ItemState.PLANNED)
                .values(state=ItemState.LEFT_OUT, reason=reason)
            )
        code, whole = code_of(_hashes(connection, run_id))
        left_out = select(func.coalesce(func.sum(items.c.rows), 0)).where(
            items.c.run_id == run_id, items.c.state.in_(UNSENT)
        )
        connection.execute(
            update(runs)
            .where(runs.c.id == run_id)
            .values(
                code=code,
                sha256=whole,
                left_out=left_out.scalar_subquery(),
                rehearsed_at=None,
                rehearsed_sha256=None,
            )
        )
        Events.note(connection, EventKind.RUN, run_id)
        log_run(connection, run_id, Action.PLAN_CHANGED)
    return code


def change_terms(access: Session, run_id: str, terms: str) -> str:
    """Hold a plan of which nothing has left to other terms, at rest; the code of what it is then. Whoever
    agreed to it before agreed to another plan. Raises WorkspaceError where something has left."""
    with access.writing() as connection:
        state = connection.execute(select(runs.c.state).where(runs.c.id == run_id)).scalar_one_or_none()
        tried = select(attempts.c.id).where(attempts.c.run_id == run_id).limit(1)
        if state not in (RunState.PLANNED, RunState.STOPPED) or connection.execute(tried).first() is not None:
            raise WorkspaceError(BEGUN, message("Stop it first; what has left stays as it is."))
        connection.execute(update(runs).where(runs.c.id == run_id).values(terms=terms))
        code, whole = code_of(_hashes(connection, run_id, frozen=True))
        connection.execute(
            update(runs)
            .where(runs.c.id == run_id)
            .values(code=code, sha256=whole, rehearsed_at=None, rehearsed_sha256=None)
        )
        Events.note(connection, EventKind.RUN, run_id)
        log_run(connection, run_id, Action.PLAN_CHANGED)
    return code


def mark_rehearsed(access: Session, run_id: str, sha256: str) -> None:
    """Note that exactly the plan of this hash was rehearsed. Raises WorkspaceError where it is another."""
    with access.writing() as connection:
        _refuse_begun(connection, run_id)
        if code_of(_hashes(connection, run_id))[1] != sha256:
            raise _another()
        connection.execute(
            update(runs).where(runs.c.id == run_id).values(rehearsed_at=now(), rehearsed_sha256=sha256)
        )
        Events.note(connection, EventKind.RUN, run_id)


def refuse_unrehearsed(access: Session, run_id: str) -> None:
    """Raise WorkspaceError unless what the run would send is, byte for byte, what was rehearsed."""
    with access.reading() as connection:
        _refuse_begun(connection, run_id)
        row = connection.execute(
            select(runs.c.code, runs.c.rehearsed_sha256).where(runs.c.id == run_id)
        ).one()
        if row.rehearsed_sha256 is None:
            raise WorkspaceError(
                message("Plan {code} has not been rehearsed.", code=row.code),
                message("Rehearse it first, or run it without a rehearsal."),
            )
        if (row.code, row.rehearsed_sha256) != code_of(_hashes(connection, run_id)):
            raise _another()


def plan_hash(access: Session, run_id: str) -> str:
    """The SHA-256 of what a plan sends, made of the bytes themselves."""
    with access.reading() as connection:
        return code_of(_hashes(connection, run_id))[1]


def frozen_hash(connection: Connection, run_id: str) -> str:
    """The SHA-256 of a plan as it was frozen, computed anew: who is left out at the moment it starts was in
    it, and is in it still."""
    return code_of(_hashes(connection, run_id, frozen=True))[1]


def copy_plan(scratch: Session, live: Session, run_id: str) -> None:
    """Copy a plan, bytes and all, from the workspace `live` into an empty one.

    What the plan keeps of the store, and the import it was made of, stay behind; where it completes its
    records, it reads for that what the other store holds.
    """
    with live.reading() as source, scratch.writing() as target:
        many = source.execution_options(yield_per=CHUNK)
        for table in (runs, items, body_templates, bodies, file_rows):
            key = table.c.id if table is runs else table.c.run_id
            for rows in many.execute(select(table).where(key == run_id)).mappings().partitions():
                target.execute(insert(table), [dict(row) for row in rows])
        kept = {"keeps_before": runs.c.completes, "import_id": None}
        target.execute(update(runs).where(runs.c.id == run_id).values(**kept))


def _hashes(connection: Connection, run_id: str, *, frozen: bool = False) -> Iterator[bytes]:
    """The SHA-256 of the bytes of each record in order, computed anew, then of the run's terms; of no bytes
    for what is not sent, or was not when the plan was `frozen`."""
    for record in plan_records(connection, run_id, frozen=frozen):
        yield hashlib.sha256(record.body or b"").digest()
    run = connection.execute(select(runs.c.terms, runs.c.completes).where(runs.c.id == run_id)).one()
    yield hash_of_terms(run.terms, completes=run.completes)


def _refuse_begun(connection: Connection, run_id: str) -> None:
    if connection.execute(select(runs.c.started_at).where(runs.c.id == run_id)).scalar_one_or_none():
        raise WorkspaceError(BEGUN, message("Go on with the run, or plan the file again."))


def _another() -> WorkspaceError:
    return WorkspaceError(
        message("The plan is not the one that was rehearsed."),
        message("Nothing was sent. Rehearse it again."),
    )
