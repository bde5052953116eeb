"""Frozen records of a take-back: what can be restored of a run, record by record and field by field."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from svcconsole.services.records.field_diff import FieldChange


class Restore(StrEnum):
    """What becomes of one record of the run, in the order in which it is shown."""

    SINCE = "changed_since"
    STAYS = "stays"
    IN_PART = "in_part"
    WHOLE = "restored"
    AS_BEFORE = "as_before"


SENT_BACK = (Restore.WHOLE, Restore.IN_PART)
"""What a take-back sends by itself; records that were changed since go along where a person says so."""


@dataclass(frozen=True, slots=True)
class FieldBack:
    """One field: from what the store holds now to what it held before the run.

    `stays`: it cannot be given back, and `note` says why. `since`: somebody changed it after the run.
    """

    change: FieldChange
    note: str = ""
    stays: bool = False
    since: bool = False


@dataclass(frozen=True, slots=True)
class RecordBack:
    """One record of the run; `seq` is its number in the run, `row` the first of its rows in the file.

    `why` says what is the matter where it is not simply restored, `nearest` what can be done instead.
    """

    seq: int
    record_id: str
    name: str
    state: Restore
    row: int
    fields: tuple[FieldBack, ...] = ()
    why: str = ""
    nearest: str = ""
    image: str = ""

    @property
    def restored_fields(self) -> int:
        return sum(not each.stays for each in self.fields)


@dataclass(frozen=True, slots=True)
class TakeBackSummary:
    """The tiles of a take-back: the states add up to `records`, the run's records that had something to send.

    `code` is the plan's as it would be sent now. `never` of the AS_BEFORE ones never reached the store.
    """

    run_id: str
    code: str
    kind: str
    records: int
    states: dict[Restore, int]
    fields: int
    stuck_fields: int
    never: int
    by_field: dict[str, int] = field(default_factory=dict)

    def sent(self, *, with_since: bool = False) -> int:
        """How many records a plan of it sends."""
        states = (*SENT_BACK, Restore.SINCE) if with_since else SENT_BACK
        return sum(self.states.get(state, 0) for state in states)


@dataclass(frozen=True, slots=True)
class BackFilter:
    """Which records to show: of some states, with a change of one field, with a text in name or id."""

    states: tuple[Restore, ...] = ()
    field: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class BackPage:
    """A page of records, and how many there are in all."""

    total: int
    records: tuple[RecordBack, ...]
