"""A view exported is whole or not there, in the chosen columns and order, and safe in a spreadsheet."""

from __future__ import annotations

import asyncio
import csv
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svcconsole.services.analysis import export as exporting
from svcconsole.services.analysis.results import AnalysisError, ExportProgress
from svcconsole.services.analysis.view import Filter, Sort, View
from svcconsole.tables.results.escape import TRIGGERS, escape
from svcconsole.tables.viewing.opened_table import open_table
from svcconsole.whole_file import FileNotWritten
from tests.services.analysis.analysing import analysing
from tests.services.analysis.conftest import AS_WRITTEN, Write

ROWS = [
    (3, "=cmd()", "2026-01-03", "Zoë\nvan der Berg"),
    (1, "+491701234567", "2026-01-01", 'quote " and ; comma ,'),
    (2, "'=kept", "2026-01-02", ""),
    (10, "-5.00", "2026-01-10", "１２＝"),
]
SORTED = View(sorts=(Sort(0),))


def read_csv(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


async def test_csv_is_the_view_in_its_order_and_cannot_act(write: Write, tmp_path: Path) -> None:
    target = tmp_path / "view.csv"
    heard: list[ExportProgress] = []
    async with analysing(write("id,=name,day,note", ROWS)) as analysis:
        done = await analysis.export(SORTED, (1, 0), target, "csv", heard.append)
    assert done == ExportProgress(4, 4, done=True)
    assert read_csv(target) == [
        ["'=name", "id"], ["'+491701234567", "1"], ["''=kept", "2"], ["'=cmd()", "3"], ["-5.00", "10"],
    ]  # fmt: skip
    assert heard[0].rows == 0 and heard[-1].done and set(left(target)) == {"table.csv", "view.csv"}
    assert target.read_bytes().startswith(b'\xef\xbb\xbf"')


async def test_negative_numbers_stay_numbers_in_csv(write: Write, tmp_path: Path) -> None:
    rows = [(1, "-0.6004", "-1+1"), (2, "900.0000", "=1+1"), (3, "-1148,88", "'-5")]
    async with analysing(write("entryId,amount,note", rows)) as analysis:
        await analysis.export(View(), (1, 2), tmp_path / "view.csv", "csv")
    assert read_csv(tmp_path / "view.csv")[1:] == [
        ["-0.6004", "'-1+1"], ["900.0000", "'=1+1"], ["-1148,88", "''-5"],
    ]  # fmt: skip


@given(
    cells=st.lists(
        st.text(st.sampled_from("".join(sorted(TRIGGERS - {"\0"})) + "'a\" ,.5"), max_size=6),
        min_size=1,
        max_size=60,
    )
)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_database_escapes_exactly_as_the_house_does(
    write: Write, tmp_path: Path, cells: list[str]
) -> None:
    async def go() -> list[list[str]]:
        async with analysing(write("id,text", enumerate(cells)), AS_WRITTEN) as analysis:
            await analysis.export(View(), (1,), tmp_path / "out.csv", "csv")
        return read_csv(tmp_path / "out.csv")

    assert asyncio.run(go())[1:] == [[escape(cell)] for cell in cells]


async def test_parquet_has_numbers_and_dates_where_every_cell_is_one(write: Write, tmp_path: Path) -> None:
    target = tmp_path / "view.parquet"
    async with analysing(write("stock,name,day,note", ROWS)) as analysis:
        await analysis.export(SORTED, (0, 2, 1), target, "parquet")
    with duckdb.connect() as reader:
        kinds = reader.execute(f"DESCRIBE SELECT * FROM '{target}'").fetchall()
        assert [row[:2] for row in kinds] == [("stock", "BIGINT"), ("day", "DATE"), ("name", "VARCHAR")]
        found = reader.execute(f"SELECT * FROM '{target}'").fetchall()
    assert [str(cell) for cell in found[1]] == ["2", "2026-01-02", "'=kept"]
    assert [row[0] for row in found] == [1, 2, 3, 10]


def sheet(path: Path) -> list[list[tuple[str, str, str]]]:
    """Cells of a workbook as (type, text, style)."""
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with zipfile.ZipFile(path) as book:
        rows = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml")).iter(f"{space}row")
        return [
            [(cell.get("t", "n"), "".join(cell.itertext()), cell.get("s", "0")) for cell in row]
            for row in rows
        ]


async def test_a_workbook_holds_numbers_and_texts_that_never_run(write: Write, tmp_path: Path) -> None:
    target = tmp_path / "view.xlsx"
    async with analysing(write("stock,name,day,note", [*ROWS, (11, "x" * 40_000, "", "end")])) as analysis:
        done = await analysis.export(SORTED, (0, 1, 3), target, "xlsx")
    assert done == ExportProgress(5, 5, cut=1, done=True)
    rows = sheet(target)
    assert [cell[1] for cell in rows[0]] == ["stock", "name", "note"]
    assert rows[1][0] == ("n", "1", "0")
    assert rows[1][1][:2] == ("inlineStr", "+491701234567")
    assert rows[3][1][:2] == ("inlineStr", "=cmd()") and rows[3][1][2] != "0", "marked as quoted text"
    assert len(rows[5][1][1]) == 32_767


DATES = [
    "2026-01-03",
    "2026-01-03T18:30Z",
    "2026-01-03 18:30:15",
    "2026-01-03 18:30:15.25Z",
    "2026-01-03T18:30:15.123456",
    "",
]


async def test_a_workbook_holds_dates_as_written_and_none_it_would_shorten(
    write: Write, tmp_path: Path
) -> None:
    target = tmp_path / "view.xlsx"
    async with analysing(write("id,at", enumerate(DATES))) as analysis:
        assert await analysis.kinds() == ("id", "date")
        await analysis.export(View(), (1, 0), target, "xlsx")
    rows = [row[0] for row in sheet(target)[1:]]
    assert [cell[0] for cell in rows] == ["n", "n", "n", "n", "inlineStr", "inlineStr"]
    day = 46_025
    assert [float(cell[1]) for cell in rows[:4]] == pytest.approx(
        [day, day + 18.5 / 24, day + (18.5 + 15 / 3600) / 24, day + (18.5 + 15.25 / 3600) / 24], abs=1e-9
    )
    assert rows[4][1] == DATES[4]
    shown = [formats(target)[int(cell[2])] for cell in rows[:4]]
    assert shown == [
        "yyyy-mm-dd", 'yyyy-mm-dd hh:mm"Z"', "yyyy-mm-dd hh:mm:ss", 'yyyy-mm-dd hh:mm:ss.00"Z"',
    ]  # fmt: skip


def formats(path: Path) -> list[str]:
    """The number format of each style of a workbook."""
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with zipfile.ZipFile(path) as book:
        styles = ElementTree.fromstring(book.read("xl/styles.xml"))
    named = {one.get("numFmtId"): one.get("formatCode", "") for one in styles.iter(f"{space}numFmt")}
    cells = styles.find(f"{space}cellXfs")
    assert cells is not None
    return [named.get(one.get("numFmtId"), "") for one in cells]


LONG = ["0.5", "-123456789012345.123", "12.5"]


async def test_a_number_that_would_lose_digits_stays_as_it_is_written(write: Write, tmp_path: Path) -> None:
    """15 digits are all that a spreadsheet keeps, and a double is sure of."""
    async with analysing(write("id,sum,small", [(n, one, "1.30") for n, one in enumerate(LONG)])) as analysis:
        assert await analysis.kinds() == ("id", "number", "number")
        for kind in ("parquet", "xlsx"):
            await analysis.export(View(), (1, 2), tmp_path / f"view.{kind}", kind)
    assert [row[0][:2] for row in sheet(tmp_path / "view.xlsx")[1:]] == [
        ("n", "0.5"), ("inlineStr", LONG[1]), ("n", "12.5"),
    ]  # fmt: skip
    with duckdb.connect() as reader:
        found = reader.execute(f"SELECT * FROM '{tmp_path / 'view.parquet'}'").fetchall()
    assert found == [(one, 1.3) for one in LONG]


async def test_a_number_beyond_64_bits_is_a_number_in_parquet(write: Write, tmp_path: Path) -> None:
    target = tmp_path / "view.parquet"
    async with analysing(write("id,sum", [(1, "5"), (2, "1E+20"), (3, "-9.3e18")])) as analysis:
        await analysis.export(View(), (1,), target, "parquet")
    with duckdb.connect() as reader:
        assert reader.execute(f"SELECT * FROM '{target}'").fetchall() == [(5.0,), (1e20,), (-9.3e18,)]


async def test_a_day_that_does_not_exist_is_not_lost(write: Write, tmp_path: Path) -> None:
    days = [*["2026-02-01"] * 40, "2026-02-31"]
    async with analysing(write("id,day", enumerate(days))) as analysis:
        assert await analysis.kinds() == ("id", "date")
        for kind in ("parquet", "xlsx"):
            await analysis.export(View(), (1,), tmp_path / f"view.{kind}", kind)
    with duckdb.connect() as reader:
        found = reader.execute(f"SELECT day FROM '{tmp_path / 'view.parquet'}'").fetchall()
    assert [row[0] for row in found] == days
    assert [row[0][1] for row in sheet(tmp_path / "view.xlsx")[1:]] == days


async def test_a_view_larger_than_a_sheet_is_refused_in_one_sentence(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "ROWS", 4)
    async with analysing(write("stock,name,day,note", ROWS)) as analysis:
        with pytest.raises(AnalysisError, match="A spreadsheet holds 4 rows") as refused:
            await analysis.export(View(), (0,), tmp_path / "view.xlsx", "xlsx")
        assert refused.value.advice == "Filter it, or export CSV or Parquet."
        small = View(filters=(Filter(0, "under", ("4",)),))
        assert (await analysis.export(small, (0,), tmp_path / "view.xlsx", "xlsx")).rows == 3


@pytest.mark.parametrize("kind", ["csv", "parquet", "xlsx"])
async def test_an_export_taken_back_leaves_the_old_file(
    write: Write, tmp_path: Path, kind: exporting.ExportKind
) -> None:
    target = tmp_path / "out" / f"view.{kind}"
    keep_old(target)
    path = write("id,name", [(number, "a" * 50) for number in range(150_000)])
    async with analysing(path) as analysis:
        await analysis.kinds()
        heard = asyncio.Event()
        task = asyncio.create_task(
            analysis.export(
                View(sorts=(Sort(1), Sort(0, True))), (0, 1), target, kind, lambda progress: heard.set()
            )
        )
        await heard.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert left(target) == {target.name: b"old"}


async def test_a_place_that_cannot_be_written_is_told(write: Write, tmp_path: Path) -> None:
    async with analysing(write("stock,name,day,note", ROWS)) as analysis:
        with pytest.raises(FileNotWritten) as refused:
            await analysis.export(View(), (0,), tmp_path / "nowhere" / "view.csv", "csv")
        assert refused.value.sentence.startswith("view.csv cannot be written: there is no such file")
        with pytest.raises(AnalysisError, match="No column was chosen"):
            await analysis.export(View(), (), tmp_path / "view.csv", "csv")


def keep_old(target: Path) -> None:
    target.parent.mkdir()
    target.write_bytes(b"old")


def left(target: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in target.parent.iterdir()}


async def test_a_ragged_file_is_exported_with_all_its_cells(tmp_path: Path) -> None:
    path = tmp_path / "ragged.csv"
    ragged(path)
    async with analysing(path) as analysis:
        await analysis.export(View(), (0, 1, 2), tmp_path / "view.csv", "csv")
        assert read_csv(tmp_path / "view.csv") == [
            ["id", "name", "Column 3"], *[[str(n), "a", "more" if n == 50 else ""] for n in range(99)],
        ]  # fmt: skip


def ragged(path: Path) -> None:
    rows = [f"{number},a{',more' if number == 50 else ''}" for number in range(99)]
    path.write_text("\n".join(["id,name", *rows]))
    open_table(path).close()
