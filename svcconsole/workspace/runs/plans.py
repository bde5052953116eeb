"""Writes a plan in steps: every record's bytes with their hash, and every row of the file."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, delete, insert, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.drafts.imports import refuse_handed_over
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.body_templates import BodyTemplates
from svcconsole.workspace.runs.recipients import add_recipients, remove_recipients
from svcconsole.workspace.runs.records import NewRun, PlanItem
from svcconsole.workspace.runs.run_log import log_run
from svcconsole.workspace.schema import (
    PREPARING,
    ImportState,
    ItemState,
    Repeat,
    RunState,
    attempts,
    bodies,
    body_templates,
    deliveries,
    file_rows,
    imports,
    items,
    runs,
)
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import write_stored
from svcconsole.workspace.stored_path import stored_path
from svcconsole.workspace.team.audit_entries import Action

CHUNK = 500
"""Rows that are fetched at once."""
STEP = 2_000
"""Records that are written, or deleted, in one transaction."""
COMPLETES = b"completes"
"""Stands in a plan's hash for the rule that what its records do not name is kept."""
T = TypeVar("T")


def new_run_id() -> str:
    """The id of a run that is about to be planned."""
    return secrets.token_hex(6)


def freeze(access: Session, new: NewRun, planned: Iterable[PlanItem]) -> str:
    """Write a run and its items in steps, between which others write; returns the run's id. The plan's code
    is made from all frozen bytes.

    Until its last step the run is listed nowhere, and what breaks off leaves nothing (`clear_unfinished`).
    The import it comes from is planned by that step, and a plan made of it before goes: an import has one
    run. Raises WorkspaceError when that run has begun.
    """
    run_id = new.id or new_run_id()
    with access.in_work(run_id):
        with access.writing() as connection:
            _refuse_begun(connection, new.import_id)
            connection.execute(insert(runs).values(**_run(run_id, new)))
        try:
            replaced = _write_items(access, run_id, new, planned)
        except BaseException:
            with suppress(WorkspaceError):
                remove(access, run_id)
            raise
    for other in replaced:
        remove(access, other)
    return run_id


def _run(run_id: str, new: NewRun) -> dict[str, Any]:
    return {
        "id": run_id,
        "code": "",
        "kind": new.kind,
        "title": new.title,
        "state": PREPARING,
        "sentence": "",
        "path": stored_path(new.path),
        "file_name": new.file_name,
        "fingerprint": new.fingerprint,
        "header": write_stored(new.header),
        "rows": 0,
        "products": 0,
        "left_out": 0,
        "effect": new.effect,
        "operator": new.operator,
        "mapping": new.mapping,
        "takes_back": new.takes_back,
        "keeps_before": new.keeps_before,
        "completes": new.completes,
        "terms": new.terms,
        "free_until": new.free_until,
        "created_at": now(),
    }


def _write_items(access: Session, run_id: str, new: NewRun, planned: Iterable[PlanItem]) -> Sequence[str]:
    """Write the items and list the run; the plans that it replaces, which are not listed any more."""
    digest, templates = hashlib.sha256(), BodyTemplates() if new.effect == Repeat.ONCE else None
    row_count = product_count = left_out = 0
    numbered = enumerate(planned)
    while chunk := list(islice(numbered, STEP)):
        with access.writing() as connection:
            _refuse_cleared(connection, run_id)
            _insert(connection, items, (_item(run_id, seq, item) for seq, item in chunk))
            _insert_bodies(connection, run_id, chunk, templates)
            _insert(connection, file_rows, _rows(run_id, chunk))
            add_recipients(connection, _recipients(run_id, chunk))
        for _, item in chunk:
            digest.update(hashlib.sha256(item.body or b"").digest())
            row_count += len(item.rows)
            product_count += item.is_record
            left_out += len(item.rows) if item.body is None else 0
    digest.update(hash_of_terms(new.terms, completes=new.completes))
    whole = digest.hexdigest()
    with access.writing() as connection:
        _refuse_cleared(connection, run_id)
        replaced = _take_over(connection, new.import_id, run_id)
        connection.execute(
            update(runs)
            .where(runs.c.id == run_id)
            .values(
                state=RunState.PLANNED, import_id=new.import_id, code=code_of_hash(whole), sha256=whole,
                rows=row_count, products=product_count, left_out=left_out, created_at=now(),
            )
        )  # fmt: skip
        log_run(connection, run_id, Action.PLANNED)
        Events.note(connection, EventKind.RUN, run_id)
    return replaced


