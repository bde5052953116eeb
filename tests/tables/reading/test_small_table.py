"""A table of few rows below many lines of notes is found; where the file is a table itself it stays whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.reading.reader import read

HEADER = "Name,Phone,Email,City"
ROWS = [f"Ann {at},+4179555{at:04d},ann{at}@shop.example,Bern" for at in range(5)]
NOTES: dict[str, Callable[[int], str]] = {
    "sentences": lambda at: f"Note number {at} about this export",
    "commas": lambda at: f"Note {at}, made by the shop, checked" if at % 2 else f"Part {at}",
    "pairs": lambda at: f"Total {at},{at * 37}",
    "padded": lambda at: f"Note {at},,,",
    "titles": lambda at: ["Customers of the shop", "", "Shop: A, B", "By Ann"][at % 4],
}


@pytest.mark.parametrize("gap", [0, 1])
@pytest.mark.parametrize("count", range(1, 6))
@pytest.mark.parametrize("kind", NOTES)
def test_below_thirty_lines_of_notes(tmp_path: Path, kind: str, count: int, gap: int) -> None:
    path = tmp_path / "export.csv"
    lines = [*map(NOTES[kind], range(30)), *[""] * gap, HEADER, *ROWS[:count]]
    path.write_text("\n".join(lines) + "\n")
    found = detect(path)
    table = read(path, found.dialect)
    assert list(table.header) == HEADER.split(",")
    assert [row.cells for row in table.rows] == [tuple(row.split(",")) for row in ROWS[:count]]
    assert any("lines before it have another shape" in sentence for sentence in found.evidence)


@pytest.mark.parametrize(
    "lines",
    [
        ["Name", "Ann", "Ben", "Cleo", "Dan, the baker, of Bern", "Eve"],
        ["id,price", *(f"{at},{at}.50" for at in range(9)), "id,name,stock", "7,Bowl,3"],
        [f"{at},a,b" for at in range(9)] + ["9,a,b,c", "10,a,b,c"],
    ],
    ids=["one-column", "a-table-above", "longer-rows"],
)
def test_a_file_that_is_a_table_from_its_first_line_stays_one(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "export.csv"
    path.write_text("\n".join(lines) + "\n")
    assert detect(path).dialect.skip == 0
