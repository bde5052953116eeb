"""Finds which rows are one person, and which rows of different persons share a key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Mapping, Reading
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.reading.reader import Row
from svcconsole.tables.results.escape import code
from svcconsole.tables.values.emails import email_key, split_emails
from svcconsole.tables.values.phones import (
    Phone,
    PhoneProblem,
    calling_code,
    phone_region,
    read_phone,
    split_phones,
)
from svcconsole.tables.values.values import trimmed

IDENTITY = ("partnerCustomerId", "firstName", "lastName", "email", "phoneNumber", "fullName")
KEYS = ("partnerCustomerId", "phoneNumber", "email")
"""By which a store finds a person, the first one given (decisions, rows 11 and 25)."""
_COUNTRIES = ("addresses.countryCode", "addresses.country", "country")
"""What a row says of its country; a column for its phone's country is asked before."""


@dataclass(frozen=True, slots=True)
class SharedKey:
    """What a row has in common with an earlier row: the text as it is compared, what of `KEYS` it is, the
    first such row; `strangers` where the two rows say that they are different people."""

    text: str
    path: str
    first: int
    strangers: bool


class CustomerGroups:
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
        self._phones: dict[tuple[str, str], Phone | PhoneProblem] = {}
        self._persons: dict[int, tuple[str, ...]] = {}

    @property
    def keys(self) -> tuple[str, ...]:
        """The people in the order of their first rows."""
        return tuple(self._groups)

    def rows_of(self, key: str) -> tuple[int, ...]:
        return tuple(self._groups.get(key, ()))

    def key_of(self, row: int) -> str:
        return self._key_of[row]

    def phone(self, text: str, row: Row) -> tuple[Phone | PhoneProblem, bool]:
        """The number in `text`, read once however often the file has it, and whether the file's region was
        asked for it.

        A number without a country code is one of the country a column names for the row's phone. Where the
        file has a region, it is one of the row's address if that makes a number in use, else of the region.
        """
        plain = self._read(text, "")
        if not (isinstance(plain, PhoneProblem) and plain.no_country):
            return plain, False
        named = phone_region(trimmed(self.reading.own("phoneCountry", row.cells)))
        if named:
            return self._in_country(text, named), False
        if self.region is None:
            return plain, True
        lives = next(
            filter(None, (phone_region(self.reading.own(path, row.cells)) for path in _COUNTRIES)), ""
        )
        if lives:
            found = self._read(text, lives)
            if isinstance(found, Phone) and found.given:
                return found, True
        return self._read(text, self.region), True

    def _in_country(self, text: str, region: str) -> Phone | PhoneProblem:
        """A number beside its country's code, where the zero before it is left off as often as written."""
        found = self._read(text, region)
        if isinstance(found, PhoneProblem) and found.damaged:
            whole = self._read(f"+{calling_code(region)} {text}", "")
            return whole if isinstance(whole, Phone) and whole.given else found
        return found

    def _read(self, text: str, region: str) -> Phone | PhoneProblem:
        key = (text, region)
        if key not in self._phones:
            self._phones[key] = read_phone(text, region or None)
        return self._phones[key]

    def add(self, row: Row) -> None:
        """Take the next row of the file in."""
        who = self._who(row)
        key = self._joined(row, who) or f"row {row.number}"
        self._groups.setdefault(key, []).append(row.number)
        self._key_of[row.number] = key
        self._heads.setdefault(key, who)
        self._persons[row.number] = who
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

    def shared_keys(self, row: Row) -> list[SharedKey]:
        """All that this row has in common with earlier rows of somebody else."""
        found = []
        for named in self._named(row):
            kind, _, text = named.partition(":")
            earlier = [
                number
                for number in self._seen[named]
                if number < row.number and self._key_of[number] != self._key_of[row.number]
            ]
            if earlier:
                who = self._who(row)
                strangers = any(_differ(self._persons[number], who) for number in earlier)
                found.append(SharedKey(text, _PATHS[kind], earlier[0], strangers))
        return found

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
        self._persons[new.number] = now
        if was != now:  # who stands for whom, in rows that share something with this one
            touched.update(self._key_of[number] for named in after for number in self._seen[named])
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
        identity, _, _, email, phone, _ = self._who(row)
        named = [f"id:{identity}"] if identity else []
        for text in split_phones(phone)[:1]:
            found, _ = self.phone(text, row)
            named += [f"phone:{found.e164}"] if isinstance(found, Phone) else []
        named += [f"email:{email_key(text)}" for text in split_emails(email)[:1]]
        return tuple(named)


_PATHS = {"id": "partnerCustomerId", "phone": "phoneNumber", "email": "email"}


def _differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two rows say that they are different people: by their names, else by their ids.

    A name that is part of the other contradicts nobody: "Giulia" and "Giulia Esposito-Ricci" may be one.
    """
    mine, theirs = (_words(f"{who[1]} {who[2]}") or _words(who[5]) for who in (one, other))
    if mine and theirs:
        return not (mine <= theirs or theirs <= mine)
    return bool(one[0] and other[0] and one[0] != other[0])


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def survey(header: Sequence[str], rows: Iterable[Row], mapping: Mapping, rules: Rules) -> CustomerGroups:
    """Read all rows once; TableError when the mapping names a column the header does not have."""
    found = CustomerGroups(header, mapping, rules)
    for row in rows:
        found.add(row)
    return found


def region_of(rules: Rules) -> str | None:
    """The country that numbers without a country code are read in; None while nobody said."""
    made = rules.decision("region")
    return made.value.upper() if made is not None and made.choice == "value" else None


def keys_of(record: Any) -> tuple[str, ...]:
    """What a store could find the person of a request by, the first one it goes by in front."""
    identity, phone, email = record.partner_customer_id, record.phone_number, record.email
    found = {"partnerCustomerId": identity, "phoneNumber": phone, "email": email and email_key(email)}
    return tuple(f"{name}:{value}" for name, value in found.items() if value)
