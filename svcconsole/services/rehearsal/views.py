"""Frozen records of a rehearsal: what would become of each record, field by field."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from svcconsole.services.records.field_diff import FieldChange


class Rehearsed(StrEnum):
    """What would become of one record; the four of a rehearsal that reads add up to the plan's records.

    COUNTED: accepted, where nothing can be read and so nothing be compared.
    """

    CHANGED = "will_change"
    NEW = "will_be_new"
    SAME = "same_already"
    REFUSED = "refused"
    COUNTED = "accepted"


class Look(StrEnum):
    """What is worth a look in one change."""

    PRICE = "price_over_30"
    STOCK = "stock_becomes_0"
    NAME = "name_shorter_by_half"
    SINCE = "changed_since"


@dataclass(frozen=True, slots=True)
class FieldAfter:
    """One field that changes; `note` says what that means, `look` what is worth a look."""

    change: FieldChange
    note: str = ""
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class RecordAfter:
    """One record of the plan; `reason` is our sentence for a refusal and `server_words` the store's."""

    seq: int
    record_id: str
    name: str
    state: Rehearsed
    row: int
    fields: tuple[FieldAfter, ...] = ()
    reason: str = ""
    server_words: str = ""
    since: bool = False
    image: str = ""

    @property
    def looks(self) -> frozenset[Look]:
        """What is worth a look in it."""
        found = {each.look for each in self.fields if each.look is not None}
        return frozenset(found | ({Look.SINCE} if self.since else set()))


@dataclass(frozen=True, slots=True)
class RehearsalSummary:
    """The tiles of a rehearsal: `states` add up to `records`; `read_at` (ISO) is when the store was read.

    `code` is made of exactly the bytes that a commit sends; `reads` says whether the records could
    be compared, or only counted.
    """

    run_id: str
    code: str
    kind: str
    file_name: str
    records: int
    states: dict[Rehearsed, int]
    fields: int
    read_at: str
    reads: bool
    looks: dict[Look, int] = field(default_factory=dict)
    by_field: dict[str, int] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AfterFilter:
    """Which records to show; `refusal` are the store's words of one reason."""

    states: tuple[Rehearsed, ...] = ()
    field: str = ""
    look: Look | None = None
    refusal: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class AfterPage:
    """A page of records, and how many there are in all."""

    total: int
    records: tuple[RecordAfter, ...]
