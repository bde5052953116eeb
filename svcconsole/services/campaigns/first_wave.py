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
from svcconsole.services.campaigns.terms import CampaignTerms, FirstWaveTerms
from svcconsole.services.deliveries.states import State, moment_of, state_of
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.message_records import MessageRecord, first_records
from svcconsole.workspace.schema import ItemState

SHOWN = 9
"""So many messages are shown of those something was heard of last."""
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


@dataclass(frozen=True, slots=True)
class WaveOfRun:
    """The first wave of a run: its terms, how many people it is and how many the run is for, how it fares,
    and the messages something was heard of last, newest first. `decided`: everybody may get it."""

    terms: FirstWaveTerms
    people: int
    everybody: int
    look: WaveLook
    latest: tuple[MessageRecord, ...]
    decided: bool


def wave_of(workspace: Workspace, run_id: str) -> WaveOfRun | None:
    """The first wave of a run; None where it has none, or one that nothing can be told of. Raises
    WorkspaceError."""
    info = workspace.runs.get(run_id)
    terms = CampaignTerms.of_text(info.terms).first_wave
    if terms is None or not terms.can_be_held_to:
        return None
    people = terms.people if info.free_until is None else info.free_until
    records = first_records(workspace, run_id, people)
    heard = sorted((each for each in records if each.said), key=lambda each: each.said[-1][1], reverse=True)
    return WaveOfRun(
        terms,
        len(records),
        info.products - info.left_out,
        look_at(terms, records, moment_of(now())),
        tuple(heard[:SHOWN]),
        decided=info.free_until is None,
    )


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
