"""An invented list of customers, damaged as such lists are: letters, shifted rows, spreadsheet phones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

HEADER = ("Customer ID", "First name", "Last name", "Country of residence", "Phone", "Tags", "E-mail")
ENCODING = "iso8859_2"
"""Old and nearly forgotten: with few letters beyond English no program can be sure of it."""
KNOWN, NEW = 24, 96
FIRST = ("Anna", "Peter", "Eva", "Jonas", "Clara", "Emil", "Nora", "Ida", "Max", "Paul", "Lea", "Tom")
LAST = ("Roth", "Kos", "Mann", "Weber", "Vogt", "Brandt", "Klein", "Berg")
LETTERS = {3: ("Jánoš", "Tóth"), 31: ("Łukasz", "Nowak"), 58: ("Anna", "Kovač")}
"""New customers with a letter that the readings differ in, by their place."""
SHIFTED = (9, 40, 71)
"""New customers whose tags have a comma and no quotes around it."""
LOST, SHORT = (20, 52), 64
"""New customers whose number lost its last digits in a spreadsheet, and one whose number never was whole."""
PREFIXES = {"+49151": "Germany", "+44740": "United Kingdom"}


@dataclass(frozen=True, slots=True)
class Person:
    """A row of the file, and `phone_after`, the number the store is to hold in the end."""

    identity: str
    first: str
    last: str
    country: str
    phone: str
    tags: str
    email: str
    phone_after: str | None

    @property
    def line(self) -> str:
        """The row as the careless program wrote it, which never quotes anything."""
        return ",".join(
            (self.identity, self.first, self.last, self.country, self.phone, self.tags, self.email)
        )


def everybody(held: Mapping[str, Mapping[str, Any]]) -> tuple[Person, ...]:
    """The rows of the file: some customers of the store, `held` by their id, between others it has not."""
    known, new = list(_known(held)), list(_new())
    every = len(new) // len(known)
    return tuple(
        each for at, person in enumerate(known) for each in (*new[at * every : (at + 1) * every], person)
    )


def file_of(rows: Sequence[Person]) -> bytes:
    """The file of these rows."""
    return "\n".join([",".join(HEADER), *(row.line for row in rows), ""]).encode(ENCODING)


def _known(held: Mapping[str, Mapping[str, Any]]) -> Iterator[Person]:
    """Customers of the store with a new tag and, every third, another name; their numbers lost the plus."""
    found = 0
    for identity in sorted(held):
        customer = held[identity]
        phone, email = customer.get("phoneNumber"), customer.get("email")
        country = PREFIXES.get(str(phone)[:6])
        first, last = str(customer.get("firstName")), str(customer.get("lastName"))
        if country is None or not email or not f"{first}{last}".isascii():
            continue
        name = last if found % 3 else "Lindner"
        yield Person(identity, first, name, country, str(phone)[1:], "spring fair", str(email), str(phone))
        found += 1
        if found == KNOWN:
            return


def _new() -> Iterator[Person]:
    """People the store has not, their numbers damaged in turn."""
    for at in range(NEW):
        first, last = LETTERS.get(at, (FIRST[at % len(FIRST)], LAST[at % len(LAST)]))
        national = f"171 55{50000 + at * 37}"
        whole = f"+49{national.replace(' ', '')}"
        written = (f"0{national}", f"{float(whole[1:]):.11E}", f"'{whole}", whole[1:])[at % 4]
        after: str | None = whole
        if at in LOST:
            written, after = f"{float(whole[1:]):.4E}", None
        elif at == SHORT:
            written, after = "612 34", None
        tags = "spring fair, new" if at in SHIFTED else "spring fair"
        yield Person(
            f"FAIR-{at + 1:03}", first, last, "Germany", written, tags, f"guest{at + 1}@fair.example", after
        )
