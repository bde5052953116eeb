"""Writes a view to a file, whole or not at all: CSV that is safe in a spreadsheet, Parquet or XLSX."""

from __future__ import annotations

import csv
import io
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from svcconsole.services.analysis.cell_masks import MaskKind, masked_cell
from svcconsole.services.analysis.column_types import Reading
from svcconsole.services.analysis.database import QueryCancelled, Question
from svcconsole.services.analysis.results import AnalysisError, ExportProgress
from svcconsole.services.analysis.spreadsheet import COLUMNS, ROWS, SAFE_DIGITS, write
from svcconsole.services.analysis.sql import cell, select, text
from svcconsole.services.analysis.view_sql import Rows
from svcconsole.tables.results.escape import NEGATIVE, TRIGGERS, escape
from svcconsole.tables.viewing.subprocess_iterator import WorkStopped, iterate_in_subprocess
from svcconsole.whole_file import whole_file
from svcconsole.words.message import message, plural

ExportKind = Literal["csv", "parquet", "xlsx"]
Told = Callable[[ExportProgress], None]

BLOCK_BYTES = 1 << 20
_SIGNS = "".join(sorted(TRIGGERS - {"\0", "-"}))
ACTS = f"^'*[{_SIGNS}\\-]"
"""Cells that `tables.escape` puts an apostrophe before, as a pattern of DuckDB."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to write: ORDER BY, the columns with their names, where to, and in which format."""

    order: str
    columns: tuple[Reading, ...]
    names: tuple[str, ...]
    path: Path
    kind: ExportKind
    masks: tuple[MaskKind | None, ...] | None = None
    """How each column is masked while people are hidden; None where they are not."""

    def written(self, at: int, value: str) -> str:
        """SQL for what stands in column `at`, `value` where people are not hidden."""
        if self.masks is None:
            return value
        one, mask = self.columns[at], self.masks[at]
        plain = mask is None and (one.kind in ("number", "date") or bool(one.digits))
        return value if plain else masked_cell(cell(one.column), mask)


@dataclass(slots=True)
class Steps:
    """How far an export is, from the share of its statement and then of its file."""

    told: Told
    total: int = 0
    base: float = 0.0

    def begin(self, total: int) -> None:
        self.total = total
        self.told(ExportProgress(0, total))

    def asked(self, share: float) -> None:
        """The statement is that far; what it writes is then copied."""
        if self.total and not self.base:
            self.told(ExportProgress(int(self.total * share / 2), self.total))

    def wrote(self, share: float) -> None:
        self.base = 0.5
        self.told(ExportProgress(int(self.total * (1 + min(1.0, share)) / 2), self.total))


def export(among: Rows, wanted: ExportRequest, folder: Path, steps: Steps) -> ExportProgress:
    """Write the rows; runs in a thread, `folder` is private. Raises FileNotWritten, and AnalysisError where
    there is nothing to write or too much for a spreadsheet."""
    if not wanted.columns:
        raise AnalysisError(
            message("No column was chosen."), message("Show at least one column, then export.")
        )
    ((total,),) = among.ask("count(*)")
    if wanted.kind == "xlsx" and (total + 1 > ROWS or len(wanted.columns) > COLUMNS):
        raise AnalysisError(
            message(
                "A spreadsheet holds {rows} and {columns}; this view is larger.",
                rows=plural("{n} row", "{n} rows", ROWS),
                columns=plural("{n} column", "{n} columns", COLUMNS),
            ),
            message("Filter it, or export CSV or Parquet."),
        )
    steps.begin(total)
    made = folder / f"{secrets.token_hex(8)}.{wanted.kind}"
    try:
        with whole_file(wanted.path) as partial:
            cut = _WRITERS[wanted.kind](among, wanted, made, partial, steps)
    finally:
        made.unlink(missing_ok=True)
    done = ExportProgress(total, total, cut, done=True)
    steps.told(done)
    return done


