"""Decides what the cells of a column are (numbers, dates or text) and builds the SQL that reads them so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from svcconsole.services.analysis.database import Question
from svcconsole.services.analysis.results import Kind
from svcconsole.services.analysis.sql import blank, select, text

SHARE = 0.95
SAMPLE_ROWS = 2_000
SAMPLE_FIRST = 100

_TAIL = r"([eE][-+]?\d{1,3})?%?"
PLAIN_DATE = r"(19|[2-9]\d)\d\d-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z?)?"
PLAIN_NUMBER = r"-?(0|[1-9]\d{0,14})(\.\d+)?"
POINT_NUMBER = rf"-?((0|[1-9]\d{{0,14}}|[1-9]\d{{0,2}}(,\d{{3}}){{1,4}})(\.\d+)?|\.\d+){_TAIL}"
COMMA_NUMBER = rf"-?((0|[1-9]\d{{0,14}}|[1-9]\d{{0,2}}([. ]\d{{3}}){{1,4}})(,\d+)?|,\d+){_TAIL}"
"""Numbers as people write them. Codes are none: leading zeros, a plus, more than 15 digits."""

_TIMES = ("", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p")
_DAYS = {
    "": (
        "%Y-%m-%d",
        "%Y-%m",
        "%Y/%m/%d",
        "%d.%m.%Y",
        "%d %b %Y",
        "%d %B %Y",
        "%b %d, %Y",
        "%B %d, %Y",
        "%d-%b-%Y",
    ),
    "day_first": ("%d/%m/%Y", "%d-%m-%Y"),
    "month_first": ("%m/%d/%Y", "%m-%d-%Y"),
}
"""How dates are written; only what uses / or - with the year last can be read in two ways."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a column reads: `value` is SQL for its number or moment (NULL where a cell is none).

    `share` of the cells that are not blank; `exact`: every cell is a plain number or date that exists (no
    31 February), or blank.
    """

    column: int
    kind: Kind
    share: float
    note: str
    value: str
    exact: bool = False

    @property
    def cell(self) -> str:
        return f"c{self.column}"

    @property
    def blank(self) -> str:
        return blank(self.column)


def number_sql(column: int, *, comma: bool = False) -> str:
    """SQL: the number of a cell, or NULL."""
    cell = f"trim(c{column})"
    pattern = COMMA_NUMBER if comma else POINT_NUMBER
    digits = f"rtrim({cell}, '%')"
    digits = (
        f"replace(replace(replace({digits}, '.', ''), ' ', ''), ',', '.')"
        if comma
        else f"replace({digits}, ',', '')"
    )
    number = f"try_cast({digits} AS DOUBLE)"
    return f"CASE WHEN regexp_full_match({cell}, {text(pattern)}) AND isfinite({number}) THEN {number} END"


def moment_sql(column: int, formats: list[str], *, tidy: bool) -> str:
    """SQL: the moment of a cell as written (its time zone is not applied), or NULL; none before 1900."""
    cell = f"trim(c{column})"
    if tidy:
        cell = f"regexp_replace({cell}, '(\\d)T(\\d)', '\\1 \\2')"
        cell = f"regexp_replace({cell}, '(:\\d\\d(\\.\\d+)?)( ?Z| ?UTC| ?GMT| ?[+-]\\d\\d:?\\d\\d)$', '\\1')"
    listed = ", ".join(map(text, formats))
    found = f"try_strptime({cell}, [{listed}])"
    return f"CASE WHEN {found} >= TIMESTAMP '1900-01-01' THEN {found} END"


def iso_sql(column: int) -> str:
    """SQL: the moment of a cell of a column that is not one of dates, where it is written unmistakably."""
    return moment_sql(column, _formats(""), tidy=True)


def as_text(column: int) -> Reading:
    """A column of texts, whatever it holds."""
    return Reading(column, "text", 0.0, "", "NULL::DOUBLE")


def decide(question: Question, table: str, column: int) -> Reading:
    """Look at a sample for what the column may be, then count over all its cells."""
    filled_in = f"NOT {blank(column)}"
    rows, filled = question.row(select(f"count(*), count_if({filled_in})", table))
    if not filled:
        return Reading(column, "empty", 0.0, "", "NULL::DOUBLE")
    step = max(1, rows // SAMPLE_ROWS)
    spread = select(f"c{column}", table, where=f"{filled_in} AND rowid % {step} = 0")
    first = select(f"c{column}", table, where=filled_in, limit=SAMPLE_FIRST)
    sample = f"({spread} UNION ALL ({first}))"
    for kind, pattern, cast in _PLAIN:
        value = f"try_cast(c{column} AS {cast})"
        plain = f"regexp_full_match(c{column}, {text(pattern)}) AND {value} IS NOT NULL"
        (misses,) = question.row(select("count(*)", sample, where=f"NOT ({plain})"))
        if not misses and question.row(select(f"count_if({plain})", table)) == (filled,):
            return Reading(column, kind, 1.0, "", value, exact=True)
    best = as_text(column)
    candidates = _candidates(question, sample, column)
    if candidates:
        counts = ", ".join(f"count({candidate.value})" for candidate in candidates)
        read = question.row(select(counts, table, where=filled_in))
        for candidate, count in zip(candidates, read, strict=True):
            if count / filled >= SHARE and count / filled > best.share:
                best = replace(candidate, share=count / filled)
    return best


_PLAIN: tuple[tuple[Kind, str, str], ...] = (
    ("number", PLAIN_NUMBER, "DOUBLE"),
    ("date", PLAIN_DATE, "TIMESTAMP"),
)
"""Columns whose every cell is of the simplest form are cast, which is the quickest."""


def _candidates(question: Question, sample: str, column: int) -> list[Reading]:
    """The readings that at least half of the sample allows; the first of equal ones is preferred."""
    tried = [
        Reading(column, "number", 0.0, "", number_sql(column)),
        Reading(column, "number", 0.0, "decimal_comma", number_sql(column, comma=True)),
    ]
    for note in _DAYS:
        for tidy in (False, True):
            sql = moment_sql(column, _formats(note), tidy=tidy)
            tried.append(Reading(column, "date", 0.0, note, sql))
    counts = ", ".join(f"count({reading.value})" for reading in tried)
    *found, rows = question.row(select(f"{counts}, count(*)", sample))
    kept: list[Reading] = []
    for reading, count in zip(tried, found, strict=True):
        tidier = kept and kept[-1].note == reading.note and kept[-1].kind == reading.kind == "date"
        if count < rows / 2 or (tidier and count <= kept[-1].share * rows):
            continue
        if tidier:
            kept.pop()
        kept.append(
            Reading(column, reading.kind, count / rows, reading.note, _ordered(question, sample, reading))
        )
    return kept


def _formats(note: str) -> list[str]:
    return [day + time for day in _DAYS[note] for time in _TIMES]


def _ordered(question: Question, sample: str, reading: Reading) -> str:
    """The same reading with only the formats the sample has, the most frequent first, then the others."""
    if reading.kind != "date":
        return reading.value
    formats = _formats(reading.note)
    tidy = "regexp_replace" in reading.value
    each = ", ".join(f"count({moment_sql(reading.column, [one], tidy=tidy)})" for one in formats)
    counts = dict(zip(formats, question.row(select(each, sample)), strict=True))
    return moment_sql(reading.column, sorted(formats, key=lambda one: -counts[one]), tidy=tidy)
