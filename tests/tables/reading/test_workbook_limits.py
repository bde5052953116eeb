"""Workbooks that would take the memory of the whole computer are refused in words; others are read."""

from __future__ import annotations

import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter

from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.workbook_limits import MEMORY_LIMIT
from tests.tables.reading.test_packed import read_rows
from tests.tables.workbooks import ODS_CELL, ods, ods_rows, xlsx

SAMPLE = Path("tests/samples/tables/customers.xls")
NAMES = '<c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c>'
TABLE = f'<row r="1">{NAMES}</row><row r="2"><c r="A2"><v>7</v></c><c r="B2"><v>8</v></c></row>'
ODS_TABLE = ods_rows(("id", "name"), ("7", "8"))


def alike(rows: int, columns: int, cell: str) -> str:
    more = f' table:number-columns-repeated="{columns}"'
    cells = cell.format(more=more, text="9")
    return f'<table:table-row table:number-rows-repeated="{rows}">{cells}</table:table-row>'


@pytest.mark.parametrize(
    ("rows", "cell"),
    [
        ('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', "XFD1048576"),
        ('<row r="200000"><c s="1" r="CA200000" t="str"><v> </v></c></row>', "CA200000"),
        ("<row r='200000'><c r='CA200000'><v>1</v></c></row>", "CA200000"),
        ('<row r="2"><c r="F999999999"><v>1</v></c></row>', "F999999999"),
        ('<row r="9000">' + "<c><v>1</v></c>" * 2_000 + "</row>", "BXX9000"),
    ],
    ids=["the last cell", "a blank far away", "other quotes", "no sheet is so long", "cells without a name"],
)
def test_a_cell_far_from_the_table_is_told(tmp_path: Path, rows: str, cell: str) -> None:
    path = xlsx(tmp_path / "list.xlsx", TABLE + rows)
    with pytest.raises(TableError) as caught:
        detect(path)
    assert caught.value.sentence.startswith("list.xlsx would take ")
    assert caught.value.sentence.endswith(f"the cells that hold something reach to {cell}.")


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="1048576" s="1"><c r="XFD1048576" s="1"/></row>',
        '<row r="1048576"><c r="XFD1048576" s="1"></c></row>',
        '<row r="1048576"><c r="XFD1048576" s="1"><v></v></c></row>',
        '<row r="1048576"><c r="XFD1048576"><v/></c></row>',
        '<row r="1048576" ht="15"/>',
    ],
)
def test_cells_that_are_only_formatted_are_no_part_of_the_table(tmp_path: Path, rows: str) -> None:
    path = xlsx(tmp_path / "list.xlsx", TABLE + rows)
    assert read_rows(path)[1:] == (("id", "name"), [("7", "8")])


def test_more_texts_than_a_part_can_hold_are_not_believed(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "list.xlsx", TABLE, more=' uniqueCount="4294967296"')
    with pytest.raises(TableError, match="cannot be read as one"):
        detect(path)


def test_what_the_library_is_not_prepared_for_is_told_as_any_damage(tmp_path: Path) -> None:
    """A day so far back that its own arithmetic stops."""
    path = tmp_path / "list.xlsx"
    with xlsxwriter.Workbook(str(path)) as made:
        sheet = made.add_worksheet("A")
        sheet.write_row(0, 0, ["id", "since"])
        sheet.write_number(1, 1, -4917012345678, made.add_format({"num_format": "dd.mm.yyyy"}))
    with pytest.raises(TableError, match="cannot be read as one"):
        detect(path)


def test_a_text_that_many_cells_share_is_counted_for_each(tmp_path: Path) -> None:
    rows = ("<row>" + '<c t="s"><v>0</v></c>' * 100 + "</row>") * 100
    assert read_rows(xlsx(tmp_path / "short.xlsx", TABLE + rows, "x" * 1_000))[1][:2] == ("id", "name")
    with pytest.raises(TableError, match="would take"):
        detect(xlsx(tmp_path / "long.xlsx", TABLE + rows, "x" * 30_000))


