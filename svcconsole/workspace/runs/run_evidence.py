"""All that is kept of what went to whom: plans, approvals, messages, requests, deliveries, callbacks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, exists, or_, select

from svcconsole.workspace.person_text import Subject
from svcconsole.workspace.runs.body_templates import BODY, OF_BODY, checked
from svcconsole.workspace.runs.ledger_entries import is_in_span
from svcconsole.workspace.schema import (
    PREPARING,
    approvals,
    attempts,
    bodies,
    body_templates,
    decisions,
    deliveries,
    items,
    proofs,
    runs,
    send_people,
    sends,
    webhook_events,
)
from svcconsole.workspace.session import Session

Row = dict[str, Any]


def evidence_of(access: Session, of: str | Subject) -> Iterator[tuple[str, Row]]:
    """Each entry with what it is, of a run (its id) or of a person in all runs and single sends, as it is
    kept at one moment; WorkspaceError where bytes are not those that were frozen."""
    is_person = isinstance(of, Subject)
    chosen = _of_person(of) if isinstance(of, Subject) else items.c.run_id == of
    with access.reading() as connection:
        of_runs = select(items.c.run_id).where(chosen)
        for kind, query in _queries(chosen, of_runs, of).items():
            if kind == "request" and is_person:
                yield from _requests(connection, query, chosen)
                continue
            for row in connection.execute(query):
                told = dict(row._mapping)
                yield kind, _record(told) if kind == "message" else told


def _of_person(subject: Subject) -> ColumnElement[bool]:
    named = exists().where(
        send_people.c.run_id == items.c.run_id,
        send_people.c.seq == items.c.seq,
        send_people.c.key.in_(sorted(subject.keys)),
    )
    return or_(items.c.record_id.in_(sorted(subject.ids)), named)


def _queries(
    chosen: ColumnElement[bool], of_runs: Select[Any], of: str | Subject
) -> Mapping[str, Select[Any]]:
    """What is read for each kind of entry, in the order in which it happened."""
    record = and_(bodies.c.run_id == items.c.run_id, bodies.c.seq == items.c.seq)
    sent = and_(sends.c.run_id == items.c.run_id, sends.c.seq == items.c.seq)
    followed: ColumnElement[bool]
    if isinstance(of, Subject):
        phones = [key.removeprefix("phone:") for key in sorted(of.keys) if key.startswith("phone:")]
        followed = deliveries.c.phone.in_(phones)
    else:
        followed = deliveries.c.run_id == of
    decided, proved = (
        and_(table.c.run_id == items.c.run_id, table.c.seq == items.c.seq) for table in (decisions, proofs)
    )
    return {
        "plan": select(
            runs.c.id, runs.c.code, runs.c.sha256, runs.c.kind, runs.c.title, runs.c.state, runs.c.file_name,
            runs.c.fingerprint, runs.c.operator, runs.c.created_at, runs.c.started_at, runs.c.finished_at,
        ).where(runs.c.id.in_(of_runs), runs.c.state != PREPARING).order_by(runs.c.created_at, runs.c.id),
        "approval": select(approvals).where(approvals.c.run_id.in_(of_runs)).order_by(approvals.c.id),
        "message": select(
            items.c.run_id, items.c.seq, items.c.record_id, items.c.state, items.c.reason,
            items.c.server_words, items.c.given_ids, items.c.tries, items.c.at,
            sends.c.answer, sends.c.answer_id, bodies.c.sha256, BODY,
        ).select_from(items).outerjoin(bodies, record).outerjoin(body_templates, OF_BODY)
        .outerjoin(sends, sent).where(chosen).order_by(items.c.run_id, items.c.seq),
        "request": select(
            attempts.c.id, attempts.c.run_id, attempts.c.seqs, attempts.c.operation, attempts.c.sha256,
            attempts.c.intended_at, attempts.c.settled_at, attempts.c.outcome, attempts.c.status,
            attempts.c.elapsed, attempts.c.sentence,
        ).where(attempts.c.run_id.in_(of_runs)).order_by(attempts.c.id),
        "decision": select(decisions).join(items, decided).where(chosen).order_by(decisions.c.id),
        "delivery": select(deliveries).where(followed).order_by(deliveries.c.at, deliveries.c.id),
        "callback": select(webhook_events)
        .where(webhook_events.c.message_id.in_(select(deliveries.c.id).where(followed)))
        .order_by(webhook_events.c.received_at, webhook_events.c.id),
        "callback log": select(proofs).join(items, proved).where(chosen)
        .order_by(proofs.c.run_id, proofs.c.seq, proofs.c.message_id),
    }  # fmt: skip


def _record(told: Row) -> Row:
    """A record with its bytes as text; none where it never had any."""
    body = told["body"]
    return told | {"body": None if body is None else checked(body, told["sha256"]).decode()}


def _requests(
    connection: Connection, query: Select[Any], chosen: ColumnElement[bool]
) -> Iterator[tuple[str, Row]]:
    """The requests that carried the person's records; others of the same runs are about others."""
    theirs: dict[str, set[int]] = defaultdict(set)
    for run_id, seq in connection.execute(select(items.c.run_id, items.c.seq).where(chosen)):
        theirs[run_id].add(seq)
    for row in connection.execute(query):
        if any(is_in_span(row.seqs, seq) for seq in theirs[row.run_id]):
            yield "request", dict(row._mapping)
