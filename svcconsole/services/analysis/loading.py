"""Loads a table into DuckDB: straight from the file where that reads the same rows, else from a copy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from svcconsole.services.analysis.database import QueryCancelled, Question
from svcconsole.services.analysis.results import AnalysisError, Loading
from svcconsole.services.analysis.sql import cells, create, select, text
from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.viewing.opened_table import OpenedTable
from svcconsole.tables.viewing.private_copy import PLAIN, copy
from svcconsole.tables.viewing.row_source import Source
from svcconsole.tables.viewing.subprocess_iterator import WorkStopped
from svcconsole.words.message import message

COMPARED_ROWS = 64
"""Rows across the file whose cells are compared one by one."""

Told = Callable[[Loading], None]


def load(question: Question, opened: OpenedTable, table: str, folder: Path, told: Told) -> int:
    """Make `table` with columns c0, c1 … of text (blank = ''), its rowid the place in the file.

    Runs in a thread; the index is made first where nobody has. Returns the number of columns. TableError
    or FileChanged from the file, AnalysisError when DuckDB cannot hold it.
    """
    for progress in opened.index(lambda: question.stopped):
        share = min(1.0, progress.read / max(1, progress.size))
        told(Loading("copying" if progress.copying else "indexing", share))
    if question.stopped or not opened.complete:
        raise QueryCancelled
    opened.check_same()
    question.run(f"DROP TABLE IF EXISTS {table}")
    source, width = opened.source, len(opened.columns)
    told(Loading("loading", 0.0))
    done = _readable(source) and _direct(question, opened, table, width)
    if not done:
        target = folder / f"{table}.csv"
        try:
            for made in copy(source.path, source.dialect, target, lambda: question.stopped):
                told(Loading("copying", min(1.0, made.read / max(1, opened.size))))
            told(Loading("loading", 0.0))
            _create(question, target, PLAIN, table, width)
        except WorkStopped:
            raise QueryCancelled from None
        finally:
            target.unlink(missing_ok=True)
        if not _same_rows(question, opened, table, width):
            raise AnalysisError(
                message(
                    "{file} was not read the same way twice, so nothing is computed from it.",
                    file=opened.path.name,
                ),
                message("Its rows can still be looked at."),
            )
    opened.check_same()
    return width


def _readable(source: Source) -> bool:
    """Whether DuckDB could read the very bytes: UTF-8, nothing before the header, all rows of one width."""
    offsets = source.offsets
    return source.dialect.encoding == "utf-8" and not (
        source.dialect.skip
        or offsets.blank
        or offsets.uneven
        or source.dialect.delimiter == source.dialect.quote
    )


def _direct(question: Question, opened: OpenedTable, table: str, width: int) -> bool:
    """Read the file itself and prove it: as many rows, as many bytes of cells, and cells across the file."""
    import duckdb

    source = opened.source
    try:
        _create(question, source.path, source.dialect, table, width)
    except duckdb.Error:
        question.run(f"DROP TABLE IF EXISTS {table}")
        return False
    lengths = ", ".join(f"coalesce(sum(strlen(c{number})), 0)" for number in range(width))
    found = sum(question.row(select(lengths, table)))
    same = found == source.cell_bytes and _same_rows(question, opened, table, width)
    if not same:
        question.run(f"DROP TABLE {table}")
    return same


def _create(question: Question, path: Path, dialect: Dialect, table: str, width: int) -> None:
    columns = ", ".join(f"c{number}: 'VARCHAR'" for number in range(width))
    options = {
        "auto_detect": "false",
        "header": str(dialect.header).lower(),
        "delim": text(dialect.delimiter),
        "quote": text(dialect.quote),
        "escape": text(dialect.quote),
        "columns": "{" + columns + "}",
        "encoding": "'utf-8'",
    }
    listed = ", ".join(f"{name} = {value}" for name, value in options.items())
    filled = ", ".join(f"coalesce(c{number}, '') AS c{number}" for number in range(width))
    question.run(create(table, select(filled, f"read_csv({text(literal(path))}, {listed})")))


def literal(path: Path) -> str:
    """A path whose brackets and stars are no pattern."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in str(path))


def _same_rows(question: Question, opened: OpenedTable, table: str, width: int) -> bool:
    (count,) = question.row(select("count(*)", table))
    if count != opened.rows_known:
        return False
    step = max(1, count // COMPARED_ROWS)
    places = sorted({*range(0, count, step), *range(max(0, count - 2), count)})
    wanted = ", ".join(map(str, places)) or "-1"
    found = question.rows(select(cells(width), table, where=f"rowid IN ({wanted})", order="rowid"))
    shown = [row.cells + ("",) * (width - len(row.cells)) for row in opened.rows_at(places)]
    return found == shown
