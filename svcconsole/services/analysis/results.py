"""What the analysis answers: frozen records, made in a thread and shown by the window."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

Kind = Literal["number", "date", "id", "text", "empty"]
ColumnType = Literal[
    "number",
    "number_comma",
    "amount",
    "text",
    "phone",
    "date_day_first",
    "date_month_first",
    "date_store",
    "date_utc",
    "date_computer",
    "date_epoch",
]
"""What somebody says a column holds: numbers with a decimal point or comma, money, text or ids, phones, dates
with the day or the month first, or dates whose moments are in the zone of the store, UTC or this computer
where they name none."""
Unit = Literal["day", "week", "month"]
Change = Literal["added", "removed", "changed"]


class AnalysisError(Exception):
    """A question that cannot be answered; `sentence` says why, `advice` what to do."""

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence, advice)
        self.sentence = sentence
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.sentence} {self.advice}".strip()


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """What the cells of a column are, decided once from all of them, and how all of them are shown.

    `kind` "id" is digits that are a name, such as a phone or a barcode: shown as they are, never added up.
    `note` as in `Profile`; "ambiguous": numbers that could be read in two ways, so they are text,
    "ambiguous_date": dates likewise. `grouped`: thousands are parted in every cell; `decimals`: every cell
    has so many at least, as amounts do.
    `phone`: somebody said so; phones are shown as their country writes them.

    Of dates: `note` "epoch", they are written as seconds since 1970; `timed`, some have a time of day;
    `zoned`, some name their zone; `zoneless`, some do not and are read in the zone `written`.
    They are shown in the zone `shown_in`; `formats`: how they are written.
    """

    kind: Kind = "text"
    note: str = ""
    grouped: bool = False
    decimals: int | None = None
    phone: bool = False
    timed: bool = False
    zoned: bool = False
    zoneless: bool = False
    written: str = "UTC"
    shown_in: str = "UTC"
    formats: tuple[str, ...] = ()


AS_TEXT: Final = ColumnReading()
"""Cells as the file has them."""


@dataclass(frozen=True, slots=True)
class Loading:
    """How far the table is read before the first answer: `indexing`, `copying` or `loading`, 0 to 1."""

    step: Literal["indexing", "copying", "loading"]
    share: float


@dataclass(frozen=True, slots=True)
class ViewCounts:
    """A view that was computed: how many rows it has, the seconds it took, the handle to page with."""

    rows: int
    seconds: float
    handle: int


@dataclass(frozen=True, slots=True)
class TopValue:
    """A value of a column and how many rows have it; "" stands for blank."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class Bin:
    """A bar of a column's shape.

    Numbers: `low` ≤ value < `high`, as texts; dates: ISO days likewise (`Filter` in_period covers the
    same rows); text: `low` = `high` = the value.
    """

    label: str
    low: str
    high: str
    count: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A column of a view.

    `kind` and `look` are decided over the whole file: number or date when at least 95 % of its cells that are
    not blank read as one (`share`, 0 to 1). `least` and `most` are texts as the file has them, `middle` is
    computed, by the order of `Sort`; `mean` and `total` for numbers. `note` tells how dates or amounts are
    read: "", "day_first", "month_first", "decimal_comma", "ambiguous" or "ambiguous_date".
    """

    column: int
    name: str
    kind: Kind
    share: float
    rows: int
    blanks: int
    distinct: int
    least: str
    most: str
    mean: float | None
    middle: str
    total: float | None
    shape: tuple[Bin, ...]
    top: tuple[TopValue, ...]
    note: str = ""
    look: ColumnReading = AS_TEXT


@dataclass(frozen=True, slots=True)
class Group:
    """A value of a column, its rows, and over another column: how many are numbers, their sum and mean."""

    value: str
    rows: int
    numbers: int = 0
    total: float | None = None
    mean: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Rows, or a sum, per period for one value of the column it was split by; `rest`: all others together."""

    name: str
    values: tuple[float, ...]
    rest: bool = False


@dataclass(frozen=True, slots=True)
class TimeSeries:
    """Rows, or a sum, per day, week (from Monday) or month, empty periods included.

    `starts` are first days; `undated` rows have no readable date; `note` and `look` as in `Profile`.
    """

    unit: Unit
    starts: tuple[date, ...]
    series: tuple[Series, ...]
    undated: int
    note: str = ""
    look: ColumnReading = AS_TEXT


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """Rows written of all; `cut` cells were longer than a spreadsheet's cell can be (XLSX only)."""

    rows: int
    of: int
    cut: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: the key, the row numbers and cells before and after (None where there is none).

    Cells are in the order of `Comparison.columns`; `changed` holds places in it.
    """

    key: tuple[str, ...]
    number_before: int | None
    number_after: int | None
    before: tuple[str, ...] | None
    after: tuple[str, ...] | None
    changed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """A key that stands in more than one row of a file; such keys are told and not compared."""

    key: tuple[str, ...]
    before: int
    after: int
