"""Writes the rows of any table as plain CSV, as an import sees them, and says how they were read."""

from __future__ import annotations

import csv
import io
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from svcconsole.tables.reading import shifted, undecodable
from svcconsole.tables.reading.csv_dialect import Dialect
from svcconsole.tables.reading.dialect import Detection, detect
from svcconsole.tables.reading.layout import ends_in
from svcconsole.tables.reading.reader import TableFile, read
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.source_file import open_file
from svcconsole.tables.reading.tables_in_file import tables_in

SAMPLE_ROWS = 2_000
MOST_REPAIRS = 100


def copy_table(path: Path, target: Path | None, part: str = "", number: int = 1) -> dict[str, Any]:
    """Write the table of `path` to `target` (RFC 4180, UTF-8, LF; header rows first where the file has some)
    and return the decisions as plain JSON.

    Rows keep the number of cells they have in the file. It is read as well as it can be without asking; what
    an import would ask stands under `questions`. Without a target nothing is written. `part` is the sheet of
    a workbook or the file of an archive, `number` that of a table in it. TableError as `reader.read`.
    """
    if _is_empty(path):
        if target is not None:
            target.write_bytes(b"")
        return {"file": str(path), "rows": 0, "columns": 0, "empty": True, "questions": []}
    found = detect(path, part=part, table=number)
    table = read(path, found.dialect, ragged=True)
    if target is None:
        rows, sample = _written(table, io.StringIO(), found.dialect)
    else:
        with target.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file:
            rows, sample = _written(table, file, found.dialect)
    return _decisions(path, found, table, rows, sample)


def _is_empty(path: Path) -> bool:
    with open_file(path) as file:
        return not file.read(1 << 16).strip(b" \t\r\n\xef\xbb\xbf") and not file.read(1)


class _LineFeeds:
    """Ends lines in LF, where the writer takes CR LF so that it quotes a lone CR."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, line: str, /) -> int:
        return self._file.write(line[:-2] + "\n")


def _written(table: TableFile, file: TextIO, dialect: Dialect) -> tuple[int, list[Row]]:
    """Write header and rows; how many rows, and the first of them."""
    writer = csv.writer(_LineFeeds(file), lineterminator="\r\n")
    writer.writerows(table.header_rows)
    sample = list(islice(table.rows, SAMPLE_ROWS))
    writer.writerows(row.cells for row in sample)
    count = len(sample)
    for row in table.rows:
        writer.writerow(row.cells)
        count += 1
    return count, sample


def _decisions(
    path: Path, found: Detection, table: TableFile, rows: int, sample: list[Row]
) -> dict[str, Any]:
    dialect, repairs = found.dialect, table.repairs
    groups = (
        *shifted.groups(table.header, table.shifted, sample, dialect.delimiter),
        *undecodable.groups(table.header, table.undecodable),
    )
    ended = table.ended()
    told = () if ended == dialect.last else (ends_in(ended),)
    first = dialect if dialect.table == 1 else detect(path, dialect.encoding, part=dialect.part).dialect
    tables = tables_in(path, first) if ended or dialect.table > 1 else ()
    asked = (*found.questions, *(group.question for group in groups))
    return {
        "file": str(path),
        "rows": rows,
        "columns": len(table.header),
        "part": dialect.part,
        "encoding": dialect.encoding,
        "delimiter": dialect.delimiter,
        "quote": dialect.quote,
        "escape": dialect.escape,
        "newline": dialect.newline,
        "header_line": dialect.header_row,
        "header_rows": len(table.header_rows),
        "first_line": dialect.skip + 1,
        "last_line": ended,
        "table": dialect.table,
        "tables": [
            {
                "table": each.number,
                "first_line": each.first,
                "last_line": each.last,
                "rows": each.rows,
                "columns": list(each.names) or each.columns,
            }
            for each in tables
        ],
        "confidence": round(found.confidence, 3),
        "evidence": [str(sentence) for sentence in (*found.evidence, *told)],
        "repairs": dict(repairs.counts),
        "repaired": [
            {"kind": made.kind, "row": made.row, "line": made.line, "what": str(made.sentence)}
            for made in repairs.kept[:MOST_REPAIRS]
        ],
        "questions": [question.as_json() for question in asked],
    }
