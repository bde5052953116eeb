"""Decides what the cells of a column are (numbers, dates or text) and builds the SQL that reads them so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from svcconsole.services.analysis.column_moments import (
    Zones,
    epoch_sql,
    facts,
    moved_sql,
    shown_sql,
    typed_sql,
)
from svcconsole.services.analysis.database import Question
from svcconsole.services.analysis.epoch import EPOCH_NOTE
from svcconsole.services.analysis.results import AS_TEXT, ColumnReading, ColumnType, Kind
from svcconsole.services.analysis.sql import blank, select, text
from svcconsole.tables.values.column_names import names_identity, names_money
from svcconsole.tables.values.number_forms import (
    COMMA_NUMBER,
    EITHER_COMMA,
    EITHER_POINT,
    PLAIN_NUMBER,
    POINT_NUMBER,
)

SHARE = 0.95
SAMPLE_ROWS = 2_000
SAMPLE_FIRST = 100
CODE_FROM = 1e9
"""From ten digits on a whole number is a phone, a barcode or a timestamp unless something says otherwise."""
GROUPED_FROM = 10_000
"""A column whose largest number has five digits or more is grouped, all of it: years and hours are not."""
AMOUNTS_FROM = 1_000
"""The same for amounts, which are no years."""
MOST_DECIMALS = 4

PLAIN_DATE = r"(19|[2-9]\d)\d\d-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z?)?"
ZONE_ENDING = r"(:\d\d(\.\d+)?)( ?Z| ?UTC| ?GMT| ?[+-]\d\d(:?\d\d)?)$"
CODED = r"^(\+|-?0\d)"
COMPACT_DAY = r"(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])"
DAY_BEGINS = r"^(\d{1,4}[-/. ]|\d{6,8}(\D|$)|[A-Za-z]{3,9} ?\d)"
"""How every date begins that `_DAYS` can read. Trying all of its forms takes long: nothing else is tried."""
VALUE_BEGINS = r"^([-.,]?\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
"""How numbers and the dates of `_DAYS` begin."""
_TIMES = ("", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p")
_DAYS = {
    "": (
        "%Y-%m-%d",
        "%Y-%m",
        "%Y%m%d",
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
_ORDERS = {"date_day_first": ("", "day_first"), "date_month_first": ("", "month_first")}
"""The notes of `_DAYS` that are tried where somebody said in which order days and months stand."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a column reads: `value` is SQL for its number or moment (NULL where a cell is none).

    `share` of the cells that are not blank; `exact`: every cell is a plain number or date that exists (no
    31 February), or blank. `digits` is SQL for the plain text of its numbers where every cell is one, however
    it is written; `typed` what a typed file holds of moments. `formats`: how dates are written, the most
    frequent first. `look` says how its cells are shown.
    """

    column: int
    kind: Kind
    share: float
    note: str
    value: str
    exact: bool = False
    digits: str = ""
    typed: str = ""
    formats: tuple[str, ...] = ()
    look: ColumnReading = AS_TEXT

    @property
    def cell(self) -> str:
        return f"c{self.column}"

    @property
    def blank(self) -> str:
        return blank(self.column)

    @property
    def ordered(self) -> bool:
        """Whether cells are compared by their value: numbers, dates, ids that are whole numbers."""
        return self.kind in ("number", "date") or (self.kind == "id" and self.exact)


UTC_ONLY = Zones()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a column stands: its table in the database, its name in the file and what parts the file's
    cells; the zones of its moments, and what somebody chose that it holds."""

    table: str
    name: str
    delimiter: str = ","
    zones: Zones = UTC_ONLY
    chosen: ColumnType | None = None


def digits_sql(column: int, *, comma: bool = False) -> str:
    """SQL: a number's text without what parts its thousands, with a decimal point."""
    cell = f"trim(c{column})"
    if comma:
        return f"replace(replace(replace({cell}, '.', ''), ' ', ''), ',', '.')"
    return f"replace({cell}, ',', '')"


def number_sql(column: int, *, comma: bool = False) -> str:
    """SQL: the number of a cell, or NULL."""
    pattern = COMMA_NUMBER if comma else POINT_NUMBER
    number = f"try_cast(rtrim({digits_sql(column, comma=comma)}, '%') AS DOUBLE)"
    whole = f"regexp_full_match(trim(c{column}), {text(pattern)})"
    return f"CASE WHEN {whole} AND isfinite({number}) THEN {number} END"


