"""What came of one campaign: its funnel, by hour, country, text and reason, beside another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum

from svcconsole.services.approvals.regions import USUAL_LENGTH, RegionOf, lengths
from svcconsole.services.campaigns.intervals import Difference, Share, best_of, share_of
from svcconsole.services.campaigns.message_template_fields import MESSAGES_KIND, TEMPLATES_KIND
from svcconsole.services.campaigns.terms import Arm, CampaignTerms
from svcconsole.services.deliveries.again import WAITS, Chance, Offer, chance_of, offer
from svcconsole.services.deliveries.deliveries import Delivery, of_tracked, settled_since
from svcconsole.services.deliveries.reasons import Failure, failures_of, key_of
from svcconsole.services.deliveries.states import moment_of, written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.delivery_figures import DeliveryFigures, FailedFor, Reached
from svcconsole.workspace.runs.records import RunInfo, Totals
from svcconsole.workspace.schema import RunState

KINDS = (TEMPLATES_KIND, MESSAGES_KIND)
AT_ONCE = 500
"""Numbers that are asked about by one statement."""
LOW_BY = 0.02
FEWEST = 30
"""A country stands out where its delivery is so far below that of the others together, and it has so many
people."""


class Outcome(StrEnum):
    """What two texts are compared by."""

    CLICKED = "clicked"
    READ = "read"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class HourFigures:
    """What was heard in the hour that begins `at`, in the zone that was asked for."""

    at: datetime
    delivered: int
    read: int


@dataclass(frozen=True, slots=True)
class CountryFigures:
    """`code` (ISO 3166) is blank where it is not known; `stands_out`: fewer arrived than elsewhere."""

    code: str
    reached: Reached
    stands_out: bool


@dataclass(frozen=True, slots=True)
class FailureFigures:
    """One reason: what may come of writing again, and from when that is no use before; None for at once."""

    failure: Failure
    chance: Chance
    passes_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ArmFigures:
    """One text of a split: its terms and its people."""

    arm: Arm
    reached: Reached


@dataclass(frozen=True, slots=True)
class Compared:
    """Another campaign, as it stood as long after its start as this one stands now; `moment` (ISO in UTC) is
    blank where all of it counts."""

    info: RunInfo
    reached: Reached
    tells_clicks: bool
    moment: str


@dataclass(frozen=True, slots=True)
class CampaignResult:
    """One campaign's result. `people` are the records that left; `tells_clicks` is whether webhooks tell who
    opened a link. `still_open` messages may yet arrive; `last_heard` is ISO in UTC, blank for never."""

    info: RunInfo
    terms: CampaignTerms
    totals: Totals
    reached: Reached
    tells_clicks: bool
    still_open: int
    last_heard: str
    hours: tuple[HourFigures, ...]
    countries: tuple[CountryFigures, ...]
    failures: tuple[FailureFigures, ...]
    arms: tuple[ArmFigures, ...]
    again: Offer
    others: tuple[RunInfo, ...]
    compared: Compared | None

    @property
    def is_sent(self) -> bool:
        """Whether nothing more of it leaves by itself."""
        return self.info.state in (RunState.FINISHED, RunState.STOPPED)

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is expected."""
        return self.is_sent and not self.still_open

    @property
    def no_answer(self) -> int:
        """How many were accepted, and neither arrived nor failed."""
        return max(0, self.reached.accepted - self.reached.delivered - self.reached.failed)

    def outcomes(self) -> tuple[Outcome, ...]:
        """What its texts can be compared by, the most telling first."""
        told = (self.tells_clicks and self.reached.clicked, self.reached.read, True)
        return tuple(outcome for outcome, is_told in zip(Outcome, told, strict=True) if is_told)

    def shares(self, outcome: Outcome) -> tuple[Share, ...]:
        """Of each text, how many of its people did this."""
        return tuple(share_of(*_counted(each.reached, outcome)) for each in self.arms)

    def difference(self, outcome: Outcome) -> Difference | None:
        """The best text against the next best; None where there is nothing to compare."""
        counted = [_counted(each.reached, outcome) for each in self.arms]
        return best_of(counted, fewest=outcome is Outcome.FAILED)


@dataclass(slots=True)
class _Counted:
    """The figures of a run by country and by text."""

    countries: dict[str, Reached] = field(default_factory=dict)
    arms: dict[int, Reached] = field(default_factory=dict)

    @property
    def all(self) -> Reached:
        return sum(self.countries.values(), Reached())


def campaign_result(
    space: Workspace, run_id: str, zone: tzinfo = UTC, *, against: str | None = None
) -> CampaignResult:
    """The result of a run as it is known now; `against` is the run it is compared with, None for the campaign
    before it and blank for none."""
    info = space.runs.get(run_id)
    terms = _terms(info)
    figures = DeliveryFigures(space, run_id)
    counted = _count(figures)
    heard = figures.heard(settled_since())
    others = _others(space, info)
    settled = not heard.open and info.state in (RunState.FINISHED, RunState.STOPPED)
    other = _chosen(others, info, against)
    return CampaignResult(
        info,
        terms,
        space.runs.totals(run_id),
        counted.all,
        figures.tells_clicks(),
        heard.open,
        max((*heard.delivered, *heard.read, *(each.first for each in heard.failures)), default=""),
        _hours(heard.delivered, heard.read, zone),
        _countries(counted),
        _failures(heard.failures),
        tuple(
            ArmFigures(arm, counted.arms.get(place, Reached())) for place, arm in enumerate(terms.split.arms)
        ),
        _again(space, run_id, heard.failed_ids),
        others,
        None if other is None else _compared(space, other, info, settled=settled),
    )


