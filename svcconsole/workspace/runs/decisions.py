"""Records of unknown outcome over all runs: listed with their evidence, decided by people, each decision
logged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Update,
    func,
    insert,
    select,
    tuple_,
    update,
)

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import RunUnderWay
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.broken_off import refuse_while_on_the_way
from svcconsole.workspace.runs.ledger_entries import is_in_span
from svcconsole.workspace.runs.records import Attempt, Decided, Decision, Doubt
from svcconsole.workspace.schema import (
    IS_UNKNOWN,
    PREPARING,
    ItemState,
    RunState,
    attempts,
    decisions,
    items,
    runs,
    sends,
)
from svcconsole.workspace.session import Session
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry
from svcconsole.workspace.team.roles import Right

Chosen = tuple[str, int]
"""A record: its run's id and its number in it."""

UNDER_WAY = {
    **dict.fromkeys(RunState, message("This run is under way.")),
    RunState.PAUSED: message("This run is paused and goes on from what it has read."),
}
STOP_FIRST = message("Stop it first; it can be resumed afterwards.")
KEPT = message("You kept what the store holds.")
COUNTED = message("You counted it as sent.")
NOT_SENT = message("You counted it as not sent.")
ONCE_MORE = message("You sent it once more.")
PROVED = message("The log of a webhook receiver proves that it was sent.")
CHUNK = 400

LISTED = items.c.run_id.not_in(select(runs.c.id).where(runs.c.state == PREPARING))
OPEN = IS_UNKNOWN & LISTED
"""What needs a decision; of a run that is being taken away nothing does."""


class Decisions:
    """The doubts of a workspace; `held` says which run this instance is running, `may` raises NotAllowed
    where somebody's role does not include something."""

    def __init__(self, access: Session, held: Callable[[str], bool], may: Callable[[Right], None]) -> None:
        self._access = access
        self._may = may
        self._held = held

    def count(self, kinds: Sequence[str] = ()) -> int:
        """How many records need a decision, over all runs or those of some kinds."""
        query = select(func.count()).where(OPEN)
        if kinds:
            query = query.join(runs, runs.c.id == items.c.run_id).where(runs.c.kind.in_(kinds))
        with self._access.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def open(self, limit: int = 500) -> tuple[Doubt, ...]:
        """The records that need a decision, by kind, the newest first."""
        query = _doubts().where(OPEN).order_by(runs.c.kind, items.c.at.desc(), items.c.seq)
        with self._access.reading() as connection:
            return tuple(_doubt(row) for row in connection.execute(query.limit(limit)))

    def get(self, chosen: Chosen) -> Doubt | None:
        """One record that needs a decision; None once it needs none."""
        query = _doubts().where(OPEN, items.c.run_id == chosen[0], items.c.seq == chosen[1])
        with self._access.reading() as connection:
            row = connection.execute(query).one_or_none()
            return None if row is None else _doubt(row)

    def of_run(self, run_id: str) -> tuple[Chosen, ...]:
        """All the records of one run that need a decision."""
        query = select(items.c.run_id, items.c.seq).where(OPEN, items.c.run_id == run_id)
        with self._access.reading() as connection:
            return tuple((row.run_id, row.seq) for row in connection.execute(query.order_by(items.c.seq)))

    def evidence(self, chosen: Chosen) -> tuple[Attempt, ...]:
        """The requests in which a record was sent, in order of time."""
        run_id, seq = chosen
        query = select(attempts).where(attempts.c.run_id == run_id).order_by(attempts.c.id)
        with self._access.reading() as connection:
            return tuple(
                Attempt(
                    row.operation, row.intended_at, row.settled_at, row.outcome, row.status, row.elapsed,
                    row.sentence or "",
                )
                for row in connection.execute(query)
                if is_in_span(row.seqs, seq)
            )  # fmt: skip

    def decided(self, limit: int = 200) -> tuple[Decided, ...]:
        """What was decided, newest first; what was taken back is not among it."""
        return self._made(limit)

    def decided_about(
        self, run_ids: Sequence[str], kinds: Sequence[str], record_ids: Sequence[str], limit: int = 200
    ) -> tuple[Decided, ...]:
        """The same about what was sent in these runs, and about these records of runs of these kinds."""
        named = items.c.record_id.in_(record_ids) & runs.c.kind.in_(kinds)
        return self._made(limit, items.c.run_id.in_(run_ids) | named)

    def _made(self, limit: int, *which: ColumnElement[bool]) -> tuple[Decided, ...]:
        query = (
            _doubts()
            .add_columns(*(decisions.c[name].label(f"decided_{name}") for name in DECIDED), items.c.state)
            .join(decisions, (decisions.c.run_id == items.c.run_id) & (decisions.c.seq == items.c.seq))
            .where(decisions.c.undone_at.is_(None), *which)
            .order_by(decisions.c.id.desc())
            .limit(limit)
        )
        with self._access.reading() as connection:
            return tuple(_decided(row) for row in connection.execute(query))

    def last_of(self, chosen: Sequence[Chosen]) -> tuple[Decided, ...]:
        """What was decided about these records, the newest first; not what was taken back."""
        return self._made(len(chosen), tuple_(decisions.c.run_id, decisions.c.seq).in_(list(chosen)))

    def about(self, numbers: Sequence[int]) -> frozenset[Chosen]:
        """The records that these decisions are about."""
        query = select(decisions.c.run_id, decisions.c.seq)
        with self._access.reading() as connection:
            return frozenset(
                (row.run_id, row.seq)
                for start in range(0, len(numbers), CHUNK)
                for row in connection.execute(query.where(decisions.c.id.in_(numbers[start : start + CHUNK])))
            )

    def count_decided(self) -> int:
        with self._access.reading() as connection:
            query = select(func.count()).select_from(decisions).where(decisions.c.undone_at.is_(None))
            return int(connection.execute(query).scalar_one())

    def decide(self, chosen: Sequence[Chosen], decision: Decision, by: str) -> tuple[int, ...]:
        """Decide about these records, all or none; the numbers of the decisions made.

        Records about which somebody else has decided meanwhile are passed over. A single send that goes once
        more is begun anew by `Sends.begin`, which decides about the old one itself. RunUnderWay while one of
        their runs is running or paused: it counts on what it has read. StillOnTheWay where one that goes once
        more may still arrive.
        """
        self._may(Right.DECIDE)
        for run_id in {run_id for run_id, _ in chosen}:
            if self._held(run_id):
                raise RunUnderWay(UNDER_WAY[RunState.RUNNING], STOP_FIRST)
        with self._access.writing() as connection:
            return log(connection, chosen, decision, by)

    def undo(self, numbers: Sequence[int]) -> int:
        """Take decisions back: their records need one again. Passes over those that have been acted upon, and
        what was proved."""
        self._may(Right.DECIDE)
        with self._access.writing() as connection:
            undone = 0
            query = select(decisions).where(
                decisions.c.id.in_(numbers),
                decisions.c.undone_at.is_(None),
                decisions.c.new_run_id.is_(None),
                decisions.c.decision != Decision.PROVED,
            )
            for row in connection.execute(query).all():
                as_decided = (
                    items.c.run_id == row.run_id,
                    items.c.seq == row.seq,
                    items.c.state == STATES[Decision(row.decision)],
                    items.c.at == row.ended_at,
                    items.c.run_id.not_in(select(runs.c.id).where(runs.c.state.in_(MOVING))),
                )
                back = update(items).where(*as_decided).values(state=ItemState.UNKNOWN, **_before(row))
                if connection.execute(back).rowcount:
                    undone += 1
                    _note(connection, row.run_id)
                    connection.execute(_mark_undone(row.id))
            if undone:
                add_entry(connection, Action.UNDECIDED, count=undone)
            return undone


