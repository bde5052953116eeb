"""Rows come out whole, in order and with their places; every repair is made in the open."""

from __future__ import annotations

import csv
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.lines import BLOCK_BYTES, Lines
from svcconsole.tables.reading.reader import COLUMN_LIMIT, FIELD_LIMIT, FILE_LIMIT, HEADER_LIMIT, read
from tests.tables.tables import as_read, cells, opened, written

COMMA = Dialect()


def test_numbers_and_lines_are_exact_with_cells_of_several_lines(tmp_path: Path) -> None:
    path = written(tmp_path, 'a,b\n1,"two\nlines"\n2,x\r\n\n3,"three\r\nmore\rlines"\n4,end')
    _, rows = opened(path, COMMA)
    assert [(row.number, row.line, row.cells[0]) for row in rows] == [
        (1, 2, "1"),
        (2, 4, "2"),
        (3, 6, "3"),
        (4, 9, "4"),
    ]
    assert rows[2].cells[1] == "three\r\nmore\rlines"


def test_short_rows_are_filled_and_long_ones_kept_and_both_are_said(tmp_path: Path) -> None:
    table, rows = opened(written(tmp_path, "a,b,c\n1\n1,2,3,4\n1,2,3,,\n"), COMMA)
    assert [row.cells for row in rows] == [("1", "", ""), ("1", "2", "3", "4"), ("1", "2", "3")]
    assert [(repair.kind, repair.row) for repair in table.repairs.kept] == [("short_row", 1), ("long_row", 2)]
    assert (
        table.repairs.kept[1].sentence
        == "Row 2 has one cell more than the header; nothing reads what has no column."
    )


def test_blank_and_repeated_names_are_told_apart_and_said(tmp_path: Path) -> None:
    table, _ = opened(written(tmp_path, "Name,,name ,Name\n1,2,3,4\n"), COMMA)
    assert table.header == ("Name", "Column 2", "name (2)", "Name (3)")
    assert table.repairs.counts == {"blank_name": 1, "repeated_name": 2}
    assert {(repair.row, repair.column) for repair in table.repairs.kept} == {
        (0, "Column 2"), (0, "name (2)"), (0, "Name (3)"),
    }  # fmt: skip


def test_a_quote_that_never_closes_costs_its_own_row_only(tmp_path: Path) -> None:
    lines = ["id,name,price", '1,"Forgotten,3', *(f"{n},Plain,3" for n in range(2, 5000))]
    table, rows = opened(written(tmp_path, "\n".join(lines)), COMMA)
    assert len(rows) == 4999
    assert rows[0].cells == ("1", "Forgotten", "3")
    assert [(r.kind, r.row, r.line, r.column) for r in table.repairs.kept] == [
        ("unclosed_quote", 1, 2, "name")
    ]
    assert table.repairs.kept[0].sentence == "Row 1, name: a quote opens and never closes; it is left out."


def test_a_quote_that_closes_far_below_costs_its_own_row_only(tmp_path: Path) -> None:
    text = 'id,name,price\n1,"Forgotten,3\n2,"Good",4\n3,Plain,5\n4,"Also good",6\n'
    table, rows = opened(written(tmp_path, text), COMMA)
    assert [row.cells for row in rows] == [
        ("1", "Forgotten", "3"), ("2", "Good", "4"), ("3", "Plain", "5"), ("4", "Also good", "6"),
    ]  # fmt: skip
    assert dict(table.repairs.counts) == {"unclosed_quote": 1}


def test_quotes_inside_quoted_cells_are_text(tmp_path: Path) -> None:
    table, rows = opened(written(tmp_path, 'a,b\n1,"12" board"\n2,"say "hi", twice"\n3,"closed"  \n'), COMMA)
    assert [row.cells for row in rows] == [("1", '12" board'), ("2", 'say "hi', ' twice"'), ("3", "closed")]
    assert table.repairs.counts["stray_quote"] >= 2


def test_nul_and_foreign_bytes_are_named_by_row_and_column(tmp_path: Path) -> None:
    table, rows = opened(written(tmp_path, b"id,name\n1,a\0b\n2,caf\xe9\n3,fine\n"), COMMA)
    assert [row.cells[1] for row in rows] == ["ab", "caf\ufffd", "fine"]
    assert [(r.kind, r.row, r.column) for r in table.repairs.kept] == [
        ("nul", 1, "name"),
        ("bytes", 2, "name"),
    ]


