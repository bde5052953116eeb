"""Windows of records that may be sent twice: intents ahead of their requests, outcomes of many requests at
once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from sqlalchemy import Connection, Float, Integer, String, bindparam, insert, literal, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.runs.fence import HeldRun
from svcconsole.workspace.runs.ledger_entries import Exchange, PendingRecord, RecordOutcome, span
from svcconsole.workspace.schema import ItemState, attempts, changes, items
from svcconsole.workspace.statement_queue import Answer, one_of, queue_of

T = TypeVar("T")
MOST_NAMED = 500
ENDS = ("state", "reason", "server_words", "given_ids", "tries", "doubt_at", "at")
"""The columns of a record that say how it ended."""


MARK = (
    update(items)
    .where(
        items.c.run_id == bindparam("of_run", type_=String()),
        items.c.seq.between(bindparam("first", type_=Integer()), bindparam("last", type_=Integer())),
        items.c.state == ItemState.PLANNED,
        items.c.doubt_at.is_(None),
    )
    .values(state=ItemState.SENDING, doubt_at=bindparam("moment", type_=Float()))
)
NAMED = (
    items.c.run_id == bindparam("of_run", type_=String()),
    one_of(items.c.seq, bindparam("of_seqs", expanding=True)),
)
END = (
    update(items)
    .where(*NAMED, items.c.state == ItemState.SENDING)
    .values({name: bindparam(f"to_{name}", type_=items.c[name].type) for name in ENDS})
)
ATTEMPT = tuple(attempts.c.keys())
"""What an attempt is written with: all its columns."""
HISTORY = insert(changes).from_select(
    ("kind", "record_id", "at", "action", "source", "run_id"),
    select(
        bindparam("of_kind", type_=String()),
        items.c.record_id,
        bindparam("moment", type_=String()),
        literal("sent"),
        literal("import"),
        items.c.run_id,
    ).where(*NAMED).order_by(items.c.seq),
)  # fmt: skip


def intend_window(
    connection: Connection,
    run_id: str,
    waiting: Sequence[PendingRecord],
    may_lag: Callable[[PendingRecord], bool],
    moment: float | None,
) -> frozenset[int]:
    """Note that these records are about to be sent, those of them that `may_lag`; returns their numbers.

    Should the console end here, they wait again. With `moment` (epoch seconds) they are in doubt since then:
    when that is long ago, the store is asked before a colleague's later change is written over. Without, as
    where nothing can be read back, they are sent as if nothing had left.
    """
    queue = queue_of(connection)
    taken = [item.seq for item in waiting if item.doubt_at is None and may_lag(item)]
    for first, last in _spans(taken):
        marked = {"of_run": run_id, "first": first, "last": last, "moment": moment}
        queue.check(queue.execute(MARK, marked), last - first + 1, refuse_not_waiting)
    return frozenset(taken)


def refuse_not_waiting() -> NoReturn:
    """What is about to be sent does not wait in the ledger any more."""
    raise FenceLost(
        message("The ledger no longer has these records waiting to be sent."),
        message("Nothing more is sent; start the run again from the list of runs."),
    )


def refuse_not_on_the_way() -> NoReturn:
    """What has ended is not on the way in the ledger any more."""
    raise FenceLost(
        message("The ledger no longer has these records on the way."),
        message("Nothing more is sent; start the run again from the list of runs."),
    )


def give_back(connection: Connection, run_id: str, seqs: Sequence[int]) -> None:
    """Let records of a window wait again of which no request was sent."""
    for some in pieces(seqs, MOST_NAMED):
        connection.execute(
            update(items)
            .where(*NAMED, items.c.state == ItemState.SENDING)
            .values(state=ItemState.PLANNED, doubt_at=None),
            {"of_run": run_id, "of_seqs": some},
        )


def settle_window(
    connection: Connection,
    run_id: str,
    fence: int,
    exchanges: Sequence[Exchange],
    *,
    held: HeldRun,
    ended: RecordEnds,
) -> list[int]:
    """Note requests whose intents were noted as a window, each as an attempt of its own; returns their
    numbers. `ended` are their records.

    What was written by a commit whose own end the disk did not confirm is not written twice.
    """
    if not exchanges:
        return []
    queue = queue_of(connection)
    outcomes = [outcome for exchange in exchanges for outcome in exchange.outcomes]
    if ended.changed != len(outcomes):
        if known := _noted(connection, run_id, exchanges):
            return known
        refuse_not_on_the_way()
    accepted = [outcome.seq for outcome in outcomes if held.kind and outcome.state is ItemState.ACKED]
    for some in pieces(accepted, MOST_NAMED):
        of_some = {"of_run": run_id, "of_seqs": some, "of_kind": held.kind, "moment": ended.at}
        queue.execute(HISTORY, of_some)
    numbers = list(range(held.last + 1, held.last + 1 + len(exchanges)))
    rows = [
        (
            number, run_id, fence, one.operation, one.title, span(one.seqs), one.sha256, one.at,
            one.monotonic, ended.at, one.outcome, one.status, one.elapsed, one.sentence,
        )
        for number, one in zip(numbers, exchanges, strict=True)
    ]  # fmt: skip
    queue.insert(attempts, ATTEMPT, rows)
    return numbers


@dataclass(frozen=True, slots=True)
class RecordEnds:
    """Records that are noted as ended `at` one moment (ISO in UTC)."""

    at: str
    answers: Sequence[Answer]

    @property
    def changed(self) -> int:
        """How many of them were on the way."""
        return sum(answer.rowcount for answer in self.answers)


def end_records(connection: Connection, run_id: str, outcomes: Iterable[RecordOutcome]) -> RecordEnds:
    """Note where records that are on the way have ended, those that ended alike by one statement."""
    alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for outcome in outcomes:
        alike[
            outcome.state, outcome.reason, outcome.server_words, outcome.given_ids, outcome.tries,
            outcome.doubt_at,
        ].append(outcome.seq)  # fmt: skip
    queue, at = queue_of(connection), now()
    answers = []
    for ending, seqs in alike.items():
        values = dict(zip((f"to_{name}" for name in ENDS), (*ending, at), strict=True))
        for some in pieces(seqs, MOST_NAMED):
            answers.append(queue.execute(END, {"of_run": run_id, "of_seqs": some, **values}))
    return RecordEnds(at, answers)


def _noted(connection: Connection, run_id: str, ended: Sequence[Exchange]) -> list[int]:
    """The numbers under which all of these stand in the ledger already; none where one is missing."""
    found = {
        (row.seqs, row.monotonic): row.id
        for row in connection.execute(
            select(attempts.c.id, attempts.c.seqs, attempts.c.monotonic).where(
                attempts.c.run_id == run_id, attempts.c.monotonic >= min(one.monotonic for one in ended)
            )
        )
    }
    known = [found.get((span(one.seqs), one.monotonic)) for one in ended]
    return [] if None in known else [number for number in known if number is not None]


def _spans(seqs: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each unbroken row of numbers."""
    first = last = -1
    for seq in seqs:
        if first >= 0 and seq != last + 1:
            yield first, last
            first = seq
        first, last = (seq if first < 0 else first), seq
    if first >= 0:
        yield first, last


def pieces(values: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """The values in pieces of at most so many."""
    for start in range(0, len(values), most):
        yield values[start : start + most]
