"""The project's own hard files: what is decided about each and what comes out, recorded exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from svcconsole.tables.reading.dialect import Dialect, detect
from svcconsole.tables.reading.errors import TableError
from tests.tables.shared import SAMPLES, files_of
from tests.tables.tables import cells, opened, written

FOLDER = SAMPLES / "tables"
CONTENTS: dict[str, list[list[str]]] = json.loads((FOLDER / "contents.json").read_text("utf-8"))
VECTORS: list[dict[str, Any]] = json.loads((FOLDER / "vectors.json").read_text("utf-8"))

Decided = tuple[str, str, str, str, int, bool, int, int, dict[str, int]]
DECISIONS: dict[str, Decided] = {
    "backslashes.csv": ("utf-8", ",", '"', "\\", 0, True, 3, 2, {}),
    "blank_lines.csv": ("utf-8", ",", '"', "", 0, True, 2, 2, {"blank_row": 3}),
    "blank_names.csv": ("utf-8", ",", '"', "", 0, True, 4, 2, {"blank_name": 2}),
    "byte_order_mark.csv": ("utf-8", ",", '"', "", 0, True, 2, 1, {}),
    "comment.csv": ("utf-8", ",", '"', "", 1, True, 2, 2, {}),
    "cp1252.csv": ("cp1252", ",", '"', "", 0, True, 3, 2, {}),
    "emoji.csv": ("utf-8", ",", '"', "", 0, True, 2, 3, {}),
    "empty_cells.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {}),
    "euc_jp.csv": ("euc_jp", ",", '"', "", 0, True, 3, 3, {}),
    "formulas.csv": ("utf-8", ",", '"', "", 0, True, 2, 4, {}),
    "header_only.csv": ("utf-8", ",", '"', "", 0, True, 3, 0, {}),
    "line_breaks_crlf.csv": ("utf-8", ",", '"', "", 0, True, 2, 2, {}),
    "mac_line_ends.csv": ("utf-8", ",", '"', "", 0, True, 2, 2, {}),
    "no_header.csv": ("utf-8", ",", '"', "", 0, False, 3, 3, {}),
    "no_last_line_end.csv": ("utf-8", ",", '"', "", 0, True, 2, 2, {}),
    "nul.csv": ("utf-8", ",", '"', "", 0, True, 2, 2, {"nul": 1}),
    "one_column.csv": ("utf-8", ",", '"', "", 0, True, 1, 3, {}),
    "pipes.csv": ("utf-8", "|", '"', "", 0, True, 3, 2, {}),
    "quotes.csv": ("utf-8", ",", '"', "", 0, True, 2, 3, {}),
    "right_to_left.csv": ("utf-8", ",", '"', "", 0, True, 2, 2, {}),
    "same_names.csv": ("utf-8", ",", '"', "", 0, True, 3, 1, {"repeated_name": 1}),
    "semicolons.csv": ("utf-8", ";", '"', "", 0, True, 3, 2, {}),
    "several_tables.csv": ("utf-8", ",", '"', "", 1, True, 2, 6, {}),
    "shift_jis.csv": ("cp932", ",", '"', "", 0, True, 3, 3, {}),
    "short_and_long.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {"short_row": 1, "long_row": 1}),
    "single_quotes.csv": ("utf-8", ",", "'", "", 0, True, 3, 3, {}),
    "stray_quote.csv": ("utf-8", ",", '"', "", 0, True, 2, 2, {"unclosed_quote": 1}),
    "tabs.csv": ("utf-8", "\t", '"', "", 0, True, 2, 2, {}),
    "title_above.csv": ("utf-8", ",", '"', "", 3, True, 3, 3, {}),
    "unclosed_quote.csv": ("utf-8", ",", '"', "", 0, True, 2, 3, {"unclosed_quote": 1}),
    "utf16_be.csv": ("utf-16-be", ",", '"', "", 0, True, 2, 2, {}),
    "utf16_le.csv": ("utf-16-le", ",", '"', "", 0, True, 2, 2, {}),
}  # fmt: skip
"""File → encoding, delimiter, quote, escape, lines skipped, header, columns, rows, repairs."""
REFUSED = {
    "ebcdic.csv": ("EBCDIC, the encoding of mainframes", "Export it again as UTF-8."),
    "empty.csv": ("empty.csv is empty", "Export it again, or choose another file."),
    "only_blank.csv": ("only_blank.csv is empty", "Export it again, or choose another file."),
}


def test_every_hard_file_is_recorded() -> None:
    assert files_of(FOLDER, ".csv") == DECISIONS.keys() | REFUSED.keys()


@pytest.mark.parametrize("name", DECISIONS)
def test_a_hard_file_is_decided_and_read_as_recorded(name: str) -> None:
    found = detect(FOLDER / name).dialect
    table, rows = opened(FOLDER / name, found)
    assert (
        found.encoding, found.delimiter, found.quote, found.escape, found.skip, found.header,
        len(table.header), len(rows), dict(table.repairs.counts),
    ) == DECISIONS[name]  # fmt: skip
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))


@pytest.mark.parametrize("name", CONTENTS)
def test_a_hard_file_holds_what_is_written_beside_it(name: str) -> None:
    assert [list(row) for row in cells(FOLDER / name)] == CONTENTS[name]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_table_is_refused_with_advice(name: str) -> None:
    sentence, advice = REFUSED[name]
    with pytest.raises(TableError, match=sentence) as refused:
        detect(FOLDER / name)
    assert refused.value.advice == advice


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_a_text_is_read_as_its_dialect_says(tmp_path: Path, vector: dict[str, Any]) -> None:
    path = written(tmp_path, vector["text"])
    got = cells(path, Dialect(header=False, **vector["dialect"]))
    assert [list(row) for row in got] == vector["rows"]
