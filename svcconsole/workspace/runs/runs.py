"""Runs for display: listed, counted, their rows by outcome."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, select, update
from sqlalchemy.sql.elements import SQLColumnExpression

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import RunUnderWay, WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.decisions import OPEN, STOP_FIRST, UNDER_WAY, log
from svcconsole.workspace.runs.plans import CHUNK, discard, freeze, remove
from svcconsole.workspace.runs.records import (
    Counts,
    Decision,
    NewRun,
    PlanItem,
    Reason,
    ResultRow,
    RowsOfRun,
    RunEvent,
    RunInfo,
    Totals,
)
from svcconsole.workspace.runs.rehearsals import change_terms
from svcconsole.workspace.runs.run_log import log_run
from svcconsole.workspace.schema import (
    BUCKET_OF,
    PREPARING,
    Bucket,
    ItemState,
    RunState,
    attempts,
    file_rows,
    items,
    runs,
)
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_or, read_stored
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.roles import Right

UNFINISHED = (RunState.PLANNED, RunState.RUNNING, RunState.PAUSED, RunState.STOPPED)
NOT_YET = message("Not sent yet.")
EVENT_LEVELS = {"ok": "ok", "rejected": "refused", "unknown": "doubt"}


class Runs:
    """The runs of a workspace. Unknown ids raise WorkspaceError; `held` says which run this instance is
    running, `may` raises NotAllowed where somebody's role does not include something."""

    def __init__(self, access: Session, held: Callable[[str], bool], may: Callable[[Right], None]) -> None:
        self._access = access
        self._may = may
        self._held = held

    def create(self, new: NewRun, planned: Iterable[PlanItem]) -> str:
        """Freeze a plan, whole or not at all; others write meanwhile. Returns the run's id."""
        self._may(Right.PREPARE)
        return freeze(self._access, new, planned)

    def discard_plan(self, run_id: str) -> None:
        """Take back a plan that was never started; its import is open again. One that has begun stays."""
        self._may(Right.PREPARE)
        discard(self._access, run_id)

    def list(self, *, unfinished: bool = False) -> tuple[RunInfo, ...]:
        """Runs of files, newest first; `unfinished` leaves out those that are done."""
        query = select(runs).where(runs.c.single.is_(False), runs.c.state != PREPARING)
        query = query.order_by(runs.c.created_at.desc(), runs.c.id)
        if unfinished:
            query = query.where(runs.c.state.in_(UNFINISHED))
        with self._access.reading() as connection:
            return tuple(_info(row) for row in connection.execute(query))

    def get(self, run_id: str) -> RunInfo:
        with self._access.reading() as connection:
            query = select(runs).where(runs.c.id == run_id, runs.c.state != PREPARING)
            found = connection.execute(query).one_or_none()
            if found is not None:
                return _info(found)
        raise WorkspaceError(
            message("There is no run {run_id} in this workspace.", run_id=run_id),
            message("The list of runs shows their ids."),
        )

    def known(self, run_ids: Collection[str]) -> tuple[RunInfo, ...]:
        """Those of these runs of files that are there."""
        query = select(runs).where(
            runs.c.id.in_(list(run_ids)), runs.c.single.is_(False), runs.c.state != PREPARING
        )
        with self._access.reading() as connection:
            return tuple(_info(row) for row in connection.execute(query))

    def find(self, word: str) -> RunInfo:
        """The run named by `last` (the newest), its id or its plan code."""
        for info in self.list():
            if word == "last" or word.casefold() in (info.id, info.code.casefold()):
                return info
        none = message("There is no run in this workspace yet.")
        if word != "last":
            none = message("There is no run {word} in this workspace.", word=word)
        raise WorkspaceError(none, message("Nothing was sent."))

    def with_fingerprint(self, fingerprint: str) -> tuple[RunInfo, ...]:
        """Earlier runs of the very same file (SHA-256)."""
        return tuple(info for info in self.list() if info.fingerprint == fingerprint)

    def forget(self, run_id: str) -> None:
        """Delete a run with its rows; the history of records stays. RunUnderWay while it is running or
        paused, NotAllowed where it has begun and whoever asks does not administer the team.

        From the first step on nobody knows the run any more; others write between the steps, and what a
        crash leaves of it goes when the workspace is opened next (`clear_unfinished`).
        """
        self._refuse_held(run_id)
        with self._access.in_work(run_id):
            with self._access.writing() as connection:
                _at_rest(connection, run_id)
                listed = select(runs.c.started_at).where(runs.c.id == run_id, runs.c.state != PREPARING)
                found = connection.execute(listed).one_or_none()
                if found is None:
                    return
                if found.started_at is not None:
                    self._may(Right.ADMINISTER)
                log_run(connection, run_id, Action.DELETED)
                hidden = update(runs).where(runs.c.id == run_id)
                connection.execute(hidden.values(state=PREPARING, import_id=None))
                Events.note(connection, EventKind.RUN, run_id)
                Events.note(connection, EventKind.DECISION, run_id)
            remove(self._access, run_id)

    def totals(self, run_id: str) -> Totals:
        """The run's rows and products by their end."""
        info = self.get(run_id)
        rows: dict[Bucket, int] = dict.fromkeys(Bucket, 0)
        products: dict[Bucket, int] = dict.fromkeys(Bucket, 0)
        left_out = to_put_right = on_the_way = records_left_out = 0
        with self._access.reading() as connection:
            for word, row_count, record_count in _by_state(connection, info):
                state = ItemState(word)
                rows[BUCKET_OF[state]] += row_count
                products[BUCKET_OF[state]] += record_count
                if state in (ItemState.BLOCKED, ItemState.LEFT_OUT):
                    left_out += row_count
                    records_left_out += record_count
                to_put_right += row_count if state is ItemState.BLOCKED else 0
                on_the_way += row_count if state is ItemState.SENDING else 0
        return Totals(
            rows=sum(rows.values()),
            sent=rows[Bucket.SENT],
            refused=rows[Bucket.REFUSED],
            not_sent=rows[Bucket.NOT_SENT],
            needs_decision=rows[Bucket.NEEDS_DECISION],
            left_out=left_out,
            to_put_right=to_put_right,
            on_the_way=on_the_way,
            products=Counts(**{bucket.value: products[bucket] for bucket in Bucket}),
            records_left_out=records_left_out,
        )

    def waiting(self, run_id: str) -> int:
        """How many records of the run go to the store when it is driven."""
        wait = items.c.state.in_((ItemState.PLANNED, ItemState.SENDING))
        with self._access.reading() as connection:
            found = connection.execute(select(func.count()).where(items.c.run_id == run_id, wait))
            return int(found.scalar_one())

    def reasons(self, run_id: str, bucket: Bucket = Bucket.REFUSED) -> tuple[Reason, ...]:
        """Why rows are in `bucket`, the most frequent reason first."""
        row_count = func.sum(items.c.rows)
        query = (
            select(items.c.reason, items.c.server_words, row_count, func.count().filter(items.c.is_record))
            .where(items.c.run_id == run_id, _in(bucket), items.c.reason != "")
            .group_by(items.c.reason, items.c.server_words)
            .order_by(row_count.desc(), items.c.reason)
        )
        with self._access.reading() as connection:
            found = connection.execute(query)
            return tuple(Reason(reason, words, int(n), int(k)) for reason, words, n, k in found)

    def rows(
        self,
        run_id: str,
        bucket: Bucket | None = None,
        *,
        reason: Reason | None = None,
        offset: int = 0,
        limit: int = 500,
    ) -> RowsOfRun:
        """A page of the run's file rows in file order, all or those in `bucket` (and with `reason`)."""
        chosen = [file_rows.c.run_id == run_id]
        if bucket is not None:
            chosen.append(_in(bucket))
        if reason is not None:
            chosen += [items.c.reason == reason.sentence, items.c.server_words == reason.server_words]
        joined = file_rows.join(
            items, (items.c.run_id == file_rows.c.run_id) & (items.c.seq == file_rows.c.seq)
        )
        page = (
            select(
                file_rows.c.number, file_rows.c.line, file_rows.c.cells,
                items.c.state, items.c.reason, items.c.server_words, items.c.at, items.c.record_id,
                items.c.given_ids,
            )
            .select_from(joined)
            .where(*chosen)
            .order_by(file_rows.c.number)
            .offset(offset)
            .limit(limit)
        )  # fmt: skip
        with self._access.reading() as connection:
            total = connection.execute(select(func.count()).select_from(joined).where(*chosen)).scalar_one()
            return RowsOfRun(int(total), tuple(_result(row) for row in connection.execute(page)))

    @contextmanager
    def at_one_moment(self, run_id: str) -> Iterator[Callable[[Bucket], Iterator[ResultRow]]]:
        """All rows of any bucket in file order, as the run stands at the beginning of the block: while it
        goes on, no row is in two buckets or in none."""
        query = (
            select(
                file_rows.c.number, file_rows.c.line, file_rows.c.cells,
                items.c.state, items.c.reason, items.c.server_words, items.c.at, items.c.record_id,
                items.c.given_ids,
            )
            .join(items, (items.c.run_id == file_rows.c.run_id) & (items.c.seq == file_rows.c.seq))
            .where(file_rows.c.run_id == run_id)
            .order_by(file_rows.c.number)
        )  # fmt: skip
        with self._access.reading() as connection:
            # SQLite's moment is that of the first look, not of the transaction's beginning.
            connection.execute(select(runs.c.id).where(runs.c.id == run_id)).one_or_none()
            many = connection.execution_options(yield_per=CHUNK)
            yield lambda bucket: map(_result, many.execute(query.where(_in(bucket))))

    def record_ids(self, run_id: str, bucket: Bucket) -> tuple[str, ...]:
        query = select(items.c.record_id).where(items.c.run_id == run_id, _in(bucket), items.c.is_record)
        with self._access.reading() as connection:
            return tuple(connection.execute(query.order_by(items.c.seq)).scalars())

    def events(self, run_id: str, limit: int = 50) -> tuple[RunEvent, ...]:
        """What the run sent, newest first: one line an attempt."""
        query = (
            select(attempts)
            .where(attempts.c.run_id == run_id, attempts.c.settled_at.is_not(None))
            .order_by(attempts.c.id.desc())
            .limit(limit)
        )
        with self._access.reading() as connection:
            return tuple(
                RunEvent(row.settled_at, EVENT_LEVELS.get(row.outcome, "wait"), row.title, row.sentence or "")
                for row in connection.execute(query)
            )

    def decide(
        self, run_id: str, answer: Decision, record_ids: Sequence[str] | None = None, *, by: str = ""
    ) -> int:
        """Decide about records whose end is unknown, all of them or `record_ids`; returns how many it was.

        RunUnderWay while the run is running or paused: it counts on what it has read.
        """
        chosen = [items.c.run_id == run_id, OPEN]
        if record_ids is not None:
            chosen.append(items.c.record_id.in_(record_ids))
        self._may(Right.DECIDE)
        self._refuse_held(run_id)
        with self._access.writing() as connection:
            _at_rest(connection, run_id)
            query = select(items.c.run_id, items.c.seq).where(*chosen)
            found = [(row.run_id, row.seq) for row in connection.execute(query)]
            return len(log(connection, found, answer, by))

    def set_limit(self, run_id: str, rows_per_minute: int | None) -> None:
        """Keep how fast the run may go, from its first row or from where it is resumed; None as fast as the
        store takes it."""
        with self._access.writing() as connection:
            connection.execute(
                update(runs).where(runs.c.id == run_id).values(rows_per_minute=rows_per_minute)
            )
            Events.note(connection, EventKind.RUN, run_id)

    def ask_to_stop(self, run_id: str) -> bool:
        """Have whoever drives the run stop it, in whichever process; whether it was under way. Raises
        NotAllowed where whoever works from here may not send."""
        self._may(Right.SEND)
        with self._access.writing() as connection:
            state = connection.execute(select(runs.c.state).where(runs.c.id == run_id)).scalar_one_or_none()
            if state not in (RunState.RUNNING, RunState.PAUSED):
                return False
            connection.execute(update(runs).where(runs.c.id == run_id).values(stop_asked_at=now()))
            log_run(connection, run_id, Action.STOP_ASKED)
            Events.note(connection, EventKind.RUN, run_id)
            return True

    def is_asked_to_stop(self, run_id: str) -> bool:
        """Whether somebody asked for that since the run was begun, or gone on with."""
        with self._access.reading() as connection:
            asked = connection.execute(select(runs.c.stop_asked_at).where(runs.c.id == run_id)).scalar()
            return asked is not None

    def set_keeps_before(self, run_id: str, wanted: bool) -> None:
        """Whether what the store holds is read and kept before the first record of a run goes."""
        with self._access.writing() as connection:
            connection.execute(update(runs).where(runs.c.id == run_id).values(keeps_before=wanted))
            Events.note(connection, EventKind.RUN, run_id)

    def change_terms(self, run_id: str, terms: str) -> str:
        """Hold a plan of which nothing has left to other terms; its new code. RunUnderWay while it is driven,
        WorkspaceError where something has left."""
        self._may(Right.PREPARE)
        self._refuse_held(run_id)
        return change_terms(self._access, run_id, terms)

    def _refuse_held(self, run_id: str) -> None:
        """Before the transaction: whoever begins the run waits for the same lock to write."""
        if self._held(run_id):
            raise RunUnderWay(UNDER_WAY[self.get(run_id).state], STOP_FIRST)


