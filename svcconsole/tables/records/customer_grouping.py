"""Finds which rows are one person, and which rows of different persons share a key."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, takewhile
from typing import Any, TypeVar

from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Mapping, Reading
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.row_store import RowStore
from svcconsole.tables.records.key_index import KeyIndex, RepeatedKeys, key_hash
from svcconsole.tables.records.rows_by_text import RowOfText, RowsByText
from svcconsole.tables.results.escape import code
from svcconsole.tables.values.emails import email_key, email_problem, split_emails
from svcconsole.tables.values.phones import (
    Phone,
    PhoneProblem,
    calling_code,
    is_international,
    phone_region,
    read_phone,
    split_phones,
)
from svcconsole.tables.values.values import trimmed

IDENTITY = ("partnerCustomerId", "firstName", "lastName", "email", "phoneNumber", "fullName")
KEYS = ("partnerCustomerId", "phoneNumber", "email")
"""By which a store finds a person, the first one given (decisions, rows 11 and 25)."""
_KEY_PATHS = ("partnerCustomerId", "email", "phoneNumber")
_COUNTRIES = ("addresses.countryCode", "addresses.country", "country")
"""What a row says of its country; a column for its phone's country is asked before."""
MOST_ABOVE = 20
"""So many rows with the same key are compared with one below them."""
MOST_PERSONS = 1_000
"""What rows that share a key say of their person is kept of so many: neighbours, and twins far above them."""
_STORES_OWN = frozenset({"brandPhoneNumber", "businessPhoneNumber"})
"""Numbers of the store: the country of a row's person is not theirs."""


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
    the customer id, with nothing that contradicts the row above it. Nothing is kept of a row in memory whose
    keys stand in no other, however long the file is.
    """

    def __init__(self, header: Sequence[str], mapping: Mapping, rules: Rules) -> None:
        self.reading = Reading(mapping, header)
        self.region = region_of(rules)
        self._addresses = tuple(
            spec.path for spec in TARGETS[mapping.target].fields if spec.path.startswith("addresses.")
        )
        self.has_addresses = any(map(self.reading.fills, self._addresses))
        self._countries = tuple(path for path in _COUNTRIES if path in self.reading.positions)
        self._rows = 0
        self._index = KeyIndex()
        self._shared = RepeatedKeys(())
        self._changed: dict[int, list[int]] = {}
        self._members = RowsByText()
        """Rows of a person below the first one, by its number."""
        self._joined_rows = 0
        self._persons: dict[int, tuple[str, ...]] = {}
        self._row_of: Callable[[int], Row] | None = None

    @property
    def keys(self) -> Iterable[str]:
        """The people in the order of their first rows."""
        return (f"row {number}" for number in self.heads())

    def heads(self) -> Iterator[int]:
        """The first row of each person, in the order of the file."""
        return (number for number in range(1, self._rows + 1) if self._members.text(number) is None)

    def __len__(self) -> int:
        """How many people there are."""
        return self._rows - self._joined_rows

    def rows_of(self, key: str) -> tuple[int, ...]:
        head = int(key.removeprefix("row "))
        if self._head_of(head) != head or not 1 <= head <= self._rows:
            return ()
        return (head, *self._members.rows(str(head)))

    def key_of(self, row: int) -> str:
        return f"row {self._head_of(row)}"

    def _head_of(self, row: int) -> int:
        """The first row of a row's person."""
        return int(self._members.text(row) or row)

    def phone(self, text: str, row: Row, path: str = "") -> tuple[Phone | PhoneProblem, bool]:
        """The number in `text`, of the field `path`, and whether the file's region was asked for it.

        A number without a country code is one of the country a column names for the row's phone. Where the
        file has a region, it is one of the row's address if that makes a number in use, else of the region.
        The same country says what is dialled before another country's code.
        """
        if is_international(text):
            return self._read(text, ""), False
        own = path in _STORES_OWN
        named = "" if own else phone_region(trimmed(self.reading.value("phoneCountry", row.cells)))
        if named:
            return self._in_country(text, named), False
        plain = self._read(text, "")
        return self._of_row(text, row), isinstance(plain, PhoneProblem) and plain.no_country

    def _of_row(self, text: str, row: Row) -> Phone | PhoneProblem:
        """A number without its country, in that of the row's address or of the file."""
        if self.region is None:
            return self._read(text, "")
        for path in self._countries:
            if lives := phone_region(self.reading.own(path, row.cells)):
                found = self._read(text, lives)
                if found.given if isinstance(found, Phone) else found.two_ways:
                    return found
                break
        return self._read(text, self.region)

    def _in_country(self, text: str, region: str) -> Phone | PhoneProblem:
        """A number beside its country's code, where the zero before it is left off as often as written."""
        found = self._read(text, region)
        if isinstance(found, PhoneProblem) and found.damaged:
            whole = self._read(f"+{calling_code(region)} {text}", "")
            return whole if isinstance(whole, Phone) and whole.given else found
        return found

    def _read(self, text: str, region: str) -> Phone | PhoneProblem:
        return read_phone(text, region or None)

    def hashes(self, row: Row) -> tuple[int, ...]:
        """The keys of a row, for `add_hashes`."""
        return tuple(map(key_hash, self._named(row)))

    def read_ahead(self, rows: Iterable[Row]) -> None:
        """Check the e-mail addresses of a few hundred rows, for those who build them: the processor takes a
        third less time for one check after another than for each in turn with the rest."""
        for row in rows:
            for text in split_emails(trimmed(self.reading.value("email", row.cells))):
                email_problem(text)

    def add_hashes(self, row: int, hashes: Iterable[int]) -> None:
        """Take the next row of the file in; `settle` follows the last one."""
        self._rows = row
        for hashed in hashes:
            self._index.add(hashed, row)

    def settle(self, row_of: Callable[[int], Row]) -> None:
        """Find which rows are one person, now that every row is taken in; `row_of` gives a row again."""
        self._row_of = row_of
        self._shared = self._index.repeated()
        last_of = RowOfText()
        for number in self._in_order(self._shared.rows()) if self._addresses else ():
            row = row_of(number)
            who = self._who(row)
            head = self._joined(row, who, last_of) or number
            if head != number:
                self._members.add(str(head), number)
                self._joined_rows += 1
            if who[0]:
                last_of.put(who[0], head)

    def touched(self) -> Iterator[int]:
        """The first rows of those who share something with another row, in the order of the file."""
        several = chain(self._shared.rows(), chain.from_iterable(self._changed.values()))
        return self._in_order(map(self._head_of, several))

    def _in_order(self, rows: Iterable[int]) -> Iterator[int]:
        """These rows, each once, in the order of the file."""
        marked = bytearray(self._rows + 1)
        for row in rows:
            marked[row] = True
        return (row for row, is_marked in enumerate(marked) if is_marked)

    def shared(self, row: Row) -> tuple[str, int] | None:
        """What this row has in common with an earlier row of somebody else, and the first such row."""
        for named in self._shared_names(row):
            rows = self._rows_with(named)
            if rows and rows[0] < row.number and self.key_of(rows[0]) != self.key_of(row.number):
                return named.partition(":")[2], rows[0]
        return None

    def rows_above(self, row: Row) -> int:
        """How many rows above this one have the key that it is found by first."""
        names = self._shared_names(row)[:1]
        return sum(bisect_left(self._rows_with(named), row.number) for named in names)

    def shared_keys(self, row: Row) -> list[SharedKey]:
        """All that this row has in common with earlier rows of somebody else.

        Where a shop writes the same address for everybody who has none, each has it in common with all rows
        above: the first ones say whether these are different people.
        """
        found: list[SharedKey] = []
        head = self._head_of(row.number)
        for named in self._shared_names(row):
            kind, _, text = named.partition(":")
            above = takewhile(row.number.__gt__, islice(self._rows_with(named), MOST_ABOVE))
            earlier = [number for number in above if self._head_of(number) != head]
            if earlier:
                who = self._who(row)
                strangers = any(_differ(self._person(number), who) for number in earlier)
                found.append(SharedKey(text, _PATHS[kind], earlier[0], strangers))
        return found

    def _person(self, number: int) -> tuple[str, ...]:
        """What a row that shares a key says of its person."""
        if number not in self._persons and self._row_of is not None:
            if len(self._persons) >= MOST_PERSONS:
                self._persons.clear()
            self._persons[number] = self._who(self._row_of(number))
        return self._persons[number]

    def replace(self, old: Row, new: Row) -> frozenset[str] | None:
        """Take an edited row in: the people to build again, or None when the file must be surveyed anew."""
        key = self.key_of(new.number)
        was, now = self._who(old), self._who(new)
        if was != now and (was[0] != now[0] or not self._alone(key, was[0])):
            return None
        touched = {key}
        before, after = set(self._named(old)), set(self._named(new))
        for named in before ^ after:
            rows = self._with(named)
            if named in before:
                rows.remove(new.number)
            touched.update(self.key_of(number) for number in rows)
            if named in after:
                rows.append(new.number)
                rows.sort()
        self._persons.pop(new.number, None)
        if was != now:  # who stands for whom, in rows that share something with this one
            touched.update(self.key_of(number) for named in after for number in self._with(named))
        return frozenset(touched)

    def _with(self, named: str) -> list[int]:
        """The rows that have this key, to be changed."""
        hashed = key_hash(named)
        if hashed not in self._changed:
            self._changed[hashed] = self._index.rows_of(hashed)
        return self._changed[hashed]

    def _rows_with(self, named: str) -> Sequence[int]:
        """The rows that share this key; none for one that only one row has."""
        hashed = key_hash(named)
        changed = self._changed.get(hashed)
        return self._shared.rows_of(hashed) if changed is None else changed

    def _shared_names(self, row: Row) -> tuple[str, ...]:
        """What a store could find this row's person by, where any two rows of the file share something."""
        return self._named(row) if self._shared or self._changed else ()

    def _alone(self, key: str, identity: str) -> bool:
        """Whether no other row depends on what this person's row says of itself."""
        return len(self.rows_of(key)) == 1 and len(self._with(f"id:{identity}")) <= 1

    def _joined(self, row: Row, who: tuple[str, ...], last_of: RowOfText) -> int:
        """The first row of the person an address row belongs to; 0 for a row that is a person of its own."""
        if not any(self.reading.own(path, row.cells).strip() for path in self._addresses):
            return 0
        head = last_of.row(who[0]) if who[0] else None
        if head is None:
            return 0
        first = self._person(head)
        return head if all(not said or said == told for said, told in zip(who, first, strict=True)) else 0

    def _who(self, row: Row) -> tuple[str, ...]:
        texts = [trimmed(self.reading.value(path, row.cells)) for path in IDENTITY]
        return (code(texts[0]), *texts[1:])

    def _named(self, row: Row) -> tuple[str, ...]:
        """What a store could find this row's person by."""
        value, cells = self.reading.value, row.cells
        identity, email, phone = (trimmed(value(path, cells)) for path in _KEY_PATHS)
        identity = code(identity)
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
    mine, theirs = _name(one), _name(other)
    if mine and theirs:
        return not (mine <= theirs or theirs <= mine)
    return bool(one[0] and other[0] and one[0] != other[0])


def _name(who: tuple[str, ...]) -> frozenset[str]:
    """The words of a name; those of the whole name count where one of its parts has no column."""
    first, last, whole = who[1], who[2], who[5]
    return _words(f"{first} {last}" if first and last else f"{first} {last} {whole}")


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


Groups = TypeVar("Groups", bound=CustomerGroups)


def survey(header: Sequence[str], rows: Iterable[Row], mapping: Mapping, rules: Rules) -> CustomerGroups:
    """Read all rows once; TableError when the mapping names a column the header does not have."""
    return taken_in(CustomerGroups(header, mapping, rules), rows)


def taken_in(found: Groups, rows: Iterable[Row]) -> Groups:
    """The groups with all rows taken in, which are read a second time where some are one person."""
    kept: list[Row] | RowStore = rows if isinstance(rows, list | RowStore) else RowStore(rows)
    for row in kept:
        found.add_hashes(row.number, found.hashes(row))
    found.settle(lambda number: kept[number - 1])
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
