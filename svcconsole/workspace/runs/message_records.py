"""How the messages of a campaign end, record by record, and how many may leave ahead of the others."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass

from sqlalchemy import Connection, Select, select, update

from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.fence import Runner
from svcconsole.workspace.runs.run_log import log_run
from svcconsole.workspace.schema import ItemState, deliveries, items, runs
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_stored
from svcconsole.workspace.team.audit_entries import Action

NEVER_SENT = (ItemState.BLOCKED, ItemState.LEFT_OUT)


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A record of a campaign: where it stands, when it left (ISO in UTC, blank before), what the store said
    of its message, word by word with the moment each was heard, and why it failed, as it came."""

    seq: int
    phone: str
    state: ItemState
    at: str = ""
    said: tuple[tuple[str, str], ...] = ()
    why: str = ""


def first_records(access: Session, run_id: str, until: int) -> tuple[MessageRecord, ...]:
    """Those before `until`, in the order they leave, without those that never do."""
    own = (items.c.run_id == run_id, items.c.seq < until, items.c.state.not_in(NEVER_SENT))
    with access.reading() as connection:
        return _read(connection, run_id, select(items.c.seq).where(*own))


def latest_records(access: Session, run_id: str, most: int) -> tuple[MessageRecord, ...]:
    """Those that ended last, at most so many, in the order of the plan."""
    ended = (ItemState.ACKED, ItemState.REJECTED, ItemState.UNKNOWN)
    own = (items.c.run_id == run_id, items.c.state.in_(ended), items.c.at.is_not(None))
    latest = select(items.c.seq).where(*own).order_by(items.c.at.desc(), items.c.seq.desc()).limit(most)
    with access.reading() as connection:
        return _read(connection, run_id, latest)


def other_messages(access: Session, run_id: str, since: str, most: int) -> tuple[MessageRecord, ...]:
    """Messages that other campaigns sent after `since` (ISO in UTC), at most so many of the latest."""
    query = (
        select(deliveries.c.phone, deliveries.c.at, deliveries.c.said, deliveries.c.why)
        .where(deliveries.c.run_id.is_not(None), deliveries.c.run_id != run_id, deliveries.c.at >= since)
        .order_by(deliveries.c.at.desc())
        .limit(most)
    )
    with access.reading() as connection:
        return tuple(
            MessageRecord(0, phone, ItemState.ACKED, at, _words(said), why)
            for phone, at, said, why in connection.execute(query)
        )


def _read(connection: Connection, run_id: str, seqs: Select[int]) -> tuple[MessageRecord, ...]:
    own = (items.c.run_id == run_id, items.c.seq.in_(seqs.subquery().select()))
    columns = (
        items.c.seq,
        items.c.record_id,
        items.c.state,
        items.c.at,
        items.c.reason,
        items.c.server_words,
    )
    phones = select(items.c.record_id).where(*own)
    followed = (
        select(deliveries.c.phone, deliveries.c.at, deliveries.c.said, deliveries.c.why)
        .where(deliveries.c.run_id == run_id, deliveries.c.phone.in_(phones))
        .order_by(deliveries.c.at, deliveries.c.id)
    )
    told: defaultdict[str, deque[tuple[str, str, str]]] = defaultdict(deque)
    for phone, at, said, why in connection.execute(followed):
        told[phone].append((at, said, why))
    records = []
    for row in connection.execute(select(*columns).where(*own).order_by(items.c.seq)):
        state, why = ItemState(row.state), row.server_words or row.reason
        if state is ItemState.ACKED and told[row.record_id]:
            at, said, why = told[row.record_id].popleft()
            records.append(MessageRecord(row.seq, row.record_id, state, at, _words(said), why))
        else:
            records.append(MessageRecord(row.seq, row.record_id, state, row.at or "", why=why))
    return tuple(records)


def _words(said: str) -> tuple[tuple[str, str], ...]:
    return tuple((str(word), str(heard)) for word, heard in read_stored(said))


def waiting_lanes(access: Session, run_id: str, before: int | None = None) -> frozenset[int | None]:
    """The lanes of records that have not left, of those before `before` alone where it is given."""
    query = select(items.c.lane).where(items.c.run_id == run_id, items.c.state == ItemState.PLANNED)
    if before is not None:
        query = query.where(items.c.seq < before)
    with access.reading() as connection:
        return frozenset(connection.execute(query.distinct()).scalars())


def free_until(access: Session, run_id: str) -> int | None:
    """Only records before this one may leave; None: all."""
    with access.reading() as connection:
        found: int | None = connection.execute(
            select(runs.c.free_until).where(runs.c.id == run_id)
        ).scalar_one()
        return found


def set_free_until(
    access: Session, runner: Runner, run_id: str, fence: int, until: int | None, *, by_person: bool = False
) -> None:
    """Let more records leave, all where `until` is None; `by_person`: whatever the first ones show."""
    with access.writing() as connection:
        runner.hold(connection, fence, run_id)
        connection.execute(update(runs).where(runs.c.id == run_id).values(free_until=until))
        if by_person:
            log_run(connection, run_id, Action.LET_EVERYBODY)
        Events.note(connection, EventKind.RUN, run_id)
