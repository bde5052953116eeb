"""Evidence from webhook logs that a message was sent, and the decisions it settles."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, insert, select, update

from svcconsole.words.message import message, sentences
from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.body_templates import BODY, OF_BODY
from svcconsole.workspace.runs.decisions import MOVING, PROVED, log, reopen
from svcconsole.workspace.runs.deliveries import NAMED, follow
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import (
    PREPARING,
    ItemState,
    bodies,
    body_templates,
    decisions,
    file_rows,
    items,
    proofs,
    runs,
    sends,
)
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_stored


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a log says of one message: the `nonce` of its callback data with the `run` ("single" for what was
    sent by itself) and the `row` that stand beside it, the id the store gave it, every word said of it, when
    the first was said, and that record as text."""

    nonce: str
    run: str
    row: int
    message_id: str
    words: tuple[str, ...]
    at: str
    text: str


BY_ITSELF = "single"


class SettledDoubt(IntEnum):
    """What evidence did, the most telling first: a doubt is settled; what was listed as not sent is listed as
    sent; it was known; the run is under way and must be stopped first; the store had refused it."""

    DOUBT = 0
    NOT_SENT = 1
    KNOWN = 2
    UNDER_WAY = 3
    REFUSED = 4


@dataclass(frozen=True, slots=True)
class ProvedMessage:
    """One message a log names: `about` is whom it went to, `title` what it was or the file it came from."""

    run_id: str
    seq: int
    nonce: str
    settled: SettledDoubt
    about: str
    title: str
    message_id: str


@dataclass(frozen=True, slots=True)
class Findings:
    """Evidence that is kept: the store's words, when the first was said, and who brought in which file."""

    message_id: str
    words: tuple[str, ...]
    said_at: str
    text: str
    file_name: str
    by: str
    at: str


