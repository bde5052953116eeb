"""Writes a plan in one transaction: every record's bytes with their hash, and every row of the file."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, delete, insert, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.events import EventKind, Events
from svcconsole.workspace.runs.body_templates import BodyTemplates
from svcconsole.workspace.runs.records import NewRun, PlanItem
from svcconsole.workspace.runs.run_log import log_run
from svcconsole.workspace.schema import (
    ItemState,
    Repeat,
    RunState,
    bodies,
    body_templates,
    file_rows,
    imports,
    items,
    runs,
)
from svcconsole.workspace.team.audit_entries import Action

CHUNK = 500
T = TypeVar("T")


def new_run_id() -> str:
    """The id of a run that is about to be planned."""
    return secrets.token_hex(6)


def write_plan(connection: Connection, new: NewRun, planned: Iterable[PlanItem]) -> str:
    """Write the run and its items; returns the run's id. The plan's code is made from all frozen bytes.

    The import it comes from is planned by the same transaction, and a plan made of it before goes: an import
    has one run. Raises WorkspaceError when that run has begun.
    """
    run_id = new.id or new_run_id()
    if new.import_id is not None:
        _take_over(connection, new.import_id, run_id)
    connection.execute(
        insert(runs).values(
            id=run_id,
            code="",
            kind=new.kind,
            title=new.title,
            state=RunState.PLANNED,
            sentence="",
            import_id=new.import_id,
            path=new.path,
            file_name=new.file_name,
            fingerprint=new.fingerprint,
            header=json.dumps(new.header, ensure_ascii=False),
            rows=0,
            products=0,
            left_out=0,
            effect=new.effect,
            operator=new.operator,
            mapping=new.mapping,
            takes_back=new.takes_back,
            keeps_before=new.keeps_before,
            created_at=now(),
        )
    )
    digest, templates = hashlib.sha256(), BodyTemplates()
    row_count = product_count = left_out = 0
    numbered = enumerate(planned)
    while chunk := list(islice(numbered, CHUNK)):
        _insert(connection, items, (_item(run_id, seq, item) for seq, item in chunk))
        _insert_bodies(connection, run_id, chunk, templates if new.effect == Repeat.ONCE else None)
        _insert(connection, file_rows, _rows(run_id, chunk))
        for _, item in chunk:
            digest.update(hashlib.sha256(item.body or b"").digest())
            row_count += len(item.rows)
            product_count += item.is_record
            left_out += len(item.rows) if item.body is None else 0
    code, whole = _named(digest.hexdigest())
    connection.execute(
        update(runs)
        .where(runs.c.id == run_id)
        .values(code=code, sha256=whole, rows=row_count, products=product_count, left_out=left_out)
    )
    log_run(connection, run_id, Action.PLANNED)
    return run_id


def code_of(hashes: Iterable[bytes]) -> tuple[str, str]:
    """The code of a plan and the whole hash behind it, made of the SHA-256 of each record's bytes in order;
    what is not sent counts as no bytes."""
    digest = hashlib.sha256()
    for each in hashes:
        digest.update(each)
    return _named(digest.hexdigest())


def _named(whole: str) -> tuple[str, str]:
    code = whole[:8].upper()
    return f"{code[:4]}-{code[4:]}", whole


def _take_over(connection: Connection, import_id: str, run_id: str) -> None:
    own = runs.c.import_id == import_id
    begun = connection.execute(select(runs.c.code).where(own, runs.c.started_at.is_not(None))).scalars()
    if code := begun.first():
        raise WorkspaceError(
            message("This import has been run already, as plan {code}.", code=code),
            message("Go on with that run, or open the file again as a new import."),
        )
    connection.execute(delete(runs).where(own))
    connection.execute(
        update(imports)
        .where(imports.c.id == import_id)
        .values(state="planned", run_id=run_id, updated_at=now())
    )
    Events.note(connection, EventKind.IMPORT, import_id)


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


def _rows(run_id: str, chunk: list[tuple[int, PlanItem]]) -> Iterator[dict[str, Any]]:
    for seq, item in chunk:
        for row in item.rows:
            yield {
                "run_id": run_id,
                "seq": seq,
                "number": row.number,
                "line": row.line,
                "cells": json.dumps(row.cells, ensure_ascii=False),
            }
