"""What the page When shows: the people of a checked campaign by country, and in which hour they get it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from svcconsole.services.campaigns.limits_now import LimitUse
from svcconsole.services.campaigns.looks import Look
from svcconsole.services.campaigns.recipient_zones import LaneOf
from svcconsole.services.campaigns.send_plan import (
    HOUR,
    LONGEST_DAYS,
    Forecast,
    LanePeople,
    Pace,
    day_ends,
    plan_sends,
)
from svcconsole.services.campaigns.send_times import Opening, openings, starts_at
from svcconsole.services.campaigns.terms import CampaignTerms, Lane, SendWindow
from svcconsole.services.campaigns.views import LeftOut

BEFORE = 2 * HOUR
"""So much is shown before the start, and one hour after the last ones."""
LEAST_HOURS = 12
ANY_TIME = SendWindow()
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class People:
    """Who gets it of a file: how many by lane, and `held` back of its `rows` by reason; how many in each lane
    were `written` to in the 24 hours before, as far as that was asked for."""

    rows: int
    lanes: Mapping[Lane, int]
    held: tuple[LeftOut, ...]
    written: Mapping[Lane, int] = field(default_factory=dict)

    @property
    def ready(self) -> int:
        """How many get it."""
        return sum(self.lanes.values())


@dataclass(frozen=True, slots=True)
class CountryHours:
    """The people of a country (ISO 3166, blank for none) in their `zones`, and how many in each hour; of
    `untold` it is not known which zone they are in, so that they wait for all of them; `left` do not fit."""

    country: str
    zones: tuple[str, ...]
    people: int
    untold: int
    open_in: tuple[Opening, ...]
    sent: tuple[int, ...]
    left: int


@dataclass(frozen=True, slots=True)
class HoursView:
    """The hours (their beginnings) under these terms, from a little before the start on, by country, those
    that end first before the others; `free` is what the limit leaves at the end of each, None where there
    is none."""

    people: People
    terms: CampaignTerms
    starts: datetime
    hours: tuple[datetime, ...]
    countries: tuple[CountryHours, ...]
    free: tuple[int | None, ...]
    left: int
    full_at: datetime | None
    by_limit: bool
    ends_at: datetime | None
    limit: LimitUse | None = None

    @property
    def sums(self) -> tuple[int, ...]:
        """The people of each hour."""
        if not self.countries:
            return (0,) * len(self.hours)
        return tuple(map(sum, zip(*(each.sent for each in self.countries), strict=True)))


def people_of(
    looks: Iterable[Look], is_sent: Callable[[int], bool], named: Callable[[int], str]
) -> Counter[Lane]:
    """How many people are in each lane, of rows that are sent; `named` is the cell that names a zone."""
    lane_of = LaneOf()
    return Counter(lane_of(look.number, named(look.row)) for look in looks if is_sent(look.row))


def start_of(terms: CampaignTerms, now: datetime) -> datetime:
    """When the first message may leave."""
    return max(now.astimezone(UTC), starts_at(terms.window or ANY_TIME))


def hours_of(
    people: People,
    terms: CampaignTerms,
    now: datetime,
    zone: str,
    *,
    days: int = 1,
    limit: LimitUse | None = None,
) -> HoursView:
    """Who gets it when under these terms, by the clock of `zone`, in so many days."""
    window = terms.window or ANY_TIME
    start = start_of(terms, now)
    lanes = sorted(people.lanes, key=lambda lane: (lane.country, lane.zones, lane.rule))
    until = day_ends(window, lanes, start, days) if lanes else start + HOUR
    found = plan_sends(
        [LanePeople(lane, people.lanes[lane], people.written.get(lane, 0)) for lane in lanes],
        window,
        start,
        until,
        limit=limit.room if limit is not None else None,
        pace=Pace(terms.limits.messages_per_second),
        clock=ZoneInfo(zone),
    )
    ahead = int(BEFORE / HOUR)
    hours = tuple(_hours(found, start, ahead))
    return HoursView(
        people,
        terms,
        start,
        hours,
        tuple(_countries(found, lanes, people.lanes, window, hours=hours, ahead=ahead)),
        _spread(found.free, len(hours), ahead, None),
        sum(found.left),
        found.full_at,
        found.by_limit,
        found.ends_at,
        limit,
    )


def _hours(found: Forecast, start: datetime, ahead: int) -> Iterator[datetime]:
    """A little before the start to an hour after the last people, at least so that it is a day's work."""
    last = max((at for at, count in enumerate(found.sums) if count), default=0)
    number = min(max(LEAST_HOURS, ahead + last + 2), LONGEST_DAYS * 24)
    first = (found.hours[0] if found.hours else start) - BEFORE
    return (first + at * HOUR for at in range(number))


def _countries(
    found: Forecast,
    lanes: list[Lane],
    people: Mapping[Lane, int],
    window: SendWindow,
    *,
    hours: tuple[datetime, ...],
    ahead: int,
) -> Iterator[CountryHours]:
    """One for each country, those whose hours end first before the others."""
    of_country: dict[str, list[int]] = defaultdict(list)
    for place, lane in enumerate(lanes):
        of_country[lane.country].append(place)
    always = window.model_copy(update={"starts_at": ""})
    begins, ends = hours[0], hours[-1] + HOUR
    made = []
    for country, places in of_country.items():
        open_in = _joined(
            opening for place in places for opening in _between(always, lanes[place], begins, ends)
        )
        sent = tuple(map(sum, zip(*(found.sent[place] for place in places), strict=True)))
        view = CountryHours(
            country,
            tuple(dict.fromkeys(zone for place in places for zone in lanes[place].zones)),
            sum(people[lanes[place]] for place in places),
            sum(people[lanes[place]] for place in places if len(lanes[place].zones) > 1),
            open_in,
            _spread(sent, len(hours), ahead, 0),
            sum(found.left[place] for place in places),
        )
        closes = next((each.ends for each in open_in if each.ends > hours[ahead]), ends + HOUR)
        made.append(((closes, -view.people, country), view))
    return (view for _, view in sorted(made, key=lambda each: each[0]))


def _between(window: SendWindow, lane: Lane, begins: datetime, ends: datetime) -> Iterator[Opening]:
    for opening in openings(window, lane, begins):
        if opening.begins >= ends:
            return
        yield Opening(opening.begins, min(opening.ends, ends + timedelta(seconds=1)))


def _joined(found: Iterable[Opening]) -> tuple[Opening, ...]:
    """These openings, as one where they overlap."""
    joined: list[Opening] = []
    for each in sorted(found):
        if joined and each.begins <= joined[-1].ends:
            joined[-1] = Opening(joined[-1].begins, max(joined[-1].ends, each.ends))
        else:
            joined.append(each)
    return tuple(joined)


def _spread(values: tuple[T, ...], number: int, ahead: int, rest: T) -> tuple[T, ...]:
    """The values of the forecast's hours among the hours that are shown."""
    filled = [*[rest] * ahead, *values[: number - ahead]]
    return (*filled, *[rest] * (number - len(filled)))
