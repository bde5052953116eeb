"""The question a report answers: its name, its days in the store's time zone, and the request it becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, Self
from zoneinfo import ZoneInfo

from svcconsole.api.models.reports import GenerateReport, moment

KIND = "report"
"""How reports are named in the ledger, and saved questions among the presets."""
LAST_MILLISECOND = timedelta(milliseconds=1)


def zone_of(name: str | None) -> tzinfo:
    """The zone of an IANA name; this computer's own where there is none. Raises ValueError for no zone."""
    if not name:
        return datetime.now().astimezone().tzinfo or UTC
    try:
        return ZoneInfo(name)
    except (OSError, LookupError) as error:  # ZoneInfoNotFoundError is a LookupError
        raise ValueError(f"there is no time zone {name!r}") from error


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` to `end`, both within, ISO 8601 in UTC with milliseconds; `zone` is the IANA name the days
    were meant in, blank for this computer's."""

    start: str
    end: str
    zone: str = ""

    @classmethod
    def of_days(cls, first: date, last: date, zone: str = "") -> Self:
        """Whole days in `zone`, however long its days are: until the last millisecond of `last`."""
        return cls(
            exactly(_midnight(first, zone)),
            exactly(_midnight(last + timedelta(days=1), zone) - LAST_MILLISECOND),
            zone,
        )

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day, in the zone."""
        return _day(self.start, self.zone), _day(self.end, self.zone)


@dataclass(frozen=True, slots=True)
class ReportQuestion:
    """What is asked of the store; kept with its run, so that every part is asked for with the same."""

    name: str
    type: str
    span: Span
    emails: tuple[str, ...]
    description: str = ""
    channel: str | None = None
    group_by: str | None = None

    def request(self, reference: str = "", cursor: str | None = None) -> GenerateReport:
        """The request of one part. Raises pydantic's ValidationError with the fields of GenerateReport."""
        filters = {
            name: value for name, value in (("channel", self.channel), ("groupBy", self.group_by)) if value
        }
        return GenerateReport.read(
            {
                "reportType": self.type,
                "reportName": self.name,
                "dateRange": {"startDate": self.span.start, "endDate": self.span.end},
                "emails": list(self.emails),
                **({"reportDescription": words} if (words := described(self.description, reference)) else {}),
                **({"filters": filters} if filters else {}),
                **({"cursor": cursor} if cursor else {}),
            }
        )

    def as_json(self) -> dict[str, Any]:
        """All of it for the workspace, and for a saved definition."""
        return {
            "name": self.name,
            "type": self.type,
            "start": self.span.start,
            "end": self.span.end,
            "zone": self.span.zone,
            "emails": list(self.emails),
            "description": self.description,
            "channel": self.channel,
            "group_by": self.group_by,
        }

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> Self:
        """The question that `as_json` gave."""
        return cls(
            name=kept["name"],
            type=kept["type"],
            span=Span(kept["start"], kept["end"], kept.get("zone") or ""),
            emails=tuple(kept["emails"]),
            description=kept.get("description") or "",
            channel=kept.get("channel"),
            group_by=kept.get("group_by"),
        )


def described(description: str, reference: str) -> str:
    """The description as it is sent: what was typed, with the reference that finds the run in the mails."""
    mark = f"Ref {reference}" if reference else ""
    return " · ".join(part for part in (description.strip(), mark) if part)


Days = tuple[date, date]


def _last_month(today: date) -> Days:
    end = today.replace(day=1) - timedelta(days=1)
    return end.replace(day=1), end


def _last_six_months(today: date) -> Days:
    months = today.year * 12 + today.month - 1 - 6
    return date(months // 12, months % 12 + 1, 1), today.replace(day=1) - timedelta(days=1)


PERIODS: Mapping[str, Callable[[date], Days]] = {
    "today": lambda today: (today, today),
    "yesterday": lambda today: (today - timedelta(days=1), today - timedelta(days=1)),
    "last_7_days": lambda today: (today - timedelta(days=7), today - timedelta(days=1)),
    "last_30_days": lambda today: (today - timedelta(days=30), today - timedelta(days=1)),
    "this_month": lambda today: (today.replace(day=1), today),
    "last_month": _last_month,
    "last_6_months": _last_six_months,
    "this_year": lambda today: (today.replace(month=1, day=1), today),
    "last_year": lambda today: (date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)),
}
"""Period → its first and last day, counted from today in the store's zone."""


def today(zone: str = "") -> date:
    """The day it is in `zone`."""
    return datetime.now(zone_of(zone)).date()


def _midnight(day: date, zone: str) -> datetime:
    """The first moment of a day; this computer's zone is asked for that very day, not for today."""
    local = datetime.combine(day, time())
    return local.replace(tzinfo=zone_of(zone)) if zone else local.astimezone()


def exactly(instant: datetime) -> str:
    """A moment as it is sent: ISO 8601 in UTC with milliseconds."""
    return instant.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_moment(text: str, zone: str) -> datetime:
    """The instant of an ISO 8601 timestamp; one without a zone is a time in `zone` (decisions, row 40).
    Raises ValueError for anything else."""
    if "T" not in text:
        raise ValueError(text)
    instant = datetime.fromisoformat(text)
    if instant.utcoffset() is not None:
        return instant
    return instant.replace(tzinfo=zone_of(zone)) if zone else instant.astimezone()


def with_zone(body: Mapping[str, Any], zone: str) -> dict[str, Any]:
    """The same request of a report, its moments without a zone in this one; what is no moment stays."""
    span = body.get("dateRange")
    if not isinstance(span, dict):
        return dict(body)
    return {**body, "dateRange": {name: _zoned(value, zone) for name, value in span.items()}}


def _zoned(value: object, zone: str) -> object:
    try:
        if isinstance(value, str) and datetime.fromisoformat(value).utcoffset() is None:
            return exactly(read_moment(value, zone))
    except (ValueError, OverflowError):
        pass
    return value


def _day(iso: str, zone: str) -> date:
    return moment(iso).astimezone(zone_of(zone) if zone else None).date()
