"""The status of sent rows from the ledger, and the totals the store counted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from svcconsole.gui.tabs.user_properties import stored_draft
from svcconsole.gui.tabs.user_properties.entry_rows import (
    ACCEPTED,
    CHECK,
    GONE,
    NOT_SENT,
    REFUSED,
    WAITING,
    EntryOutcome,
)
from svcconsole.gui.tabs.user_properties.sheet_model import OFTEN, Row
from svcconsole.gui.tabs.user_properties.stored_draft import Links, SentPlan
from svcconsole.services.user_properties.outcomes import Counts

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.runs.row_outcomes import RowOutcome

AT_ONCE: Final = 500
"""Ends read in one go: more would hold the window up while they are made."""
UNDER_WAY: Final = EntryOutcome(WAITING)
STATES: Final = {
    "planned": WAITING,
    "sending": WAITING,
    "acked": ACCEPTED,
    "rejected": REFUSED,
    "unknown": CHECK,
    "blocked": NOT_SENT,
    "left_out": NOT_SENT,
}
"""The ledger's word for a record, and how its entry stands."""

Ends = Mapping[int, EntryOutcome]


class RowStatuses:
    """`links` say what was sent of which row, `ends` how it ended; whoever shows them takes news over."""

    def __init__(self, console: Console, links: Links, runs: Mapping[str, str]) -> None:
        """`runs` holds the run of each plan; a link whose plan became no run is dropped: nothing was sent."""
        self._console = console
        self.runs: dict[str, str] = {}
        self.links: Links = {uid: sent for uid, sent in links.items() if sent.plan in runs}
        self.ends: dict[int, EntryOutcome] = {}
        self._uids: dict[tuple[str, int], int] = {}
        self._counts: dict[str, Counts] = {}
        self._seen: dict[str, str] = {}
        self.runs = {plan: runs[plan] for plan in {sent.plan for sent in self.links.values()}}
        for uid, sent in self.links.items():
            self._uids[self.runs[sent.plan], sent.number] = uid
            if not self.runs[sent.plan]:
                self.ends[uid] = GONE

    @property
    def counts(self) -> Counts:
        """The store's totals over the runs of this table."""
        total = Counts()
        for run_id in self.run_ids():
            total = total.plus(self._counts.get(run_id, Counts()))
        return total

    def run_ids(self) -> Collection[str]:
        """The runs these rows are in."""
        return [run_id for run_id in dict.fromkeys(self.runs.values()) if run_id]

    def run_of(self, uid: int) -> str:
        """The run a row was sent by; "" for none."""
        sent = self.links.get(uid)
        return "" if sent is None else self.runs.get(sent.plan, "")

    def link(self, plan: str, rows: Sequence[Row]) -> Iterator[None]:
        """Rows are about to be sent under this plan."""
        new: dict[int, SentPlan] = {}
        for number, row in enumerate(rows, 1):
            new[row.uid] = SentPlan(plan, number, row.values)
            if number % OFTEN == 0:
                yield
        self.links = {**self.links, **new}

    def batch_sent(self, plan: str, run_id: str, rows: Sequence[Row]) -> Iterator[None]:
        """The plan has become a run."""
        self.runs[plan] = run_id
        for number, row in enumerate(rows, 1):
            self.ends[row.uid] = UNDER_WAY
            self._uids[run_id, number] = row.uid
            if number % OFTEN == 0:
                yield

    def forget(self, uids: Collection[int]) -> None:
        """Take entries that have ended as new ones."""
        gone = set(uids)
        self.links = {uid: sent for uid, sent in self.links.items() if uid not in gone}
        for uid in gone:
            self.ends.pop(uid, None)

    async def read(self, run_id: str, *, whole: bool) -> AsyncIterator[Sequence[RowOutcome]]:
        """How the records of a run stand, a few at a time; `whole` also reads those that had ended before."""
        from svcconsole.workspace.runs.row_outcomes import outcomes_of

        since = "" if whole else self._seen.get(run_id, "")
        after = -1
        while True:
            found = await self._console.db(
                partial(outcomes_of, run_id=run_id, after=after, limit=AT_ONCE, since=since)
            )
            if found:
                after = found[-1].number
                self._seen[run_id] = max(self._seen.get(run_id, ""), *(row.at or "" for row in found))
                yield found
            if len(found) < AT_ONCE:
                break
        self._counts[run_id] = await self._console.db(lambda space: stored_draft.totals_of(space, (run_id,)))

    def update(self, run_id: str, found: Sequence[RowOutcome]) -> list[int]:
        """Take over how these records stand, now that nothing is being sent; the rows that stand otherwise
        than before."""
        new = []
        for row in found:
            uid = self._uids.get((run_id, row.number + 1))
            sent = self.links.get(uid) if uid is not None else None
            if uid is None or sent is None or self.runs.get(sent.plan) != run_id:
                continue  # taken out of the table, or sent once more with another run
            end = EntryOutcome(STATES[row.state], row.reason, row.server_words, row.given_ids)
            if self.ends.get(uid) != end:
                self.ends[uid] = end
                new.append(uid)
        return new