class WebhookEvidence:
    """What proves that messages were sent, by the record of the run that sent them."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def settle(self, page: Sequence[Evidence], file_name: str, by: str) -> tuple[ProvedMessage, ...]:
        """Keep the evidence for messages of this workspace and settle their doubts, in one transaction.

        One for each piece of evidence whose message is known here. Evidence that is kept already changes
        nothing.
        """
        with self._access.writing() as connection:
            found = [(each, _sent_by(connection, each)) for each in page]
            return tuple(
                _settle(connection, row, evidence, file_name, by)
                for evidence, row in found
                if row is not None
            )

    def of(self, run_id: str, seq: int) -> tuple[Findings, ...]:
        """What is kept of one message, in the order in which it was said."""
        query = select(proofs).where(proofs.c.run_id == run_id, proofs.c.seq == seq)
        with self._access.reading() as connection:
            return tuple(
                Findings(
                    row.message_id, tuple(read_stored(row.words)), row.said_at, row.text, row.file_name,
                    row.by, row.at,
                )
                for row in connection.execute(query.order_by(proofs.c.said_at, proofs.c.at))
            )  # fmt: skip


def _sent_by(connection: Connection, evidence: Evidence) -> Row[*tuple[Any, ...]] | None:
    """The record whose frozen bytes hold the reference.

    What went once more left the same bytes under another run: the one whose id the store gave is meant, else
    one in doubt, else the newest.
    """
    query = (
        select(
            items.c.run_id, items.c.seq, items.c.state, items.c.record_id, runs.c.title, runs.c.single,
            runs.c.file_name, runs.c.state.label("run_state"), sends.c.about, sends.c.answer_id,
            BODY,
        )
        .select_from(items)
        .join(runs, runs.c.id == items.c.run_id)
        .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .outerjoin(sends, (sends.c.run_id == items.c.run_id) & (sends.c.seq == items.c.seq))
        .where(runs.c.state != PREPARING)
        .order_by(runs.c.created_at.desc(), items.c.seq)
    )  # fmt: skip
    if evidence.run == BY_ITSELF:
        query = query.where(sends.c.reference == evidence.nonce)
    else:
        of_row = (file_rows.c.run_id == items.c.run_id) & (file_rows.c.seq == items.c.seq)
        query = query.join(file_rows, of_row).where(
            file_rows.c.run_id == evidence.run, file_rows.c.number == evidence.row
        )
    rows = [row for row in connection.execute(query) if evidence.nonce.encode() in row.body]
    named = [row for row in rows if evidence.message_id and row.answer_id == evidence.message_id]
    doubts = [row for row in rows if row.state == ItemState.UNKNOWN]
    return next(iter([*named, *doubts, *rows]), None)


def _settle(
    connection: Connection, row: Row[*tuple[Any, ...]], evidence: Evidence, file_name: str, by: str
) -> ProvedMessage:
    settled = _what_it_does(connection, row)
    if settled is not SettledDoubt.UNDER_WAY:
        _keep(connection, row, evidence, file_name, by)
    counted = (
        settled is SettledDoubt.KNOWN and row.run_state not in MOVING and _counted_as_sent(connection, row)
    )
    if counted or settled in (SettledDoubt.DOUBT, SettledDoubt.NOT_SENT):
        _open_again(connection, row)
        log(connection, [(row.run_id, row.seq)], Decision.PROVED, by)
        _name(connection, row, evidence.message_id)
    about, title = (row.about, row.title) if row.single else (row.record_id, row.file_name)
    return ProvedMessage(row.run_id, row.seq, evidence.nonce, settled, about, title, evidence.message_id)


def _what_it_does(connection: Connection, row: Row[*tuple[Any, ...]]) -> SettledDoubt:
    if row.state == ItemState.ACKED:
        return SettledDoubt.KNOWN
    if row.run_state in MOVING or row.state == ItemState.SENDING:
        return SettledDoubt.UNDER_WAY
    if row.state == ItemState.UNKNOWN:
        return SettledDoubt.DOUBT
    if row.state == ItemState.REJECTED:
        return SettledDoubt.REFUSED
    if row.state == ItemState.LEFT_OUT and _went_once_more(connection, row):
        return SettledDoubt.KNOWN
    return SettledDoubt.NOT_SENT


def _decided(row: Row[*tuple[Any, ...]]) -> ColumnElement[bool]:
    of_record = and_(decisions.c.run_id == row.run_id, decisions.c.seq == row.seq)
    return and_(of_record, decisions.c.undone_at.is_(None))


def _went_once_more(connection: Connection, row: Row[*tuple[Any, ...]]) -> bool:
    """Whether a person sent the same again: what became of that one counts."""
    query = select(decisions.c.id).where(_decided(row), decisions.c.new_run_id.is_not(None))
    return connection.execute(query).first() is not None


def _counted_as_sent(connection: Connection, row: Row[*tuple[Any, ...]]) -> bool:
    """Whether it is listed as sent because a person said so."""
    query = select(decisions.c.id).where(_decided(row), decisions.c.decision == Decision.COUNT_AS_SENT)
    return connection.execute(query).first() is not None


def _open_again(connection: Connection, row: Row[*tuple[Any, ...]]) -> None:
    """What somebody had decided about it counts no more, nor that it was never seen to leave."""
    reopen(connection, _decided(row))
    connection.execute(
        update(items)
        .where(items.c.run_id == row.run_id, items.c.seq == row.seq)
        .values(state=ItemState.UNKNOWN)
    )


def _name(connection: Connection, row: Row[*tuple[Any, ...]], message_id: str) -> None:
    """The id the store gave it, where the log says: it is followed from now on."""
    if not message_id:
        return
    connection.execute(
        update(items)
        .where(items.c.run_id == row.run_id, items.c.seq == row.seq)
        .values(reason=sentences(PROVED, message(NAMED, id=message_id)))
    )
    if row.single:
        of = (sends.c.run_id == row.run_id) & sends.c.answer_id.is_(None)
        connection.execute(update(sends).where(of).values(answer_id=message_id))
    else:
        follow(connection, row.run_id, row.title, [(message_id, row.record_id)])


def _keep(
    connection: Connection, row: Row[*tuple[Any, ...]], evidence: Evidence, file_name: str, by: str
) -> None:
    values = {
        "words": json.dumps(evidence.words, ensure_ascii=False),
        "said_at": evidence.at,
        "text": evidence.text,
        "file_name": file_name,
        "by": by,
        "at": now(),
    }
    key = {"run_id": row.run_id, "seq": row.seq, "message_id": evidence.message_id}
    same = (
        (proofs.c.run_id == row.run_id)
        & (proofs.c.seq == row.seq)
        & (proofs.c.message_id == evidence.message_id)
    )
    Events.note(connection, EventKind.DECISION, row.run_id)
    if connection.execute(select(proofs.c.at).where(same)).first() is None:
        connection.execute(insert(proofs).values(**key, **values))
    else:
        connection.execute(update(proofs).where(same).values(**values))
