"""Tables in workbooks, archives and compressed files: their text as a person sees it, nothing unpacked under
a name, nothing without end."""

from __future__ import annotations

import datetime
import gzip
import os
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import xlsxwriter

from svcconsole.tables.reading.dialect import Detection, detect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.unpacked import contents, open_text
from tests.tables.tables import opened
from tests.tables.workbooks import ods, ods_rows

CSV = "name;city\nJörg;Köln\nRené;Besançon\n"
MOMENT = datetime.datetime.fromisoformat("2024-01-05 10:30:00")
ROWS = [("Jörg", "Köln"), ("René", "Besançon")]


def read_rows(path: Path) -> tuple[Detection, tuple[str, ...], list[tuple[str, ...]]]:
    found = detect(path)
    table, rows = opened(path, found.dialect)
    return found, table.header, [row.cells for row in rows]


def zipped(path: Path, members: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.xlsx"
    with xlsxwriter.Workbook(str(path)) as made:
        made.add_worksheet("Empty")
        hidden = made.add_worksheet("Hidden")
        hidden.write_row(0, 0, ["x", "y"])
        hidden.hide()
        day = made.add_format({"num_format": "dd.mm.yyyy"})
        moment = made.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        hour = made.add_format({"num_format": "hh:mm"})
        sheet = made.add_worksheet("Customers")
        sheet.merge_range("B2:E2", "Our customers")
        sheet.write_row(3, 1, ["Name", "Phone", "Zip", "Since", "Seen", "At", "Spent", "Active", "Sum"])
        for row, name in ((4, "Jörg"), (5, "=Zoë")):
            sheet.write_string(row, 1, name)
            sheet.write_number(row, 2, 4917012345678)
            sheet.write_string(row, 3, "01069")
            sheet.write_datetime(row, 4, datetime.date(2024, 1, 5), day)
            sheet.write_datetime(row, 5, MOMENT, moment)
            sheet.write_datetime(row, 6, datetime.time(9, 5), hour)
            sheet.write_number(row, 7, 0.1 + 0.2)
            sheet.write_boolean(row, 8, True)
            sheet.write_formula(row, 9, "=1+1", None, 2)
        other = made.add_worksheet("Orders")
        other.write_row(0, 0, ["id", "total"])
        other.write_row(1, 0, [12345678901234567890, 1e-7])
    return path


def test_a_sheet_is_read_as_its_cells_show(book: Path) -> None:
    found, header, rows = read_rows(book)
    assert header == ("Name", "Phone", "Zip", "Since", "Seen", "At", "Spent", "Active", "Sum")
    rest = ("4917012345678", "01069", "2024-01-05", "2024-01-05 10:30:00", "09:05:00", "0.3", "TRUE", "2")
    assert rows == [("Jörg", *rest), ("=Zoë", *rest)]
    assert (found.dialect.part, found.dialect.header_row) == ("Customers", 4)
    assert found.parts == ("Customers", "Orders", "Hidden") and found.questions == ()
    assert "Sheet “Customers” of the workbook is read." in found.evidence


def test_another_sheet_is_read_and_numbers_too_long_are_told(book: Path) -> None:
    found = detect(book, part="Orders")
    _, rows = opened(book, found.dialect)
    assert [row.cells for row in rows] == [("12345678901234570000", "0.0000001")]
    assert any("15 digits" in sentence and "row 2" in sentence for sentence in found.evidence)
    with pytest.raises(TableError, match="has no sheet “Nowhere”") as refused:
        detect(book, part="Nowhere")
    assert "Orders" in refused.value.advice


PEOPLE = [
    ["phone", "first", "last", "city"],
    *([f"+35191234560{at}", "Ana", "Sa", "Faro"] for at in range(9)),
]
NOTES = [["Please read this first"], ["Phones stand in the second sheet."], ["Ask Eva for more."]]
PAIRS = [["Made by", "Eva"], ["Version", "2"]]


@pytest.mark.parametrize(
    ("first", "hidden", "read"),
    [
        (NOTES, False, "Data"),
        (PAIRS, False, "First"),
        (NOTES, True, "First"),
        ([["phone"], ["+351912345600"]], False, "First"),
        ([["name"], ["Ana"], ["Rui"]], False, "First"),
        ([["store", "stock", "town"], ["Hafen", "2", "Kiel"]], False, "First"),
    ],
)
def test_the_first_sheet_is_read_unless_it_holds_notes_only(
    tmp_path: Path, first: list[list[str]], hidden: bool, read: str
) -> None:
    path = tmp_path / "book.xlsx"
    with xlsxwriter.Workbook(str(path)) as made:
        for name, lines in (("First", first), ("Data", PEOPLE)):
            sheet = made.add_worksheet(name)
            for at, line in enumerate(lines):
                sheet.write_row(at, 0, line)
        if hidden:
            sheet.hide()
    found = detect(path)
    assert found.dialect.part == read
    assert f"Sheet “{read}” of the workbook is read." in found.evidence
    assert set(found.parts) == {"First", "Data"}


def test_an_archive_of_one_table_is_that_table(tmp_path: Path) -> None:
    members = {"export/a.csv": CSV, "__MACOSX/export/._a.csv": "x", ".hidden.csv": "x", "readme.md": "# x"}
    path = zipped(tmp_path / "one.zip", members)
    found, header, rows = read_rows(path)
    assert (header, rows, found.questions) == (("name", "city"), ROWS, ())
    assert list(tmp_path.iterdir()) == [path]


def test_an_archive_of_several_tables_asks_which(tmp_path: Path) -> None:
    path = zipped(tmp_path / "two.zip", {"a.csv": "id,price\n1,2\n", "b.csv": CSV})
    (question,) = detect(path).questions
    assert [choice.key for choice in question.choices] == ["a.csv", "b.csv"] and question.waiting == 1
    chosen = detect(path, part="b.csv")
    assert [row.cells for row in opened(path, chosen.dialect)[1]] == ROWS


def test_a_compressed_table_and_what_is_packed_twice(tmp_path: Path, book: Path) -> None:
    for name, data in (
        ("a.csv.gz", gzip.compress(CSV.encode("cp1252"))),
        ("a.zip", zipped(tmp_path / "x.zip", {"a.csv.gz": gzip.compress(CSV.encode())}).read_bytes()),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        assert read_rows(path)[2] == ROWS
    inside = zipped(tmp_path / "book.zip", {"book.xlsx": book.read_bytes()})
    assert read_rows(inside)[1][0] == "Name"
    deep = gzip.compress(gzip.compress(gzip.compress(gzip.compress(CSV.encode()))))
    (tmp_path / "deep.gz").write_bytes(deep)
    with pytest.raises(TableError, match="packed several times over"):
        detect(tmp_path / "deep.gz")


def _bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.csv", "w") as member:
        for _ in range(100):
            member.write(b"a,b\n" * 250_000)


def _sheet_bomb(path: Path) -> None:
    """A workbook whose sheet unpacks to more than its size says."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        with archive.open("xl/worksheets/sheet1.xml", "w") as member:
            for _ in range(320):
                member.write(b" " * (1 << 20))
    data = bytearray(path.read_bytes())
    data = bytearray(bytes(data).replace((320 << 20).to_bytes(4, "little"), (1000).to_bytes(4, "little")))
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (_bomb, "unpacks to more than"),
        (_sheet_bomb, "unpacks to more than 300 MiB"),
        (lambda path: zipped(path, {"photo.png": "x"}) and None, "in which there is no table"),
        (lambda path: path.write_bytes(b"PK\x03\x04rest") and None, "is damaged"),
        (lambda path: path.write_bytes(gzip.compress(CSV.encode())[:-9]) and None, "damaged"),
        (lambda path: path.write_bytes(b"\xd0\xcf\x11\xe0" + bytes(600)) and None, "cannot be read as one"),
    ],
)
def test_what_cannot_be_unpacked_is_refused_with_what_to_do(
    tmp_path: Path, make: Callable[[Path], None], sentence: str
) -> None:
    path = tmp_path / "packed"
    make(path)
    with pytest.raises(TableError, match=sentence) as refused:
        detect(path)
    assert refused.value.advice


def test_a_name_in_an_archive_leads_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../outside.csv", CSV)
    before = set(tmp_path.parent.iterdir())
    assert read_rows(path)[2] == ROWS
    assert set(tmp_path.parent.iterdir()) == before


def test_readers_of_one_packed_file_do_not_disturb_one_another(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(CSV.encode()))
    with open_text(path) as first, open_text(path) as second:
        assert first.read(4) == b"name"
        assert second.read() == CSV.encode()
        assert first.read() == CSV.encode()[4:]
    assert contents(tmp_path / "a.csv.gz") is not None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_no_file(device: str) -> None:
    if not Path(device).exists():
        pytest.skip(f"there is no {device} here")
    with pytest.raises(TableError, match="is a device, not a file"):
        detect(Path(device))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(TableError, match="is a pipe, not a file"):
        detect(path)


def test_one_line_that_does_not_end_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    with path.open("wb") as file:
        file.write(b'a,b\n1,"')
        for _ in range(40):
            file.write(b"x" * (1 << 20))
    with pytest.raises(TableError, match="Line 2 is longer than 16 million characters"):
        opened(path)


def test_too_many_columns_are_told(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(",".join(f"c{at}" for at in range(10_000)) for _ in range(20)))
    with pytest.raises(TableError, match="has 10,000 columns"):
        opened(path, detect(path).dialect)


def test_the_library_of_workbooks_is_loaded_for_workbooks_only(tmp_path: Path) -> None:
    import subprocess

    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    code = (
        "import sys; from pathlib import Path; from svcconsole.tables.reading.dialect import detect; "
        f"detect(Path({str(tmp_path / 'a.csv')!r})); "
        "assert not {'python_calamine', 'charset_normalizer'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_ods_sheet_is_read(tmp_path: Path) -> None:
    lines = (tuple(line.split(";")) for line in CSV.splitlines())
    path = ods(tmp_path / "list.ods", ods_rows(*lines))
    assert read_rows(path)[1:] == (("name", "city"), ROWS)


WHOLE = '"sku,title,city"{0}\r\n"A-1,Mug,Porto"{0}\r\n"A-2,""Cup, big"",Faro"{0}\r\n'


@pytest.mark.parametrize(
    "text",
    [
        WHOLE.format(""),
        WHOLE.format(";;"),
        "\ufeff" + WHOLE.format(""),
        WHOLE.format("").replace('"sku,title,city"', "sku,title,city"),
    ],
)
@pytest.mark.parametrize("archive", [False, True])
def test_quotes_around_whole_lines_are_left_out_and_it_is_said(
    tmp_path: Path, text: str, archive: bool
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(text.encode())
    if archive:
        path = zipped(tmp_path / "table.zip", {"table.csv": text})
    found, header, rows = read_rows(path)
    assert (header, rows) == (
        ("sku", "title", "city"),
        [("A-1", "Mug", "Porto"), ("A-2", "Cup, big", "Faro")],
    )
    assert "Each line stands in quotes as a whole; they are left out." in found.evidence


@pytest.mark.parametrize(
    "text",
    [
        'name\n"Silva, Ana, Porto"\n"Costa, Rui, Faro"\n',
        '"Silva, Ana, Porto"\n"Costa, Rui, Faro"\n"Nunes, Eva, Braga"\n',
        'tags\n"red,blue,green"\n"old,new,big"\n',
        '"Silva,Ana"\n"Costa,Rui"\n',
    ],
)
def test_one_column_of_quoted_texts_stays_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(text.encode())
    assert contents(path) is None
    assert {len(row) for row in read_rows(path)[2]} == {1}
