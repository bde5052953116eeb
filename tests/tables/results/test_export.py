"""Result files run nothing in a spreadsheet, lose nothing, and can be imported again as they are."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.results.escape import TRIGGERS, code, escape, unescape
from svcconsole.tables.results.result_file import Result, write_results
from tests.tables.tables import opened

PAYLOADS = [
    f"{lead}{rest}"
    for lead in [*sorted(TRIGGERS), "'=", "''=", "=+", "\t=", "\r\n="]
    for rest in ["cmd|' /C calc'!A0", "HYPERLINK(\"https://x.example\";\"y\")", "1+1", "49 30 1234567",
    "5.00", "", "'", "SUM(A1)"]
    if lead + rest != "-5.00"
]  # fmt: skip
HOSTILE = st.text(
    st.one_of(
        st.sampled_from("=+-@\t\r\n\0＝＋－＠'\"0123456789.,; ab"), st.characters(exclude_categories=["Cs"])
    )
)


@given(HOSTILE)
@example("'")
@example("''")
@example("'=1")
@example("−5.00")
@example("-5.00")
@example("+49 30 1234567")
@settings(max_examples=1000, deadline=None)
def test_escaping_loses_nothing_and_leaves_no_trigger(cell: str) -> None:
    safe = escape(cell)
    assert safe[:1] not in TRIGGERS or (safe == cell and float(cell.replace(",", "").rstrip("%")) <= 0)
    assert unescape(safe) == cell


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_payload_keeps_its_trigger(payload: str) -> None:
    assert escape(payload)[:1] not in TRIGGERS
    assert unescape(escape(payload)) == payload


def test_plain_cells_stay_as_they_are() -> None:
    for cell in (
        "",
        "Shirt",
        "X-Large",
        "12.50",
        "-5",
        "-1,148.88",
        "-12.5%",
        "'quoted'",
        "'X-Large",
        "'0123",
        "a=b",
    ):
        assert escape(cell) == cell == unescape(cell)


@pytest.mark.parametrize(
    ("cell", "plain"),
    [
        ("'0012", "0012"),
        ("'=1", "=1"),
        ("''=1", "'=1"),
        ("'+49", "+49"),
        ("'7-A", "7-A"),
        ("'shirt'", "'shirt'"),
        ("'", "'"),
        ("0012", "0012"),
        ("", ""),
    ],
)
def test_a_code_loses_our_escape_and_the_apostrophe_that_keeps_its_zeros(cell: str, plain: str) -> None:
    assert code(cell) == plain


@given(st.text("0123456789ABCxyz-_./+=@", max_size=12))
def test_a_code_is_the_same_after_it_was_escaped(cell: str) -> None:
    assert code(escape(cell)) == cell == code(cell)


CELLS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8),
    min_size=2,
    max_size=2,
)


@given(
    rows=st.lists(CELLS, min_size=1, max_size=6),
    reason=st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_result_file_holds_the_same_cells(tmp_path: Path, rows: list[list[str]], reason: str) -> None:
    path = tmp_path / "refused.csv"
    assert write_results(path, ("id", "name"), [(row, "refused", reason, "") for row in rows]) == len(rows)
    with path.open(encoding="utf-8-sig", newline="") as file:
        header, *lines = csv.reader(file)
    assert header == ["id", "name", "_outcome", "_reason", "_answer_id"]
    assert [[unescape(cell) for cell in line] for line in lines] == [
        [*row, "refused", reason, ""] for row in rows
    ]
    assert all(cell[:1] not in TRIGGERS for line in lines for cell in line)


def test_a_result_file_is_read_as_the_same_table_again(tmp_path: Path) -> None:
    header = ("Handle", "Title", "Variant Price", "Option1 Name", "Option1 Value", "Variant SKU", "Image Src")
    row = ("shirt", "=Shirt “A”", "12,50", "Size", "-S-", "+49", "https://shop.example/a.jpg")
    path = tmp_path / "refused.csv"
    write_results(path, header, [(row, "refused", "The price is odd.", "")])
    assert detect(path).dialect.header_row == 1
    table, rows = opened(path)
    found = recognise(table.header)
    assert (found.preset, found.unknown) == ("shopify-classic", ())
    assert [unescape(cell) for cell in rows[0].cells[: len(row)]] == list(row)
    again = tmp_path / "again.csv"
    write_results(again, table.header, [(rows[0].cells, "sent", "", "7")])
    assert opened(again)[0].header == (*header, "_outcome", "_reason", "_answer_id")


@pytest.mark.parametrize("raw", [True, False])
def test_column_names_that_begin_like_a_formula_come_back_in(tmp_path: Path, raw: bool) -> None:
    header = ("=Total", "-Discount", "@handle", "+Phone", "Name")
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    write_results(first, header, [(("1", "2", "3", "4", "5"), "refused", "why", "")], raw=raw)
    table, rows = opened(first)
    names = ("=Total", "-Discount", "@handle", "+Phone", "Name", "_outcome", "_reason", "_answer_id")
    assert table.header == names
    write_results(second, table.header, [(row.cells, "refused", "again", "") for row in rows])
    assert opened(second)[0].header == names
    assert second.read_text("utf-8-sig").splitlines()[0].startswith('"\'=Total","\'-Discount"')


def test_raw_cells_and_cells_beyond_the_header_are_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "raw.csv"
    write_results(path, ("a", "b"), [(("=1", "2", "extra"), "sent", "", "7")], raw=True)
    assert path.read_text("utf-8-sig").splitlines() == [
        '"a","b","_outcome","_reason","_answer_id"',
        '"=1","2","sent","","7","extra"',
    ]
    assert list(tmp_path.iterdir()) == [path]


def test_of_two_that_write_one_file_at_once_each_is_whole_and_the_last_stays(tmp_path: Path) -> None:
    path = tmp_path / "refused.csv"

    def slow() -> Iterator[Result]:
        yield ("1",), "refused", "", ""
        assert write_results(path, ["sku"], [(("2",), "refused", "", "")]) == 1
        assert _cells(path) == ["2"]
        yield ("3",), "refused", "", ""

    assert write_results(path, ["sku"], slow()) == 2
    assert _cells(path) == ["1", "3"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_could_not_be_written_to_its_end_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "refused.csv"
    write_results(path, ["sku"], [(("1",), "refused", "", "")])

    def broken() -> Iterator[Result]:
        yield ("2",), "refused", "", ""
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_results(path, ["sku"], broken())
    assert _cells(path) == ["1"]
    assert list(tmp_path.iterdir()) == [path]


def _cells(path: Path) -> list[str]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [row["sku"] for row in csv.DictReader(file)]