def _again(space: Workspace, run_id: str, failed: Sequence[str]) -> Offer:
    """Whom the failures of a run leave to be written to again."""
    phones: dict[str, None] = {}
    for start in range(0, len(failed), AT_ONCE):
        phones |= dict.fromkeys(
            each.phone for each in space.deliveries.named(failed[start : start + AT_ONCE])
        )
    numbers = [phone for phone in phones if phone]
    every: list[Delivery] = []
    for start in range(0, len(numbers), AT_ONCE):
        every += map(of_tracked, space.deliveries.about(numbers[start : start + AT_ONCE]))
    return offer([each for each in every if each.run_id == run_id], every, datetime.now(UTC))


def _terms(info: RunInfo) -> CampaignTerms:
    """What it was held to; nothing where a later program wrote words that this one does not know."""
    try:
        return CampaignTerms.of_text(info.terms)
    except ValueError:
        return CampaignTerms()


def _count(figures: DeliveryFigures) -> _Counted:
    found, region = _Counted(), RegionOf()
    for phone, arm, reached in figures.reached(lengths(), USUAL_LENGTH):
        code = region(phone)
        found.countries[code] = found.countries.get(code, Reached()) + reached
        if arm is not None:
            found.arms[arm] = found.arms.get(arm, Reached()) + reached
    return found


def _hours(delivered: Mapping[str, int], read: Mapping[str, int], zone: tzinfo) -> tuple[HourFigures, ...]:
    """Every hour of the zone from the first to the last in which something was heard."""
    sums: tuple[Counter[datetime], Counter[datetime]] = (Counter(), Counter())
    for counted, minutes in zip(sums, (delivered, read), strict=True):
        for minute, number in minutes.items():
            here = moment_of(minute).astimezone(zone)
            # In UTC again: the hour that is there twice when clocks go back is two.
            counted[here.replace(minute=0).astimezone(UTC)] += number
    known = sums[0].keys() | sums[1].keys()
    if not known:
        return ()
    first, last = min(known), max(known)
    steps = round((last - first) / timedelta(hours=1)) + 1
    every = {first + timedelta(hours=1) * step for step in range(steps)} | known
    return tuple(HourFigures(at.astimezone(zone), sums[0][at], sums[1][at]) for at in sorted(every))


def _countries(counted: _Counted) -> tuple[CountryFigures, ...]:
    whole = counted.all
    found = []
    for code, reached in counted.countries.items():
        others = whole.people - reached.people
        elsewhere = (whole.delivered - reached.delivered) / others if others else 0.0
        here = reached.delivered / reached.people
        low = reached.people >= FEWEST and here < elsewhere - LOW_BY
        found.append(CountryFigures(code, reached, low))
    return tuple(sorted(found, key=lambda each: (-each.reached.people, each.code)))


def _failures(failed: Sequence[FailedFor]) -> tuple[FailureFigures, ...]:
    first: dict[str, str] = {}
    for each in failed:
        key = key_of(each.why)
        first[key] = min(first.get(key, each.first), each.first)
    times: Counter[str] = Counter()
    for each in failed:
        times[each.why] += each.times
    return tuple(_failure(failure, first[failure.key]) for failure in failures_of(times))


def _failure(failure: Failure, first: str) -> FailureFigures:
    """When the first of them may be written to again, for those that pass by waiting."""
    chance = chance_of(failure.key)
    if chance is not Chance.WAIT or failure.code is None:
        return FailureFigures(failure, chance)
    passes_at = moment_of(first) + WAITS[failure.code]
    return FailureFigures(failure, chance, passes_at if passes_at > datetime.now(UTC) else None)


def _others(space: Workspace, info: RunInfo) -> tuple[RunInfo, ...]:
    """The campaigns it can be compared with: those that were started, newest first."""
    return tuple(
        sorted(
            (
                each
                for each in space.runs.list()
                if each.kind in KINDS and each.started_at and each.id != info.id and not each.single
            ),
            key=lambda each: each.started_at or "",
            reverse=True,
        )
    )


def _chosen(others: Sequence[RunInfo], info: RunInfo, against: str | None) -> RunInfo | None:
    if against is not None:
        return next((each for each in others if each.id == against), None)
    began = info.started_at or info.created_at
    return next((each for each in others if (each.started_at or "") < began), None)


def _compared(space: Workspace, other: RunInfo, info: RunInfo, *, settled: bool) -> Compared:
    until = ""
    if not settled and info.started_at and other.started_at:
        until = written(moment_of(other.started_at) + (datetime.now(UTC) - moment_of(info.started_at)))
    figures = DeliveryFigures(space, other.id, until)
    return Compared(other, _count(figures).all, DeliveryFigures(space, other.id).tells_clicks(), until)


def _counted(reached: Reached, outcome: Outcome) -> tuple[int, int]:
    """How many did it, of how many; what was refused had no chance to."""
    hits = {Outcome.CLICKED: reached.clicked, Outcome.READ: reached.read, Outcome.FAILED: reached.failed}
    people = reached.accepted
    return min(hits[outcome], people), people
