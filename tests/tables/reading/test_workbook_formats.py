"""Cells of workbooks are read as a person sees them: real XLS, zeros before postal codes, signs in phones."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
import xlsxwriter

from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.reading.number_formats import shown
from tests.tables.tables import opened

SAMPLE = Path("tests/samples/tables/customers.xls")
MOMENT = "2024-01-05 10:30:00"


def test_an_xls_file_is_read_with_its_texts_dates_and_formats() -> None:
    found = detect(SAMPLE)
    table, rows = opened(SAMPLE, found.dialect)
    assert found.parts == ("Kunden", "Orders")
    assert table.header[:8] == ("Name", "Phone", "Zip", "Since", "Seen", "Code", "Spent", "Active")
    assert [row.cells[:8] for row in rows] == [
        ("Jörg Köhler", "+4917012345681", "01072", "2024-01-03", MOMENT, "00042", "12.5", "TRUE"),
        ("Żaneta Šťastná", "+4917012345682", "01073", "2024-01-04", MOMENT, "00042", "12.5", "TRUE"),
        ("王小明", "+4917012345683", "01074", "2024-01-05", MOMENT, "00042", "12.5", "TRUE"),
    ]
    assert {row.cells[9] for row in rows} == {"4915123456789"}, "no exponent"


def test_another_sheet_of_an_xls_file_is_read_when_it_is_chosen() -> None:
    table, rows = opened(SAMPLE, detect(SAMPLE, part="Orders").dialect)
    assert table.header == ("Id", "Total")
    assert [row.cells for row in rows][:2] == [("00001", "2"), ("00002", "4")], "pieces are a unit"


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1069, "00000", "01069"),
        (0, "00000;-00000", "00000"),
        (491512345678, '"+"0', "+491512345678"),
        (5551234, "[<=9999999]###\\-####;\\(###\\)\\ ###\\-####", "555-1234"),
        (2125551234, "[<=9999999]###\\-####;\\(###\\)\\ ###\\-####", "(212) 555-1234"),
        (123456789, "00000-0000", "12345-6789"),
        (30123456, "0##/######", "030/123456"),
        (42, '"SKU-"0000', "SKU-0042"),
        (42, "[Red]0000", "0042"),
        (12345678, "0000", "12345678"),
    ],
)
def test_a_number_is_shown_as_its_format_does(value: int, code: str, text: str) -> None:
    assert shown(value, code) == text


@pytest.mark.parametrize(
    "code",
    ["General", "0", "#,##0", "# ##0", "0.00", "00.00", "0%", '0" pcs"', "[$€-407] 00", '"€" 0', "yyyy-mm-dd",
     "hh:mm", "0.00E+00", "@", "# ?/?", "_(* #,##0_)", ""],
)  # fmt: skip
def test_a_format_of_amounts_and_moments_changes_no_number(code: str) -> None:
    assert shown(1234, code) is None


def test_a_share_is_read_as_the_percentage_that_is_shown_with_all_its_digits(tmp_path: Path) -> None:
    path = tmp_path / "shares.xlsx"
    with xlsxwriter.Workbook(str(path)) as made:
        sheet = made.add_worksheet()
        sheet.write_row(0, 0, ["Name", "Discount", "Tax", "Share"])
        formats = [made.add_format({"num_format": code}) for code in (9, 10, "0.0%;[Red]-0.0%")]
        for row, (name, *values) in enumerate([("Tee", 0.5, 0.19, 0.125), ("Cup", 0, 0.0725, -1.5)], start=1):
            sheet.write_string(row, 0, name)
            for column, (value, shape) in enumerate(zip(values, formats, strict=True), start=1):
                sheet.write_number(row, column, value, shape)
    _, rows = opened(path, detect(path).dialect)
    assert [row.cells for row in rows] == [
        ("Tee", "50%", "19%", "12.5%"), ("Cup", "0%", "7.25%", "-150%"),
    ]  # fmt: skip


def book(path: Path) -> Path:
    with xlsxwriter.Workbook(str(path)) as made:
        code, phone = made.add_format({"num_format": "00000"}), made.add_format({"num_format": '"+"0'})
        price, text = made.add_format({"num_format": "#,##0.00"}), made.add_format({"num_format": "@"})
        made.add_worksheet("Other").write_row(0, 0, ["a", "b"])
        sheet = made.add_worksheet("People")
        sheet.write_row(2, 1, ["Zip", "Phone", "Price", "Id", "Plain"])
        for row in range(3, 6):
            sheet.write_number(row, 1, 1069 + row, code)
            sheet.write_number(row, 2, 4915123456780 + row, phone)
            sheet.write_number(row, 3, 1234.5, price)
            sheet.write_number(row, 4, 4915123456789, text)
            sheet.write_formula(row, 5, "=3+4", None, 7)
    return path


def test_numbers_of_an_xlsx_sheet_keep_their_zeros_and_that_is_told(tmp_path: Path) -> None:
    found = detect(book(tmp_path / "book.xlsx"), part="People")
    _, rows = opened(tmp_path / "book.xlsx", found.dialect)
    assert rows[0].cells == ("01072", "+4915123456783", "1234.5", "4915123456789", "7")
    assert "6 numbers are read as their number format shows them (row 4: 01072)." in found.evidence


def solved(path: Path) -> Path:
    """A sheet with an error, a formula without a result and one whose result is an empty text."""
    with xlsxwriter.Workbook(str(path)) as made:
        sheet = made.add_worksheet("Prices")
        sheet.write_row(1, 1, ["SKU", "Price", "Sale price", "Note"])
        formulas = (("=C3*0.8", ""), ("=C4/0", "#DIV/0!"), ("=C5*2", "7"))
        for row, (formula, result) in enumerate(formulas, start=2):
            sheet.write_row(row, 1, [f"A-{row}", 1299])
            sheet.write_formula(row, 3, formula, None, result)
            sheet.write_formula(row, 4, '=IF(C1="","",1)', None, "x")
        sheet.write_row(5, 1, ["A-5", 1299])
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(path.with_name("solved.xlsx"), "w") as target:
        for info in source.infolist():  # Excel writes an empty text as a text, xlsxwriter cannot
            target.writestr(info, source.read(info).replace(b"<v>x</v>", b"<v></v>"))
    return path.with_name("solved.xlsx")


def test_errors_come_as_their_words_and_formulas_without_a_result_are_told(tmp_path: Path) -> None:
    path = solved(tmp_path / "book.xlsx")
    found = detect(path)
    _, rows = opened(path, found.dialect)
    assert [row.cells for row in rows] == [
        ("A-2", "1299", "", ""), ("A-3", "1299", "#DIV/0!", ""), ("A-4", "1299", "7", ""),
        ("A-5", "1299", "", ""),
    ]  # fmt: skip
    told = [sentence for sentence in found.evidence if "formula" in sentence]
    assert told == [
        "1 formula has no result in the file (row 3, column D) and is read as a blank cell. Open the file "
        "in a spreadsheet and save it again."
    ]


def test_rows_of_nothing_but_errors_hold_nothing(tmp_path: Path) -> None:
    path = tmp_path / "drawn.xlsx"
    with xlsxwriter.Workbook(str(path)) as made:
        sheet = made.add_worksheet("Prices")
        sheet.write_row(0, 0, ["SKU", "Price", "Stock"])
        sheet.write_row(1, 0, ["A-1"])
        for row in range(1, 40):  # a formula drawn down over rows without a SKU
            for column in (1, 2):
                sheet.write_formula(row, column, "=VLOOKUP(A2,X,2)", None, "#N/A")
        sheet.write_row(40, 0, ["A-2", 1299, 4])
    _, rows = opened(path)
    assert [row.cells for row in rows] == [("A-1", "#N/A", "#N/A"), ("A-2", "1299", "4")]


def test_a_sheet_of_results_is_told_nothing_of(tmp_path: Path) -> None:
    path = book(tmp_path / "book.xlsx")
    assert not any("formula" in sentence for sentence in detect(path, part="People").evidence)


def test_formats_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    path = book(tmp_path / "book.xlsx")
    damaged = tmp_path / "damaged.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(damaged, "w") as target:
        for info in source.infolist():
            data = source.read(info)
            if info.filename == "xl/styles.xml":  # calamine passes over what our parser refuses
                data = data.replace(b"<styleSheet", b"<!DOCTYPE styleSheet><styleSheet", 1)
            target.writestr(info, data)
    found = detect(damaged, part="People")
    assert any("could not be read from this file" in sentence for sentence in found.evidence)
    assert opened(damaged, found.dialect)[1][0].cells[0] == "1072"
