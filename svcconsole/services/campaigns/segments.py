"""People chosen by a question over what is known here: who they are, what they agreed to, the file they came
in with, what they got, read, opened and when.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import case, func, or_, select

from svcconsole.services.approvals.regions import RegionOf
from svcconsole.services.campaigns.suppression import suppressed
from svcconsole.tables.results.escape import escape
from svcconsole.whole_file import whole_file
from svcconsole.workspace.clock import written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.body_templates import BODY, OF_BODY
from svcconsole.workspace.runs.webhook_events import CLICK
from svcconsole.workspace.schema import (
    ItemState,
    bodies,
    body_templates,
    deliveries,
    items,
    people,
    runs,
    webhook_events,
)
from svcconsole.workspace.stored_json import read_or

KIND = "segment"
"""What saved questions are kept under, as presets."""
AT_ONCE = 500
COLUMNS = ("Phone", "Name", "Country")
"""Of the list that a campaign is made of."""
READ, FAILED = '%"read"%', '%"failed"%'
"""A word among those that the store said of a message, as they are kept."""


class Asks(StrEnum):
    """What one line of a question asks."""

    WORDS = "words"
    TAG = "tag"
    COUNTRY = "country"
    IMPORTED = "imported"
    AGREED = "agreed"
    NOT_AGREED = "not_agreed"
    GOT = "got"
    NOT_GOT = "not_got"
    READ = "read"
    NOT_READ = "not_read"
    CLICKED = "clicked"
    NOT_FAILED = "not_failed"


OF_TIME = frozenset({Asks.GOT, Asks.NOT_GOT, Asks.READ, Asks.NOT_READ, Asks.CLICKED, Asks.NOT_FAILED})
"""Their value is a number of days; the others ask for a text."""
OF_CONSENT = frozenset({Asks.AGREED, Asks.NOT_AGREED})
"""Their value is a key of `CONSENTS`."""
CONSENTS = {"email": "emailMarketingConsent", "sms": "smsMarketingConsent"}
"""What somebody may agree to, and the user property that says it (specification, UserProperty)."""
PROPERTIES, CUSTOMERS = "user_properties", "customers"
"""The kinds of runs whose records are people."""
OF_PROPERTY = (
    "firstName", "lastName", "email", "partnerCustomerId", "city", "state", "country", "address1",
)  # fmt: skip
"""The user properties that are searched by words, beside the tags."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One line: what is asked, and the words, tag, country (ISO 3166), file, consent or days asked with."""

    asks: Asks
    value: str

    @property
    def days(self) -> int:
        """So many days back; 0 where none are named."""
        return int(self.value) if self.value.isdecimal() else 0

    @property
    def is_whole(self) -> bool:
        """Whether it asks anything yet."""
        return self.days > 0 if self.asks in OF_TIME else bool(self.value.strip())


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody whom a question finds; `last_at` is when they got the last message from here (ISO in UTC),
    blank for never."""

    phone: str
    name: str
    country: str
    last_at: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """Whom a question finds, by name, and how many of them the suppression list keeps out."""

    members: tuple[Member, ...]
    kept_out: int


@dataclass(slots=True)
class _Known:
    """Somebody as everything known here says it; moments are ISO in UTC, blank for never."""

    phone: str
    name: str = ""
    words: str = ""
    tags: frozenset[str] = frozenset()
    files: str = ""
    consents: dict[str, bool] = field(default_factory=dict)
    got: str = ""
    read: str = ""
    clicked: str = ""
    failed: str = ""


def find(space: Workspace, conditions: Iterable[Condition]) -> Found:
    """Whoever answers all of these, once each; everybody with a number where nothing is asked."""
    asked = [each for each in conditions if each.is_whole]
    kept_out, region = suppressed(space), RegionOf()
    now = datetime.now(UTC)
    found, out = [], 0
    known = _everybody(space)
    _add_records(space, known, {PROPERTIES} if _no_files(asked) else {PROPERTIES, CUSTOMERS})
    for person in known.values():
        country = region(person.phone)
        if not all(_answers(person, country, each, now) for each in asked):
            continue
        if person.phone in kept_out:
            out += 1
            continue
        found.append(Member(person.phone, person.name, country, person.got))
    return Found(
        tuple(sorted(found, key=lambda each: (not each.name, each.name.casefold(), each.phone))), out
    )


def write_members(path: Path, members: Iterable[Member]) -> int:
    """Write the list that a campaign is made of, whole or not at all; how many people. Raises OSError."""
    number = 0
    with whole_file(path) as made, made.open("w", encoding="utf-8-sig", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(COLUMNS)
        for each in members:
            lines.writerow([escape(each.phone), escape(each.name), each.country])
            number += 1
    return number


def as_values(conditions: Sequence[Condition]) -> dict[str, Any]:
    """A question as a preset keeps it."""
    return {"conditions": [asdict(each) for each in conditions]}


def of_values(values: Mapping[str, Any]) -> tuple[Condition, ...]:
    """A question as it was kept; what another program asked beside it is left out."""
    found = []
    for each in values.get("conditions", ()):
        if isinstance(each, Mapping) and str(each.get("asks")) in set(Asks):
            found.append(Condition(Asks(str(each["asks"])), str(each.get("value", ""))))
    return tuple(found)


def _answers(person: _Known, country: str, asked: Condition, now: datetime) -> bool:
    since = written(now - timedelta(days=asked.days)) if asked.asks in OF_TIME else ""
    return _ANSWERS[asked.asks](person, country, asked.value.strip().casefold(), since)


_Answer = Callable[[_Known, str, str, str], bool]
_ANSWERS: Mapping[Asks, _Answer] = {
    Asks.WORDS: lambda person, _, text, __: all(word in person.words for word in text.split()),
    Asks.TAG: lambda person, _, text, __: text in person.tags,
    Asks.COUNTRY: lambda _, country, text, __: country.casefold() == text,
    Asks.IMPORTED: lambda person, _, text, __: text in person.files,
    Asks.AGREED: lambda person, _, consent, __: person.consents.get(consent) is True,
    Asks.NOT_AGREED: lambda person, _, consent, __: person.consents.get(consent) is False,
    Asks.GOT: lambda person, _, __, since: person.got >= since,
    Asks.NOT_GOT: lambda person, _, __, since: person.got < since,
    Asks.READ: lambda person, _, __, since: person.read >= since,
    Asks.NOT_READ: lambda person, _, __, since: person.read < since,
    Asks.CLICKED: lambda person, _, __, since: person.clicked >= since,
    Asks.NOT_FAILED: lambda person, _, __, since: person.failed < since,
}


def _everybody(space: Workspace) -> dict[str, _Known]:
    """Everybody with a number (E.164), by it: customers that were seen, and whoever got a message."""
    known: dict[str, _Known] = {}
    for phone, name, got, read, failed in _messages(space):
        if phone.startswith("+"):
            known[phone] = _Known(
                phone, name, f"{name}\n{phone}".casefold(), got=got, read=read, failed=failed
            )
    for phone, at in _clicks(space):
        if phone in known:
            known[phone].clicked = at
    for phones, name, words, tags in _customers(space):
        for phone in phones:
            if not phone.startswith("+"):
                continue
            person = known.setdefault(phone, _Known(phone))
            person.name = name or person.name
            person.words = f"{words}\n{person.words}".casefold()
            person.tags = tags
    return known


def _no_files(asked: Iterable[Condition]) -> bool:
    """Whether no line asks for a file: the records of customers need not be read then."""
    return all(each.asks is not Asks.IMPORTED for each in asked)


def _add_records(space: Workspace, known: dict[str, _Known], kinds: Iterable[str]) -> None:
    """What records say that the store took: a customer and an entry of user properties name their phone."""
    for kind, file_name, body in _records(space, kinds):
        phone = body.get("phoneNumber")
        if not isinstance(phone, str) or not phone.startswith("+"):
            continue
        person = known.setdefault(phone, _Known(phone))
        if file_name:
            person.files = f"{person.files}\n{file_name.casefold()}"
        if kind == PROPERTIES:
            _add_properties(person, body)


def _add_properties(person: _Known, entry: Mapping[str, Any]) -> None:
    """What is recorded of somebody; a later entry goes before an earlier one, as in the store."""
    name = " ".join(str(entry[part]) for part in ("firstName", "lastName") if entry.get(part))
    person.name = person.name or name
    tags = [str(tag) for tag in entry.get("tags") or ()]
    words = [*(str(entry[part]) for part in OF_PROPERTY if entry.get(part)), *tags, person.phone]
    person.words = "\n".join([person.words, *words]).casefold()
    person.tags |= frozenset(tag.casefold() for tag in tags)
    said = {consent: entry.get(wire) for consent, wire in CONSENTS.items()}
    person.consents |= {consent: value for consent, value in said.items() if isinstance(value, bool)}


def _records(space: Workspace, kinds: Iterable[str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Of these kinds what the store took, the oldest first: kind, file (blank where it was typed), body."""
    query = (
        select(runs.c.kind, runs.c.file_name, BODY)
        .select_from(items)
        .join(runs, runs.c.id == items.c.run_id)
        .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .where(runs.c.kind.in_(sorted(kinds)), items.c.state == ItemState.ACKED)
        .order_by(items.c.at, items.c.seq)
    )
    with space.reading() as connection:
        for row in connection.execution_options(yield_per=AT_ONCE).execute(query):
            body = json.loads(bytes(row.body))
            if isinstance(body, dict):
                yield row.kind, row.file_name or "", body


