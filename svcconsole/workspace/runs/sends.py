"""Single sends, stored as runs of one record: the intent is written with its plan."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, insert, or_, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now, this_moment, written
from svcconsole.workspace.errors import AlreadyDecided, DraftTaken, WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.broken_off import SEND_BROKEN_OFF
from svcconsole.workspace.runs.decisions import log, reopen
from svcconsole.workspace.runs.fence import Runner
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.ledger import intend, settle
from svcconsole.workspace.runs.ledger_entries import Intent, Settlement
from svcconsole.workspace.runs.records import Decision, NewSend, SentRecord
from svcconsole.workspace.runs.run_log import log_single
from svcconsole.workspace.runs.windows import end_records
from svcconsole.workspace.schema import (
    PREPARING,
    ItemState,
    RunState,
    bodies,
    decisions,
    items,
    runs,
    send_people,
    sends,
)
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_stored

SEQ = 0
SAME_WITHIN = timedelta(hours=24)
"""How long the same thing counts as sent already (rule W8)."""
NEVER_LEFT = message("svcconsole ended before it could be tried again; nothing reached the store.")
RELEASED = (ItemState.REJECTED, ItemState.LEFT_OUT)
"""Ends after which the same draft may be sent once more: the store does not have it."""


class Sends:
    """Single sends of a workspace; whoever begins one holds the runner."""

    def __init__(self, access: Session, mark: HighWaterMark, runner: Runner) -> None:
        self._access = access
        self._mark = mark
        self._runner = runner

    def begin(
        self, new: NewSend, fence: int, *, again: bool = False, decided_by: str = ""
    ) -> SentRecord | tuple[str, int]:
        """Note in one durable transaction what is sent and that it is about to leave; its run and attempt.

        The earlier record instead, and nothing noted, where the same was sent within a day and `again` is not
        said. With `retry_of` the doubt about that record is decided by the same transaction, as `decided_by`.
        Raises AlreadyDecided where somebody else has decided about it, DraftTaken when this draft is on the
        way or was sent, FenceLost when another instance runs.
        """
        run_id, at = secrets.token_hex(6), now()
        digest = hashlib.sha256(new.body).hexdigest()
        with self._access.writing() as connection:
            held = self._runner.hold(connection, fence, run_id)
            _refuse_taken(connection, new.draft_token)
            if not again and (same := _same(connection, new)) is not None:
                return same
            if new.retry_of is not None:
                old = (new.retry_of, SEQ)
                if not log(connection, [old], Decision.SEND_AGAIN, decided_by, run_id):
                    raise AlreadyDecided((old,))
            connection.execute(insert(runs).values(**_run(new, run_id, at, digest)))
            connection.execute(
                insert(items).values(
                    run_id=run_id, seq=SEQ, record_id=new.reference or run_id, state=ItemState.PLANNED,
                    rows=1, first_row=1, last_row=1, is_record=True, at=at,
                )
            )  # fmt: skip
            connection.execute(insert(bodies).values(run_id=run_id, seq=SEQ, body=new.body, sha256=digest))
            connection.execute(
                insert(sends).values(
                    run_id=run_id, seq=SEQ, operation=new.operation, about=new.about, reference=new.reference,
                    fingerprint=new.fingerprint, draft_token=new.draft_token or None, form=new.form,
                    retry_of=new.retry_of, at=at,
                )
            )  # fmt: skip
            if new.people:
                connection.execute(
                    insert(send_people),
                    [{"run_id": run_id, "seq": SEQ, "key": key} for key in dict.fromkeys(new.people)],
                )
            Events.note(connection, EventKind.SEND, run_id)
            (attempt,) = intend(
                connection, run_id, fence, held.last, [_intent(new.operation, new.title, digest)]
            )
            reached = self._mark.advance(connection, 1)
        self._keep(run_id, reached)
        return run_id, attempt

    def last_of(self, kinds: Sequence[str]) -> SentRecord | None:
        """The newest that was sent of these kinds; None where none was."""
        with self._access.reading() as connection:
            return next(iter(find(connection, [runs.c.kind.in_(kinds)], 1)), None)

    def try_again(self, run_id: str, fence: int) -> int:
        """Note that the same bytes are about to leave once more: nothing had been executed; the attempt."""
        query = (
            select(sends.c.operation, runs.c.title, bodies.c.sha256)
            .join(runs, runs.c.id == sends.c.run_id)
            .join(bodies, (bodies.c.run_id == sends.c.run_id) & (bodies.c.seq == sends.c.seq))
            .where(sends.c.run_id == run_id)
        )
        with self._access.writing() as connection:
            held = self._runner.hold(connection, fence, run_id)
            (attempt,) = intend(
                connection, run_id, fence, held.last, [_intent(*connection.execute(query).one())]
            )
            reached = self._mark.advance(connection, 1)
        self._keep(run_id, reached)
        return attempt

    def _keep(self, run_id: str, reached: int) -> None:
        """Count the attempt outside the database before its first byte; where that fails nothing has left."""
        try:
            self._mark.keep(reached)
        except WorkspaceError:
            with self._access.writing() as connection:
                connection.execute(
                    update(items)
                    .where(items.c.run_id == run_id)
                    .values(state=ItemState.PLANNED, doubt_at=None)
                )
                settle_interrupted(connection, runs.c.id == run_id)
            raise

    def note(self, run_id: str, fence: int, entry: Settlement) -> None:
        """Note how one try ended; it is tried again where its record is still planned."""
        self.end(run_id, fence, entry, None, None)

    def end(
        self,
        run_id: str,
        fence: int,
        entry: Settlement,
        answer: Mapping[str, Any] | None,
        answer_id: str | None,
    ) -> None:
        """Note the end and the store's answer, durably, before anyone is shown it (rule W3)."""
        (outcome,) = entry.outcomes
        with self._access.writing() as connection:
            ended = end_records(connection, run_id, entry.outcomes)
            held = self._runner.hold(connection, fence, run_id)
            settle(connection, run_id, held, [entry], ended)
            if outcome.state is ItemState.PLANNED:
                return
            values: dict[str, Any] = {
                "answer": None if answer is None else json.dumps(answer, ensure_ascii=False, default=str),
                "answer_id": answer_id,
            }
            if outcome.state in RELEASED:
                values["draft_token"] = None
                reopen(connection, decisions.c.new_run_id == run_id)
            connection.execute(update(sends).where(sends.c.run_id == run_id).values(**values))
            _finish(connection, runs.c.id == run_id)
            Events.note(connection, EventKind.SEND, run_id)
            if outcome.state is ItemState.UNKNOWN:
                Events.note(connection, EventKind.DECISION, run_id)
            log_single(connection, run_id)

    def leave(self, run_id: str, fence: int) -> None:
        """The sender has to go before the end is known: rule W4 for this one."""
        with self._access.writing() as connection:
            self._runner.hold(connection, fence, run_id)
            settle_interrupted(connection, runs.c.id == run_id)

    def recent(self, kind: str | None = None, limit: int = 50) -> tuple[SentRecord, ...]:
        """What was sent by itself, newest first; of one kind or of all."""
        return self._find([] if kind is None else [runs.c.kind == kind], limit)

    def find(self, words: str, kind: str | None = None, limit: int = 50) -> tuple[SentRecord, ...]:
        """Sends whose reference, id in the store, title, person or subject holds `words`, newest first."""
        sought = words.strip()
        chosen: list[ColumnElement[bool]] = [] if kind is None else [runs.c.kind == kind]
        columns = (sends.c.reference, sends.c.answer_id, sends.c.about, runs.c.title)
        of_people = sends.c.run_id.in_(
            select(send_people.c.run_id).where(send_people.c.key.icontains(sought, autoescape=True))
        )
        chosen.append(or_(of_people, *(column.icontains(sought, autoescape=True) for column in columns)))
        return self._find(chosen, limit)

    def about(self, people: Sequence[str], limit: int = 200) -> tuple[SentRecord, ...]:
        """What was sent that concerns any of these persons' keys, newest first."""
        named = select(send_people.c.run_id).where(send_people.c.key.in_(people))
        return self._find([sends.c.run_id.in_(named)], limit)

    def get(self, run_id: str) -> SentRecord | None:
        return next(iter(self._find([sends.c.run_id == run_id], 1)), None)

    def of_draft(self, draft_token: str) -> SentRecord | None:
        """What became of a draft that was on the way: sent, or in doubt. None when it may be sent."""
        return next(iter(self._find([sends.c.draft_token == draft_token], 1)), None)

    def _find(self, chosen: Sequence[ColumnElement[bool]], limit: int) -> tuple[SentRecord, ...]:
        with self._access.reading() as connection:
            return find(connection, chosen, limit)


