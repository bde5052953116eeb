"""Builds the SQL that reads a column of moments in the zone they are shown in; days alone stay."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.services.analysis.database import Question
from svcconsole.services.analysis.epoch import EPOCH, EPOCH_MILLISECONDS_FROM
from svcconsole.services.analysis.sql import select, text

TIMED = r"\d:\d\d"
ZONED = r":\d\d(\.\d+)? ?(Z|UTC|GMT|[+-]\d\d(:?\d\d)?)$"
ZULU = r":\d\d(\.\d+)? ?(Z|UTC|GMT)$"
OFFSET = r"([+-])(\d\d):?(\d\d)?$"
UTC_NAMES = frozenset({"UTC", "Etc/UTC", "GMT", "Etc/GMT", "Z"})


@dataclass(frozen=True, slots=True)
class Zones:
    """IANA names: of the zone moments are shown and counted in, of the one they are written in where they
    name none, and of this computer's."""

    shown: str = "UTC"
    written: str = "UTC"
    computer: str = "UTC"


@dataclass(frozen=True, slots=True)
class MomentFacts:
    """How many cells of a column of dates have a time of day, a zone, and UTC as that zone."""

    filled: int
    timed: int
    zoned: int
    zulu: int

    @property
    def days_only(self) -> bool:
        """Whether no cell has a time of day."""
        return not self.timed

    @property
    def zoneless(self) -> bool:
        """Whether some cells have a time of day and do not say in which zone."""
        return self.zoned < self.timed


def facts(question: Question, table: str, column: int, value: str, filled: int) -> MomentFacts:
    """Count over the whole column."""
    cell = f"trim(c{column})"
    counts = (f"count_if(regexp_matches({cell}, {text(each)}))" for each in (TIMED, ZONED, ZULU))
    row = question.row(select(", ".join(counts), table, where=f"{value} IS NOT NULL"))
    return MomentFacts(filled, *row)


def shown_sql(column: int, value: str, found: MomentFacts, zones: Zones) -> str:
    """SQL: the moments in the zone they are shown in; `value` is SQL for them as they are written."""
    cell = f"trim(c{column})"
    if found.days_only:
        return value
    here = moved_sql(value, zones.written, zones.shown)
    if not found.zoned:
        return here if here == value else f"CASE WHEN {_has(cell, TIMED)} THEN {here} ELSE {value} END"
    instant = value if found.zulu == found.zoned else f"({value} - {_minutes(cell)})"
    there = moved_sql(instant, "UTC", zones.shown)
    if found.zoned == found.filled:
        return there
    others = here if here == value else f"CASE WHEN {_has(cell, TIMED)} THEN {here} ELSE {value} END"
    return f"CASE WHEN {_has(cell, ZONED)} THEN {there} ELSE {others} END"


def epoch_sql(column: int) -> str:
    """SQL: the moment in UTC of a cell that counts (milli)seconds since 1970; NULL for any other."""
    cell = f"trim(c{column})"
    number = f"try_cast({cell} AS DOUBLE)"
    factor = f"CASE WHEN {number} >= {EPOCH_MILLISECONDS_FROM} THEN 1000 ELSE 1000000 END"
    moment = f"make_timestamp(({number} * {factor})::BIGINT)"
    return f"CASE WHEN regexp_full_match({cell}, {text(EPOCH)}) THEN {moment} END"


def typed_sql(column: int, value: str, found: MomentFacts) -> str:
    """SQL: what a typed file holds of a column whose every cell is plain; blank where cells differ in kind.

    Days are days, moments in UTC are instants, moments that name no zone are as they are written.
    """
    if found.days_only:
        return f"try_cast(c{column} AS DATE)"
    if found.zulu == found.filled:
        return f"timezone('UTC', {value})"
    return value if found.timed == found.filled and not found.zoned else ""


def moved_sql(value: str, written: str, shown: str) -> str:
    """SQL: a moment of the zone `written`, as clocks in the zone `shown` have it."""
    if written == shown or {written, shown} <= UTC_NAMES:
        return value
    return f"timezone({text(shown)}, timezone({text(written)}, {value}))"


def _has(cell: str, pattern: str) -> str:
    return f"regexp_matches({cell}, {text(pattern)})"


def _minutes(cell: str) -> str:
    """SQL: the interval that a zone's offset stands for; none for UTC."""
    sign, hours, minutes = (f"regexp_extract({cell}, {text(OFFSET)}, {group})" for group in (1, 2, 3))
    total = f"coalesce(try_cast({hours} AS INTEGER), 0) * 60 + coalesce(try_cast({minutes} AS INTEGER), 0)"
    return f"to_minutes(CASE WHEN {sign} = '-' THEN -1 ELSE 1 END * ({total}))"
