"""Writes to the log what was done with a run or a single send, with its counts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select

from svcconsole.workspace.schema import (
    BUCKET_OF,
    Bucket,
    ItemState,
    Repeat,
    RunState,
    items,
    runs,
    send_people,
    sends,
)
from svcconsole.workspace.team.audit_entries import Action, Result
from svcconsole.workspace.team.audit_log import add_entry
from svcconsole.workspace.team.person_marks import name_marks

ENDS = {
    ItemState.ACKED: Result.ACCEPTED,
    ItemState.REJECTED: Result.REFUSED,
    ItemState.UNKNOWN: Result.TO_DECIDE,
    ItemState.LEFT_OUT: Result.NOT_SENT,
    ItemState.PLANNED: Result.NOT_SENT,
}
"""How a single send ended."""
RUN_ENDS = {RunState.STOPPED: Action.STOPPED, RunState.FINISHED: Action.FINISHED}
"""How a run ended."""


def log_run(connection: Connection, run_id: str, action: Action, **details: Any) -> None:
    """Note what was done with a run and where its records stand, inside a transaction that is open."""
    run = connection.execute(
        select(runs.c.kind, runs.c.title, runs.c.file_name, runs.c.code, runs.c.sha256, runs.c.takes_back)
        .where(runs.c.id == run_id)
    ).one()  # fmt: skip
    by_state = select(items.c.state, func.count()).where(items.c.run_id == run_id, items.c.is_record)
    counts = dict.fromkeys(Bucket, 0)
    left_out = 0
    for word, number in connection.execute(by_state.group_by(items.c.state)):
        counts[BUCKET_OF[ItemState(word)]] += number
        left_out += number if word in (ItemState.BLOCKED, ItemState.LEFT_OUT) else 0
    ended = action in RUN_ENDS.values()
    waiting = counts[Bucket.NOT_SENT] - left_out
    told: dict[str, Any] = {
        "run": run_id, "kind": run.kind, "plan": run.code, "sha256": run.sha256, **details,
        **{bucket.value: counts[bucket] for bucket in Bucket if ended}, "left_out": left_out,
    }  # fmt: skip
    if run.takes_back is not None:
        told["takes_back"] = run.takes_back
    count = counts[Bucket.SENT] if ended else sum(counts.values()) - left_out
    outcome = _outcome(counts, waiting) if ended else Result.NONE
    add_entry(connection, action, run.file_name or run.title, count, outcome=outcome, details=told)


def log_single(connection: Connection, run_id: str) -> None:
    """Note how what was sent by itself ended, by its operation: whom it concerns stands in no entry but as a
    mark."""
    query = (
        select(sends.c.operation, sends.c.about, runs.c.kind, runs.c.effect, items.c.state)
        .join(runs, runs.c.id == sends.c.run_id)
        .join(items, (items.c.run_id == sends.c.run_id) & (items.c.seq == sends.c.seq))
        .where(sends.c.run_id == run_id)
    )
    row = connection.execute(query).one_or_none()
    if row is not None:
        action = Action.SENT if row.effect == Repeat.ONCE else Action.SAVED
        details: dict[str, Any] = {"run": run_id, "kind": row.kind}
        people = select(send_people.c.key).where(send_people.c.run_id == run_id)
        if marks := name_marks(connection, connection.execute(people).scalars(), row.about):
            details["person"] = marks
        outcome = ENDS.get(ItemState(row.state), Result.NONE)
        add_entry(connection, action, row.operation, 1, outcome=outcome, details=details)


def _outcome(counts: dict[Bucket, int], waiting: int) -> Result:
    if counts[Bucket.NEEDS_DECISION]:
        return Result.TO_DECIDE
    if not counts[Bucket.SENT]:
        return Result.REFUSED if counts[Bucket.REFUSED] else Result.NOT_SENT
    return Result.IN_PART if counts[Bucket.REFUSED] or waiting else Result.ACCEPTED