def test_a_formula_that_keeps_a_text_from_a_spreadsheet_is_read_as_the_text(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '="Customer ID",Zip,Text\n="00123",="01067",plain\n"=""00124""","=""a ""b""""",="a"&"b"\n'
        '5,6,"<a href=""x"">"\n="open,7,8\n=,="",9\n',
    )
    table, rows = opened(path, COMMA)
    assert table.header == ("Customer ID", "Zip", "Text")
    assert [row.cells for row in rows] == [
        ("00123", "01067", "plain"), ("00124", '="a "b""', '="a"&"b"'), ("5", "6", '<a href="x">'),
        ('="open', "7", "8"), ("=", "", "9"),
    ]  # fmt: skip
    assert table.repairs.counts == {"text_formula": 5}
    assert [(made.row, made.column) for made in table.repairs.kept][1:3] == [(1, "Customer ID"), (1, "Zip")]
    doubled = written(tmp_path, 'a,b\n"=""a """"b""""""",2\n')
    assert cells(doubled, COMMA) == [('a "b"', "2")], "quotes inside the text are doubled in a formula"


def test_comment_lines_are_counted_and_rows_that_look_like_one_are_kept(tmp_path: Path) -> None:
    table, rows = opened(
        written(tmp_path, "# made by hand\nid,name\n# note\n#1,Best\n"), Dialect(comment="#")
    )
    assert table.header == ("id", "name")
    assert [row.cells for row in rows] == [("#1", "Best")]
    assert table.repairs.counts == {"comment": 2}


def test_blank_lines_are_all_counted_however_many_are_told(tmp_path: Path) -> None:
    table, found = opened(written(tmp_path, "id,name\n" + "1,one\n\n,\n" * 1_500))
    assert len(found) == 1_500
    assert (table.repairs.counts["blank_row"], len(table.repairs.kept)) == (3_000, 1_000)


def test_a_file_without_header_gets_numbered_columns(tmp_path: Path) -> None:
    table, rows = opened(written(tmp_path, "1;2\n3;4\n"), Dialect(delimiter=";", header=False))
    assert table.header == ("Column 1", "Column 2")
    assert [(row.number, row.line, row.cells) for row in rows] == [(1, 1, ("1", "2")), (2, 2, ("3", "4"))]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le"])
def test_byte_order_marks_never_reach_the_header(tmp_path: Path, encoding: str) -> None:
    codec = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}.get(encoding, encoding)
    table, rows = opened(written(tmp_path, "Größe,b\n1,€\n".encode(encoding)), Dialect(encoding=codec))
    assert (table.header, rows[0].cells) == (("Größe", "b"), ("1", "€"))


def test_unusual_encodings_and_missing_files_are_refused_in_words(tmp_path: Path) -> None:
    path = written(tmp_path, "a,b\n")
    with pytest.raises(TableError, match="“klingon” is not known"):
        read(path, Dialect(encoding="klingon"))
    with pytest.raises(TableError, match=r"gone\.csv cannot be opened"):
        read(tmp_path / "gone.csv", COMMA)
    with pytest.raises(TableError, match="holds no rows"):
        read(written(tmp_path, "\n\n"), COMMA)


@pytest.mark.parametrize(
    ("size", "fits"), [(FIELD_LIMIT - 1, True), (FIELD_LIMIT, True), (FIELD_LIMIT + 1, False)]
)
@pytest.mark.parametrize("quoted", [True, False])
def test_a_field_of_one_mebibyte_fits_and_a_longer_one_is_refused(
    tmp_path: Path, size: int, fits: bool, quoted: bool
) -> None:
    field = "x" * size
    path = written(tmp_path, f'a,b\n1,"{field}"\n2,y\n' if quoted else f"a,b\n1,{field}\n2,y\n")
    if fits:
        assert [len(row[1]) for row in cells(path, COMMA)] == [size, 1]
    else:
        with pytest.raises(TableError, match="line 2 is longer than 1 MiB"):
            cells(path, COMMA)


