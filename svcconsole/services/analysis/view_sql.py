"""A view as SQL: its filters, its search and its order, over what each column reads as."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo
from math import isfinite
from typing import Any

from svcconsole.services.analysis.column_types import Reading, digits_sql, iso_sql, number_sql
from svcconsole.services.analysis.database import Question
from svcconsole.services.analysis.results import AnalysisError
from svcconsole.services.analysis.sql import any_of, blank, cell, select
from svcconsole.services.analysis.view import Filter, Sort, Test, View
from svcconsole.tables.values.moments import zone_named
from svcconsole.words.message import mark, message, plural

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
SPACES = dict.fromkeys(map(ord, " \u00a0\u202f'’"))
"""What parts thousands besides the point and the comma."""
VALUE = re.compile(r"\s*[-.,]?\d")
"""How a number or a moment begins that is typed."""
SHOWN_SIGNS = frozenset("0123456789-:.,%") | frozenset(map(chr, SPACES))
"""Only these are in numbers and moments as they are shown: other texts are looked for in cells alone."""
Part = tuple[str, tuple[object, ...]]
"""A condition and its parameters."""


@dataclass(frozen=True, slots=True)
class Readings:
    """How columns read, which takes long to decide in a large file; `begins`: whether the first cells of one
    look like numbers or dates, which is known at once."""

    decided: Callable[[int], Reading]
    begins: Callable[[int], bool]

    def __call__(self, column: int) -> Reading:
        return self.decided(column)


@dataclass(slots=True)
class Condition:
    """What stands after WHERE and its parameters."""

    parts: list[str] = field(default_factory=list)
    values: list[object] = field(default_factory=list)

    def add(self, part: str, *values: object) -> None:
        self.parts.append(part)
        self.values.extend(values)

    def add_any(self, parts: Sequence[Part]) -> None:
        """One of these is enough."""
        self.add(any_of([part for part, _ in parts]), *(value for _, values in parts for value in values))

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
        found.add_any([part for number in range(width) for part in _holding(number, view.search, readings)])
    return found


def order(sorts: tuple[Sort, ...], readings: Callable[[int], Reading]) -> str:
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
    found.add_any(_equal(one, readings))


def _is_not(found: Condition, one: Filter, readings: Readings) -> None:
    for part, values in _equal(one, readings):
        found.add(f"NOT coalesce({part}, false)", *values)


def _equal(one: Filter, readings: Readings) -> list[Part]:
    """Whether a cell is one of the values: letter for letter, or the same number or moment."""
    if not one.values:
        return []
    marks = ", ".join("?" * len(one.values))
    letters: Part = (f"{cell(one.column)} IN ({marks})", one.values)
    typed = [value for value in one.values if VALUE.match(value)]
    if not typed or not readings.begins(one.column):
        return [letters]
    alike = (_same(readings(one.column), value) for value in typed)
    return [letters, *(part for part in alike if part is not None)]


def _same(reading: Reading, typed: str) -> Part | None:
    """Whether a cell stands for the number, the day or the second that is typed; None where that is none.

    Moments that name no zone and are shown in another one than they are written in are compared as written:
    a value that was taken from a cell and one that was typed cannot be told apart.
    """
    look = reading.look
    if reading.kind == "number":
        number = _number(typed, comma=look.note == "decimal_comma")
        return None if number is None else (f"{reading.value} = ?", (number.begin,))
    if reading.kind != "date" or (look.zoneless and look.written != look.shown_in):
        return None
    moment = _moment(typed, zone_named(look.shown_in))
    if moment is None or not isinstance(moment.begin, datetime):
        return None
    if moment.begin.microsecond:
        return f"{reading.value} = ?", (moment.begin,)
    end = moment.end if moment.day else moment.begin + SECOND
    return f"{reading.value} >= ? AND {reading.value} < ?", (moment.begin, end)


def _contains(found: Condition, one: Filter, readings: Readings) -> None:
    found.add_any([part for value in one.values for part in _holding(one.column, value, readings)])


def _holding(column: int, part: str, readings: Readings) -> list[Part]:
    """Whether `part` stands in a cell as the file has it, or as it is shown where that differs."""
    found: list[Part] = [(_holds(column, part), (part,))]
    shown = SHOWN_SIGNS.issuperset(part) and any(map(str.isdigit, part))
    if shown and readings.begins(column):
        found += _shown_with(readings(column), part)
    return found


def _shown_with(reading: Reading, part: str) -> Iterator[Part]:
    if reading.kind == "date" and (reading.look.timed or not reading.exact):
        yield f"contains(strftime({reading.value}, '%Y-%m-%d %H:%M:%S'), ?)", (part,)
    elif reading.kind == "number":
        digits = digits_sql(reading.column, comma=reading.look.note == "decimal_comma")
        for plain in _plain_forms(part, grouped=reading.look.grouped):
            yield f"{reading.value} = ?", (float(plain.rstrip("%")),)
            yield f"contains({digits}, ?) AND {reading.value} IS NOT NULL", (plain,)


def _plain_forms(part: str, *, grouped: bool) -> list[str]:
    """The plain digits a number may have that is typed as it is shown, in the manner of either language; what
    parts thousands is taken out where cells are shown with it."""
    typed = part.strip()
    bare = typed.translate(SPACES)
    forms: list[str] = []
    for decimal, group in (".,", ",."):
        found = re.fullmatch(rf"(-?[\d{group}]*)(?:[{decimal}](\d*))?(%?)", bare)
        if found is None or (not grouped and (bare != typed or group in found[1])):
            continue
        rest = "" if found[2] is None else f".{found[2]}"
        forms.append(f"{found[1].replace(group, '')}{rest}{found[3]}")
    return list(dict.fromkeys(forms))


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
    """A number typed with a point, or with a comma before at most two digits or after a point; in a column of
    decimal commas as its cells are written."""
    typed = value.strip().translate(SPACES).rstrip("%")
    either = "." in typed and typed.rfind(",") > typed.rindex(".")
    if either or (comma and ("," in typed or re.fullmatch(r"-?[1-9]\d{0,2}(\.\d{3})+", typed))):
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
