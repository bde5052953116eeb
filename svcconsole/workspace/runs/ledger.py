"""The write-ahead ledger of a run: intents before the first byte, outcomes before anyone sees them (rules
W1 to W5)."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Float,
    Integer,
    Row,
    String,
    bindparam,
    case,
    delete,
    exists,
    func,
    select,
    update,
)

from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.changes import note
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.body_templates import BODY, OF_BODY, checked
from svcconsole.workspace.runs.broken_off import RUN_BROKEN_OFF
from svcconsole.workspace.runs.deliveries import follow
from svcconsole.workspace.runs.fence import OF_FENCE, HeldRun, Runner
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.ledger_entries import (
    WHOLE,
    Entry,
    Exchange,
    Intent,
    PartOfRun,
    PendingRecord,
    Settlement,
    outcomes_of,
    span,
)
from svcconsole.workspace.runs.run_log import RUN_ENDS, log_run
from svcconsole.workspace.runs.windows import (
    ATTEMPT,
    MOST_NAMED,
    NAMED,
    RecordEnds,
    end_records,
    give_back,
    intend_window,
    pieces,
    refuse_not_on_the_way,
    refuse_not_waiting,
    settle_window,
)
from svcconsole.workspace.schema import (
    ItemState,
    Repeat,
    RunState,
    attempts,
    bodies,
    body_templates,
    items,
    lease,
    runs,
)
from svcconsole.workspace.session import Session
from svcconsole.workspace.statement_queue import queue_of
from svcconsole.workspace.team.audit_entries import Action

# The statements of a flight, made once: building them anew costs more than SQLite takes to carry them out.
DEPART = (
    update(items)
    .where(
        *NAMED,
        items.c.state == ItemState.PLANNED,
        exists(select(lease.c.fence).where(lease.c.fence == OF_FENCE)),
    )
    .values(
        state=ItemState.SENDING, doubt_at=func.coalesce(items.c.doubt_at, bindparam("moment", type_=Float()))
    )
)
LEAVE_OUT = (
    update(items)
    .where(
        items.c.run_id == bindparam("of_run", type_=String()),
        items.c.seq == bindparam("of_seq", type_=Integer()),
        items.c.state == ItemState.PLANNED,
        items.c.doubt_at.is_(None),
    )
    .values(state=ItemState.LEFT_OUT, reason=bindparam("why"), at=bindparam("moment"))
)
REFUSE = LEAVE_OUT.values(state=ItemState.REJECTED, server_words=bindparam("words"))
SETTLED = select(attempts.c.id).where(
    attempts.c.id.in_(bindparam("numbers", expanding=True)), attempts.c.settled_at.is_not(None)
)
CLOSED = ("settled_at", "outcome", "status", "elapsed", "sentence")
INTENT = tuple(name for name in ATTEMPT if name not in CLOSED)
"""What an attempt is written with before it leaves."""


class Ledger:
    """What the run engine writes. All changes of items pass here, each under the runner's fence."""

    def __init__(
        self,
        access: Session,
        mark: HighWaterMark,
        runner: Runner,
        *,
        may_start: Callable[[Connection, str], None] = lambda *_: None,
    ) -> None:
        self._access = access
        self._may_start = may_start
        self._mark = mark
        self._runner = runner

    def waiting(self, run_id: str, after: int, limit: int, part: PartOfRun = WHOLE) -> list[PendingRecord]:
        """The next planned records in their order, from the one after `after`; WorkspaceError where the bytes
        that were put together of a template are not those of the plan."""
        query = (
            select(
                items.c.seq, items.c.record_id, items.c.rows, items.c.first_row, items.c.last_row,
                items.c.is_record, BODY, items.c.tries, items.c.doubt_at, bodies.c.template, bodies.c.sha256,
            )
            .select_from(items)
            .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
            .outerjoin(body_templates, OF_BODY)
            .where(items.c.run_id == run_id, items.c.state == ItemState.PLANNED, items.c.seq > after)
            .order_by(items.c.seq)
            .limit(limit)
        )  # fmt: skip
        if part.lane is not None:
            query = query.where(items.c.lane == part.lane)
        if part.before is not None:
            query = query.where(items.c.seq < part.before)
        with self._access.reading() as connection:
            return [_pending(row) for row in connection.execute(query)]

    def take(
        self,
        run_id: str,
        fence: int,
        after: int,
        limit: int,
        may_lag: Callable[[PendingRecord], bool],
        *,
        readable: bool,
        part: PartOfRun = WHOLE,
        as_sent: Callable[[Sequence[PendingRecord]], list[PendingRecord]] = list,
    ) -> list[PendingRecord]:
        """The next planned records as `waiting` gives them, with the bytes that `as_sent` makes; those that
        `may_lag` are intended by one durable transaction before this returns, and are told as such.

        Only what may be sent twice may lag: after a crash it waits again, whether it left or not, in doubt
        where the store can be asked for it (`readable`). It is not counted outside the database, because a
        ledger that lost it only sends it again.
        """
        waiting = as_sent(self.waiting(run_id, after, limit, part))
        if not any(item.doubt_at is None and may_lag(item) for item in waiting):
            return waiting
        with self._access.writing() as connection:
            self._runner.hold(connection, fence, run_id)
            taken = intend_window(connection, run_id, waiting, may_lag, time.time() if readable else None)
        return [item.as_intended() if item.seq in taken else item for item in waiting]

    def give_back(self, run_id: str, fence: int, seqs: Sequence[int]) -> None:
        """Let records wait again that `take` intended and no request has carried."""
        with self._access.writing() as connection:
            self._runner.hold(connection, fence, run_id)
            give_back(connection, run_id, seqs)

    def write(self, run_id: str, fence: int, entries: Sequence[Entry]) -> list[int]:
        """Write `entries` in one durable transaction; returns the attempt each made or closed.

        Attempts are counted outside the database, too, before this returns: only then may bytes leave.
        Raises FenceLost, writing nothing, when another instance became the runner, and MarkNotKept, the
        attempts taken back, when they could not be counted.
        """
        intends = [entry for entry in entries if isinstance(entry, Intent)]
        settles = [entry for entry in entries if isinstance(entry, Settlement)]
        ended = [entry for entry in entries if isinstance(entry, Exchange)]
        begun = time.time()
        with self._access.writing() as connection:
            # The ends go to the database together with the look at the fence, without which they are undone.
            of_settles = end_records(connection, run_id, outcomes_of(settles))
            of_ended = end_records(connection, run_id, outcomes_of(ended))
            held = self._runner.hold(connection, fence, run_id)
            settle(connection, run_id, held, settles, of_settles)
            noted = settle_window(connection, run_id, fence, ended, held=held, ended=of_ended)
            numbers = intend(connection, run_id, fence, held.last + len(noted), intends)
            reached = self._mark.advance(connection, len(numbers)) if numbers else 0
            if settles or ended:
                Events.note(connection, EventKind.PROGRESS, run_id)
                ends = (*outcomes_of(settles), *outcomes_of(ended))
                if any(outcome.state is ItemState.UNKNOWN for outcome in ends):
                    Events.note(connection, EventKind.DECISION, run_id)
        try:
            self._mark.keep(reached)
        except WorkspaceError:
            self._take_back(run_id, numbers, intends, begun)
            raise
        made, late = iter(numbers), iter(noted)
        return [
            entry.attempt if isinstance(entry, Settlement)
            else next(late if isinstance(entry, Exchange) else made)
            for entry in entries
        ]  # fmt: skip

    def _take_back(
        self, run_id: str, numbers: Sequence[int], entries: Sequence[Intent], begun: float
    ) -> None:
        """Nothing of these attempts has left: their records wait again, without a doubt that is new."""
        seqs = [seq for entry in entries for seq in entry.seqs]
        with self._access.writing() as connection:
            connection.execute(delete(attempts).where(attempts.c.id.in_(numbers)))
            connection.execute(
                update(items)
                .where(items.c.run_id == run_id, items.c.seq.in_(seqs), items.c.state == ItemState.SENDING)
                .values(
                    state=ItemState.PLANNED,
                    doubt_at=case((items.c.doubt_at >= begun, None), else_=items.c.doubt_at),
                )
            )

    def checkpoint(self, run_id: str, fence: int) -> None:
        """The checkpoint of a run that ends early: what was on the way waits again and keeps its doubt; what
        may happen only once is unknown."""
        once = select(runs.c.id).where(runs.c.id == run_id, runs.c.effect == Repeat.ONCE)
        with self._access.writing() as connection:
            self._runner.hold(connection, fence, run_id)
            unknown = connection.execute(
                update(items)
                .where(items.c.run_id.in_(once), items.c.state == ItemState.SENDING)
                .values(state=ItemState.UNKNOWN, reason=RUN_BROKEN_OFF, at=now())
            )
            if unknown.rowcount:
                Events.note(connection, EventKind.DECISION, run_id)
            Events.note(connection, EventKind.PROGRESS, run_id)
            connection.execute(
                update(items)
                .where(items.c.run_id == run_id, items.c.state == ItemState.SENDING)
                .values(state=ItemState.PLANNED)
            )

    def leave_out(self, run_id: str, fence: int, reasons: Mapping[int, str]) -> None:
        """Keep planned records of which nothing has left out of the run, each for its reason."""
        with self._access.writing() as connection:
            self._runner.hold(connection, fence, run_id)
            Events.note(connection, EventKind.PROGRESS, run_id)
            at = now()
            each = ({"of_seq": seq, "why": reason, "moment": at} for seq, reason in reasons.items())
            if values := [{"of_run": run_id, **one} for one in each]:
                connection.execute(LEAVE_OUT, values)

    def refuse(self, run_id: str, fence: int, sentence: str, words: Mapping[int, str]) -> None:
        """Note planned records of which nothing has left as refused, each with the store's words."""
        with self._access.writing() as connection:
            self._runner.hold(connection, fence, run_id)
            Events.note(connection, EventKind.PROGRESS, run_id)
            same = {"of_run": run_id, "why": sentence, "moment": now()}
            if values := [{**same, "of_seq": seq, "words": said} for seq, said in words.items()]:
                connection.execute(REFUSE, values)

    def set_state(self, run_id: str, fence: int, state: RunState, sentence: str = "") -> None:
        """Note where the run stands and why it waits. Raises NotApproved where it is to start and no second
        person has agreed who is needed."""
        values: dict[str, object] = {"state": state, "sentence": sentence}
        if state is RunState.RUNNING:
            values["started_at"] = func.coalesce(runs.c.started_at, now())
        if state is RunState.FINISHED:
            values["finished_at"] = now()
        with self._access.writing() as connection:
            self._runner.hold(connection, fence, run_id)
            query = select(runs.c.state, runs.c.started_at).where(runs.c.id == run_id)
            before = connection.execute(query).one_or_none()
            if state is RunState.RUNNING:
                self._may_start(connection, run_id)
                if before is not None and before.state not in (RunState.RUNNING, RunState.PAUSED):
                    values["stop_asked_at"] = None
            connection.execute(update(runs).where(runs.c.id == run_id).values(**values))
            Events.note(connection, EventKind.RUN, run_id)
            if before is not None and (action := _done(state, before.state, begun=before.started_at)):
                log_run(connection, run_id, action)


