"""Which rows of a file are one person, which share one, and their names, numbers and addresses read."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from pydantic import ValidationError

from svcconsole.tables.emails import email_key, email_problem
from svcconsole.tables.escape import code
from svcconsole.tables.findings import Findings
from svcconsole.tables.mapping import Mapping, Reading
from svcconsole.tables.phones import Phone, PhoneProblem, read_phone
from svcconsole.tables.problems import Draft, Loc
from svcconsole.tables.reader import Row
from svcconsole.tables.refusals import explain
from svcconsole.tables.rules import Rules
from svcconsole.tables.targets import TARGETS
from svcconsole.tables.values import SEVERAL, flag, scientific, trimmed

IDENTITY = ("partnerCustomerId", "firstName", "lastName", "email", "phoneNumber")
KEYS = ("partnerCustomerId", "phoneNumber", "email")
"""By which a store finds a person, the first one given (decisions, rows 11 and 25)."""


class PeopleSurvey:
    """What the whole file says of who is who.

    A row is a person of its own, except where a file gives each address of a customer a row: then it repeats
    the customer id, with nothing that contradicts the row above it.
    """

    def __init__(self, header: Sequence[str], mapping: Mapping, rules: Rules) -> None:
        self.reading = Reading(mapping, header)
        self.region = region_of(rules)
        self._addresses = tuple(
            spec.path for spec in TARGETS[mapping.target].fields if spec.path.startswith("addresses.")
        )
        self._groups: dict[str, list[int]] = {}
        self._key_of: dict[int, str] = {}
        self._heads: dict[str, tuple[str, ...]] = {}
        self._last_of: dict[str, str] = {}
        self._seen: dict[str, list[int]] = {}
        self._phones: dict[str, Phone | PhoneProblem] = {}

    @property
    def keys(self) -> tuple[str, ...]:
        """The people in the order of their first rows."""
        return tuple(self._groups)

    def rows_of(self, key: str) -> tuple[int, ...]:
        return tuple(self._groups.get(key, ()))

    def key_of(self, row: int) -> str:
        return self._key_of[row]

    def phone(self, text: str) -> Phone | PhoneProblem:
        """The number in `text`, read once however often the file has it."""
        if text not in self._phones:
            self._phones[text] = read_phone(text, self.region)
        return self._phones[text]

    def add(self, row: Row) -> None:
        """Take the next row of the file in."""
        who = self._who(row)
        key = self._joined(row, who) or f"row {row.number}"
        self._groups.setdefault(key, []).append(row.number)
        self._key_of[row.number] = key
        self._heads.setdefault(key, who)
        if who[0]:
            self._last_of[who[0]] = key
        for named in self._named(row):
            self._seen.setdefault(named, []).append(row.number)

    def shared(self, row: Row) -> tuple[str, int] | None:
        """What this row has in common with an earlier row of somebody else, and the first such row."""
        for named in self._named(row):
            first = self._seen[named][0]
            if first < row.number and self._key_of[first] != self._key_of[row.number]:
                return named.partition(":")[2], first
        return None

    def replace(self, old: Row, new: Row) -> frozenset[str] | None:
        """Take an edited row in: the people to build again, or None when the file must be surveyed anew."""
        key = self._key_of[new.number]
        was, now = self._who(old), self._who(new)
        if was != now and (was[0] != now[0] or not self._alone(key, was[0])):
            return None
        touched = {key}
        before, after = set(self._named(old)), set(self._named(new))
        for named in before ^ after:
            rows = self._seen.setdefault(named, [])
            if named in before:
                rows.remove(new.number)
            touched.update(self._key_of[number] for number in rows)
            if named in after:
                rows.append(new.number)
                rows.sort()
        self._heads[key] = now if self._groups[key][0] == new.number else self._heads[key]
        return frozenset(touched)

    def _alone(self, key: str, identity: str) -> bool:
        """Whether no other row depends on what this person's row says of itself."""
        return len(self._groups[key]) == 1 and len(self._seen.get(f"id:{identity}", ())) <= 1

    def _joined(self, row: Row, who: tuple[str, ...]) -> str:
        """The person an address row belongs to; blank for a row that is a person of its own."""
        if not any(self.reading.own(path, row.cells).strip() for path in self._addresses):
            return ""
        key = self._last_of.get(who[0], "") if who[0] else ""
        alike = key and all(
            not said or said == first for said, first in zip(who, self._heads[key], strict=True)
        )
        return key if alike else ""

    def _who(self, row: Row) -> tuple[str, ...]:
        texts = [trimmed(self.reading.value(path, row.cells)) for path in IDENTITY]
        return (code(texts[0]), *texts[1:])

    def _named(self, row: Row) -> tuple[str, ...]:
        """What a store could find this row's person by."""
        identity, _, _, email, phone = self._who(row)
        named = [f"id:{identity}"] if identity else []
        for text in pieces(phone)[:1]:
            found = self.phone(text)
            named += [f"phone:{found.e164}"] if isinstance(found, Phone) else []
        named += [f"email:{email_key(text)}" for text in pieces(email)[:1]]
        return tuple(named)


