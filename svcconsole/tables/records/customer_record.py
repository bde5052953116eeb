"""Builds one person from its rows: names, numbers, e-mails and tags, with problems for what is doubtful."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic

from pydantic import ValidationError

from svcconsole.tables.checking.model_errors import explain
from svcconsole.tables.checking.problems import Draft, Loc, Made_co
from svcconsole.tables.checking.record_problems import RecordProblems
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.reading.reader import Row
from svcconsole.tables.records.customer_grouping import KEYS, CustomerGroups
from svcconsole.tables.results.escape import code
from svcconsole.tables.values.emails import email_problem
from svcconsole.tables.values.multi_values import pieces, tag_list
from svcconsole.tables.values.phones import Phone, PhoneProblem, read_phone
from svcconsole.tables.values.values import SEVERAL, flag, scientific


class Person:
    """One person being built; what kinds of records have in common."""

    def __init__(
        self, found: CustomerGroups, rules: Rules, key: str, rows: Sequence[Row], without: Collection[int]
    ) -> None:
        self.survey = found
        self.key = key
        self.rows = rows
        self.head = rows[0]
        self.findings = RecordProblems(found.reading, rules)
        self.body: dict[str, Any] = {}
        self.left_out = [row.number for row in rows if row.number in without]

    def closed(self, model: type[Made_co], *, everything: bool = False) -> Draft[Made_co]:
        """The draft of what was built, checked by `model`; `everything` leaves all of it out."""
        findings = self.findings
        numbers = tuple(row.number for row in self.rows)
        request = None
        if not everything:
            try:
                request = model.model_validate(self.body)
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
        if not self.findings.reading.fills(path):
            return "", self.head
        for row in self.rows:
            if text := self.findings.read(path, row):
                return text, row
        return "", self.head

    def set_value(self, place: str, path: str, value: object, row: Row) -> None:
        self.body[place] = value
        self.findings.came_from((place,), path, row)

    def texts(self, places: dict[str, str]) -> None:
        """Texts as they stand: place in the request → path."""
        for place, path in places.items():
            text, row = self.first(path)
            if text:
                self.set_value(place, path, text, row)

    def identity(self) -> None:
        text, row = self.first("partnerCustomerId")
        if not text:
            return
        if scientific(text):
            self.findings.add_problem(
                "id_damaged", row, "partnerCustomerId", ("partner_customer_id",), text=text
            )
        self.set_value("partner_customer_id", "partnerCustomerId", code(text), row)

    def shared(self) -> None:
        """Say what this person has in common with an earlier row."""
        for row in self.rows:
            if found := self.survey.shared(row):
                what, first = found
                path = next((path for path in KEYS if self.findings.own(path, row)), KEYS[0])
                self.findings.add_problem("key_shared", row, path, (), what=what, first=first)
                return

    def tags(self) -> None:
        text, row = self.first("tags")
        if found := tag_list(text):
            self.set_value("tags", "tags", found, row)

    def phones(self, path: str, loc: Loc, split: str = SEVERAL) -> tuple[list[str], Row]:
        """The numbers of a field in E.164; what is none is a problem at `loc`."""
        text, row = self.first(path)
        return self.phones_in(text, path, row, loc, split) if text else [], row

    def phones_in(self, text: str, path: str, row: Row, loc: Loc, split: str = SEVERAL) -> list[str]:
        findings, numbers = self.findings, []
        for one in pieces(text, split):
            found = self.survey.phone(one)
            national = not one.startswith(("+", "00")) and (isinstance(found, Phone) or _needs_country(one))
            if isinstance(found, PhoneProblem) and found.no_country:
                made = findings.decided("region")
                findings.add_problem(
                    "phone_country" if made is None else "phone_left_out", row, path, loc, text=one
                )
                continue
            if national and self.survey.region is not None:
                findings.decided("region")
            if isinstance(found, PhoneProblem):
                kind = "phone_damaged" if found.damaged else "phone_unreadable"
                findings.add_problem(kind, row, path, loc, why=found.sentence)
                continue
            if not found.given:
                findings.add_problem("phone_unused", row, path, loc, text=one)
            if found.e164 != one:
                findings.add_problem("phone_written", row, path, loc, text=one, number=found.e164)
            numbers.append(found.e164)
        return numbers

    def emails(self, path: str, loc: Loc, split: str = SEVERAL) -> tuple[list[str], Row]:
        """The e-mail addresses of a field; what is none is a problem at `loc`."""
        text, row = self.first(path)
        return self.emails_in(text, path, row, loc, split) if text else [], row

    def emails_in(self, text: str, path: str, row: Row, loc: Loc, split: str = SEVERAL) -> list[str]:
        found = []
        for one in pieces(text, split):
            why = email_problem(one)
            if why is None:
                found.append(one)
            else:
                self.findings.add_problem("email_unreadable", row, path, loc, why=why)
        return found

    def flag(self, place: str, path: str) -> None:
        text, row = self.first(path)
        if not text:
            return
        said = flag(text)
        if said is None:
            self.findings.add_problem("flag_unreadable", row, path, (place,), text=text)
        else:
            self.set_value(place, path, said, row)


def _needs_country(text: str) -> bool:
    """Whether nothing but a country is missing to read this number."""
    found = read_phone(text)
    return isinstance(found, PhoneProblem) and found.no_country


class PersonBuilder(Generic[Made_co]):
    """Builds any person of a surveyed file, as often as an edit asks for it."""

    def __init__(self, made: Callable[[Person], Draft[Made_co]], found: CustomerGroups, rules: Rules) -> None:
        self._made = made
        self._survey = found
        self._rules = rules

    def build_one(self, key: str, rows: Sequence[Row], without: Collection[int] = ()) -> Draft[Made_co]:
        """The person of these rows (all rows of `key`, in file order); of rows in `without` no address
        comes."""
        return self._made(Person(self._survey, self._rules, key, rows, without))
