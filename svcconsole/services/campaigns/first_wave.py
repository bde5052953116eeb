"""How the first people of a campaign fare: what became of their messages, what that means for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from svcconsole.services.campaigns.sequential_test import (
    ARRIVED,
    FAILED,
    MISSING,
    FirstWave,
    Result,
    SequentialTest,
    Verdict,
)
from svcconsole.services.campaigns.terms import FirstWaveTerms
from svcconsole.services.deliveries.states import State, moment_of, state_of
from svcconsole.workspace.runs.message_records import MessageRecord
from svcconsole.workspace.schema import ItemState

WAITING = (ItemState.PLANNED, ItemState.SENDING)
_RESULTS = {State.FAILED: FAILED, State.DELIVERED: ARRIVED, State.READ: ARRIVED}


@dataclass(frozen=True, slots=True)
class WaveLook:
    """The first people at one moment: the `results` of those who have it, in the order of sending, and how
    many do not have it yet; how many of the missing may still come, how many more get it now, and when (ISO
    in UTC, blank for never) the store last said something of them."""

    verdict: Verdict
    results: tuple[Result, ...]
    to_leave: int
    awaited: int
    more: int
    heard_at: str

    @property
    def failed(self) -> int:
        return self.results.count(FAILED)

    @property
    def arrived(self) -> int:
        return self.results.count(ARRIVED)

    @property
    def stuck(self) -> bool:
        """Whether nothing more is expected and it is still not decided."""
        return self.verdict is Verdict.WAIT and not (self.to_leave or self.awaited or self.more)


def test_of(terms: FirstWaveTerms) -> SequentialTest:
    """The test by which these terms decide."""
    return SequentialTest(terms.fine, terms.bad, terms.wrong)


def look_at(terms: FirstWaveTerms, records: Sequence[MessageRecord], at: datetime) -> WaveLook:
    """What the records that may leave show `at` this moment: one that has not left is no result yet."""
    left = [record for record in records if record.state not in WAITING]
    results = tuple(map(_result, left))
    patience = timedelta(minutes=terms.patience_minutes)
    awaited = sum(
        1
        for record, result in zip(left, results, strict=True)
        if result is MISSING and record.at and at - moment_of(record.at) < patience
    )
    test, wave = test_of(terms), FirstWave(terms.people, terms.step, terms.most)
    verdict = test.verdict(results)
    to_leave = len(records) - len(left)
    more = 0 if to_leave else wave.next(results, awaited, test)
    heard = max((said[-1][1] for record in left if (said := record.said)), default="")
    return WaveLook(verdict, results, to_leave, awaited, more, heard)


def _result(record: MessageRecord) -> Result:
    if record.state is ItemState.REJECTED:
        return FAILED
    return _RESULTS.get(state_of(word for word, _ in record.said)[0], MISSING)