MOVING = (RunState.RUNNING, RunState.PAUSED)
STATES = {
    Decision.COUNT_AS_SENT: ItemState.ACKED,
    Decision.SEND_AGAIN: ItemState.PLANNED,
    Decision.KEEP: ItemState.LEFT_OUT,
    Decision.PROVED: ItemState.ACKED,
}
ARRIVED = (Decision.COUNT_AS_SENT, Decision.PROVED)
DECIDED = ("id", "decision", "by", "at", "ended_at", "reason", "server_words", "new_run_id")


def log(
    connection: Connection,
    chosen: Sequence[Chosen],
    decision: Decision,
    by: str,
    new_run_id: str | None = None,
) -> tuple[int, ...]:
    """Decide and write down who and when, inside a transaction that is already open."""
    made: list[int] = []
    for row in _unknown(connection, chosen):
        if row.run_state in MOVING:
            raise RunUnderWay(UNDER_WAY[RunState(row.run_state)], STOP_FIRST)
        if row.single and decision is Decision.SEND_AGAIN and new_run_id is None:
            raise ValueError("a single send goes once more as a new one")
        if decision is Decision.SEND_AGAIN:
            refuse_while_on_the_way(row.reason, row.at)
        entry = insert(decisions).values(
            run_id=row.run_id, seq=row.seq, decision=decision, by=by, at=now(), reason=row.reason,
            server_words=row.server_words, ended_at=row.at, tries=row.tries, doubt_at=row.doubt_at,
            new_run_id=new_run_id,
        )  # fmt: skip
        made.append(connection.execute(entry.returning(decisions.c.id)).scalar_one())
        _note(connection, row.run_id)
        connection.execute(
            update(items)
            .where(items.c.run_id == row.run_id, items.c.seq == row.seq)
            .values(**_end(decision, single=row.single))
        )
        if row.single and decision not in ARRIVED:
            connection.execute(update(sends).where(sends.c.run_id == row.run_id).values(draft_token=None))
        if not row.single and decision is Decision.SEND_AGAIN:
            connection.execute(
                update(runs)
                .where(runs.c.id == row.run_id, runs.c.state == RunState.FINISHED)
                .values(state=RunState.STOPPED, finished_at=None, sentence="")
            )
            Events.note(connection, EventKind.RUN, row.run_id)
    if made:
        about = sorted({run_id for run_id, _ in chosen})
        details = {"run": about[0]} if len(about) == 1 else {"runs": len(about)}
        add_entry(connection, Action.DECIDED, str(decision), len(made), details=details)
    return tuple(made)


