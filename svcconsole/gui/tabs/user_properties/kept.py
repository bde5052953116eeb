"""What the workspace keeps of the table: its rows as typed, and which run each was sent by."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from svcconsole.api.models.user_properties import UserProperty
from svcconsole.gui.tabs.user_properties.cells import CELLS, Value, Values, shown, wire_of
from svcconsole.gui.tabs.user_properties.sheet import Row, Rows
from svcconsole.services.user_properties import Counts, key_of

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.records import PlanItem

KEY: Final = "user_properties:table"
KIND: Final = "user_properties"
PAGE: Final = 500
MOST_ATTEMPTS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Sent:
    """A row as it was sent: by which run, as which of its rows (from 1), and with which cells."""

    run_id: str
    number: int
    values: Values


@dataclass(frozen=True, slots=True)
class End:
    """What the ledger says of a sent row; `bucket` is one of its four words, `waiting` while it goes out."""

    bucket: str
    waiting: bool
    reason: str
    words: str


@dataclass(frozen=True, slots=True)
class Table:
    """The rows, and by their uid what was sent of them."""

    rows: Rows = ()
    sent: Mapping[int, Sent] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """What became of the rows of some runs: by run and number, and the store's totals together."""

    ends: Mapping[tuple[str, int], End] = field(default_factory=dict)
    counts: Counts = field(default_factory=Counts)
    unfinished: tuple[str, ...] = ()


def frozen(table: Table, sending: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The table as JSON; `sending` names a run that is about to be made and its rows."""
    kept = []
    for row in table.rows:
        if row.is_blank:
            continue
        entry: dict[str, Any] = {"uid": row.uid, "cells": _cells(row.values)}
        if sent := table.sent.get(row.uid):
            entry |= {"run": sent.run_id, "number": sent.number}
            if sent.values != row.values:
                entry["sent"] = _cells(sent.values)
        kept.append(entry)
    return {"rows": kept, "sending": dict(sending) if sending else None}


def thawed(kept: Mapping[str, Any]) -> Table:
    """What `frozen` made."""
    rows, sent = [], {}
    for entry in kept["rows"]:
        row = Row(entry["uid"], _values(entry["cells"]))
        rows.append(row)
        if "run" in entry:
            values = _values(entry["sent"]) if "sent" in entry else row.values
            sent[row.uid] = Sent(entry["run"], entry["number"], values)
    return Table(tuple(rows), sent)


def load(workspace: Workspace) -> Table:
    """The table as it was left; a run that was made in its last moment is found again."""
    draft = workspace.drafts.get(KEY)
    if draft is None:
        return Table()
    table = thawed(draft.value)
    sending: Mapping[str, Any] = draft.value.get("sending") or {}
    made = workspace.runs.with_fingerprint(sending["token"]) if sending else ()
    if made:
        table = _linked(table, made[0].id, sending["uids"])
        workspace.drafts.put(KEY, frozen(table))
    return table


def keep(workspace: Workspace, table: Table) -> None:
    """Write the table over what was kept of it."""
    workspace.drafts.put(KEY, frozen(table))


def plan_item(number: int, row: Row) -> PlanItem:
    """A row's frozen bytes; the model refuses what the checks refuse."""
    from svcconsole.workspace.records import FileRow, PlanItem

    entry = wire_of(row.values)
    texts = tuple(shown(value) for value in row.values)
    return PlanItem(
        key_of(entry) or f"row {number}",
        (FileRow(number, number, texts),),
        UserProperty.read(entry).wire(),
    )


def make_run(
    workspace: Workspace, table: Table, planned: Sequence[tuple[Row, PlanItem]], title: str, name: str
) -> tuple[str, Table]:
    """Freeze these rows into a run; nothing is sent. Killed at any moment, the next start knows of it."""
    from svcconsole.workspace.records import NewRun

    token, uids = secrets.token_hex(16), [row.uid for row, _ in planned]
    workspace.drafts.put(KEY, frozen(table, {"token": token, "uids": uids}))
    header = tuple(cell.wire for cell in CELLS)
    new = NewRun(kind=KIND, title=title, path="", file_name=name, fingerprint=token, header=header)
    run_id = workspace.runs.create(new, (item for _, item in planned))
    table = _linked(table, run_id, uids)
    workspace.drafts.put(KEY, frozen(table))
    return run_id, table


def standing(workspace: Workspace, run_ids: Iterable[str]) -> Standing:
    """What the ledger knows of these runs now; one that was forgotten is passed over."""
    from svcconsole.workspace.runs import NOT_YET

    ends: dict[tuple[str, int], End] = {}
    counts, unfinished = Counts(), []
    known = {info.id: info for info in workspace.runs.list()}
    for run_id in run_ids:
        if run_id not in known:
            continue
        offset = 0
        while True:
            page = workspace.runs.rows(run_id, offset=offset, limit=PAGE)
            for row in page.rows:
                waiting = row.bucket == "not_sent" and row.reason == NOT_YET
                ends[run_id, row.number] = End(str(row.bucket), waiting, row.reason, row.server_words)
            offset += len(page.rows)
            if not page.rows or offset >= page.total:
                break
        for event in workspace.runs.events(run_id, MOST_ATTEMPTS):
            counts = counts.plus(Counts.read(event.detail))
        if str(known[run_id].state) != "finished":
            unfinished.append(run_id)
    return Standing(ends, counts, tuple(unfinished))


def _linked(table: Table, run_id: str, uids: Sequence[int]) -> Table:
    by_uid = {row.uid: row for row in table.rows}
    links = {
        uid: Sent(run_id, number, by_uid[uid].values) for number, uid in enumerate(uids, 1) if uid in by_uid
    }
    return Table(table.rows, {**table.sent, **links})


def _cells(values: Values) -> dict[str, Any]:
    return {
        cell.name: list(value) if isinstance(value, tuple) else value
        for cell, value in zip(CELLS, values, strict=True)
        if value is not None
    }


def _values(cells: Mapping[str, Any]) -> Values:
    def value(name: str) -> Value:
        found: Value | list[str] = cells.get(name)
        return tuple(found) if isinstance(found, list) else found

    return tuple(value(cell.name) for cell in CELLS)
