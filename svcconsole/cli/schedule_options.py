"""The options of `svcconsole schedule`: when something is due, and within which bounds it needs nobody."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from typer import Option

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.import_options import MappingFrom
from svcconsole.services.imports.prepared_options import Prepared
from svcconsole.services.schedules.job_settings import ImportSettings, JobSettings
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


class NoBound(StrEnum):
    """A bound that can be taken away; with MOST_PROBLEMS earlier files say again how many are usual."""

    LEAST_ROWS = "least-rows"
    MOST_ROWS = "most-rows"
    MOST_PROBLEMS = "most-problems"
    MOST_PRICE_CHANGES = "most-price-changes"
    MOST_REFUSALS = "most-refusals"


@dataclass(frozen=True, slots=True)
class ChangeOptions:
    """What of a schedule is changed beside its time; None stays as it is.

    The fields are named as those of the job's settings, of `Bounds` and of `Prepared`.
    """

    folder: Annotated[Path | None, Option("--folder", help=mark("The folder of its files."))] = None
    pattern: Annotated[
        str | None, Option("--pattern", help=mark("Of an import: which files, as stock-*.csv."))
    ] = None
    rehearse: Annotated[
        bool | None,
        Option("--rehearse/--no-rehearse", help=mark("Of an import: try each plan in a practice store.")),
    ] = None
    create_catalogs: Annotated[
        bool | None,
        Option("--create-catalogs/--no-create-catalogs", help=mark("Of an import: create missing catalogs.")),
    ] = None
    preset: Annotated[
        str | None, Option("--preset", help=mark("Of an import: read the columns as this export has them."))
    ] = None
    mapping: Annotated[
        MappingFrom | None, Option("--mapping", help=mark("Of an import: where columns go."))
    ] = None
    settings: Annotated[
        list[str] | None,
        Option("--set", metavar="FIELD=VALUE", help=mark("Of an import: all that fills a field.")),
    ] = None
    rules: Annotated[
        list[str] | None,
        Option("--rule", metavar="RULE=ANSWER[:TEXT]", help=mark("Of an import: all its answers.")),
    ] = None
    reading: Annotated[
        list[str] | None,
        Option("--read", metavar="QUESTION=ANSWER", help=mark("Of an import: how the file is read.")),
    ] = None
    empties: Annotated[
        bool | None,
        Option(
            "--empty-unnamed/--no-empty-unnamed",
            help=mark("Of an import of products or catalogs: empty what the file does not name."),
        ),
    ] = None
    period: Annotated[str | None, Option("--period", help=mark("Of a report: the days it asks for."))] = None
    emails: Annotated[
        list[str] | None, Option("--email", help=mark("Of a report: all that get the e-mails."))
    ] = None
    description: Annotated[str | None, Option("--description", help=mark("Of a report: what it is for."))] = (
        None
    )
    channel: Annotated[str | None, Option("--channel", help=mark("Of a report."))] = None
    group_by: Annotated[str | None, Option("--group-by", help=mark("Of a report."))] = None
    days: Annotated[
        int | None, Option("--days", min=1, max=366, help=mark("Of a digest: the last so many days."))
    ] = None
    notice: Annotated[
        bool | None, Option("--notice/--no-notice", help=mark("Of a digest: tell it in the windows."))
    ] = None
    rows_least: Annotated[
        int | None, Option("--least-rows", min=0, help=mark("A shorter file is left for a person."))
    ] = None
    rows_most: Annotated[
        int | None, Option("--most-rows", min=1, help=mark("A longer file is left for a person."))
    ] = None
    problems: Annotated[
        int | None, Option("--most-problems", min=0, help=mark("So many rows to fix are let pass."))
    ] = None
    price_changes: Annotated[
        int | None, Option("--most-price-changes", min=0, help=mark("So many prices to ask about pass."))
    ] = None
    refusals: Annotated[
        int | None, Option("--most-refusals", min=0, help=mark("So many refusals are let pass."))
    ] = None
    no_bound: Annotated[
        list[NoBound] | None,
        Option("--no-bound", help=mark("Take a bound away. May be repeated.")),
    ] = None

    def changed(self, before: JobSettings) -> JobSettings:
        """The settings with what is named in its place; raises RefusedHere for what such a job has not."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in named.items()
            if value is not None
        }
        for name in ("no_bound", *_BOUNDS):
            given.pop(name, None)
        if "folder" in given:
            given["folder"] = str(given["folder"])
        if isinstance(before, ImportSettings):
            given["prepared"] = self._prepared(before.prepared, given)
        known = {field.name for field in fields(before)}
        for name in given:
            if name not in known:
                raise RefusedHere(
                    message("This schedule has no {option}.", option=_OPTION_OF.get(name, f"--{name}")),
                    advice=message("Nothing was changed. svcconsole schedule show tells what it has."),
                )
        return replace(before, **given)

    def bounds(self, before: Bounds) -> Bounds:
        """The bounds with what is named in their place."""
        given = {name: value for name in _BOUNDS if (value := getattr(self, name)) is not None}
        none = {_BOUND_OF[each]: None for each in self.no_bound or ()}
        return replace(before, **none, **given)

    @staticmethod
    def _prepared(before: Prepared, given: dict[str, Any]) -> Prepared:
        """Takes what is the mapping's and the reading's out of `given`."""
        found: dict[str, Any] = {
            name: given.pop(name) for name in ("settings", "rules", "reading", "empties") if name in given
        }
        if "mapping" in given:
            remembered = given.pop("mapping") is MappingFrom.REMEMBERED
            found |= {"remembered": remembered, "preset": None}
        if "preset" in given:
            found |= {"preset": given.pop("preset"), "remembered": False}
        return replace(before, **found)


_BOUNDS = ("rows_least", "rows_most", "problems", "price_changes", "refusals")
_BOUND_OF = dict(zip(NoBound, _BOUNDS, strict=True))
_OPTION_OF = {
    "settings": "--set", "rules": "--rule", "reading": "--read", "emails": "--email",
    "group_by": "--group-by", "create_catalogs": "--create-catalogs",
    "empties": "--empty-unnamed",
}  # fmt: skip
"""The option of a field whose name says another."""


def changed_rule(when: WhenOptions, before: ClockRule) -> ClockRule:
    """When it is due, with what is named in its place; raises RefusedHere as `rule_of` does."""
    if when.at is not None or when.every or when.day:
        kept = when.time if when.at is not None or when.time else before.time[:5]
        every = when.every or (None if when.at is not None else ["month"])
        return rule_of(replace(when, time=kept, every=every), before.zone)
    return replace(before, time=when.time or before.time, zone=when.zone or before.zone)


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