def _csv(among: Rows, wanted: ExportRequest, made: Path, partial: Path, steps: Steps) -> int:
    safe = [_escaped(wanted.written(at, cell(one.column))) for at, one in enumerate(wanted.columns)]
    _copy_out(among, wanted, safe, made, "FORMAT csv, HEADER false, FORCE_QUOTE *")
    header = io.StringIO(newline="")
    csv.writer(header, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow(map(escape, wanted.names))
    _append(("\ufeff" + header.getvalue()).encode(), made, partial, among.question, steps)
    return 0


def _escaped(value: str) -> str:
    """SQL for what `tables.escape` makes of a cell."""
    acts = f"regexp_matches({value}, {text(ACTS)}) AND NOT regexp_full_match({value}, {text(NEGATIVE)})"
    return f"CASE WHEN {acts} THEN '''' || {value} ELSE {value} END"


def _parquet(among: Rows, wanted: ExportRequest, made: Path, partial: Path, steps: Steps) -> int:
    """Numbers and dates where every cell that is not blank is one and none loses a digit; no name twice."""
    numbers = [one for one in wanted.columns if one.digits]
    asked = [f"count_if({_not_whole(one)}), count_if({_lossy(one)})" for one in numbers]
    (found,) = among.ask(", ".join(asked) or "count(*)")
    counts = zip(numbers, found[::2], found[1::2], strict=False)
    as_number = {one.column: _number(one, not_whole, lossy) for one, not_whole, lossy in counts}
    typed = [
        f"{wanted.written(at, as_number.get(one.column) or _typed(one))} AS {_quoted(name)}"
        for at, (one, name) in enumerate(zip(wanted.columns, wanted.names, strict=True))
    ]
    _copy_out(among, wanted, typed, made, "FORMAT parquet, COMPRESSION zstd")
    _append(b"", made, partial, among.question, steps)
    return 0


def _xlsx(among: Rows, wanted: ExportRequest, made: Path, partial: Path, steps: Steps) -> int:
    cells = [wanted.written(at, one.digits or cell(one.column)) for at, one in enumerate(wanted.columns)]
    _copy_out(among, wanted, cells, made, "FORMAT csv, HEADER false, FORCE_QUOTE *")
    book = made.with_suffix(".book")
    kinds = tuple(
        "text" if wanted.masks is not None and wanted.masks[at] is not None else _sheet_kind(one)
        for at, one in enumerate(wanted.columns)
    )
    found = (0, 0)
    try:
        for found in iterate_in_subprocess(
            write, (made, wanted.names, kinds, book), lambda: among.question.stopped
        ):
            steps.wrote(found[0] / max(1, steps.total))
        _append(b"", book, partial, among.question, steps)
    except WorkStopped:
        raise QueryCancelled from None
    finally:
        book.unlink(missing_ok=True)
    return found[1]


_WRITERS = {"csv": _csv, "parquet": _parquet, "xlsx": _xlsx}


def _copy_out(among: Rows, wanted: ExportRequest, cells: list[str], made: Path, options: str) -> None:
    query = select(", ".join(cells), among.table, where=among.where.sql, order=wanted.order)
    among.question.run(f"COPY ({query}) TO {text(str(made))} ({options})", among.where.values)


def _sheet_kind(one: Reading) -> str:
    """What a spreadsheet may take a column for: digits that are a name stay text, or it would round them."""
    if one.digits:
        return "number"
    return "date" if one.kind == "date" and one.exact else "text"


def _typed(one: Reading) -> str:
    return one.typed or cell(one.column)


def _number(one: Reading, not_whole: int, lossy: int) -> str:
    if lossy:
        return cell(one.column)
    return one.value if not_whole else f"{one.value}::BIGINT"


def _not_whole(one: Reading) -> str:
    """SQL: whether the number has a fraction, or is too large for 64 bits."""
    return f"{one.value} % 1 <> 0 OR abs({one.value}) >= {2**63}"


def _lossy(one: Reading) -> str:
    """SQL: whether the number is another one when it is read back; what is short never is."""
    kept, written = (f"try_cast({sql} AS DECIMAL(38, 20))" for sql in (f"{one.value}::VARCHAR", one.digits))
    return f"length({one.digits}) > {SAFE_DIGITS} AND {kept} IS DISTINCT FROM {written}"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _append(head: bytes, made: Path, partial: Path, question: Question, steps: Steps) -> None:
    size, done = max(1, made.stat().st_size), 0
    with made.open("rb") as source, partial.open("wb") as target:
        target.write(head)
        while block := source.read(BLOCK_BYTES):
            if question.stopped:
                raise QueryCancelled
            target.write(block)
            done += len(block)
            steps.wrote(done / size)
        target.flush()
        os.fsync(target.fileno())
