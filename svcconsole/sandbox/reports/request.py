"""One report request read from its body: range, filters, continuation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, Text, func, true

from svcconsole.api.models.reports import GenerateReport, moment
from svcconsole.sandbox.store import database, timestamps

Query = Select[*tuple[Any, ...]]
"""The rows of a report; the names of its columns are those of the CSV."""

Instant = ColumnElement[str]
"""A column of instants as `moments.text` writes them."""

_ALMOST_A_MILLISECOND = timedelta(microseconds=999)
_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ReportQuery:
    """`start` and `end` both belong to the range; `now` is when the report is made: what has not happened yet
    is in no report. `after` is the key of the last row of the part before."""

    start: str
    end: str
    now: str
    channel: str | None = None
    group_by: Literal["day", "week", "month"] | None = None
    after: int = 0

    @classmethod
    def read(cls, request: GenerateReport, now: datetime, after: int) -> ReportQuery:
        asked, filters = request.date_range, request.filters
        return cls(
            start=_text(asked.start_date, _ALMOST_A_MILLISECOND),
            end=_text(asked.end_date),
            now=timestamps.text(now),
            channel=filters.channel if filters else None,
            group_by=filters.group_by if filters else None,
            after=after,
        )

    def using(self, *, channel: bool, group_by: bool) -> ReportQuery:
        """Without the filters that the report does not use (decisions, row 5)."""
        return replace(
            self,
            channel=self.channel if channel else None,
            group_by=self.group_by if group_by else None,
        )

    def within(self, at: Instant) -> ColumnElement[bool]:
        """The instant is in the range, and has come."""
        return at.between(self.start, min(self.end, self.now))

    def on(self, channel: ColumnElement[str]) -> ColumnElement[bool]:
        """The channel is the one asked for; tickets write theirs in capitals."""
        return true() if self.channel is None else func.lower(channel) == self.channel

    def periods(self, at: Instant) -> list[ColumnElement[str]]:
        """The column `period` where groupBy asks for one: a day, the Monday of a week, or a month, in UTC."""
        if self.group_by is None:
            return []
        periods = {
            "day": func.substr(at, 1, 10, type_=Text),
            "week": database.monday(at),
            "month": func.substr(at, 1, 7, type_=Text),
        }
        return [periods[self.group_by].label("period")]


def _text(written: str, later: timedelta = timedelta()) -> str:
    """The instant in UTC; the calendar's own end where its zone would lead beyond it."""
    instant = moment(written)
    try:
        return timestamps.text(instant.astimezone(UTC) + later)
    except OverflowError:
        return timestamps.text(_FIRST if instant.year == _FIRST.year else _LAST)