def _done(state: RunState, before: str, *, begun: str | None) -> Action | None:
    """What a run's new state tells the log; nothing where it only waited."""
    if state is RunState.RUNNING and before in (RunState.PLANNED, RunState.STOPPED):
        return Action.RESUMED if begun else Action.STARTED
    return RUN_ENDS.get(state) if before != state else None


def _pending(row: Row[*tuple[Any, ...]]) -> PendingRecord:
    *values, template, sha256 = row
    record = PendingRecord(*values)
    if template is not None:
        checked(record.body, sha256)
    return record


def intend(
    connection: Connection, run_id: str, fence: int, last: int, entries: Sequence[Intent]
) -> Sequence[int]:
    """Note the attempts of a group under the numbers after `last`; returns them."""
    if not entries:
        return ()
    moment, at, monotonic = time.time(), now(), time.monotonic()
    seqs = [seq for entry in entries for seq in entry.seqs]
    queue = queue_of(connection)
    for some in pieces(seqs, MOST_NAMED):
        leaving = {"of_run": run_id, "of_seqs": some, "moment": moment, "of_fence": fence}
        queue.check(queue.execute(DEPART, leaving), len(some), refuse_not_waiting)
    numbers = range(last + 1, last + 1 + len(entries))
    rows = [
        (number, run_id, fence, entry.operation, entry.title, span(entry.seqs), entry.sha256, at, monotonic)
        for number, entry in zip(numbers, entries, strict=True)
    ]
    queue.insert(attempts, INTENT, rows)
    return numbers