def find(connection: Connection, chosen: Sequence[ColumnElement[bool]], limit: int) -> tuple[SentRecord, ...]:
    """Sends with their people, newest first, inside a transaction that is open."""
    query = (
        select(
            sends, runs.c.kind, runs.c.title, items.c.state, items.c.reason, items.c.server_words,
            bodies.c.body,
        )
        .join(runs, runs.c.id == sends.c.run_id)
        .join(items, (items.c.run_id == sends.c.run_id) & (items.c.seq == sends.c.seq))
        .join(bodies, (bodies.c.run_id == sends.c.run_id) & (bodies.c.seq == sends.c.seq))
        .where(*chosen, runs.c.state != PREPARING)
        .order_by(sends.c.at.desc(), sends.c.run_id)
        .limit(limit)
    )  # fmt: skip
    found = connection.execute(query).all()
    named: dict[str, list[str]] = {row.run_id: [] for row in found}
    if named:
        keys = select(send_people.c.run_id, send_people.c.key).where(send_people.c.run_id.in_(list(named)))
        for run_id, key in connection.execute(keys.order_by(send_people.c.key)):
            named[run_id].append(key)
    return tuple(_record(row, tuple(named[row.run_id])) for row in found)


def settle_interrupted(connection: Connection, which: ColumnElement[bool]) -> None:
    """Rule W4 for what may happen only once: what was on the way is unknown, what had not left is not sent.

    `which` chooses among the runs of once-only operations and of single sends. A planned record of a single
    send waited for another try: nothing had been executed, unless its bytes may have landed before.
    """
    once = select(runs.c.id).where(which, runs.c.single | (runs.c.effect == "once"))
    single = select(runs.c.id).where(which, runs.c.single)
    waited = (items.c.state == ItemState.PLANNED) & items.c.run_id.in_(single)
    left = (items.c.state == ItemState.SENDING) & items.c.run_id.in_(once)
    ended = {"at": now()}
    told = connection.execute(
        select(items.c.run_id).where(waited | (left & items.c.run_id.in_(single)))
    ).scalars().all()  # fmt: skip
    unknown = connection.execute(
        update(items)
        .where(left | (waited & items.c.doubt_at.is_not(None)))
        .values(state=ItemState.UNKNOWN, reason=SEND_BROKEN_OFF, **ended)
    )
    never_left = list(connection.execute(select(items.c.run_id).where(waited)).scalars())
    connection.execute(
        update(items).where(waited).values(state=ItemState.LEFT_OUT, reason=NEVER_LEFT, **ended)
    )
    reopen(connection, decisions.c.new_run_id.in_(never_left))
    if unknown.rowcount:
        Events.note(connection, EventKind.DECISION)
    if unknown.rowcount or never_left:
        Events.note(connection, EventKind.SEND)
    free = select(items.c.run_id).where(items.c.state.in_(RELEASED), items.c.run_id.in_(single))
    connection.execute(
        update(sends)
        .where(sends.c.run_id.in_(free), sends.c.draft_token.is_not(None))
        .values(draft_token=None)
    )
    _finish(connection, which & runs.c.single)
    for run_id in told:
        log_single(connection, run_id)


