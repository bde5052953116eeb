"""The options of `svcconsole schedule`: when something is due, and within which bounds it needs nobody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from typer import Option

from svcconsole.api.errors import RefusedHere
from svcconsole.words.message import mark, message
from svcconsole.workspace.team.clock_rule import LAST_DAY, ClockRule, Every
from svcconsole.workspace.team.schedule_records import Bounds

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WORKDAY, MONTH_END = "workday", "month-end"


class ImportKind(StrEnum):
    """What a file is imported as; the words of `svcconsole import`."""

    PRODUCTS = "products"
    CATALOGS = "catalogs"
    CUSTOMERS = "customers"
    USER_PROPERTIES = "user-properties"
    TEMPLATES = "templates"
    MESSAGES = "messages"
    TICKETS = "tickets"
    FLOWS = "flows"


@dataclass(frozen=True, slots=True)
class WhenOptions:
    """When something is due, and what it is called."""

    name: Annotated[
        str, Option("--name", help=mark("What the schedule is called; else by what it does."))
    ] = ""
    at: Annotated[
        str | None,
        Option("--at", metavar="TIME", help=mark("Once, as 2026-12-01T09:00 by the clocks there.")),
    ] = None
    every: Annotated[
        list[str] | None,
        Option(
            "--every",
            help=mark("hour, day, workday, monday … sunday (may be repeated), month or month-end."),
        ),
    ] = None
    day: Annotated[
        list[int] | None,
        Option("--day", min=1, max=31, help=mark("Of the month, with --every month. May be repeated.")),
    ] = None
    time: Annotated[
        str | None,
        Option("--time", metavar="HH:MM", help=mark("The time of day; of an hour its minutes, as 00:15.")),
    ] = None
    zone: Annotated[
        str | None,
        Option("--zone", help=mark("The clocks' time zone, as Europe/Berlin; else that of the profile.")),
    ] = None


@dataclass(frozen=True, slots=True)
class BoundOptions:
    """Within which bounds a job goes on without a person."""

    rows_least: Annotated[
        int | None, Option("--least-rows", min=0, help=mark("A shorter file is left for a person."))
    ] = None
    rows_most: Annotated[
        int | None, Option("--most-rows", min=1, help=mark("A longer file is left for a person."))
    ] = None
    problems: Annotated[
        int | None,
        Option(
            "--most-problems",
            min=0,
            help=mark(
                "With more rows to fix a file is left for a person; without it, with more than twice as many"
                " as earlier files had."
            ),
        ),
    ] = None
    price_changes: Annotated[
        int,
        Option(
            "--most-price-changes",
            min=0,
            help=mark("With more prices that an import would ask about it is left for a person."),
        ),
    ] = 0
    refusals: Annotated[
        int,
        Option(
            "--most-refusals",
            min=0,
            help=mark("Once the store has refused more, the rest waits for a person."),
        ),
    ] = 0

    def read(self) -> Bounds:
        """The bounds as they are kept."""
        return Bounds(self.rows_least, self.rows_most, self.problems, self.price_changes, self.refusals)


def rule_of(when: WhenOptions, zone: str | None) -> ClockRule:
    """When it is due; `zone` is the profile's. Raises RefusedHere where that is not said, or said twice."""
    place = when.zone or zone
    if not place:
        raise RefusedHere(
            message("Nobody says by which clocks."),
            advice=message("Add --zone, as Europe/Berlin, or choose a time zone in the store's profile."),
        )
    if (when.at is None) == (not when.every):
        raise RefusedHere(
            message("Say when: once with --at, or again and again with --every."),
            advice=message("For instance: --at 2026-12-01T09:00, or --every monday --time 07:00."),
        )
    if when.at is not None:
        moment = _local(when.at)
        return ClockRule(place, Every.ONCE, moment.time().isoformat(), date=moment.date().isoformat())
    words = [word.casefold() for word in when.every or ()]
    every, days = _days(words, tuple(when.day or ()))
    if when.time is None and every is not Every.HOUR:
        raise RefusedHere(message("The time of day is missing."), advice=message("Add --time, as 07:00."))
    return ClockRule(place, every, when.time or "00:00", days)


def _local(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or "T" not in text or moment.tzinfo is not None:
        raise RefusedHere(
            message("“{text}” is not a time as clocks show it.", text=text),
            advice=message("Write it as 2026-12-01T09:00, and the zone with --zone."),
        )
    return moment


def _days(words: list[str], days: tuple[int, ...]) -> tuple[Every, tuple[int, ...]]:
    """How often, and on which days."""
    if days and words != ["month"]:
        raise RefusedHere(
            message("--day is a day of the month."), advice=message("Use it with --every month.")
        )
    if words in (["hour"], ["day"]):
        return Every(words[0]), ()
    if words == ["month"]:
        return Every.MONTH, days or (1,)
    if words == [MONTH_END]:
        return Every.MONTH, (LAST_DAY,)
    named = {name: (at,) for at, name in enumerate(WEEKDAYS)} | {WORKDAY: tuple(range(5))}
    if any(word not in named for word in words):
        raise RefusedHere(
            message("--every does not take “{words}”.", words=" ".join(words)),
            advice=message("It takes hour, day, workday, monday … sunday, month and month-end."),
        )
    return Every.WEEK, tuple(sorted({day for word in words for day in named[word]}))
