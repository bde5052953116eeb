"""Where things stand on the calendar of a week: days across, hours down, campaigns beside one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from svcconsole.services.campaigns.week.records import DAYS, WeekCampaign

FIRST_HOUR, LAST_HOUR = 8, 20
"""So many hours of a day are shown at least."""
HOURS_A_DAY = 24
QUARTER = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Placed:
    """A campaign on its day (0 is Monday), from `top` to `bottom` in hours after midnight, in the `lane` of
    so many `lanes` beside one another."""

    campaign: WeekCampaign
    day: int
    top: float
    bottom: float
    lane: int = 0
    lanes: int = 1


def placed(campaigns: Sequence[WeekCampaign], first: date, zone: tzinfo) -> tuple[Placed, ...]:
    """The campaigns of the week that begins on `first`, each where it begins; what lasts over midnight ends
    with its day."""
    found: list[Placed] = []
    for campaign in campaigns:
        begin, end = campaign.begins.astimezone(zone), campaign.ends.astimezone(zone)
        day = (begin.date() - first).days
        if not 0 <= day < DAYS:
            continue
        top = begin.hour + begin.minute / 60
        same_day = end.date() == begin.date()
        bottom = end.hour + end.minute / 60 if same_day else float(HOURS_A_DAY)
        found.append(Placed(campaign, day, top, max(bottom, top + 0.5)))
    return tuple(each for day in range(DAYS) for each in _beside([one for one in found if one.day == day]))


def shown_hours(found: Sequence[Placed]) -> tuple[int, int]:
    """The first hour and the one after the last."""
    first = min((int(each.top) for each in found), default=FIRST_HOUR)
    last = max((int(each.bottom + 0.99) for each in found), default=LAST_HOUR)
    return min(FIRST_HOUR, first), min(HOURS_A_DAY, max(LAST_HOUR, last))


def moment(first: date, day: int, hour: float, zone: tzinfo) -> datetime:
    """A place on the calendar as a moment, by quarters of an hour."""
    quarters = max(0, min(HOURS_A_DAY * 4 - 1, round(hour * 4)))
    at = datetime.combine(first + timedelta(days=max(0, min(DAYS - 1, day))), time(), zone)
    return at.replace(hour=quarters // 4, minute=quarters % 4 * 15)


def _beside(day: list[Placed]) -> list[Placed]:
    """Those that overlap share the width of the day."""
    done: list[Placed] = []
    group: list[Placed] = []
    for each in sorted(day, key=lambda one: (one.top, -one.bottom)):
        if group and each.top >= max(one.bottom for one in group):
            done += _shared(group)
            group = []
        group.append(each)
    return done + _shared(group)


def _shared(group: list[Placed]) -> list[Placed]:
    ends: list[float] = []
    lanes: list[int] = []
    for each in group:
        lane = next((at for at, end in enumerate(ends) if end <= each.top), len(ends))
        ends[lane : lane + 1] = [each.bottom]
        lanes.append(lane)
    return [
        Placed(each.campaign, each.day, each.top, each.bottom, lane, len(ends))
        for each, lane in zip(group, lanes, strict=True)
    ]