def _finish(connection: Connection, which: ColumnElement[bool]) -> None:
    connection.execute(
        update(runs)
        .where(which, runs.c.state != RunState.FINISHED)
        .values(state=RunState.FINISHED, finished_at=now())
    )


def _run(new: NewSend, run_id: str, at: str, digest: str) -> dict[str, Any]:
    code = digest[:8].upper()
    return {
        "id": run_id,
        "code": f"{code[:4]}-{code[4:]}",
        "kind": new.kind,
        "title": new.title,
        "state": RunState.RUNNING,
        "sentence": "",
        "path": "",
        "file_name": "",
        "fingerprint": new.fingerprint,
        "header": "[]",
        "rows": 1,
        "products": 1,
        "left_out": 0,
        "effect": new.effect,
        "single": True,
        "created_at": at,
        "started_at": at,
    }


def _intent(operation: str, title: str, digest: str) -> Intent:
    return Intent(operation, title, (SEQ,), digest)


def _refuse_taken(connection: Connection, token: str) -> None:
    taken = select(sends.c.run_id).where(sends.c.draft_token == token)
    if token and connection.execute(taken).first() is not None:
        raise DraftTaken(
            message("This is being sent already, or was sent before."),
            message("Nothing was sent a second time; look at what was sent lately."),
        )


def _same(connection: Connection, new: NewSend) -> SentRecord | None:
    """The same thing accepted, on the way or in doubt within the last day (rule W8)."""
    since = written(this_moment() - SAME_WITHIN)
    counted = (ItemState.ACKED, ItemState.UNKNOWN, ItemState.SENDING, ItemState.PLANNED)
    chosen = [
        sends.c.operation == new.operation,
        sends.c.fingerprint == new.fingerprint,
        sends.c.at >= since,
        items.c.state.in_(counted),
    ]
    return next(iter(find(connection, chosen, 1)), None)


def _record(row: Row[*tuple[Any, ...]], people: tuple[str, ...]) -> SentRecord:
    return SentRecord(
        run_id=row.run_id, seq=row.seq, kind=row.kind, operation=row.operation, title=row.title,
        about=row.about, reference=row.reference, state=ItemState(row.state), at=row.at, reason=row.reason,
        server_words=row.server_words, answer_id=row.answer_id,
        answer=None if row.answer is None else read_stored(row.answer), body=row.body, form=row.form,
        retry_of=row.retry_of, people=people,
    )  # fmt: skip