def _messages(space: Workspace) -> Iterator[tuple[str, str, str, str, str]]:
    """Of each number: a name, and when the last message went out, the last that was read, and that failed."""
    said, at = func.lower(deliveries.c.said), deliveries.c.at
    query = select(
        deliveries.c.phone,
        func.max(deliveries.c.name),
        func.max(at),
        func.max(case((said.like(READ), at), else_="")),
        func.max(case((said.like(FAILED), at), else_="")),
    ).where(deliveries.c.phone != "", or_(deliveries.c.known.is_(None), deliveries.c.known))
    with space.reading() as connection:
        rows = connection.execution_options(yield_per=AT_ONCE).execute(query.group_by(deliveries.c.phone))
        for row in rows:
            yield row[0], row[1], row[2], row[3], row[4]


def _clicks(space: Workspace) -> Iterator[tuple[str, str]]:
    query = (
        select(deliveries.c.phone, func.max(deliveries.c.at))
        .join(webhook_events, webhook_events.c.message_id == deliveries.c.id)
        .where(webhook_events.c.kind == CLICK, deliveries.c.phone != "")
        .group_by(deliveries.c.phone)
    )
    with space.reading() as connection:
        for row in connection.execution_options(yield_per=AT_ONCE).execute(query):
            yield row[0], row[1]


def _customers(space: Workspace) -> Iterator[tuple[list[str], str, str, frozenset[str]]]:
    query = select(people.c.phones, people.c.name, people.c.words, people.c.tags).order_by(people.c.key)
    with space.reading() as connection:
        for row in connection.execution_options(yield_per=AT_ONCE).execute(query):
            phones = [str(each) for each in read_or(row.phones, [])]
            tags = frozenset(str(each).casefold() for each in read_or(row.tags, []))
            yield phones, row.name, row.words, tags
