"""Any file opens as a table with its decisions told, and its pages are what the house's reader gives."""

from __future__ import annotations

import gzip
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import read
from svcconsole.tables.viewing import opened_table as opened_module
from svcconsole.tables.viewing import row_index
from svcconsole.tables.viewing.decisions import CODES, Decision
from svcconsole.tables.viewing.opened_table import FileChanged, IndexProgress, OpenedTable, open_table
from svcconsole.tables.viewing.scratch_folder import Scratch
from tests.tables.shared import SAMPLES, SHARED, TORTURE, needs_shared
from tests.tables.tables import as_read, written

FILES = sorted(
    path for folder in (SAMPLES, SHARED / "reports", TORTURE) for path in folder.rglob("*") if path.is_file()
)


def indexed(path: Path, dialect: Dialect | None = None, **more: Any) -> OpenedTable:
    opened = open_table(path, dialect=dialect, **more)
    try:
        assert opened.ensure_indexed()
    except TableError:
        opened.close()
        raise
    return opened


def told(opened: OpenedTable, code: str) -> Decision | None:
    return next((one for one in opened.decisions if one.code == code), None)


def by_reader(path: Path, dialect: Dialect) -> list[tuple[str, ...]]:
    """Its rows; of one with NUL characters alone nothing is left."""
    return [row.cells for row in read(path, dialect).rows if any(row.cells)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_opens_with_its_decisions_or_is_refused_in_a_sentence(path: Path) -> None:
    try:
        opened = indexed(path)
    except TableError as refused:
        assert refused.sentence[-1] in ".…" and "\n" not in refused.sentence
        return
    codes = [one.code for one in opened.decisions]
    assert codes[0] == "encoding" and "newline" in codes and {"header", "no_header"} & set(codes)
    assert {"delimiter", "one_column"} & set(codes) and set(codes) <= set(CODES)
    rows = opened.rows(0, opened.rows_known + 5)
    assert [row.number for row in rows] == list(range(1, opened.rows_known + 1))
    assert [row.cells for row in opened.first_rows(len(rows))] == [
        row.cells[: len(first.cells)] for row, first in zip(rows, opened.first_rows(), strict=False)
    ]
    assert max((len(row.cells) for row in rows), default=0) <= len(opened.columns)
    if not opened.tables:
        width = len(opened.columns)
        expected = [cells + ("",) * (width - len(cells)) for cells in by_reader(path, opened.dialect)]
        assert [row.cells + ("",) * (width - len(row.cells)) for row in rows] == expected
    opened.close()


def test_what_the_samples_are_is_told() -> None:
    with pytest.raises(TableError, match="EBCDIC, the encoding of mainframes"):
        open_table(SAMPLES / "tables/ebcdic.csv")
    polish = indexed(SAMPLES / "products/shopify_polish_cp1250.csv")
    codes = polish.decisions[0].values
    assert (codes["codec"], codes["name"]) == ("cp1250", "Central Europe, Windows (Windows-1250)")
    blank = indexed(SAMPLES / "tables/blank_lines.csv")
    assert told(blank, "blank_rows") == Decision("blank_rows", {"count": 3})
    unnamed = indexed(SAMPLES / "tables/blank_names.csv")
    assert [one.code for one in unnamed.decisions].count("name") == 2
    short = indexed(SAMPLES / "tables/short_and_long.csv")
    assert short.ragged.rows == 2 and told(short, "ragged") is not None
    for opened in (polish, blank, unnamed, short):
        opened.close()


def test_the_tables_of_a_sample_are_opened_one_at_a_time() -> None:
    path = SAMPLES / "tables/several_tables.csv"
    visits, pages = (indexed(path, table=number) for number in (1, 2))
    assert visits.columns == ("Date", "Visits") and visits.rows(0, 1)[0].cells == ("2026-01-01", "3")
    assert pages.columns == ("Page", "Views", "Seconds") and pages.rows_known == 6
    assert [table.title for table in pages.tables] == [
        "Visits 2026-01-01 - 2026-01-06",
        "Pages 2026-01-01 - 2026-01-06",
    ]
    assert told(pages, "several_tables") == Decision("several_tables", {"count": 2, "shown": 2})
    for opened in (visits, pages):
        opened.close()


@needs_shared
def test_what_the_public_files_are_is_told() -> None:
    def decided(name: str) -> OpenedTable:
        return indexed(SHARED / name)

    with pytest.raises(TableError, match="EBCDIC, the encoding of mainframes"):
        open_table(TORTURE / "encodings/ebcdic_cp037.csv")
    polish = decided("torture/encodings/pl_cp1250.csv")
    assert told(polish, "copied") is None, "its bytes can be searched as they stand"
    codes = polish.decisions[0].values
    assert (codes["codec"], codes["name"]) == ("cp1250", "Central Europe, Windows (Windows-1250)")
    soc = decided("reports/w3c_soc_structure.csv")
    assert told(soc, "blank_rows") == Decision("blank_rows", {"count": 7})
    assert [one.code for one in soc.decisions].count("name") == 9, "nine columns had no name"
    short = decided("torture/csvw/test091.csv")
    assert short.ragged.rows == 2 and told(short, "ragged") is not None
    for opened in (polish, soc, short):
        opened.close()


@needs_shared
def test_several_tables_in_one_file_are_opened_one_at_a_time() -> None:
    path = SHARED / "reports/pinterest_analytics_overview.csv"
    first, boards, pins = (indexed(path, table=number) for number in (1, 2, 3))
    assert first.columns == ("Date", "Impressions") and first.rows(0, 1)[0].cells == ("2023-09-16", "1905")
    assert boards.columns[0] == pins.columns[0] == "Pinterest Link"
    assert (len(boards.columns), len(pins.columns)) == (6, 5)
    assert [table.line for table in first.tables] == [13, 48, 91]
    assert [table.title for table in first.tables][1:] == [
        "Top Boards 2023-09-16 - 2023-10-16",
        "Top Pins 2023-09-16 - 2023-10-16",
    ]
    assert told(boards, "several_tables") == Decision("several_tables", {"count": 3, "shown": 2})
    text = path.read_text("utf-8")
    for table in (first, boards, pins):
        known = [row.cells[0] for row in table.rows(0, table.rows_known)]
        assert len(known) > 30 and all(cell in text for cell in known)
        table.close()


ANY_BYTES = st.lists(
    st.sampled_from(
        [
            '"',
            '"',
            ",",
            "\n",
            "\n",
            "\r\n",
            "\r",
            "a",
            "ü",
            " ",
            "",
            "bb",
            ",,",
            '""',
            '"x"',
            "\0",
            '="x"',
            '=""',
        ]
    ),
    max_size=60,
).map(lambda parts: "h1,h2\n" + "".join(parts))


ANY_FILE = given(
    text=ANY_BYTES, chunk=st.integers(1, 40), header=st.booleans(), quote=st.sampled_from(['"', "'", ""])
)


@ANY_FILE
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stands_in_a_file_its_pages_are_the_readers_rows(
    tmp_path: Path, text: str, chunk: int, header: bool, quote: str
) -> None:
    pages_are_the_readers_rows(written(tmp_path, text), chunk, Dialect(header=header, quote=quote))


@pytest.mark.deep
@ANY_FILE
@settings(max_examples=8_000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stands_in_a_file_at_length(
    tmp_path: Path, text: str, chunk: int, header: bool, quote: str
) -> None:
    pages_are_the_readers_rows(written(tmp_path, text), chunk, Dialect(header=header, quote=quote))


def pages_are_the_readers_rows(path: Path, chunk: int, dialect: Dialect) -> None:
    expected = by_reader(path, dialect)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_index, "CHUNK_BYTES", chunk)
        opened = indexed(path, dialect)
    width = len(opened.columns)
    shown = [row.cells + ("",) * (width - len(row.cells)) for row in opened.rows(0, 1000)]
    assert shown == [cells + ("",) * (width - len(cells)) for cells in expected]
    picked = list(range(len(shown)))[::-3]
    assert [row.number - 1 for row in opened.rows_at(picked)] == picked
    opened.close()


CELL = st.text(st.sampled_from("abÄ中 ;,\t|\"'\n\r=+9"), max_size=6)


@st.composite
def tables(draw: st.DrawFn) -> list[list[str]]:
    width = draw(st.integers(1, 5))
    body = st.lists(st.lists(CELL, min_size=width, max_size=width), max_size=30)
    return [[f"n{number}" for number in range(width)], *draw(body)]


DIALECTS = st.builds(
    Dialect,
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16-le", "cp932", "utf-32-be"]),
    delimiter=st.sampled_from(",;\t|"),
    quote=st.sampled_from("\"'"),
    newline=st.sampled_from(["\n", "\r\n", "\r"]),
)


@given(table=tables(), dialect=DIALECTS, chunk=st.integers(1, 200))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_table_written_in_any_dialect_is_seen_as_it_was(
    tmp_path: Path, table: list[list[str]], dialect: Dialect, chunk: int
) -> None:
    quote = dialect.quote
    if dialect.encoding == "cp932":
        table = [[text.replace("Ä", "") for text in row] for row in table]
    lines = [
        dialect.delimiter.join(quote + cell.replace(quote, quote * 2) + quote for cell in row)
        for row in table
    ]
    text = "".join(line + dialect.newline for line in lines)
    path = written(tmp_path, text.encode(dialect.encoding))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_index, "CHUNK_BYTES", chunk)
        opened = indexed(path, replace(dialect, encoding=dialect.encoding.removesuffix("-sig")))
    seen = [[*map(as_read, row)] for row in table[1:]]
    assert [list(row.cells) for row in opened.rows(0, 100)] == [row for row in seen if any(row)]
    assert opened.columns == tuple(table[0])
    opened.close()


