"""How schedules are said: when they are due, and what became of their times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from svcconsole.words.message import AND, Message, listed, mark, message
from svcconsole.workspace.team.clock_rule import LAST_DAY, ClockRule, Every, next_times
from svcconsole.workspace.team.schedule_records import Firing, FiringState, Schedule

WEEKDAYS = (
    mark("Monday"), mark("Tuesday"), mark("Wednesday"), mark("Thursday"), mark("Friday"), mark("Saturday"),
    mark("Sunday"),
)  # fmt: skip
STATES: Mapping[FiringState, str] = {
    FiringState.ASKED: mark("{when}: asked for."),
    FiringState.RUNNING: mark("{when}: under way."),
    FiringState.DONE: mark("{when}: done."),
    FiringState.NOTHING_NEW: mark("{when}: nothing new."),
    FiringState.LEFT: mark("{when}: left for a person."),
    FiringState.MISSED: mark("{when}: missed."),
    FiringState.FAILED: mark("{when}: failed."),
    FiringState.SKIPPED: mark("{when}: left out."),
}


def when_words(rule: ClockRule) -> Message:
    """`Every Monday, 07:00, Europe/Berlin`."""
    said = {"time": rule.time, "zone": rule.zone}
    if rule.every is Every.ONCE:
        return message("Once, {date}, {time}, {zone}", date=rule.date, **said)
    if rule.every is Every.HOUR:
        return message("Every hour, at minute {minute}, {zone}", minute=rule.time[3:5], zone=rule.zone)
    if rule.every is Every.DAY:
        return message("Every day, {time}, {zone}", **said)
    if rule.every is Every.WEEK:
        days = listed([message(WEEKDAYS[day]) for day in rule.days], AND)
        return message("Every {days}, {time}, {zone}", days=days, **said)
    if rule.days == (LAST_DAY,):
        return message("On the last day of the month, {time}, {zone}", **said)
    return message(
        "On day {days} of the month, {time}, {zone}", days=listed(map(str, rule.days), AND), **said
    )


def next_words(schedule: Schedule, now: datetime) -> Message:
    """When it is due next."""
    if schedule.paused:
        by, day = schedule.paused_by or "", (schedule.paused_at or "")[:10]
        return message("Paused by {by}, {day}.", by=by, day=day)
    times = next_times(schedule.rule, now)
    if not times:
        return message("It is not due again.")
    return message(
        "Next {when} ({utc} UTC).", when=_shown(times[0].local), utc=f"{times[0].at:%Y-%m-%d %H:%M}"
    )


def firing_words(firing: Firing) -> Message:
    """What became of one time."""
    state = message(STATES[firing.state], when=_shown(firing.due_at))
    return listed(
        (state, *(words for words in (firing.sentence, firing.advice) if words)), mark("{first} {rest}")
    )


def _shown(iso: str) -> str:
    return iso[:16].replace("T", " ")
