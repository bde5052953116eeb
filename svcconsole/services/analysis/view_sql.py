"""A view as SQL: its filters, its search and its order, over what each column reads as."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo
from math import isfinite
from typing import Any

from svcconsole.services.analysis.column_types import Reading, iso_sql, number_sql
from svcconsole.services.analysis.database import Question
from svcconsole.services.analysis.results import AnalysisError
from svcconsole.services.analysis.sql import any_of, blank, cell, select
from svcconsole.services.analysis.view import Filter, Sort, Test, View
from svcconsole.tables.values.moments import zone_named
from svcconsole.words.message import mark, message, plural

DAY = timedelta(days=1)
Readings = Callable[[int], Reading]


@dataclass(slots=True)
class Condition:
    """What stands after WHERE and its parameters."""

    parts: list[str] = field(default_factory=list)
    values: list[object] = field(default_factory=list)

    def add(self, part: str, *values: object) -> None:
        self.parts.append(part)
        self.values.extend(values)

    @property
    def sql(self) -> str:
        return " AND ".join(f"({part})" for part in self.parts)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table under a condition, to be asked about."""

    question: Question
    table: str
    where: Condition

    def ask(
        self,
        what: str,
        *,
        values: Sequence[object] = (),
        also: str = "",
        group: str = "",
        order: str = "",
        limit: int | None = None,
    ) -> list[tuple[Any, ...]]:
        """Select from these rows; `values` are the parameters in `what`, `also` one more condition."""
        where = " AND ".join(filter(None, (self.where.sql, also)))
        query = select(what, self.table, where=where, group=group, order=order, limit=limit)
        return self.question.rows(query, [*values, *self.where.values])


def condition(view: View, readings: Readings, width: int) -> Condition:
    """The rows of a view. AnalysisError when a value fits no column of its kind."""
    found = Condition()
    for one in view.filters:
        if not 0 <= one.column < width:
            raise AnalysisError(
                message("The filter names a column that this table does not have."), message("Take it off.")
            )
        _TESTS[one.test](found, one, readings)
    if view.search:
        found.add(any_of([_holds(number, view.search) for number in range(width)]), *[view.search] * width)
    return found


def order(sorts: tuple[Sort, ...], readings: Readings) -> str:
    """What stands after ORDER BY; what is equal keeps the order of the file, as all do without a sort."""
    if not sorts:
        return ""
    return ", ".join([*(part for one in sorts for part in _sorted(one, readings(one.column))), "rowid"])


def _sorted(one: Sort, reading: Reading) -> list[str]:
    way = "DESC NULLS LAST" if one.descending else "ASC NULLS LAST"
    words = f"lower({cell(one.column)})"
    text = f"CASE WHEN NOT {blank(one.column)} THEN {words} END {way}"
    if not reading.ordered:
        return [text]
    value = f"{reading.value} {way}"
    if reading.share == 1:
        return [value]
    return [value, f"CASE WHEN {reading.value} IS NULL AND NOT {blank(one.column)} THEN {words} END {way}"]


def _is(found: Condition, one: Filter, readings: Readings) -> None:
    marks = ", ".join("?" * len(one.values)) or "NULL"
    found.add(f"{cell(one.column)} IN ({marks})", *one.values)


def _is_not(found: Condition, one: Filter, readings: Readings) -> None:
    if one.values:
        marks = ", ".join("?" * len(one.values))
        found.add(f"{cell(one.column)} NOT IN ({marks})", *one.values)


def _contains(found: Condition, one: Filter, readings: Readings) -> None:
    found.add(any_of([_holds(one.column, value) for value in one.values]), *one.values)


def _holds(column: int, part: str) -> str:
    """Whether `part`, a parameter, stands in a cell, whatever the case; without letters there is none."""
    if part.lower() == part.upper():
        return f"contains({cell(column)}, ?)"
    return f"contains(lower({cell(column)}), lower(?))"


def _blank(found: Condition, one: Filter, readings: Readings) -> None:
    found.add(blank(one.column))


def _not_blank(found: Condition, one: Filter, readings: Readings) -> None:
    found.add(f"NOT {blank(one.column)}")