def big(folder: Path, rows: int = 30_000, *, encoding: str = "utf-8") -> Path:
    path = folder / "big.csv"
    with path.open("w", encoding=encoding, newline="") as file:
        file.write("id,text,note\n")
        for number in range(rows):
            file.write(f'{number},"two\nlines, {number}",ü{number % 7}\n')
    return path


def test_first_rows_come_before_the_index_and_every_row_after_it(tmp_path: Path) -> None:
    opened = open_table(big(tmp_path))
    assert opened.first_rows(2)[1].cells == ("1", "two\nlines, 1", "ü1")
    assert not opened.complete and opened.rows_known == 200
    assert [row.number for row in opened.rows(190, 20)] == list(range(191, 201))
    *_, last = opened.index()
    assert last == IndexProgress(30_000, opened.size, opened.size)
    assert opened.rows(29_999, 60)[0].cells == ("29999", "two\nlines, 29999", "ü4")
    assert [row.number for row in opened.rows_at([29_000, 3, 15_000])] == [29_001, 4, 15_001]
    opened.close()


def test_pages_read_while_the_index_grows_disturb_neither(tmp_path: Path) -> None:
    opened = open_table(big(tmp_path, 100_000))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opened_module, "PROGRESS_SECONDS", 0.0)
        patch.setattr(row_index, "CHUNK_BYTES", 50_000)
        for progress in opened.index():
            for place in (0, progress.rows // 2, progress.rows - 1):
                assert opened.rows(place, 1)[0].cells[0] == str(place)
    assert opened.rows_known == 100_000
    assert [row.cells[0] for row in opened.rows(0, 100_000)] == list(map(str, range(100_000)))
    opened.close()


def test_utf_16_is_read_through_a_copy_and_said_so(tmp_path: Path) -> None:
    opened = open_table(big(tmp_path, encoding="utf-16"))
    copying = [progress.copying for progress in opened.index()]
    assert copying[0] and not copying[-1]
    assert told(opened, "copied") == Decision("copied", {"reason": "encoding"})
    assert opened.rows(29_999, 1)[0].cells == ("29999", "two\nlines, 29999", "ü4")
    opened.close()


def test_a_stray_quote_late_in_the_file_costs_its_own_cell_only(tmp_path: Path) -> None:
    lines = [f"{number},plain {number}" for number in range(40_000)]
    lines[35_000] = '35000,a 5" screen'
    lines[36_000] = '36000,"never closed'
    path = written(tmp_path, "\n".join(["id,text", *lines]) + "\n")
    opened = indexed(path)
    assert opened.rows_known == 40_000
    assert [row.cells[1] for row in opened.rows_at([35_000, 36_000, 39_999])] == [
        'a 5" screen',
        "never closed",
        "plain 39999",
    ]
    assert told(opened, "copied") == Decision("copied", {"reason": "quotes"})
    mended = told(opened, "mended")
    assert mended is not None and mended.values["count"] == 1
    opened.close()


def test_a_text_that_a_formula_keeps_from_a_spreadsheet_is_shown_as_the_text(tmp_path: Path) -> None:
    lines = [f'{number},"=""{number:05}""","<a href=""x"">"' for number in range(1, 401)]
    opened = indexed(written(tmp_path, "\n".join(["id,zip,text", *lines, '401,"=""=""""x""""""",y'])))
    shown = [row.cells for row in opened.rows(0, 401)]
    assert shown == [(str(n), f"{n:05}", '<a href="x">') for n in range(1, 401)] + [("401", '="x"', "y")]
    assert told(opened, "copied") == Decision("copied", {"reason": "formulas"})
    mended = told(opened, "mended")
    assert mended is not None and mended.values["count"] == 401
    opened.close()
    html = indexed(written(tmp_path, 'id,text\n1,"<a href=""x"">"\n'))
    assert told(html, "copied") is None, "an attribute is no formula"
    html.close()


def test_ragged_rows_are_counted_and_their_cells_all_shown(tmp_path: Path) -> None:
    opened = indexed(written(tmp_path, "a,b\n1,2\n3\n4,5,6\n7,8,,\n9,,\n,,\n10,11,12,13\n"), Dialect())
    assert [row.cells for row in opened.rows(0, 9)] == [
        ("1", "2"), ("3", ""), ("4", "5", "6"), ("7", "8"), ("9", ""), ("10", "11", "12", "13"),
    ]  # fmt: skip
    assert (opened.ragged.short, opened.ragged.long, opened.ragged.first) == (1, 2, (2, 3, 6))
    assert opened.columns == ("a", "b", "Column 3", "Column 4")
    assert told(opened, "ragged") == Decision("ragged", {"short": 1, "long": 2, "first": "2, 3, 6"})
    assert told(opened, "blank_rows") == Decision("blank_rows", {"count": 1})
    opened.close()


@pytest.mark.parametrize("change", ["grown", "cut", "written over"])
def test_a_file_that_changes_underneath_is_noticed(tmp_path: Path, change: str) -> None:
    path = big(tmp_path, 5000)
    opened = indexed(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        if change == "grown":
            file.seek(0, 2)
            file.write(b"more,of,it\n")
        elif change == "cut":
            file.truncate(size // 2)
        else:
            file.write(b"ID")
    os.utime(path, ns=(1, 1))
    with pytest.raises(FileChanged, match="changed after it was opened") as changed:
        opened.rows(4000, 10)
    assert changed.value.advice == "Open it again to see what it holds now."
    opened.close()


def test_a_file_replaced_by_another_is_noticed_before_it_is_computed_with(tmp_path: Path) -> None:
    path = big(tmp_path, 500)
    opened = indexed(path)
    written(tmp_path, "other,file\n1,2\n", "new.csv").replace(path)
    assert opened.rows(499, 1)[0].number == 500, "the pages are still those of the file that was opened"
    with pytest.raises(FileChanged):
        opened.check_same()
    opened.close()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_an_index_can_be_stopped_and_begun_again(tmp_path: Path, encoding: str) -> None:
    opened = open_table(big(tmp_path, 60_000, encoding=encoding))
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 1

    assert not opened.ensure_indexed(stop)
    assert opened.first_rows(1)[0].number == 1
    assert opened.ensure_indexed() and opened.rows_known == 60_000
    opened.close()


def test_closing_in_the_middle_of_an_index_leaves_nothing(tmp_path: Path) -> None:
    opened = open_table(big(tmp_path, 60_000, encoding="utf-16"))
    steps = opened.index()
    assert next(steps).copying
    opened.close()
    assert list(steps) == [] and not opened.complete


def test_private_copies_of_a_process_that_died_are_removed_by_the_next(own_cache: Path) -> None:
    dead = own_cache / "cache" / "viewing" / "0123456789abcdef"
    dead.mkdir(parents=True)
    (dead / "in-use").touch()
    (dead / "copy.csv").write_text("somebody's data")
    living = Scratch()
    assert not dead.exists()
    other = Scratch()
    assert living.folder.exists(), "a folder in use stays"
    assert living.folder.stat().st_mode & 0o077 == 0
    living.close()
    other.close()
    assert not living.folder.exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "table.csv is empty."),
        (b"PK\x03\x04rest", "table.csv looks like an Excel workbook or a ZIP archive, and is damaged."),
        (b"\n\n\n,,\n", "table.csv holds no rows."),
    ],
)
def test_what_is_no_table_is_refused_in_one_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    with pytest.raises(TableError) as refused:
        open_table(written(tmp_path, content))
    assert refused.value.sentence == sentence and refused.value.advice


def test_bytes_of_another_encoding_are_shown_as_such_and_counted(tmp_path: Path) -> None:
    body = b"".join(b"%d,Zo\xc3\xab\n" % number for number in range(20_000))
    opened = indexed(written(tmp_path, b"id,name\n" + body + b"20000,Zo\xeb\n"), Dialect())
    assert opened.rows(20_000, 1)[0].cells == ("20000", "Zo�")
    mended = told(opened, "mended")
    assert mended is not None and mended.values["count"] == 1 and "another encoding" in str(mended.values)
    opened.close()


def test_a_packed_table_is_shown_through_a_private_copy(tmp_path: Path) -> None:
    path = tmp_path / "customers.csv.gz"
    path.write_bytes(gzip.compress("name;city\nJörg;Köln\nRené;Besançon\n".encode()))
    table = open_table(path)
    try:
        assert table.columns == ("name", "city")
        assert table.ensure_indexed()
        assert [row.cells for row in table.rows(0, 5)] == [("Jörg", "Köln"), ("René", "Besançon")]
        table.check_same()
    finally:
        table.close()