def discard(access: Session, run_id: str) -> None:
    """Take a plan back that was never started: its import is open again. One that has begun stays."""
    with access.writing() as connection:
        planned = (runs.c.id == run_id) & (runs.c.state == RunState.PLANNED)
        found = connection.execute(select(runs.c.import_id).where(planned)).one_or_none()
        if found is None:
            return
        connection.execute(update(runs).where(planned).values(state=PREPARING, import_id=None))
        if found.import_id is not None:
            own = (imports.c.id == found.import_id) & (imports.c.run_id == run_id)
            connection.execute(
                update(imports).where(own).values(state=ImportState.OPEN, run_id=None, updated_at=now())
            )
            Events.note(connection, EventKind.IMPORT, found.import_id)
        Events.note(connection, EventKind.RUN, run_id)
    remove(access, run_id)


OF_MANY = (attempts.c.id, deliveries.c.id)
"""The keys of what a run that was sent has as many of as records."""


def remove(access: Session, run_id: str) -> None:
    """Delete a run that is listed nowhere, in steps."""
    while True:
        with access.writing() as connection:
            unlisted = select(runs.c.id).where(runs.c.id == run_id, runs.c.state == PREPARING)
            if connection.execute(unlisted).one_or_none() is None:
                return
            own = select(items.c.seq).where(items.c.run_id == run_id).order_by(items.c.seq).limit(STEP)
            seqs = connection.execute(own).scalars().all()
            if not seqs:
                if remove_recipients(connection, run_id, STEP) or _removed(connection, run_id):
                    continue
                connection.execute(delete(runs).where(runs.c.id == run_id))
                return
            for table in (file_rows, bodies, items):
                connection.execute(delete(table).where(table.c.run_id == run_id, table.c.seq <= seqs[-1]))


def _removed(connection: Connection, run_id: str) -> bool:
    """Delete the next of what was sent; whether there was any."""
    for key in OF_MANY:
        own = key.table.c.run_id == run_id
        keys = connection.execute(select(key).where(own).order_by(key).limit(STEP)).scalars().all()
        if keys:
            connection.execute(delete(key.table).where(own, key <= keys[-1]))
            return True
    return False


def clear_unfinished(access: Session) -> None:
    """Delete what crashes left of plans that were being written or replaced; those that are being written
    now, by whichever process, are left alone."""
    with access.reading() as connection:
        left = connection.execute(select(runs.c.id).where(runs.c.state == PREPARING)).scalars().all()
    for run_id in left:
        if not access.is_in_work(run_id):
            remove(access, run_id)


def hash_of_terms(terms: str, *, completes: bool = False) -> bytes:
    """What the terms of a run, and whether it completes its records, add to the hashes of these; nothing
    where there is nothing of both."""
    kept = hashlib.sha256(COMPLETES).digest() if completes else b""
    return (hashlib.sha256(terms.encode()).digest() if terms else b"") + kept


def code_of(hashes: Iterable[bytes]) -> tuple[str, str]:
    """The code of a plan and the whole hash behind it, made of the SHA-256 of each record's bytes in order,
    and of the run's terms; what is not sent counts as no bytes."""
    digest = hashlib.sha256()
    for each in hashes:
        digest.update(each)
    whole = digest.hexdigest()
    return code_of_hash(whole), whole


def code_of_hash(whole: str) -> str:
    """The short code that people read out, of a plan's whole hash."""
    return f"{whole[:4]}-{whole[4:8]}".upper()


