"""The write-ahead ledger of a run: intents before the first byte, outcomes before anyone sees them (rules
W1 to W5)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from svcconsole.workspace.access import Access
from svcconsole.workspace.changes import note
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.schema import ItemState, RunState, attempts, bodies, items, lease, runs


@dataclass(frozen=True, slots=True)
class Waiting:
    """A planned record ready to be sent; `doubt_at` (epoch seconds) is when these bytes may already have
    landed."""

    seq: int
    record_id: str
    rows: int
    first_row: int
    last_row: int
    is_record: bool
    body: bytes
    tries: int
    doubt_at: float | None


@dataclass(frozen=True, slots=True)
class Intend:
    """Note that these records are about to be sent in one request; `title` names their file rows."""

    operation: str
    title: str
    seqs: tuple[int, ...]
    sha256: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a record that was on the way ended; `doubt_at` is kept while its bytes may have landed."""

    seq: int
    record_id: str
    state: ItemState
    reason: str = ""
    server_words: str = ""
    tries: int = 0
    doubt_at: float | None = None


@dataclass(frozen=True, slots=True)
class Settle:
    """Close an attempt: how the request ended and where each of its records stands."""

    attempt: int
    outcome: str
    status: int | None
    elapsed: float
    sentence: str
    verdicts: tuple[Verdict, ...]


Entry = Intend | Settle


class Ledger:
    """What the run engine writes. All changes of items pass here, each under the runner's fence."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def waiting(self, run_id: str, after: int, limit: int) -> list[Waiting]:
        """The next planned records in file order, from the one after `after`."""
        query = (
            select(
                items.c.seq, items.c.record_id, items.c.rows, items.c.first_row, items.c.last_row,
                items.c.is_record, bodies.c.body, items.c.tries, items.c.doubt_at,
            )
            .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
            .where(items.c.run_id == run_id, items.c.state == ItemState.PLANNED, items.c.seq > after)
            .order_by(items.c.seq)
            .limit(limit)
        )  # fmt: skip
        with self._access.reading() as connection:
            return [Waiting(*row) for row in connection.execute(query)]

    def write(self, run_id: str, fence: int, entries: Sequence[Entry]) -> list[int]:
        """Write `entries` in one durable transaction; returns the attempt each made or closed.

        Raises FenceLost, writing nothing, when another instance became the runner.
        """
        with self._access.writing() as connection:
            _hold(connection, fence)
            return [
                _intend(connection, run_id, fence, entry)
                if isinstance(entry, Intend)
                else _settle(connection, run_id, entry)
                for entry in entries
            ]

    def put_back(self, run_id: str, fence: int) -> None:
        """The checkpoint of a run that ends early: what was on the way waits again and keeps its doubt."""
        with self._access.writing() as connection:
            _hold(connection, fence)
            connection.execute(
                update(items)
                .where(items.c.run_id == run_id, items.c.state == ItemState.SENDING)
                .values(state=ItemState.PLANNED)
            )

    def mark(self, run_id: str, fence: int, state: RunState, sentence: str = "") -> None:
        """Note where the run stands and why it waits."""
        values: dict[str, object] = {"state": state, "sentence": sentence}
        if state is RunState.RUNNING:
            values["started_at"] = func.coalesce(runs.c.started_at, now())
        if state is RunState.FINISHED:
            values["finished_at"] = now()
        with self._access.writing() as connection:
            _hold(connection, fence)
            connection.execute(update(runs).where(runs.c.id == run_id).values(**values))


def _hold(connection: Connection, fence: int) -> None:
    """The write lock is ours for the rest of the transaction, so the fence cannot change after this look
    at it."""
    if connection.execute(select(lease.c.fence)).scalar_one() != fence:
        raise FenceLost(
            "Another svcconsole has taken over the runs of this workspace.",
            "Nothing more is sent from here; go on over there.",
        )


def _intend(connection: Connection, run_id: str, fence: int, entry: Intend) -> int:
    changed = connection.execute(
        update(items)
        .where(
            items.c.run_id == run_id,
            items.c.seq.in_(entry.seqs),
            items.c.state == ItemState.PLANNED,
            select(lease.c.fence).scalar_subquery() == fence,
        )
        .values(state=ItemState.SENDING, doubt_at=func.coalesce(items.c.doubt_at, time.time()))
    ).rowcount
    if changed != len(entry.seqs):
        raise FenceLost(
            "The ledger no longer has these records waiting to be sent.",
            "Nothing more is sent; start the run again from the list of runs.",
        )
    attempt: int = connection.execute(
        insert(attempts)
        .values(
            run_id=run_id,
            fence=fence,
            operation=entry.operation,
            title=entry.title,
            seqs=_span(entry.seqs),
            sha256=entry.sha256,
            intended_at=now(),
            monotonic=time.monotonic(),
        )
        .returning(attempts.c.id)
    ).scalar_one()
    return attempt


def _settle(connection: Connection, run_id: str, entry: Settle) -> int:
    settled = select(attempts.c.settled_at).where(attempts.c.id == entry.attempt)
    if connection.execute(settled).scalar_one() is not None:
        # Written before, by a commit whose own end the disk did not confirm.
        return entry.attempt
    at = now()
    changed = 0
    groups: dict[tuple[object, ...], list[Verdict]] = {}
    for verdict in entry.verdicts:
        key = (verdict.state, verdict.reason, verdict.server_words, verdict.tries, verdict.doubt_at)
        groups.setdefault(key, []).append(verdict)
    for (state, reason, server_words, tries, doubt_at), verdicts in groups.items():
        changed += connection.execute(
            update(items)
            .where(
                items.c.run_id == run_id,
                items.c.seq.in_([verdict.seq for verdict in verdicts]),
                items.c.state == ItemState.SENDING,
            )
            .values(
                state=state, reason=reason, server_words=server_words, tries=tries, doubt_at=doubt_at, at=at
            )
        ).rowcount
    if changed != len(entry.verdicts):
        raise FenceLost(
            "The ledger no longer has these records on the way.",
            "Nothing more is sent; start the run again from the list of runs.",
        )
    accepted = [verdict.record_id for verdict in entry.verdicts if verdict.state is ItemState.ACKED]
    kind = connection.execute(select(runs.c.kind).where(runs.c.id == run_id)).scalar_one()
    note(connection, kind, accepted, "sent", source="import", run_id=run_id)
    connection.execute(
        update(attempts)
        .where(attempts.c.id == entry.attempt)
        .values(
            settled_at=at,
            outcome=entry.outcome,
            status=entry.status,
            elapsed=entry.elapsed,
            sentence=entry.sentence,
        )
    )
    return entry.attempt


def _span(seqs: tuple[int, ...]) -> str:
    """`3-7` for neighbours, `3,5,9` otherwise."""
    first, last = seqs[0], seqs[-1]
    return f"{first}-{last}" if last - first + 1 == len(seqs) > 1 else ",".join(map(str, seqs))
