"""Frozen records about a campaign that the worker process sends to the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.tables.checking.problems import Level

LONGEST, BLANK, RIGHT_TO_LEFT, REPEATED, NO_COUNTRY, NOT_SENT = (
    "longest", "blank", "right_to_left", "repeated", "no_country", "not_sent",
)  # fmt: skip
JUMPS = (LONGEST, BLANK, RIGHT_TO_LEFT, REPEATED, NO_COUNTRY, NOT_SENT)
"""Where one can jump to among the recipients."""


@dataclass(frozen=True, slots=True)
class Sending:
    """What a campaign sends: the template's id or the message's type ("" while none is chosen), by a column
    where each row says it; and why nothing can be sent, with what is wrong of it as a whole. `body` is the
    first row's message by its names on the wire, whole or not."""

    kind: str
    chosen: str
    by_column: bool
    refusals: tuple[str, ...]
    body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Country:
    """How many messages go to a country (ISO 3166, blank for a number of none)."""

    code: str
    messages: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why so many rows are not sent."""

    title: str
    rows: int


@dataclass(frozen=True, slots=True)
class Audience:
    """What would go out: `ready` messages by country, the rows held back by reason, where to jump to.

    The countries add up to `ready`, and with the rows held back to `rows`. `jumps` holds rows by the words of
    `JUMPS`: the longest first, the others in the order of the file. `terms` are what it is held to beside.
    """

    rows: int
    ready: int
    countries: tuple[Country, ...]
    held: tuple[LeftOut, ...]
    jumps: Mapping[str, tuple[int, ...]]
    terms: CampaignTerms


@dataclass(frozen=True, slots=True)
class VariableValue:
    """One field of a recipient's message: its label, where it comes from, and its text in this row."""

    label: str
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Recipient:
    """One row as its recipient will get it: `said` is the cell, `number` what it goes to (E.164, blank for
    none) in `country`. `body` is the request by its names on the wire, whole or not."""

    row: int
    name: str
    said: str
    number: str
    country: str
    ready: bool
    sentences: tuple[tuple[Level, str], ...]
    fillings: tuple[VariableValue, ...]
    body: Mapping[str, Any]