@pytest.mark.parametrize(
    ("size", "fits"), [(HEADER_LIMIT - 1, True), (HEADER_LIMIT, True), (HEADER_LIMIT + 1, False)]
)
def test_a_header_of_one_mebibyte_fits_and_a_longer_one_is_refused(
    tmp_path: Path, size: int, fits: bool
) -> None:
    path = written(tmp_path, "x" * (size // 2) + "," + "y" * (size - size // 2) + "\n1,2\n")
    if fits:
        assert cells(path, COMMA) == [("1", "2")]
    else:
        with pytest.raises(TableError, match="header is longer"):
            cells(path, COMMA)


@pytest.mark.parametrize(
    ("count", "fits"), [(COLUMN_LIMIT - 1, True), (COLUMN_LIMIT, True), (COLUMN_LIMIT + 1, False)]
)
def test_two_thousand_columns_fit_and_more_are_refused(tmp_path: Path, count: int, fits: bool) -> None:
    path = written(tmp_path, ",".join(f"c{n}" for n in range(count)) + "\n" + "1," * (count - 1) + "1\n")
    if fits:
        assert len(cells(path, COMMA)[0]) == count
    else:
        with pytest.raises(TableError, match=f"{count:,} columns"):
            cells(path, COMMA)


def test_a_file_over_four_gibibytes_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    for size, sentence in ((FILE_LIMIT, "Line 1 is longer"), (FILE_LIMIT + 1, "larger than 4 GiB")):
        with path.open("wb") as file:
            file.truncate(size)
        with pytest.raises(TableError, match=sentence):
            read(path, COMMA)


@pytest.mark.deep
@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_five_million_rows_fit_and_more_are_refused(tmp_path: Path, extra: int) -> None:
    path = written(tmp_path, "a\n" + "1\n" * (5_000_000 + extra))
    rows = read(path, COMMA).rows
    if extra <= 0:
        assert sum(1 for _ in rows) == 5_000_000 + extra
    else:
        with pytest.raises(TableError, match="more than 5,000,000 rows"):
            sum(1 for _ in rows)


def test_memory_stays_constant_while_reading(tmp_path: Path) -> None:
    path = written(tmp_path, "a,b,c\n" + "value one,value two,value three\n" * 200_000)
    tracemalloc.start()
    count = sum(1 for _ in read(path, COMMA).rows)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 200_000
    assert peak < 8 * BLOCK_BYTES + (1 << 20)


def test_lines_split_at_any_block_edge_are_the_same(tmp_path: Path) -> None:
    text = "".join(f"line {n} " + "ä" * (n % 7) + ("\r\n", "\n", "\r")[n % 3] for n in range(60_000))
    path = written(tmp_path, text)
    with path.open("rb") as file:
        lines = list(Lines(file, "utf-8").seek(1))
    assert len(path.read_bytes()) > 2 * BLOCK_BYTES
    assert "".join(lines) == text
    assert len(lines) == 60_000


CELL = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12),
    st.text(st.sampled_from('="a'), max_size=6),
)
TABLE = st.integers(2, 5).flatmap(
    lambda width: st.lists(st.lists(CELL, min_size=width, max_size=width), min_size=1, max_size=12)
)


@given(
    table=TABLE,
    delimiter=st.sampled_from([",", ";", "\t", "|"]),
    ending=st.sampled_from(["\n", "\r\n", "\r"]),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_writer_quotes_is_read_back(
    tmp_path: Path, table: list[list[str]], delimiter: str, ending: str
) -> None:
    path = tmp_path / "any.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter=delimiter, lineterminator=ending, quoting=csv.QUOTE_ALL).writerows(
            [[f"c{n}" for n in range(len(table[0]))], *table]
        )
    expected = [tuple(map(as_read, line)) for line in table if any(line)]
    assert cells(path, Dialect(delimiter=delimiter)) == expected


READ_AND_MEASURE = """
import resource, sys
from pathlib import Path
from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import read
try:
    print(sum(1 for _ in read(Path(sys.argv[1]), Dialect()).rows))
except TableError as refused:
    print(refused.sentence)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.deep
@pytest.mark.parametrize("quoted", [True, False])
def test_a_single_field_of_a_gibibyte_is_refused_in_little_memory(tmp_path: Path, quoted: bool) -> None:
    path = tmp_path / "field.csv"
    block = ("x" * 99 + "\n" if quoted else "x" * 100).encode() * 10_486
    with path.open("wb") as file:
        file.write(b'a,b\n1,"' if quoted else b"a,b\n1,")
        for _ in range(1024):
            file.write(block)
    measured = subprocess.run(
        [sys.executable, "-c", READ_AND_MEASURE, str(path)], capture_output=True, text=True, check=True
    )
    *_, peak = measured.stdout.split()
    assert int(peak) < 300
    assert "longer than" in measured.stdout or quoted


@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        ("id,name\nA1,Ana\n\ufeffid,name\nA2,Eva\n", {"repeated_header": 1}),
        ('id,name\nA1,Ana\n\ufeff"id","name"\nA2,Eva\n', {"repeated_header": 1}),
        ("id,name\nA1,Ana\nA2,Eva\n\x1a", {}),
        ("id,name\nA1,Ana\nA2,Eva\x1a", {}),
        ("id,name\nA1,Ana\nA2,Eva\n\ufeff", {}),
        ("id,name\n---,-----\nA1,Ana\nA2,Eva\n", {"rule": 1}),
        ("id|name\n:---:|-----\nA1|Ana\nA2|Eva\n", {"rule": 1}),
    ],
)
def test_what_belongs_to_the_file_and_not_the_table_is_no_row(
    tmp_path: Path, text: str, repairs: dict[str, int]
) -> None:
    table, rows = opened(written(tmp_path, text))
    assert [row.cells for row in rows] == [("A1", "Ana"), ("A2", "Eva")]
    assert (table.header, dict(table.repairs.counts)) == (("id", "name"), repairs)