def settle(
    connection: Connection, run_id: str, held: HeldRun, entries: Sequence[Settlement], ended: RecordEnds
) -> None:
    """Note how the attempts of a group ended, each once; `ended` are their records."""
    outcomes = outcomes_of(entries)
    if not outcomes:
        return
    if (changed := ended.changed) != len(outcomes):
        # A commit whose own end the disk did not confirm may have been made: what it closed is written again.
        numbers = [entry.attempt for entry in entries]
        known = connection.execute(SETTLED, {"numbers": numbers}).scalars().all()
        entries = [entry for entry in entries if entry.attempt not in known]
        outcomes = outcomes_of(entries)
        if changed != len(outcomes):
            refuse_not_on_the_way()
        if not entries:
            return
    accepted = [outcome.record_id for outcome in outcomes if held.kind and outcome.state is ItemState.ACKED]
    note(connection, held.kind or "", accepted, "sent", source="import", run_id=run_id)
    if messages := [(outcome.answer_id, outcome.record_id) for outcome in outcomes if outcome.answer_id]:
        follow(connection, run_id, held.title or "", messages)
    closed = [
        (entry.attempt, ended.at, entry.outcome, entry.status, entry.elapsed, entry.sentence)
        for entry in entries
    ]
    queue_of(connection).update(attempts, ("id", *CLOSED), closed)
