"""Files with several tables, and exports pasted together: where one ends, and which one is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.tables.reading.dialect import SAMPLE_BYTES, Dialect, detect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import read
from svcconsole.tables.reading.tables_in_file import tables_in
from tests.tables.tables import opened, written

HEADER = "ID,Name,Price,Mail"
THREE = """ID,Name,Price
a1,Mug,3.50
a2,Cup,4.50

Stock by store
Store;Town;Stock
Hafen;Kiel;12
Markt;Bonn;9

Note,Amount
x,1
y,2
"""
FAR = 7_000
"""Rows that are longer than what is looked at before a file is read."""


def rows(count: int, filler: str = "x" * 160) -> list[str]:
    return [f"{at},Mug {filler},{at % 90}.50,shop-{at}@example.com" for at in range(count)]


def words(first: str, count: int = 12) -> list[str]:
    width = first.count(",") + 1
    return [first, *(",".join([f"w{at}", *("Kiel" if cell % 2 else str(at) for cell in range(width - 1))])
                     for at in range(count))]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "header", "cells"),
    [
        (1, ("ID", "Name", "Price"), ("a2", "Cup", "4.50")),
        (2, ("Store", "Town", "Stock"), ("Markt", "Bonn", "9")),
        (3, ("Note", "Amount"), ("y", "2")),
    ],
)  # fmt: skip
def test_each_table_of_a_file_is_read_by_its_number(
    tmp_path: Path, number: int, header: tuple[str, ...], cells: tuple[str, ...]
) -> None:
    path = written(tmp_path, THREE)
    table, found = opened(path, detect(path, table=number).dialect)
    assert table.header == header
    assert [row.cells for row in found][1:] == [cells]


def test_the_tables_of_a_file_are_listed_with_their_lines(tmp_path: Path) -> None:
    path = written(tmp_path, THREE)
    listed = tables_in(path, detect(path).dialect)
    assert [(each.number, each.first, each.last, each.rows, each.names[0]) for each in listed] == [
        (1, 1, 3, 2, "ID"), (2, 6, 8, 2, "Store"), (3, 10, 12, 2, "Note"),
    ]  # fmt: skip
    with pytest.raises(TableError, match="holds 3 tables"):
        detect(path, table=4)


BEHIND = {
    "a blank line, more columns": ["", *words("A,B,C,D,E")],
    "a blank line, as many columns with blanks": [",,,", *(f"{row},," for row in words("Store,Stock"))],
    "a title between blank lines": ["", "Stock by store", "", *words("Store,Stock")],
    "fewer columns at once": words("Store,Stock,Town"),
    "as many columns at once": words("Store,Town,Stock,Fax"),
    "footnotes": ["Total rows: 7000", "Source: the store."],
    "a footnote below a blank line": ["", "Total rows: 7000"],
}


@pytest.mark.parametrize("kind", BEHIND)
def test_a_table_that_ends_far_below_ends_there(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path, "\n".join([HEADER, *rows(FAR), *BEHIND[kind]]) + "\n")
    assert path.stat().st_size > SAMPLE_BYTES
    table = read(path, detect(path).dialect)
    assert sum(1 for _ in table.rows) == FAR
    assert table.ended() == FAR + 1
    assert not table.shifted


@pytest.mark.parametrize("title", [[], ["Staff,,,,,"]])
@pytest.mark.parametrize("gap", [[""], [",,,,,"], ["", ",,,,,"]])
def test_another_table_that_blank_cells_make_as_wide_is_no_part_of_the_first(
    tmp_path: Path, gap: list[str], title: list[str]
) -> None:
    above = ["phone,first,last,city,email,notes"]
    above += [f"+35191234560{at},Ana,S{at},Faro,a{at}@x.example,x" for at in range(9)]
    below = ["phone,staff,,,,", "+351999999901,Eva Boss,,,,", "+351999999902,Ugo Clerk,,,,"]
    path = written(tmp_path, "\n".join([*above, *gap, *title, *below]) + "\n")
    table, found = opened(path, detect(path).dialect)
    assert (len(found), table.ended()) == (9, 10)
    assert len(tables_in(path, detect(path).dialect)) == 2


@pytest.mark.parametrize(
    "below",
    [
        ["Rui,Faro,,", "Eva,Lisbon,+351912345672,", "Ugo,Braga,+351912345673,"],
        ["Total,,2,"],
        ["checked by Eva,,,"],
    ],
)
def test_rows_with_blank_last_cells_behind_a_blank_line_go_on(tmp_path: Path, below: list[str]) -> None:
    above = ["name,city,phone,mail", *(f"Ana,Faro,+35191234560{at},a{at}@x.example" for at in range(6))]
    path = written(tmp_path, "\n".join([*above, ",,,", *below]) + "\n")
    table, found = opened(path, detect(path).dialect)
    assert (len(found), table.ended()) == (6 + len(below), 0)


@pytest.mark.parametrize("between", [[""], ["", ""], ["a,b"], ['"x, y",z,1,2']])
def test_a_table_goes_on_behind_a_blank_line_or_an_odd_row(tmp_path: Path, between: list[str]) -> None:
    path = written(tmp_path, "\n".join([HEADER, *rows(FAR), *between, *rows(3)]) + "\n")
    table = read(path, detect(path).dialect)
    assert sum(1 for _ in table.rows) == FAR + 3 + bool(between[0])
    assert not table.ended()


@pytest.mark.parametrize("count", [3, FAR])
@pytest.mark.parametrize("gap", [[], [""]])
def test_a_header_that_comes_again_is_left_out_and_told(tmp_path: Path, count: int, gap: list[str]) -> None:
    path = written(tmp_path, "\n".join([HEADER, *rows(count), *gap, HEADER, *rows(2)]) + "\n")
    table, found = opened(path, detect(path).dialect)
    assert len(found) == count + 2
    assert table.repairs.counts["repeated_header"] == 1
    told = next(made for made in table.repairs.kept if made.kind == "repeated_header")
    assert told.line == count + 2 + len(gap)
    assert str(told.sentence) == (f"Line {told.line}, below row {count}, repeats the header and is left out.")


def test_looking_at_a_row_twice_loses_no_lines_behind_it(tmp_path: Path) -> None:
    lines = ["a,b,c", *(f"{at},x{at},{at * 2}" for at in range(60_000))]
    lines[5_000] = 'x;"y;z'
    _, found = opened(written(tmp_path, "\n".join(lines) + "\n"), Dialect())
    assert len(found) == 60_000
    assert [row.cells[0] for row in found[-2:]] == ["59998", "59999"]


@pytest.mark.parametrize("body", ["just text that goes on\n", "some text, with a comma\n", "\n"])
@pytest.mark.parametrize("above", [1, FAR])
def test_a_quote_that_never_closes_is_named_with_its_row(tmp_path: Path, body: str, above: int) -> None:
    text = "\n".join([HEADER, *rows(above), '9,"opened,1,2', ""]) + body * (3_000_000 // len(body))
    path = written(tmp_path, text)
    with pytest.raises(TableError) as refused:
        opened(path, detect(path).dialect)
    assert str(refused.value.sentence) == (
        f"Row {above + 1}, Name (line {above + 2}): a quote opens and does not close within 1 MiB."
    )


def test_a_stray_quote_in_a_long_table_of_rows_costs_its_row_only(tmp_path: Path) -> None:
    lines = [HEADER, *rows(2 * FAR)]
    lines[10] = '9,"opened,1,2'
    table, found = opened(written(tmp_path, "\n".join(lines)), Dialect())
    assert len(found) == 2 * FAR
    assert found[9].cells == ("9", "opened", "1", "2")
    assert dict(table.repairs.counts) == {"unclosed_quote": 1}