def _over(found: Condition, one: Filter, readings: Readings) -> None:
    value, (bound,) = _bounds(one, readings, 1)
    found.add(f"{value} >= ?" if bound.day else f"{value} > ?", bound.end)


def _under(found: Condition, one: Filter, readings: Readings) -> None:
    value, (bound,) = _bounds(one, readings, 1)
    found.add(f"{value} < ?", bound.begin)


def _between(found: Condition, one: Filter, readings: Readings) -> None:
    value, (low, high) = _bounds(one, readings, 2)
    upper = f"{value} < ?" if high.day else f"{value} <= ?"
    found.add(f"{value} >= ? AND {upper}", low.begin, high.end)


def _in_period(found: Condition, one: Filter, readings: Readings) -> None:
    value, (low, high) = _bounds(one, readings, 2)
    if readings(one.column).kind not in ("date", "number"):
        raise AnalysisError(
            message("This column holds no dates, so no period can be chosen in it."), message("Take it off.")
        )
    found.add(f"{value} >= ? AND {value} < ?", low.begin, high.begin)


_TESTS: dict[Test, Callable[[Condition, Filter, Readings], None]] = {
    "is": _is,
    "is_not": _is_not,
    "contains": _contains,
    "over": _over,
    "under": _under,
    "between": _between,
    "blank": _blank,
    "not_blank": _not_blank,
    "in_period": _in_period,
}


@dataclass(frozen=True, slots=True)
class _Bound:
    """A number or moment typed as a limit; a whole `day` begins at `begin` and ends before `end`."""

    begin: float | datetime
    end: float | datetime
    day: bool = False


def _bounds(one: Filter, readings: Readings, count: int) -> tuple[str, list[_Bound]]:
    """SQL for the value to compare, and the limits as the column reads them."""
    if len(one.values) != count:
        raise AnalysisError(
            plural("This test needs one value.", "This test needs two values.", count), message("Fill it in.")
        )
    reading = readings(one.column)
    comma = reading.note == "decimal_comma" and one.test != "in_period"  # whose ends a chart wrote
    numbers = [_number(value, comma=comma) for value in one.values] if reading.kind != "date" else [None]
    if None not in numbers:
        value = reading.value if reading.kind == "number" else number_sql(one.column)
        return value, [bound for bound in numbers if bound is not None]
    zone = zone_named(reading.look.shown_in)
    moments = [_moment(value, zone) for value in one.values] if reading.kind != "number" else [None]
    if None not in moments:
        value = reading.value if reading.kind == "date" else iso_sql(one.column)
        return value, [bound for bound in moments if bound is not None]
    wanted = {
        "number": mark("“{value}” is not a number."),
        "date": mark("“{value}” is not a date, such as 2026-01-31."),
    }.get(reading.kind, mark("“{value}” is not a number or a date."))
    wrong = next(
        (value for value in one.values if not (_number(value) or _moment(value, zone))), one.values[0]
    )
    raise AnalysisError(
        message(wanted, value=wrong),
        message("Correct the filter."),
    )


def _number(value: str, *, comma: bool = False) -> _Bound | None:
    """A number typed with a point, or with a comma before at most two digits; in a column of decimal commas
    as its cells are written."""
    typed = value.strip().replace("\u00a0", "").replace(" ", "").rstrip("%")
    if comma and ("," in typed or re.fullmatch(r"-?[1-9]\d{0,2}(\.\d{3})+", typed)):
        typed = typed.replace(".", "").replace(",", ".")
    elif "," in typed and "." not in typed and len(typed) - typed.rindex(",") <= 3:
        typed = typed.replace(",", ".")
    try:
        number = float(typed.replace(",", ""))
    except ValueError:
        return None
    return _Bound(number, number) if isfinite(number) else None


def _moment(value: str, zone: tzinfo) -> _Bound | None:
    """A day or a moment as it is typed, in `zone` where it names none."""
    typed = value.strip()
    try:
        day = datetime.combine(date.fromisoformat(typed), time())
        return _Bound(day, day + DAY, day=True)
    except (ValueError, OverflowError):
        pass
    try:
        moment = datetime.fromisoformat(typed)
        if moment.tzinfo is not None:
            moment = moment.astimezone(zone).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None
    return _Bound(moment, moment)
