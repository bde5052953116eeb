"""Finds which rows are one person, and which rows of different persons share a key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Mapping, Reading
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.reading.reader import Row
from svcconsole.tables.results.escape import code
from svcconsole.tables.values.emails import email_key
from svcconsole.tables.values.multi_values import pieces
from svcconsole.tables.values.phones import Phone, PhoneProblem, read_phone
from svcconsole.tables.values.values import trimmed

IDENTITY = ("partnerCustomerId", "firstName", "lastName", "email", "phoneNumber")
KEYS = ("partnerCustomerId", "phoneNumber", "email")
"""By which a store finds a person, the first one given (decisions, rows 11 and 25)."""


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
