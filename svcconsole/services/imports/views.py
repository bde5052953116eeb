"""Frozen records about an import that the worker process sends to the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from svcconsole.tables.checking.price_levels import LIMIT
from svcconsole.tables.checking.problems import Level
from svcconsole.tables.mapping.mapping import Source
from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.repairs import Repair
from svcconsole.tables.reading.tables_in_file import FoundTable
from svcconsole.words.message import Message


class ImportRefused(Exception):
    """The import cannot go on as asked: one sentence why, and what to do."""

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence, advice)
        self.sentence = sentence
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.sentence} {self.advice}".strip()


@dataclass(frozen=True, slots=True)
class Defaults:
    """What the profile already answers: the currency, the store's web address, the country of its numbers,
    the change of a price, in per cent, that is asked about, and the app id that its requests name."""

    currency: str | None = None
    storefront_url: str | None = None
    region: str | None = None
    price_limit: int = LIMIT
    app_id: str | None = None


@dataclass(frozen=True, slots=True)
class Recognised:
    """What the header was recognised as; `known` of `total` columns have a home or a reason to be left
    out. `by_cells` are those sentences of the evidence that tell which columns were known by their cells."""

    preset: str | None
    title: str
    known: int
    total: int
    evidence: tuple[str, ...]
    unknown: tuple[str, ...]
    by_cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row as the importer sees it."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """A file as it was opened; `earlier` are the plan codes of runs of the very same file, `parts` the sheets
    of a workbook or the files of an archive that could be read instead of this one, `packed` which of these
    it is (a kind of `tables.reading.unpacked`, blank for a plain file), `tables` those that stand below one
    another in it, where there are several."""

    import_id: str
    file_name: str
    path: str
    size: int
    rows: int
    dialect: Dialect
    evidence: tuple[str, ...]
    recognition: Recognised
    header: tuple[str, ...]
    preview: tuple[PreviewRow, ...]
    repairs: tuple[Repair, ...]
    repair_counts: Mapping[str, int]
    earlier: tuple[str, ...]
    parts: tuple[str, ...] = ()
    packed: str = ""
    tables: tuple[FoundTable, ...] = ()

    @property
    def first_line(self) -> int:
        """The line in which the part of the file begins that may be this table: behind those above it."""
        return next((each.first for each in self.tables if each.number == self.dialect.table > 1), 1)


@dataclass(frozen=True, slots=True)
class SavedReading:
    """Answers about the reading that were kept for a file, `file_name`, at `at` (ISO in UTC): the question
    and the answer of each that this file asks, too. `in_use`: this file is read by them; `drift` says how
    its layout differs."""

    at: str
    file_name: str
    in_use: bool
    answers: tuple[tuple[str, str], ...]
    drift: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldView:
    """One target field: where it comes from, three real values and what becomes of them.

    `level` is "ok", "open" (a question is to be answered), "partly" (required, and some rows say nothing) or
    "error" (required, and nothing fills it). `choices` are texts to choose a fixed one from, `help` says what
    the field is. `rule` is the question that is open where the file raises it. `inside` is the sentence of a
    message in which the field's text will stand.
    """

    path: str
    label: str
    required: bool
    kind: str
    source: Source | None
    fill: Source | None
    values: tuple[str, ...]
    result: str
    level: str
    choices: tuple[str, ...] = ()
    help: str = ""
    rule: str = ""
    inside: str = ""


@dataclass(frozen=True, slots=True)
class HomelessColumn:
    """A column no field reads; `ignored` when it is left out on purpose, `why` when the preset says so."""

    name: str
    values: tuple[str, ...]
    ignored: bool
    why: str


@dataclass(frozen=True, slots=True)
class Remembered:
    """A mapping made before for a file with these columns, `file_name`, at `at` (ISO in UTC); `in_use` says
    whether this file is mapped by it, `drift` how its columns differ from these (nothing: not at all)."""

    at: str
    file_name: str
    in_use: bool
    drift: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class MappingView:
    """Every field and every column without a home; together with the fields' sources they are the whole
    header."""

    fields: tuple[FieldView, ...]
    columns: tuple[HomelessColumn, ...]
    remembered: Remembered | None = None


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One way to answer; `needs_text` says what to type beside it ("" = nothing)."""

    key: str
    label: str
    needs_text: str
    example: str


@dataclass(frozen=True, slots=True)
class RuleView:
    """A question about the whole file with its real count, and the answer so far."""

    id: str
    title: str
    question: str
    why: str
    count: int
    choices: tuple[ChoiceView, ...]
    choice: str | None
    text: str
    decided: bool


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """How many of the file's rows are checked."""

    done: int
    rows: int


@dataclass(frozen=True, slots=True)
class KindCount:
    """A kind of problem and how many rows have it; `rule` names the rule that answers all of them."""

    code: str
    title: str
    help: str
    level: Level
    rows: int
    rule: str | None


@dataclass(frozen=True, slots=True)
class CheckSummary:
    """The sum of a check: ready + to_put_right + left_out = rows. `worth_a_look` rows have a warning."""

    rows: int
    products: int
    ready: int
    to_put_right: int
    left_out: int
    worth_a_look: int
    ready_products: int
    can_undo: bool
    seconds: float
    kinds: tuple[KindCount, ...]


@dataclass(frozen=True, slots=True)
class Fix:
    """One way out for all problems of a kind; `needs_text` says what to type ("" = nothing)."""

    key: str
    label: str
    needs_text: str = ""


@dataclass(frozen=True, slots=True)
class KindDetail:
    """What happened, why it is not guessed, the ways out; `columns` are the file's columns it happened in."""

    code: str
    level: Level
    headline: str
    why: str
    fixes: tuple[Fix, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowFilter:
    """Which rows to show: of a level (`error` = those not sent), of one kind, with a text in any cell."""

    level: Level | None = None
    code: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row with what is wrong: by column what has to be fixed (`problems`) and what is worth a look
    (`looks`), the first of it; `edited` names columns, `level` is the worst of all."""

    number: int
    cells: tuple[str, ...]
    problems: Mapping[str, str]
    looks: Mapping[str, str]
    edited: frozenset[str]
    sentence: str
    level: Level | None
    left_out: bool


@dataclass(frozen=True, slots=True)
class RowsPage:
    """A page of checked rows, how many there are in all, and the columns worth showing first."""

    total: int
    rows: tuple[CheckedRow, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Planned:
    """A frozen plan: the run's id and its short code."""

    run_id: str
    code: str
    rows: int
    products: int
    left_out: int