def reopen(connection: Connection, which: ColumnElement[bool]) -> None:
    """What went once more did not arrive: the doubt about the old one is open again.

    `which` chooses among the decisions by the run that was begun for them.
    """
    for row in connection.execute(select(decisions).where(which, decisions.c.undone_at.is_(None))).all():
        connection.execute(
            update(items)
            .where(items.c.run_id == row.run_id, items.c.seq == row.seq)
            .values(state=ItemState.UNKNOWN, **_before(row))
        )
        connection.execute(_mark_undone(row.id))
        _note(connection, row.run_id)


def _note(connection: Connection, run_id: str) -> None:
    """A decision moves a record from one end of its run to another."""
    Events.note(connection, EventKind.DECISION, run_id)
    Events.note(connection, EventKind.PROGRESS, run_id)


def _mark_undone(number: int) -> Update:
    return update(decisions).where(decisions.c.id == number).values(undone_at=now())


def _before(row: Row[*tuple[Any, ...]]) -> dict[str, Any]:
    return {name: row._mapping[name] for name in ("reason", "server_words", "tries", "doubt_at")}


def _end(decision: Decision, *, single: bool) -> dict[str, Any]:
    if single and decision is Decision.SEND_AGAIN:
        return {"state": ItemState.LEFT_OUT, "reason": ONCE_MORE}
    ends: dict[Decision, dict[str, Any]] = {
        Decision.COUNT_AS_SENT: {"state": ItemState.ACKED, "reason": COUNTED, "server_words": ""},
        Decision.SEND_AGAIN: {"state": ItemState.PLANNED, "reason": "", "tries": 0, "doubt_at": None},
        Decision.KEEP: {"state": ItemState.LEFT_OUT, "reason": NOT_SENT if single else KEPT},
        Decision.PROVED: {"state": ItemState.ACKED, "reason": PROVED, "server_words": ""},
    }
    return ends[decision]


def _unknown(connection: Connection, chosen: Sequence[Chosen]) -> Iterable[Row[*tuple[Any, ...]]]:
    """Those of the chosen records that still need a decision."""
    query = (
        select(items, runs.c.state.label("run_state"), runs.c.single)
        .join(runs, runs.c.id == items.c.run_id)
        .where(OPEN)
    )
    for start in range(0, len(chosen), CHUNK):
        some = tuple_(items.c.run_id, items.c.seq).in_(list(chosen[start : start + CHUNK]))
        yield from connection.execute(query.where(some)).all()


def _doubts() -> Select[*tuple[Any, ...]]:
    return (
        select(
            items.c.run_id, items.c.seq, runs.c.kind, runs.c.title, sends.c.about, sends.c.reference,
            items.c.record_id, runs.c.single, items.c.rows, items.c.first_row, items.c.last_row,
            items.c.reason, items.c.server_words, items.c.at, items.c.tries,
            runs.c.state.label("run_state"), runs.c.file_name, runs.c.code, sends.c.form,
        )
        .select_from(items)
        .join(runs, runs.c.id == items.c.run_id)
        .outerjoin(sends, (sends.c.run_id == items.c.run_id) & (sends.c.seq == items.c.seq))
    )  # fmt: skip


def _doubt(row: Row[*tuple[Any, ...]], reason: str = "", server_words: str = "", at: str = "") -> Doubt:
    return Doubt(
        run_id=row.run_id, seq=row.seq, kind=row.kind, title=row.title, about=row.about or "",
        reference=row.reference or "", record_id=row.record_id, single=bool(row.single), rows=row.rows,
        first_row=row.first_row, last_row=row.last_row, reason=reason or row.reason,
        server_words=server_words or row.server_words, at=at or row.at or "", tries=row.tries,
        run_state=RunState(row.run_state), file_name=row.file_name, code=row.code, form=row.form or "",
    )  # fmt: skip


def _decided(row: Row[*tuple[Any, ...]]) -> Decided:
    decision = Decision(row.decided_decision)
    as_it_stood = row.state == STATES[decision] and row.at == row.decided_ended_at
    return Decided(
        id=row.decided_id,
        decision=decision,
        by=row.decided_by,
        at=row.decided_at,
        undoable=as_it_stood
        and row.decided_new_run_id is None
        and row.run_state not in MOVING
        and decision is not Decision.PROVED,
        new_run_id=row.decided_new_run_id,
        doubt=_doubt(row, row.decided_reason, row.decided_server_words, row.decided_ended_at or ""),
    )