def survey(header: Sequence[str], rows: Iterable[Row], mapping: Mapping, rules: Rules) -> PeopleSurvey:
    """Read all rows once; TableError when the mapping names a column the header does not have."""
    found = PeopleSurvey(header, mapping, rules)
    for row in rows:
        found.add(row)
    return found


class Person:
    """One person being built; what kinds of records have in common."""

    def __init__(
        self, found: PeopleSurvey, rules: Rules, key: str, rows: Sequence[Row], without: Collection[int]
    ) -> None:
        self.survey = found
        self.key = key
        self.rows = rows
        self.head = rows[0]
        self.findings = Findings(found.reading, rules)
        self.body: dict[str, Any] = {}
        self.left_out = [row.number for row in rows if row.number in without]

    def closed(self, *, everything: bool = False) -> Draft:
        """The draft of what was built, checked by the model; `everything` leaves all of it out."""
        findings = self.findings
        numbers = tuple(row.number for row in self.rows)
        request = None
        if not everything:
            try:
                request = TARGETS[findings.reading.kind].model.model_validate(self.body)
            except ValidationError as error:
                explain(error, findings, self.head)
        return Draft(
            self.key,
            numbers,
            self.body,
            findings.origin,
            () if everything else tuple(findings.problems),
            None if findings.refused else request,
            numbers if everything else tuple(sorted(self.left_out)),
            dict(findings.asked),
        )

    def first(self, path: str) -> tuple[str, Row]:
        """The first row's text, or that of the first later row that has one."""
        for row in self.rows:
            if text := self.findings.read(path, row):
                return text, row
        return "", self.head

    def put(self, place: str, path: str, value: object, row: Row) -> None:
        self.body[place] = value
        self.findings.came_from((place,), path, row)

    def texts(self, places: dict[str, str]) -> None:
        """Texts as they stand: place in the request → path."""
        for place, path in places.items():
            text, row = self.first(path)
            if text:
                self.put(place, path, text, row)

    def identity(self) -> None:
        text, row = self.first("partnerCustomerId")
        if not text:
            return
        if scientific(text):
            self.findings.say("id_damaged", row, "partnerCustomerId", ("partner_customer_id",), text=text)
        self.put("partner_customer_id", "partnerCustomerId", code(text), row)

    def shared(self) -> None:
        """Say what this person has in common with an earlier row."""
        for row in self.rows:
            if found := self.survey.shared(row):
                what, first = found
                path = next((path for path in KEYS if self.findings.own(path, row)), KEYS[0])
                self.findings.say("key_shared", row, path, (), what=f"“{what}”", first=first)
                return

    def tags(self) -> None:
        text, row = self.first("tags")
        if found := tag_list(text):
            self.put("tags", "tags", found, row)

    def phones(self, path: str, loc: Loc, split: str = SEVERAL) -> tuple[list[str], Row]:
        """The numbers of a field in E.164; what is none is a problem at `loc`."""
        text, row = self.first(path)
        return self.phones_in(text, path, row, loc, split), row

    def phones_in(self, text: str, path: str, row: Row, loc: Loc, split: str = SEVERAL) -> list[str]:
        findings, numbers = self.findings, []
        for one in pieces(text, split):
            found = self.survey.phone(one)
            national = not one.startswith(("+", "00"))
            if isinstance(found, PhoneProblem) and found.no_country:
                made = findings.decided("region")
                findings.say("phone_country" if made is None else "phone_left_out", row, path, loc, text=one)
                continue
            if national and self.survey.region is not None:
                findings.decided("region")
            if isinstance(found, PhoneProblem):
                kind = "phone_damaged" if found.damaged else "phone_unreadable"
                findings.say(kind, row, path, loc, why=found.sentence)
                continue
            if not found.given:
                findings.say("phone_unused", row, path, loc, text=one)
            if found.e164 != one:
                findings.say("phone_written", row, path, loc, text=one, number=found.e164)
            numbers.append(found.e164)
        return numbers

    def emails(self, path: str, loc: Loc, split: str = SEVERAL) -> tuple[list[str], Row]:
        """The e-mail addresses of a field; what is none is a problem at `loc`."""
        text, row = self.first(path)
        return self.emails_in(text, path, row, loc, split), row

    def emails_in(self, text: str, path: str, row: Row, loc: Loc, split: str = SEVERAL) -> list[str]:
        found = []
        for one in pieces(text, split):
            why = email_problem(one)
            if why is None:
                found.append(one)
            else:
                self.findings.say("email_unreadable", row, path, loc, why=why)
        return found

    def flag(self, place: str, path: str) -> None:
        text, row = self.first(path)
        if not text:
            return
        said = flag(text)
        if said is None:
            self.findings.say("flag_unreadable", row, path, (place,), text=text)
        else:
            self.put(place, path, said, row)