def _refuse_begun(connection: Connection, import_id: str | None) -> None:
    own = runs.c.import_id == import_id
    begun = connection.execute(select(runs.c.code).where(own, runs.c.started_at.is_not(None))).scalars()
    if import_id is not None and (code := begun.first()):
        raise WorkspaceError(
            message("This import has been run already, as plan {code}.", code=code),
            message("Go on with that run, or open the file again as a new import."),
        )


def _refuse_cleared(connection: Connection, run_id: str) -> None:
    """A console that lost its database for a while may find its plan cleared by another."""
    if connection.execute(select(runs.c.state).where(runs.c.id == run_id)).scalar() != PREPARING:
        raise WorkspaceError(
            message("The plan could not be written whole."),
            message("Nothing was sent. Make the plan again."),
        )


def _take_over(connection: Connection, import_id: str | None, run_id: str) -> Sequence[str]:
    """Make the run that of its import; those it had before are not listed any more."""
    if import_id is None:
        return ()
    _refuse_begun(connection, import_id)
    refuse_handed_over(connection, import_id)
    own = runs.c.import_id == import_id
    replaced = connection.execute(select(runs.c.id).where(own)).scalars().all()
    connection.execute(update(runs).where(own).values(state=PREPARING, import_id=None))
    connection.execute(
        update(imports)
        .where(imports.c.id == import_id)
        .values(state=ImportState.PLANNED, run_id=run_id, updated_at=now())
    )
    Events.note(connection, EventKind.IMPORT, import_id)
    return replaced


def _insert(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
    values = list(rows)
    if values:
        connection.execute(insert(table), values)


def _item(run_id: str, seq: int, item: PlanItem) -> dict[str, Any]:
    if (item.body is None) != (item.state in (ItemState.BLOCKED, ItemState.LEFT_OUT)):
        raise ValueError(f"record {item.record_id!r}: a {item.state} record and its body do not go together")
    return {
        "run_id": run_id,
        "seq": seq,
        "record_id": item.record_id,
        "state": item.state,
        "rows": len(item.rows),
        "first_row": min((row.number for row in item.rows), default=0),
        "last_row": max((row.number for row in item.rows), default=0),
        "is_record": item.is_record,
        "reason": item.reason,
        "lane": item.lane,
        "arm": item.arm,
    }


def _insert_bodies(
    connection: Connection, run_id: str, chunk: list[tuple[int, PlanItem]], templates: BodyTemplates | None
) -> None:
    """Write the bytes of records, as what fills `templates` where many are alike."""
    frozen = [(seq, item.body) for seq, item in chunk if item.body is not None]
    found = [body for _, body in frozen]
    stored = [(None, body) for body in found] if templates is None else templates.store(found)
    if templates is not None:
        learnt = ({"run_id": run_id, "number": number, "pieces": each} for number, each in templates.learnt())
        _insert(connection, body_templates, learnt)
    rows = (
        {
            "run_id": run_id,
            "seq": seq,
            "body": kept,
            "sha256": hashlib.sha256(body).hexdigest(),
            "template": template,
        }
        for (seq, body), (template, kept) in zip(frozen, stored, strict=True)
    )
    _insert(connection, bodies, rows)


def _recipients(run_id: str, chunk: list[tuple[int, PlanItem]]) -> list[dict[str, Any]]:
    return [
        {
            "run_id": run_id,
            "number": item.record_id,
            "seq": seq,
            "content": item.content,
            "sender": item.sender,
            "template": item.template,
        }
        for seq, item in chunk
        if item.content
    ]


def _rows(run_id: str, chunk: list[tuple[int, PlanItem]]) -> Iterator[dict[str, Any]]:
    for seq, item in chunk:
        for row in item.rows:
            yield {
                "run_id": run_id,
                "seq": seq,
                "number": row.number,
                "line": row.line,
                "cells": write_stored(row.cells),
            }
