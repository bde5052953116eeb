"""Frozen records about the phone numbers of an import that the worker process sends to the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["repaired", "stays"]
COLUMN, MAJORITY, REGION = "column:", "majority", "region:"
"""How a place where the country comes from is written: a column's name follows, or two letters."""


@dataclass(frozen=True, slots=True)
class PhoneKind:
    """One kind of damage: `numbers` have it; `repairable` where some of them may be repaired at once."""

    damage: str
    title: str
    sub: str
    numbers: int
    repairable: bool


@dataclass(frozen=True, slots=True)
class CountrySource:
    """Where the country of a number may come from, in words; `key` begins with COLUMN, MAJORITY or REGION."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class CountryCount:
    """How many numbers of a kind are of a country (ISO 3166); no code: of none that is known."""

    code: str
    numbers: int


@dataclass(frozen=True, slots=True)
class PhoneFilter:
    """What to show of one kind: read with the country of `source` (blank: the best there is), of `verdict`,
    of one country, with a text in it."""

    damage: str
    source: str = ""
    verdict: Verdict | None = None
    country: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """One number as it is and as it would be; blank `after`: it stays, and `how` says why. `cell` is the
    whole text of the cell that holds it, `country` a code (ISO 3166) or blank, `doubtful` are repaired
    numbers that messages may not reach."""

    number: int
    column: str
    cell: str
    name: str
    country: str
    before: str
    after: str
    how: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class PhonePage:
    """A kind with what would become of it: repaired + stays = numbers of the kind; `total` fit the filter.

    `ways` are what can be done beside repairing, by key and words.
    """

    damage: str
    headline: str
    why: str
    source: str
    sources: tuple[CountrySource, ...]
    countries: tuple[CountryCount, ...]
    repaired: int
    stays: int
    total: int
    rows: tuple[PhoneRow, ...]
    ways: tuple[tuple[str, str], ...]