class PersonBuilder:
    """Builds any person of a surveyed file, as often as an edit asks for it."""

    def __init__(self, made: Callable[[Person], Draft], found: PeopleSurvey, rules: Rules) -> None:
        self._made = made
        self._survey = found
        self._rules = rules

    def build_one(self, key: str, rows: Sequence[Row], without: Collection[int] = ()) -> Draft:
        """The person of these rows (all rows of `key`, in file order); of rows in `without` no address
        comes."""
        return self._made(Person(self._survey, self._rules, key, rows, without))


def region_of(rules: Rules) -> str | None:
    """The country that numbers without a country code are read in; None while nobody said."""
    made = rules.decision("region")
    return made.value.upper() if made is not None and made.choice == "value" else None


def pieces(text: str, split: str = SEVERAL) -> list[str]:
    """The values of a cell, without blanks and repetitions; `split` is a pattern."""
    parts = (trimmed(part) for part in re.split(split, text))
    return list(dict.fromkeys(part for part in parts if part))


def tag_list(text: str) -> list[str]:
    """The tags of a cell: a JSON list, quoted texts with commas between, or texts between , ; | and :::.

    What begins with "* " is a group of Google's own and no tag.
    """
    found: list[str]
    if text.startswith("[") and (listed := _json_list(text)) is not None:
        found = listed
    elif text.startswith('"'):
        found = next(csv.reader([text], skipinitialspace=True), [])
    else:
        found = re.split(rf"{SEVERAL}|[;,|\n]", text)
    trimmed_ones = (trimmed(tag) for tag in found)
    return list(dict.fromkeys(tag for tag in trimmed_ones if tag and not tag.startswith("* ")))


def _json_list(text: str) -> list[str] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    texts = isinstance(found, list) and all(isinstance(one, str) for one in found)
    return found if texts else None


def keys_of(record: Any) -> tuple[str, ...]:
    """What a store could find the person of a request by, the first one it goes by in front."""
    identity, phone, email = record.partner_customer_id, record.phone_number, record.email
    found = {"partnerCustomerId": identity, "phoneNumber": phone, "email": email and email_key(email)}
    return tuple(f"{name}:{value}" for name, value in found.items() if value)
