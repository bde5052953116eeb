"""An entry as it is shown: its cells, its status, and the message of each cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from svcconsole.gui.tabs.user_properties.cells import BY_WIRE, CELLS, PLACES, Values
from svcconsole.gui.tabs.user_properties.checks import check
from svcconsole.gui.tabs.user_properties.sheet_model import Row
from svcconsole.gui.tabs.user_properties.stored_draft import SentPlan
from svcconsole.services.user_properties.outcomes import cell_named

BLANK, WRONG, LOOK, READY = "blank", "wrong", "look", "ready"
WAITING, ACCEPTED, REFUSED, CHECK, NOT_SENT = "waiting", "accepted", "refused", "check", "not_sent"

SENDABLE: Final = (READY, LOOK)
"""How an entry stands that is sent: what is worth a look does not keep it from that."""
NO_PROBLEMS: Final[Mapping[str, str]] = {}
NO_CELLS: Final[frozenset[str]] = frozenset()


class EntryOutcome(NamedTuple):
    """What the ledger says of a row that was sent, `state` in the words above: waiting until it has ended."""

    state: str
    reason: str = ""
    words: str = ""
    given: str = ""
    """The ids the store gave to an entry that it refused, as JSON; blank for none."""


GONE: Final = EntryOutcome(
    CHECK, "The run that sent this entry is no longer kept here, and how it ended with it."
)


class EntryRow(NamedTuple):
    """A row as it is shown; `problems` and `looks` by cell, `edited` the cells that were sent otherwise."""

    row: Row
    state: str
    problems: Mapping[str, str] = NO_PROBLEMS
    looks: Mapping[str, str] = NO_PROBLEMS
    edited: frozenset[str] = NO_CELLS
    end: EntryOutcome | None = None

    @property
    def locked(self) -> bool:
        """Whether it waits in a run: what is typed now would not be what is sent."""
        return self.state == WAITING

    @property
    def may_go_again(self) -> bool:
        """Whether it can be sent as it is: of what is to be decided that is one of the answers there."""
        return self.state in (REFUSED, ACCEPTED, NOT_SENT) or self.end == GONE

    @property
    def cell(self) -> str:
        """The cell that says what is wrong or worth a look, the first of the entry where none does."""
        return min(self.problems or self.looks, key=PLACES.__getitem__, default=CELLS[0].name)


def entry_row_of(
    row: Row,
    sent: SentPlan | None,
    end: EntryOutcome | None,
    *,
    region: str | None = None,
    repeats: Mapping[str, str] = NO_PROBLEMS,
) -> EntryRow:
    """How a row stands: as it ended while it is what was sent, else as it would be sent now; `repeats` says
    which of its cells another row has as well."""
    if row.is_blank:
        return EntryRow(row, BLANK)
    if sent is not None and end is not None and (end.state == WAITING or sent.values == row.values):
        return EntryRow(row, end.state, _refused(end) if end.state == REFUSED else NO_PROBLEMS, end=end)
    found = check(row.values, region)
    looks = {**found.looks, **{name: said for name, said in repeats.items() if name not in found.problems}}
    edited = _differences(row.values, sent.values) if sent is not None else NO_CELLS
    state = WRONG if found.problems else LOOK if looks else READY
    return EntryRow(row, state, found.problems, looks, edited)


def _refused(end: EntryOutcome) -> dict[str, str]:
    """The store's words, at the cell they name."""
    named = cell_named(end.words)
    cell = BY_WIRE[named] if named is not None else CELLS[0]
    return {cell.name: end.words or end.reason}


def _differences(now: Values, before: Values) -> frozenset[str]:
    return frozenset(cell.name for cell, one, other in zip(CELLS, now, before, strict=True) if one != other)
