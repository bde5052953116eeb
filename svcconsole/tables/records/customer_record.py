"""Builds one person from its rows: names, numbers, e-mails and tags, with problems for what is doubtful."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Generic

from pydantic import ValidationError

from svcconsole.tables.checking.model_errors import explain
from svcconsole.tables.checking.problems import Draft, Loc, Made_co
from svcconsole.tables.checking.record_problems import RecordProblems
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.fields import Kind
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.customer_grouping import KEYS, CustomerGroups, SharedKey
from svcconsole.tables.results.escape import code
from svcconsole.tables.values.emails import email_key, email_problem, split_emails
from svcconsole.tables.values.multi_values import pieces, tag_list
from svcconsole.tables.values.phones import PhoneProblem, split_phones
from svcconsole.tables.values.values import flag, scientific

_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
"""A name of a script in which no space parts family and given name."""


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
        self.without: set[tuple[str, str]] = set()
        """What of the keys stays with earlier rows of other people: path and text as it is compared."""
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

    def left_out_whole(self, model: type[Made_co]) -> Draft[Made_co]:
        """The draft of a record a rule keeps out, with what was said of it."""
        return replace(self.closed(model, everything=True), problems=tuple(self.findings.problems))

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

    def names(self) -> tuple[str, str]:
        """First and last name: the columns of each, else the parts of the whole name as the rule parts it.

        Beside a whole name the part that no column has is what the other part leaves of it; one whose column
        is blank in this row stays blank.
        """
        fills = self.findings.reading.fills
        first, last = self.first("firstName"), self.first("lastName")
        whole, row = self.first("fullName")
        parts = [(*first, "firstName"), (*last, "lastName")]
        if whole and not first[0] and not last[0]:
            made = self.findings.decided("full_name")
            one, other = parted_name(whole, made.choice if made is not None else "whole")
            parts = [(one, row, "fullName"), (other, row, "fullName")]
        elif whole and not fills("lastName"):
            parts[1] = (rest_of_name(whole, first[0]), row, "fullName")
        elif whole and not fills("firstName"):
            parts[0] = (rest_of_name(whole, last[0]), row, "fullName")
        for (text, at, path), place in zip(parts, ("first_name", "last_name"), strict=True):
            if text:
                self.set_value(place, path, text, at)
        found = (parts[0][0], parts[1][0])
        if any(text and path == "fullName" for text, _, path in parts):
            self.findings.add_problem("name_parted", row, "fullName", (), first=found[0], last=found[1])
        return found

    def shared(self) -> bool:
        """Say what this person has in common with an earlier row; True when a rule leaves the row out.

        Rows of one person are sent one after the other. Rows of different people wait for an answer.
        """
        for row in self.rows:
            shared = self.survey.shared_keys(row)
            if not shared:
                continue
            others = [key for key in shared if key.strangers]
            key = others[0] if others else shared[0]
            path = key.path if self.findings.own(key.path, row) else KEYS[0]
            say = partial(self._say_shared, row=row, path=path, key=key)
            made = self.findings.decided("shared") if others else None
            if not others or (made is not None and made.choice == "each"):
                say("key_shared")
            elif made is None:
                say("key_strangers", loc=("shared",))
            elif made.choice == "first" or any(key.path == "partnerCustomerId" for key in others):
                say("shared_left_out")
                return True
            else:
                say("shared_dropped")
                self.without |= {(key.path, key.text) for key in others}
            return False
        return False

    def _say_shared(self, code: str, *, row: Row, path: str, key: SharedKey, loc: Loc = ()) -> None:
        self.findings.add_problem(code, row, path, loc, what=key.text, first=key.first)

    def drop_shared(self) -> None:
        """Take away what the rule leaves with the earlier rows of other people."""
        for path, place, key in (
            ("phoneNumber", "phone_number", str),
            ("email", "email", email_key),
        ):
            if place in self.body and (path, key(self.body[place])) in self.without:
                del self.body[place]

    @property
    def emptied(self) -> bool:
        """Whether nothing is left to find this person by, once what is shared stays with somebody else."""
        return bool(self.without) and not self.body.keys() & {"phone_number", "email"}

    def tags(self) -> None:
        text, row = self.first("tags")
        if not text:
            return
        if any(tag.startswith("* ") for tag in pieces(text)):
            self.findings.add_problem("tag_own", row, "tags", (), text=text)
        if found := tag_list(text):
            self.set_value("tags", "tags", found, row)

    def phones(self, path: str, loc: Loc) -> tuple[list[str], Row]:
        """The numbers of a field in E.164; what is none is a problem at `loc`."""
        text, row = self.first(path)
        return self.phones_in(text, path, row, loc) if text else [], row

    def phones_in(self, text: str, path: str, row: Row, loc: Loc) -> list[str]:
        findings, numbers = self.findings, []
        for one in split_phones(text):
            found, asked = self.survey.phone(one, row, path)
            if isinstance(found, PhoneProblem) and found.no_country:
                made = findings.decided("region")
                findings.add_problem(
                    "phone_country" if made is None else "phone_left_out", row, path, loc, text=one
                )
                continue
            if asked and self.survey.region is not None:
                findings.decided("region")
            if isinstance(found, PhoneProblem):
                self._refuse_phone(found, path, row, loc)
                continue
            if not found.given:
                findings.add_problem("phone_unused", row, path, loc, text=one)
            if found.e164 != one:
                findings.add_problem("phone_written", row, path, loc, text=one, number=found.e164)
            numbers.append(found.e164)
        return numbers

    def _refuse_phone(self, found: PhoneProblem, path: str, row: Row, loc: Loc) -> None:
        """A number that cannot be read is a mistake, unless a rule sends people with an e-mail without it."""
        if self._has_email():
            made = self.findings.decided("phone_wrong")
            if made is not None and made.choice == "without":
                self.findings.add_problem("phone_dropped", row, path, (), why=found.sentence)
                return
        kind = "phone_damaged" if found.damaged else "phone_unreadable"
        self.findings.add_problem(kind, row, path, loc, why=found.sentence)

    def _has_email(self) -> bool:
        """Whether the record has an e-mail address that can be right, and so does without a number."""
        if "email" not in self.findings.reading.paths():
            return False
        text, _ = self.first("email")
        return any(email_problem(one) is None for one in split_emails(text)[:1])

    def emails(self, path: str, loc: Loc) -> tuple[list[str], Row]:
        """The e-mail addresses of a field; what is none is a problem at `loc`."""
        text, row = self.first(path)
        return self.emails_in(text, path, row, loc) if text else [], row

    def emails_in(self, text: str, path: str, row: Row, loc: Loc) -> list[str]:
        found = []
        for one in split_emails(text):
            why = email_problem(one)
            if why is None:
                found.append(one)
            else:
                self.findings.add_problem("email_unreadable", row, path, loc, why=why)
        return found

    def one_in(self, kind: Kind, text: str, path: str, row: Row, loc: Loc) -> str:
        """The number or e-mail address (`kind`) of a field that takes one; blank where the text holds none.
        Others are left out, and told."""
        read = self.phones_in if kind == "phone" else self.emails_in
        first, *others = dict.fromkeys(read(text, path, row, loc)) or ("",)
        for other in others:
            self.findings.add_problem("more_left_out", row, path, (), text=other)
        return first

    def flag(self, place: str, path: str) -> None:
        text, row = self.first(path)
        if not text:
            return
        said = flag(text)
        if said is None:
            self.findings.add_problem("flag_unreadable", row, path, (place,), text=text)
        else:
            self.set_value(place, path, said, row)


def parted_name(whole: str, choice: str) -> tuple[str, str]:
    """First and last name of a whole name as the rule `full_name` parts it.

    `whole`: all of it is the first name; `last_word` and `first_word` say which word is the family name, and
    part “Esposito, Giulia” at its comma.
    """
    last, comma, first = whole.partition(",")
    if comma and first.strip() and choice != "whole":
        return first.strip(), last.strip()
    words = whole.split()
    if choice == "whole" or len(words) < 2:
        return whole, ""
    if choice == "first_word":
        return " ".join(words[1:]), words[0]
    return " ".join(words[:-1]), words[-1]


def rest_of_name(whole: str, part: str) -> str:
    """What is left of a whole name without a part of it; all of it where that is no part of it."""
    known = r"[\s,]+".join(map(re.escape, part.split()))
    if not _UNSPACED.fullmatch(whole):
        known = rf"(?<![^\s,]){known}(?![^\s,])"
    left = re.sub(known, " ", whole, count=1, flags=re.IGNORECASE)
    return " ".join(left.replace(",", " ").split()) if left != whole else whole


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