def test_short_texts_that_very_many_cells_share_are_counted_too(tmp_path: Path) -> None:
    """A megabyte of such cells shows seven of texts: no piece of the sheet is much by itself."""
    rows = ("<row>" + '<c t="s"><v>0</v></c>' * 100 + "</row>") * 15_000
    with pytest.raises(TableError, match="would take"):
        detect(xlsx(tmp_path / "list.xlsx", TABLE + rows, "x" * 190))


def test_cells_side_by_side_are_read_however_well_they_pack(tmp_path: Path) -> None:
    """Half a million, whose file has a fiftieth of the bytes that they take."""
    rows = ("<row>" + "<c><v>1</v></c>" * 50 + "</row>") * 10_000
    path = xlsx(tmp_path / "list.xlsx", TABLE + rows)
    assert path.stat().st_size < 100_000
    assert len(read_rows(path)[2]) == 10_001


def test_repeated_cells_of_an_ods_file_are_counted_as_often_as_they_are_shown(tmp_path: Path) -> None:
    many = ods(tmp_path / "many.ods", ODS_TABLE + alike(500, 2, ODS_CELL))
    assert read_rows(many)[1:] == (("id", "name"), [("7", "8"), *[("9", "9")] * 500])
    blank = alike(1_000_000, 1_000, "<table:table-cell{more}/>")
    assert read_rows(ods(tmp_path / "blank.ods", ODS_TABLE + blank))[1:] == (("id", "name"), [("7", "8")])
    for name, rows in (
        ("wide.ods", alike(1_000_000, 1_000, ODS_CELL)),
        ("far.ods", alike(1_000_000, 1, "<table:table-cell{more}/>") + alike(1, 16_000, ODS_CELL)),
    ):
        with pytest.raises(TableError, match=f"{name} would take"):
            detect(ods(tmp_path / name, ODS_TABLE + rows))


def test_a_far_cell_of_an_xls_file_is_told(tmp_path: Path) -> None:
    data = bytearray(SAMPLE.read_bytes())
    labels = [at for at in range(len(data) - 14) if data[at : at + 4] == struct.pack("<HH", 0x00FD, 10)]
    assert labels
    struct.pack_into("<HH", data, labels[-1] + 4, 65_535, 255)
    path = tmp_path / "list.xls"
    path.write_bytes(data)
    with pytest.raises(TableError, match="reach to IV65536"):
        detect(path)


def announces_much(data: bytearray) -> None:
    struct.pack_into("<I", data, 64, 0x7FFFFFFF)


def goes_round(data: bytearray) -> None:
    (first_table,), (directory,) = struct.unpack_from("<I", data, 76), struct.unpack_from("<I", data, 48)
    struct.pack_into("<I", data, 512 * (first_table + 1) + 4 * directory, directory)


@pytest.mark.parametrize("damage", [announces_much, goes_round])
def test_an_xls_file_whose_sectors_cannot_be_is_refused(
    tmp_path: Path, damage: Callable[[bytearray], None]
) -> None:
    """The library makes room for what is announced, and follows sectors until there is no next one."""
    data = bytearray(SAMPLE.read_bytes())
    damage(data)
    path = tmp_path / "list.xls"
    path.write_bytes(data)
    with pytest.raises(TableError, match="cannot be read as one"):
        detect(path)


MEASURED = """
import sys
from pathlib import Path
from svcconsole.tables.reading.dialect import detect
from tests.support.peak_memory import peak_memory
import python_calamine
before = peak_memory()
detect(Path(sys.argv[1]))
print((peak_memory() - before) >> 20)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_a_workbook_just_within_the_limit_takes_no_more_than_the_limit(tmp_path: Path) -> None:
    row = MEMORY_LIMIT // 32 // 400 - 100
    path = xlsx(tmp_path / "list.xlsx", TABLE + f'<row r="{row}"><c r="OJ{row}"><v>1</v></c></row>')
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path)], capture_output=True, text=True, check=True
    )
    assert 100 < int(done.stdout) <= MEMORY_LIMIT >> 20