def moment_sql(column: int, formats: list[str], *, tidy: bool) -> str:
    """SQL: the moment of a cell as written (its time zone is not applied), or NULL; none before 1900."""
    cell = f"trim(c{column})"
    if tidy:
        cell = f"regexp_replace({cell}, '(\\d)T(\\d)', '\\1 \\2')"
        cell = f"regexp_replace({cell}, {text(ZONE_ENDING)}, '\\1')"
    listed = ", ".join(map(text, formats))
    found = f"try_strptime({cell}, [{listed}])"
    return f"CASE WHEN {found} >= TIMESTAMP '1900-01-01' THEN {found} END"


def iso_sql(column: int) -> str:
    """SQL: the moment of a cell of a column that is not one of dates, where it is written unmistakably."""
    return moment_sql(column, _formats(""), tidy=True)


def as_text(column: int, note: str = "") -> Reading:
    """A column of texts, whatever it holds."""
    return Reading(column, "text", 0.0, note, "NULL::DOUBLE")


def decide(question: Question, source: Source, column: int) -> Reading:
    """How a column reads, from all its cells, its name and the file: a sample only says what to count.

    In doubt it is text: where nothing tells whether 2,001 is two thousand or two, or 03/04 a day in April or
    in March, or where cells contradict one another. Digits that are a name (ids, phones, codes, barcodes,
    timestamps) are of the kind "id".
    """
    table, filled_in = source.table, f"NOT {blank(column)}"
    rows, filled = question.row(select(f"count(*), count_if({filled_in})", table))
    if not filled:
        return Reading(column, "empty", 0.0, "", "NULL::DOUBLE", look=ColumnReading("empty"))
    if source.chosen in ("text", "phone"):
        return replace(as_text(column), look=ColumnReading("text", phone=source.chosen == "phone"))
    step = max(1, rows // SAMPLE_ROWS)
    spread = select(f"c{column}", table, where=f"{filled_in} AND rowid % {step} = 0")
    first = select(f"c{column}", table, where=filled_in, limit=SAMPLE_FIRST)
    sample = f"({spread} UNION ALL ({first}))"
    if source.chosen is not None:
        return _of_type(question, source, column, sample, filled)
    found = _plain(question, table, column, sample, filled) or _best(question, source, column, sample, filled)
    return _as_shown(question, source, found, filled)


def begins_with_values(question: Question, table: str, column: int) -> bool:
    """Whether one of the first cells begins as a number or a date does; a column where none does is text."""
    first = select(f"c{column}", table, where=f"NOT {blank(column)}", limit=SAMPLE_FIRST)
    begins = f"count_if(regexp_matches(lower(trim(c{column})), {text(VALUE_BEGINS)}))"
    (found,) = question.row(select(begins, f"({first})"))
    return bool(found)


def _plain(question: Question, table: str, column: int, sample: str, filled: int) -> Reading | None:
    """A column whose every cell is of the simplest form, which is the quickest to read."""
    for kind, pattern, cast in _PLAIN:
        value = f"try_cast(c{column} AS {cast})"
        plain = f"regexp_full_match(c{column}, {text(pattern)}) AND {value} IS NOT NULL"
        (misses,) = question.row(select("count(*)", sample, where=f"NOT ({plain})"))
        if not misses and question.row(select(f"count_if({plain})", table)) == (filled,):
            return Reading(column, kind, 1.0, "", value, exact=True)
    return None


_PLAIN: tuple[tuple[Kind, str, str], ...] = (
    ("number", PLAIN_NUMBER, "DOUBLE"),
    ("date", PLAIN_DATE, "TIMESTAMP"),
)
"""Columns whose every cell is of the simplest form are cast, which is the quickest."""


def _of_type(question: Question, source: Source, column: int, sample: str, filled: int) -> Reading:
    """The reading that somebody chose, whatever share of the cells it fits; the others stay as they are."""
    if source.chosen == "date_epoch":
        return _as_epoch(question, source, column, filled)
    kind: Kind = "date" if str(source.chosen).startswith("date") else "number"
    plain = _plain(question, source.table, column, sample, filled)
    if plain is not None and plain.kind == kind and (kind == "date" or source.chosen != "number_comma"):
        return _as_shown(question, source, plain, filled)
    if kind == "date":
        tried = [
            _ordered(question, sample, Reading(column, "date", 0.0, note, moment_sql(column, [], tidy=True)))
            for note in _ORDERS.get(str(source.chosen), tuple(_DAYS))
        ]
    else:
        notes = {"number": ("",), "number_comma": ("decimal_comma",)}.get(
            str(source.chosen), ("", "decimal_comma")
        )
        tried = [Reading(column, "number", 0.0, note, number_sql(column, comma=bool(note))) for note in notes]
    counts = ", ".join(f"count({each.value})" for each in tried)
    read = question.row(select(counts, source.table, where=f"NOT {blank(column)}"))
    best, count = max(zip(tried, read, strict=True), key=lambda pair: pair[1])
    return _as_shown(question, source, replace(best, share=count / filled), filled)


def _as_epoch(question: Question, source: Source, column: int, filled: int) -> Reading:
    """Moments counted in seconds since 1970, or in milliseconds: no shop has moments of the year 5138."""
    found = Reading(column, "date", 0.0, EPOCH_NOTE, epoch_sql(column))
    (read,) = question.row(select(f"count({found.value})", source.table, where=f"NOT {blank(column)}"))
    zones = source.zones
    return replace(
        found,
        share=read / filled,
        value=moved_sql(found.value, "UTC", zones.shown),
        look=ColumnReading("date", EPOCH_NOTE, timed=True, zoned=True, shown_in=zones.shown),
    )


def _best(question: Question, source: Source, column: int, sample: str, filled: int) -> Reading:
    """The reading that most cells allow, at least 95 %."""
    candidates = _candidates(question, sample, column)
    if not candidates:
        return as_text(column)
    counts = ", ".join(f"count({candidate.value})" for candidate in candidates)
    read = question.row(select(counts, source.table, where=f"NOT {blank(column)}"))
    shares = [count / filled for count in read]
    best = max(shares)
    if best < SHARE:
        return as_text(column)
    first, *others = [each for each, share in zip(candidates, shares, strict=True) if share == best]
    if first.kind == "date" and any(_differ(question, source.table, first, other) for other in others):
        return as_text(column, "ambiguous_date")
    return replace(first, share=best)


def _differ(question: Question, table: str, one: Reading, other: Reading) -> bool:
    """Whether two readings make other values of some cell."""
    where = f"{one.value} IS DISTINCT FROM {other.value}"
    return bool(question.rows(select("1", table, where=where, limit=1)))


def _as_shown(question: Question, source: Source, found: Reading, filled: int) -> Reading:
    """The same reading with how its cells are shown; text where the cells leave doubt."""
    if found.kind == "date":
        return _as_moments(question, source, found, filled)
    if found.kind != "number":
        return replace(found, look=ColumnReading(found.kind, found.note))
    counted = _facts(question, source.table, found)
    if source.chosen is None and _is_ambiguous(counted, source.delimiter):
        return replace(as_text(found.column, "ambiguous"), look=ColumnReading("text", "ambiguous"))
    if source.chosen is None and not _is_quantity(counted, source.name, round(found.share * filled)):
        return _as_id(found, counted)
    money = source.chosen == "amount" or (source.chosen is None and names_money(source.name))
    decimals = counted.decimals if money and counted.fractions else None
    every = found.share == 1.0 and not counted.percent
    return replace(
        found,
        digits=digits_sql(found.column, comma=found.note == "decimal_comma") if every else "",
        look=ColumnReading(
            "number",
            found.note,
            grouped=counted.largest >= (AMOUNTS_FROM if decimals is not None else GROUPED_FROM)
            or bool(counted.parted),
            decimals=None if decimals is None else max(2, min(decimals, MOST_DECIMALS)),
        ),
    )


@dataclass(frozen=True, slots=True)
class _NumberFacts:
    """What all cells of a column of numbers say together, as counts."""

    largest: float
    negative: int
    fractions: int
    signed: int
    percent: int
    parted: int
    coded: int
    days: int
    decimals: int
    only_point: int
    only_comma: int
    either_point: int
    either_comma: int


def _facts(question: Question, table: str, found: Reading) -> _NumberFacts:
    cell, value = f"trim(c{found.column})", found.value
    sign, thousands = (",", "[. ]") if found.note == "decimal_comma" else (".", ",")
    point, comma = (f"regexp_full_match({cell}, {text(each)})" for each in (POINT_NUMBER, COMMA_NUMBER))
    either = [f"regexp_full_match({cell}, {text(each)})" for each in (EITHER_POINT, EITHER_COMMA)]
    (row,) = question.rows(
        select(
            ", ".join(
                (
                    f"coalesce(max(abs({value})), 0)",
                    f"count_if({value} < 0)",
                    f"count_if({value} <> floor({value}))",
                    f"count_if(regexp_matches({cell}, '[., eE%]') AND {value} IS NOT NULL)",
                    f"count_if(contains({cell}, '%'))",
                    f"count_if(regexp_matches({cell}, {text(thousands)}) AND {value} IS NOT NULL)",
                    f"count_if(regexp_matches({cell}, {text(CODED)}))",
                    f"count_if(regexp_full_match({cell}, {text(COMPACT_DAY)}))",
                    f"coalesce(max(length(regexp_extract({cell}, '[{sign}](\\d+)$', 1))), 0)",
                    f"count_if({point} AND NOT {comma})",
                    f"count_if({comma} AND NOT {point})",
                    *(f"count_if({each})" for each in either),
                )
            ),
            table,
        )
    )
    return _NumberFacts(*row)


def _as_moments(question: Question, source: Source, found: Reading, filled: int) -> Reading:
    """Dates read in the zone they are shown in."""
    counted = facts(question, source.table, found.column, found.value, filled)
    written = {"date_utc": "UTC", "date_computer": source.zones.computer}.get(
        str(source.chosen), source.zones.written
    )
    zones = replace(source.zones, written=written)
    return replace(
        found,
        value=shown_sql(found.column, found.value, counted, zones),
        typed=typed_sql(found.column, found.value, counted) if found.exact else "",
        look=ColumnReading(
            "date",
            found.note,
            timed=not counted.days_only,
            zoneless=counted.zoneless,
            zoned=counted.zoned > 0,
            written=zones.written,
            shown_in=zones.shown,
            formats=found.formats,
        ),
    )


def _is_ambiguous(counted: _NumberFacts, delimiter: str) -> bool:
    """Whether nothing tells if 2,001 or 2.001 is two thousand or two.

    Cells that can be read in one way only decide for the others. Without any, a file parted by commas is by
    somebody who writes decimals with a point; one parted by semicolons leaves it open.
    """
    if not counted.either_point and not counted.either_comma:
        return False
    if counted.only_point != counted.only_comma:
        return False
    return bool(counted.either_point and counted.either_comma) or delimiter == ";"


def _is_quantity(counted: _NumberFacts, name: str, numbers: int) -> bool:
    """Whether the numbers can be added up; their name and their form say so."""
    if counted.coded or counted.days >= numbers or names_identity(name):
        return False
    return counted.largest < CODE_FROM or bool(counted.negative or counted.signed)


def _as_id(found: Reading, counted: _NumberFacts) -> Reading:
    """Digits that are a name: shown as they are; ordered by their number where each is a whole one."""
    whole = found.share == 1.0 and not (counted.coded or counted.fractions or counted.signed)
    value = found.value if whole else "NULL::DOUBLE"
    return replace(found, kind="id", note="", value=value, exact=whole, look=ColumnReading("id"))


def _candidates(question: Question, sample: str, column: int) -> list[Reading]:
    """The readings that at least half of the sample allows; the first of equal ones is preferred."""
    tried = [
        Reading(column, "number", 0.0, "", number_sql(column)),
        Reading(column, "number", 0.0, "decimal_comma", number_sql(column, comma=True)),
    ]
    counts = ", ".join(f"count({reading.value})" for reading in tried)
    dated = f"count_if(regexp_matches(trim(c{column}), {text(DAY_BEGINS)}))"
    *found, days, rows = question.row(select(f"{counts}, {dated}, count(*)", sample))
    if days >= rows / 2:
        dates = [
            Reading(column, "date", 0.0, note, moment_sql(column, _formats(note), tidy=tidy))
            for note in _DAYS
            for tidy in (False, True)
        ]
        found += question.row(select(", ".join(f"count({reading.value})" for reading in dates), sample))
        tried += dates
    kept: list[Reading] = []
    for reading, count in zip(tried, found, strict=True):
        tidier = kept and kept[-1].note == reading.note and kept[-1].kind == reading.kind == "date"
        if count < rows / 2 or (tidier and count <= kept[-1].share * rows):
            continue
        if tidier:
            kept.pop()
        kept.append(_ordered(question, sample, replace(reading, share=count / rows)))
    return kept


def _formats(note: str) -> list[str]:
    return [day + time for day in _DAYS[note] for time in _TIMES]


def _ordered(question: Question, sample: str, reading: Reading) -> Reading:
    """The same reading with only the formats the sample has, the most frequent first, then the others."""
    if reading.kind != "date":
        return reading
    formats = _formats(reading.note)
    tidy = "regexp_replace" in reading.value
    each = ", ".join(f"count({moment_sql(reading.column, [one], tidy=tidy)})" for one in formats)
    counts = dict(zip(formats, question.row(select(each, sample)), strict=True))
    formats.sort(key=lambda one: -counts[one])
    return replace(reading, value=moment_sql(reading.column, formats, tidy=tidy), formats=tuple(formats))
