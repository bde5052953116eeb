"""Counts how far the messages of a run came, in the database: by state, minute, number, text and reason.

A hundred thousand messages are never read into the program for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    Subquery,
    and_,
    case,
    func,
    literal,
    or_,
    select,
    union_all,
)

from svcconsole.workspace.runs.webhook_events import CLICK
from svcconsole.workspace.schema import ItemState, deliveries, items, webhook_events
from svcconsole.workspace.session import Session
from svcconsole.workspace.sql_functions import position

MINUTE = len("2026-11-24T10:00")
"""Moments are counted by the minute they are in."""
LEFT = (ItemState.ACKED, ItemState.REJECTED, ItemState.UNKNOWN, ItemState.SENDING)
"""Records of which a request left."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How many messages to some people left, were accepted, refused, arrived, were read, failed, or had a
    link opened. `clicked` counts messages, not clicks."""

    people: int = 0
    accepted: int = 0
    refused: int = 0
    delivered: int = 0
    read: int = 0
    failed: int = 0
    clicked: int = 0

    def __add__(self, other: Reached) -> Reached:
        return Reached(
            self.people + other.people,
            self.accepted + other.accepted,
            self.refused + other.refused,
            self.delivered + other.delivered,
            self.read + other.read,
            self.failed + other.failed,
            self.clicked + other.clicked,
        )


@dataclass(frozen=True, slots=True)
class FailedFor:
    """So many messages failed for one reason, in the store's words; the first of them was heard at `first`
    (ISO in UTC, to the minute)."""

    why: str
    times: int
    first: str


@dataclass(slots=True)
class Heard:
    """What was heard of a run's messages: how many were delivered and read in each minute
    (`2026-11-24T10:00`, in UTC), why some failed and their ids, and how many are still `open`."""

    delivered: dict[str, int] = field(default_factory=dict)
    read: dict[str, int] = field(default_factory=dict)
    failures: list[FailedFor] = field(default_factory=list)
    failed_ids: list[str] = field(default_factory=list)
    open: int = 0


class DeliveryFigures:
    """The figures of one run. `until` (ISO in UTC): only what was heard before; blank for everything."""

    def __init__(self, access: Session, run_id: str, until: str = "") -> None:
        self._access, self._run_id = access, run_id
        self._until = until[:MINUTE].lower()
        self._of = _messages(run_id, self._until).c

    def reached(self, lengths: Mapping[str, int], usual: int) -> Sequence[tuple[str, int | None, Reached]]:
        """Everyone, by the beginning of their number and by their text: an example of the numbers, which text
        (`items.arm`), and the figures. A beginning is `usual` signs long, another length for some."""
        begins = _beginning(items.c.record_id, lengths, usual)
        sent = self._left()
        own = (
            select(
                items.c.record_id.label("phone"), begins.label("begins"), items.c.arm.label("arm"),
                _when(items.c.state == ItemState.ACKED).label("accepted"),
                _when(items.c.state == ItemState.REJECTED).label("refused"),
            )
            .where(items.c.run_id == self._run_id, items.c.state.in_(LEFT), *sent)
            .subquery()
        )  # fmt: skip
        clicked, of = self._clicked_ids().subquery(), self._of
        came = (
            select(
                of.phone.label("phone"),
                func.sum(_when(of.delivered_at != "")).label("delivered"),
                func.sum(_when(of.read_at != "")).label("read"),
                func.sum(_when(self._has_failed())).label("failed"),
                func.count(clicked.c.message_id).label("clicked"),
            )
            .outerjoin(clicked, clicked.c.message_id == of.id)
            .group_by(of.phone)
            .subquery()
        )
        sums = [func.sum(own.c.accepted), func.sum(own.c.refused)]
        sums += [
            func.sum(func.coalesce(came.c[name], 0)) for name in ("delivered", "read", "failed", "clicked")
        ]
        query = (
            select(func.min(own.c.phone), own.c.arm, func.count(), *sums)
            .select_from(own)
            .outerjoin(came, came.c.phone == own.c.phone)
            .group_by(own.c.begins, own.c.arm)
        )
        with self._access.reading() as connection:
            rows = connection.execute(query).all()
        return [(row[0], row[1], Reached(*map(int, row[2:]))) for row in rows]

    def heard(self, since: str) -> Heard:
        """What was heard of the messages; those that left before `since` (ISO, UTC) are not waited for."""
        of = self._of
        is_open = (of.at >= since, of.delivered_at == "", of.failed_at == "")
        parts = (
            select(_word("delivered"), of.delivered_at, func.count(), _word("")).where(of.delivered_at != "")
            .group_by(of.delivered_at),
            select(_word("read"), of.read_at, func.count(), _word("")).where(of.read_at != "")
            .group_by(of.read_at),
            select(_word("failed"), of.why, func.count(), func.min(of.failed_at)).where(self._has_failed())
            .group_by(of.why),
            select(_word("id"), of.id, literal(1), _word("")).where(self._has_failed()),
            select(_word("open"), _word(""), func.count(), _word("")).where(*is_open),
        )  # fmt: skip
        found = Heard()
        with self._access.reading() as connection:
            for kind, text, times, first in connection.execute(union_all(*parts)):
                match kind:
                    case "delivered" | "read":
                        minutes = found.delivered if kind == "delivered" else found.read
                        minutes[text.upper()] = int(times)
                    case "failed":
                        found.failures.append(FailedFor(text, int(times), first.upper()))
                    case "id":
                        found.failed_ids.append(text)
                    case _:
                        found.open = int(times)
        return found

    def tells_clicks(self) -> bool:
        """Whether webhooks told anything of this run: without them nobody tells who opened a link."""
        query = select(webhook_events.c.id).where(webhook_events.c.run_id == self._run_id).limit(1)
        with self._access.reading() as connection:
            return connection.execute(query).first() is not None

    def _clicked_ids(self) -> Select[tuple[str]]:
        of = (webhook_events.c.run_id == self._run_id) & (webhook_events.c.kind == CLICK)
        before = () if not self._until else (func.lower(webhook_events.c.received_at) < self._until,)
        return select(webhook_events.c.message_id).where(of, *before).distinct()

    def _left(self) -> tuple[ColumnElement[bool], ...]:
        """Which records had left by then; one in doubt has no moment of its own."""
        if not self._until:
            return ()
        return (or_(items.c.at.is_(None), func.lower(items.c.at) < self._until),)

    def _has_failed(self) -> ColumnElement[bool]:
        """A failure can be followed by a delivery; it is none then."""
        return and_(self._of.failed_at != "", self._of.delivered_at == "")


def _messages(run_id: str, until: str) -> Subquery:
    """The messages of a run, each with when it was first heard to be delivered, read, and to have failed;
    blank for never, and for what was heard later than asked about."""
    of, said = deliveries.c, func.lower(deliveries.c.said)
    words = (_minute(said, word).label(word) for word in ("delivered", "read", "failed"))
    told = select(of.id, of.phone, of.at, of.why, *words).where(of.run_id == run_id)
    # Worked out once: an engine that puts one query into the other does so for every mention.
    once = told.cte().prefix_with("MATERIALIZED")

    def heard(at: ColumnElement[str]) -> ColumnElement[str]:
        return case((at < until, at), else_="") if until else at

    # Who asks late hears only of the last: what was read had been delivered.
    delivered = case((once.c.delivered != "", once.c.delivered), else_=once.c.read)
    return select(
        once.c.id, once.c.phone, once.c.at, once.c.why, heard(delivered).label("delivered_at"),
        heard(once.c.read).label("read_at"), heard(once.c.failed).label("failed_at"),
    ).subquery()  # fmt: skip


def _minute(said: ColumnElement[str], word: str) -> ColumnElement[str]:
    """When a word was first heard, of the JSON of all words in small letters; blank for never."""
    before = f'["{word}", "'
    place = position(said, literal(before, String))
    return case((place > 0, func.substr(said, place + len(before), MINUTE)), else_="")


def _beginning(number: ColumnElement[str], lengths: Mapping[str, int], usual: int) -> ColumnElement[str]:
    """The first signs of a number, as many as stand beside the code it begins with."""
    if not lengths:
        return func.substr(number, 1, usual)
    length = case(*((number.startswith(code), many) for code, many in lengths.items()), else_=usual)
    return func.substr(number, 1, length)


def _when(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return case((condition, 1), else_=0)


def _word(text: str) -> ColumnElement[str]:
    return literal(text, String)
