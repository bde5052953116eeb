"""The options of `svcconsole campaign plan` that say what it is held to: when, how many, who first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import ValidationError
from typer import Option

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.schedule_options import WEEKDAYS, WhenOptions, rule_of
from svcconsole.reading_file import reading_file
from svcconsole.services.campaigns.holiday_files import read_date, read_holidays
from svcconsole.services.campaigns.plan_file import read_plan
from svcconsole.services.campaigns.terms import (
    CampaignTerms,
    FirstWaveTerms,
    Limits,
    SendWindow,
    minutes_of,
)
from svcconsole.words.message import listed, mark, message
from svcconsole.workspace.team.clock_rule import next_times

WAVES = 4
"""The first wave may grow to so many times its people unless that is said."""


@dataclass(frozen=True, slots=True)
class TermsOptions:
    """What a campaign is held to; what is not said is as in the plan of --terms-of, or is not asked for."""

    terms_of: Annotated[
        Path | None,
        Option(
            "--terms-of",
            metavar="PLAN.JSON",
            exists=True,
            dir_okay=False,
            help=mark("Hold it to what the plan in this file is held to; the other options change that."),
        ),
    ] = None
    start: Annotated[
        str | None,
        Option("--start", metavar="TIME", help=mark("Not before, as 2026-12-01T09:00 by the clocks there.")),
    ] = None
    zone: Annotated[
        str | None,
        Option("--zone", help=mark("The zone of --start, as Europe/Berlin; else that of the profile.")),
    ] = None
    between: Annotated[
        str | None,
        Option(
            "--between",
            metavar="HH:MM-HH:MM",
            help=mark("Only between these times on each person's own clock, as 09:00-20:00."),
        ),
    ] = None
    weekdays: Annotated[
        list[str] | None,
        Option("--on", metavar="DAY", help=mark("Only on monday … sunday, or workday. May be repeated.")),
    ] = None
    holidays: Annotated[
        list[str] | None,
        Option(
            "--not-on",
            metavar="DAY|FILE",
            help=mark("Not on this day, as 2026-12-25, nor on those of a calendar file. May be repeated."),
        ),
    ] = None
    zone_column: Annotated[
        str | None,
        Option("--zone-column", metavar="COLUMN", help=mark("The column that names zones or countries.")),
    ] = None
    number: Annotated[
        str | None,
        Option("--number", help=mark("Keep to the limit of people in 24 hours of this sending number.")),
    ] = None
    per_second: Annotated[
        float | None, Option("--per-second", help=mark("At most so many messages a second."))
    ] = None
    cap: Annotated[
        int | None, Option("--cap", help=mark("At most so many messages of marketing for one person."))
    ] = None
    cap_days: Annotated[
        int | None, Option("--cap-days", help=mark("In so many days, 30 at most; else in 7."))
    ] = None
    first: Annotated[
        int | None, Option("--first", help=mark("So many people first; 0 sends it to everybody at once."))
    ] = None
    first_most: Annotated[
        int | None, Option("--first-most", help=mark("They become at most so many; else four times as many."))
    ] = None
    fine: Annotated[
        float | None,
        Option("--fine", help=mark("With --first: a share of failures that is fine, else 0.02.")),
    ] = None
    bad: Annotated[
        float | None, Option("--bad", help=mark("With --first: a share of failures that stops it, else 0.2."))
    ] = None
    stop_failed: Annotated[
        float | None,
        Option("--stop-failed", metavar="SHARE", help=mark("Pause once such a share fails for one reason.")),
    ] = None
    stop_doubt: Annotated[
        int | None, Option("--stop-doubt", metavar="N", help=mark("Pause once so many are in doubt."))
    ] = None
    stop_slower: Annotated[
        float | None,
        Option("--stop-slower", metavar="TIMES", help=mark("Pause once messages arrive so much slower.")),
    ] = None
    consent_column: Annotated[
        str | None,
        Option(
            "--consent-column",
            metavar="COLUMN",
            help=mark("Only rows that say yes in this column; any other word leaves the row out."),
        ),
    ] = None
    second: Annotated[
        str | None,
        Option(
            "--second",
            metavar="TEMPLATE[:SHARE]",
            help=mark("This template for such a share of the people, to compare; half of them unless said."),
        ),
    ] = None
    hold_out: Annotated[
        float | None,
        Option("--hold-out", metavar="SHARE", help=mark("Such a share gets nothing, to compare with.")),
    ] = None

    def read(self, zone: str | None) -> CampaignTerms:
        """The terms; `zone` is the profile's. Raises RefusedHere for what cannot be held to, and what reading
        a plan or a calendar raises."""
        before = CampaignTerms() if self.terms_of is None else _terms_of(self.terms_of)
        try:
            return CampaignTerms.model_validate(
                before.model_dump() | {
                    "window": self._window(before.window, zone),
                    "limits": self._limits(before.limits),
                    "first_wave": self._first_wave(before.first_wave),
                    "stop": _over(before.stop.model_dump(), {
                        "failed_share": self.stop_failed, "in_doubt": self.stop_doubt,
                        "slower_by": self.stop_slower,
                    }),
                    "split": _over(before.split.model_dump(), {
                        "held_out": self.hold_out, "arms": self._arms(),
                    }),
                    "consent_column": before.consent_column
                    if self.consent_column is None
                    else self.consent_column,
                    "lanes": (),
                }
            )  # fmt: skip
        except ValidationError as error:
            place = error.errors()[0]
            raise RefusedHere(
                message(
                    "{value} cannot be held to as {option}.",
                    value=str(place["input"]),
                    option=_OPTION_OF.get(str(place["loc"][-1]), str(place["loc"][-1])),
                ),
                advice=message("Nothing was planned. svcconsole campaign plan --help tells what is taken."),
            ) from error

    def _window(self, before: SendWindow | None, zone: str | None) -> dict[str, Any] | None:
        if self.start is None:
            _refuse_without("--start", {"zone": self.zone})
        opens, closes = (None, None) if self.between is None else _between(self.between)
        given = {
            "starts_at": None if self.start is None else _start(self.start, self.zone or zone),
            "opens": opens,
            "closes": closes,
            "weekdays": None if not self.weekdays else _weekdays(self.weekdays),
            "holidays": None if not self.holidays else _holidays(self.holidays),
            "zone_column": self.zone_column,
        }
        if before is None and not any(value is not None for value in given.values()):
            return None
        return _over((before or SendWindow()).model_dump(), given)

    def _limits(self, before: Limits) -> dict[str, Any]:
        if self.cap is None and before.cap_messages is None:
            _refuse_without("--cap", {"cap_days": self.cap_days})
        given = {
            "number": self.number,
            "messages_per_second": self.per_second,
            "cap_messages": self.cap,
            "cap_days": self.cap_days,
        }
        return _over(before.model_dump(), given)

    def _arms(self) -> tuple[dict[str, Any], ...] | None:
        if self.second is None:
            return None
        template, _, share = self.second.partition(":")
        part = _share(share) if share else 0.5
        if not template or part is None:
            raise RefusedHere(
                message("“{text}” does not say which template, for which share.", text=self.second),
                advice=message("Write it as winter_b:0.5; the share lies between 0 and 1."),
            )
        return (
            {"name": "A", "share": 1 - part},
            {"name": "B", "share": part, "template": template},
        )

    def _first_wave(self, before: FirstWaveTerms | None) -> dict[str, Any] | None:
        finer = {"most": self.first_most, "fine": self.fine, "bad": self.bad}
        if self.first == 0 or (self.first is None and before is None):
            _refuse_without("--first", finer)
            return None
        given = {"people": self.first, **finer}
        if self.first is not None and self.first_most is None:
            given["most"] = WAVES * self.first
        return _over({} if before is None else before.model_dump(), given)


def _terms_of(path: Path) -> CampaignTerms:
    with reading_file(path, RefusedHere):
        return read_plan(path).terms


_OPTION_OF = {
    "messages_per_second": "--per-second", "cap_messages": "--cap", "cap_days": "--cap-days",
    "people": "--first", "most": "--first-most", "fine": "--fine", "bad": "--bad",
    "failed_share": "--stop-failed", "in_doubt": "--stop-doubt", "slower_by": "--stop-slower",
    "opens": "--between", "closes": "--between", "held_out": "--hold-out", "zone": "--zone",
}  # fmt: skip
"""The option that says a term."""


def _refuse_without(option: str, given: Mapping[str, float | str | None]) -> None:
    """Refuse what is said of something that is not asked for: nobody would hold the campaign to it."""
    said = [_OPTION_OF[name] for name, value in given.items() if value is not None]
    if said:
        raise RefusedHere(
            message("Without {option}, {said} would change nothing.", option=option, said=listed(said)),
            advice=message("Add {option}, or leave the other out.", option=option),
        )


def _over(before: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """What was, with what is said in its place."""
    return before | {name: value for name, value in given.items() if value is not None}


def _share(text: str) -> float | None:
    """A share between 0 and 1, both left out; None for anything else."""
    try:
        found = float(text)
    except ValueError:
        return None
    return found if 0 < found < 1 else None


def _start(text: str, zone: str | None) -> str:
    found = next_times(rule_of(WhenOptions(at=text, zone=zone), None), datetime.now(UTC))
    if not found:
        raise RefusedHere(
            message("{time} is over.", time=text), advice=message("Name a time that is still to come.")
        )
    return found[0].at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _between(text: str) -> tuple[int, int]:
    opens, dash, closes = text.partition("-")
    begin, end = minutes_of(opens), minutes_of(closes)
    if not dash or begin is None or end is None or begin >= end:
        raise RefusedHere(
            message("“{text}” does not say between which times.", text=text),
            advice=message("Write it as 09:00-20:00; the second is the later one."),
        )
    return begin, end


def _weekdays(words: list[str]) -> tuple[int, ...]:
    named = {name: (at,) for at, name in enumerate(WEEKDAYS)} | {"workday": tuple(range(5))}
    if any(word.casefold() not in named for word in words):
        raise RefusedHere(
            message("“{words}” are no days of the week.", words=" ".join(words)),
            advice=message("--on takes monday … sunday and workday, and may be repeated."),
        )
    return tuple(sorted({day for word in words for day in named[word.casefold()]}))


def _holidays(words: list[str]) -> tuple[str, ...]:
    today = datetime.now(UTC).date()
    days: set[date] = set()
    for word in words:
        day = read_date(word)
        days |= {day} if day is not None else set(read_holidays(Path(word), today).days)
    return tuple(sorted(day.isoformat() for day in days))
