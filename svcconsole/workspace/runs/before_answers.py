"""What the store answered, ahead of a run, for the records that the run changes: kept for 90 days."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, Select, bindparam, delete, func, insert, select, update

from svcconsole.workspace.clock import now, written
from svcconsole.workspace.database_clock import database_moment
from svcconsole.workspace.runs.body_templates import BODY, OF_BODY
from svcconsole.workspace.schema import ItemState, before_answers, bodies, body_templates, items
from svcconsole.workspace.session import Session
from svcconsole.workspace.sql_functions import first_number, last_number
from svcconsole.workspace.stored_json import read_stored

KEPT = timedelta(days=90)
LEVEL = 1
"""How much zlib tries: an answer of a hundred products is written in well under a millisecond."""


class BeforeState(StrEnum):
    """How the look at the store ended: it answered, it has no such record, it cannot be asked for it."""

    READ = "read"
    ABSENT = "absent"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class BeforeAnswer:
    """One answer for the records numbered `seqs`: its bytes as received, `words` why there are none, and when
    it was read (ISO in UTC). A record of `seqs` that a READ answer does not hold was not there."""

    seqs: tuple[int, ...]
    state: BeforeState
    answer: bytes = b""
    words: str = ""
    read_at: str = ""


@dataclass(frozen=True, slots=True)
class ToRead:
    """A record that a run is about to send for the first time."""

    seq: int
    record_id: str
    body: bytes


class BeforeAnswers:
    """The answers of a workspace, by run; they go with their run, or after 90 days."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def add(self, run_id: str, answers: Sequence[BeforeAnswer]) -> None:
        """Keep answers; they are on the disk when this returns."""
        at = now()
        with self._access.writing() as connection:
            highest = select(func.coalesce(func.max(before_answers.c.number), 0)).where(
                before_answers.c.run_id == run_id
            )
            first = int(connection.execute(highest).scalar_one()) + 1
            rows = [
                {
                    "run_id": run_id,
                    "number": first + place,
                    "seqs": json.dumps(each.seqs),
                    "state": each.state,
                    "answer": zlib.compress(each.answer, LEVEL) if each.answer else None,
                    "words": each.words,
                    "read_at": each.read_at or at,
                }
                for place, each in enumerate(answers)
            ]
            if rows:
                connection.execute(insert(before_answers), rows)

    def of(self, run_id: str) -> Iterator[BeforeAnswer]:
        """All answers of a run, one after the other in the order they came."""
        query = (
            select(before_answers).where(before_answers.c.run_id == run_id).order_by(before_answers.c.number)
        )
        with self._access.reading() as connection:
            for row in connection.execution_options(yield_per=20).execute(query):
                yield _answer(row)

    def of_records(self, run_id: str, seqs: AbstractSet[int]) -> tuple[BeforeAnswer, ...]:
        """The answers that hold one of these records; an answer is for records that follow one another."""
        if not seqs:
            return ()
        query = (
            select(before_answers)
            .where(
                before_answers.c.run_id == run_id,
                first_number(before_answers.c.seqs) <= max(seqs),
                last_number(before_answers.c.seqs) >= min(seqs),
            )
            .order_by(before_answers.c.number)
        )
        with self._access.reading() as connection:
            found = map(_answer, connection.execute(query))
            return tuple(each for each in found if not seqs.isdisjoint(each.seqs))

    def to_read(self, run_id: str) -> tuple[int, ...]:
        """The numbers of the planned records of which nothing has left and no answer is kept, in the plan's
        order."""
        known = select(before_answers.c.seqs).where(before_answers.c.run_id == run_id)
        with self._access.reading() as connection:
            read = {seq for text in connection.execute(known).scalars() for seq in read_stored(text)}
            return tuple(seq for seq in connection.execute(_unsent(run_id)).scalars() if seq not in read)

    def unreadable(self, run_id: str) -> dict[int, str]:
        """The planned records that are not at the store as far as is known, and of which the last answer kept
        does not say what it holds, with its words; blank where none is kept."""
        query = (
            select(before_answers.c.seqs, before_answers.c.state, before_answers.c.words)
            .where(before_answers.c.run_id == run_id)
            .order_by(before_answers.c.number)
        )
        with self._access.reading() as connection:
            found = dict.fromkeys(connection.execute(_waiting(run_id)).scalars(), "")
            waiting = frozenset(found)
            for row in connection.execute(query):
                for seq in waiting.intersection(read_stored(row.seqs)):
                    if row.state == BeforeState.UNREADABLE:
                        found[seq] = row.words
                    else:
                        found.pop(seq, None)
        return found

    def records(self, run_id: str, seqs: Sequence[int]) -> tuple[ToRead, ...]:
        """The records with these numbers."""
        query = (
            select(items.c.seq, items.c.record_id, BODY)
            .select_from(items)
            .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
            .outerjoin(body_templates, OF_BODY)
            .where(items.c.run_id == run_id, items.c.seq.in_(seqs))
            .order_by(items.c.seq)
        )
        with self._access.reading() as connection:
            found = connection.execute(query)
            return tuple(ToRead(row.seq, row.record_id, row.body) for row in found)

    def kept_until(self) -> dict[str, str]:
        """Run → when its answers are forgotten, ISO in UTC."""
        query = select(before_answers.c.run_id, func.min(before_answers.c.read_at)).group_by(
            before_answers.c.run_id
        )
        with self._access.reading() as connection:
            return {str(run_id): kept_until(at) for run_id, at in connection.execute(query)}

    def clear(self, run_id: str) -> None:
        """Forget the answers of a run of which nothing has left yet: they are read anew."""
        with self._access.writing() as connection:
            connection.execute(delete(before_answers).where(before_answers.c.run_id == run_id))

    def clear_unsent(self, run_id: str) -> None:
        """Forget what is kept of the planned records of which nothing has left: they are read anew."""
        answer = (before_answers.c.run_id == run_id, before_answers.c.number == bindparam("of_number"))
        known = select(before_answers.c.number, before_answers.c.seqs)
        with self._access.writing() as connection:
            unsent = frozenset(connection.execute(_unsent(run_id)).scalars())
            for row in connection.execute(known.where(before_answers.c.run_id == run_id)).all():
                seqs = read_stored(row.seqs)
                left = [seq for seq in seqs if seq not in unsent]
                of_row = {"of_number": row.number}
                if not left:
                    connection.execute(delete(before_answers).where(*answer), of_row)
                elif left != seqs:
                    kept = {**of_row, "seqs": json.dumps(left)}
                    connection.execute(update(before_answers).where(*answer), kept)

    def prune(self) -> int:
        """Forget what was read more than 90 days ago; returns how many answers that were."""
        with self._access.reading() as connection:
            old = before_answers.c.read_at < written(database_moment(connection) - KEPT)
            if connection.execute(select(before_answers.c.number).where(old).limit(1)).first() is None:
                return 0
        with self._access.writing() as connection:
            return connection.execute(delete(before_answers).where(old)).rowcount


def _waiting(run_id: str) -> Select[int]:
    """The numbers of the planned records that are in no doubt, in the plan's order."""
    return (
        select(items.c.seq)
        .where(items.c.run_id == run_id, items.c.state == ItemState.PLANNED, items.c.doubt_at.is_(None))
        .order_by(items.c.seq)
    )


def _unsent(run_id: str) -> Select[int]:
    """Those of which nothing has left."""
    return _waiting(run_id).where(items.c.tries == 0)


def _answer(row: Row[Any]) -> BeforeAnswer:
    text = unpacked(row.answer)
    return BeforeAnswer(tuple(read_stored(row.seqs)), BeforeState(row.state), text, row.words, row.read_at)


def unpacked(answer: bytes | None) -> bytes:
    """The bytes of an answer as they were received, of those in its column."""
    return b"" if answer is None else zlib.decompress(answer)


def kept_until(read_at: str) -> str:
    """When an answer is forgotten, ISO in UTC."""
    moment = datetime.fromisoformat(read_at) + KEPT
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