def _at_rest(connection: Connection, run_id: str) -> None:
    state = connection.execute(select(runs.c.state).where(runs.c.id == run_id)).scalar_one_or_none()
    if state in (RunState.RUNNING, RunState.PAUSED):
        raise RunUnderWay(UNDER_WAY[RunState(state)], STOP_FIRST)


def _in(bucket: Bucket) -> ColumnElement[bool]:
    states: SQLColumnExpression[str] = items.c.state
    return states.in_([state for state, end in BUCKET_OF.items() if end is bucket])


def _by_state(connection: Connection, info: RunInfo) -> Sequence[tuple[str, int, int]]:
    """Each state that items of the run have, with their rows and records."""
    rows: ColumnElement[int] = func.sum(items.c.rows)
    records: ColumnElement[int] = func.count().filter(items.c.is_record)
    if info.rows == info.products:
        # Every item has a row at least, so each is one record of one row, as in a campaign: counted in the
        # index alone, which for a million takes half the time.
        rows = records = func.count()
    summed = select(items.c.state, rows, records).where(items.c.run_id == info.id).group_by(items.c.state)
    return [
        (state, int(of_rows), int(of_records)) for state, of_rows, of_records in connection.execute(summed)
    ]


def _info(row: Row[*tuple[Any, ...]]) -> RunInfo:
    values = dict(row._mapping)
    return RunInfo(
        **{**values, "state": RunState(values["state"]), "header": tuple(read_stored(values["header"]))}
    )


def _result(row: Row[*tuple[Any, ...]]) -> ResultRow:
    number, line, cells, word, reason, words, at, record_id, given = row
    state = ItemState(word)
    waiting = state in (ItemState.PLANNED, ItemState.SENDING)
    return ResultRow(
        number, line, tuple(read_stored(cells)), BUCKET_OF[state],
        NOT_YET if waiting and not reason else reason, words, at, record_id,
        _given_id(given),
    )  # fmt: skip


def _given_id(given: str) -> str:
    """The id of the record in an answer, of the customer where it is an entry of user properties."""
    ids: object = read_or(given, {}) if given else {}
    return str(ids.get("id") or ids.get("customerId") or "") if isinstance(ids, dict) else ""
