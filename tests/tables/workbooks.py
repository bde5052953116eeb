"""Workbooks whose XML a test writes: an XLSX file with one sheet, and an ODS file."""

from __future__ import annotations

import zipfile
from pathlib import Path

import xlsxwriter

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
WORKSHEET = f'<?xml version="1.0"?><worksheet xmlns="{MAIN}"><sheetData>{{rows}}</sheetData></worksheet>'
SHARED = f'<?xml version="1.0"?><sst xmlns="{MAIN}"{{more}}><si><t>{{text}}</t></si></sst>'
OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns"
ODS = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
    f'xmlns:office="{OPEN_DOCUMENT}:office:1.0" xmlns:table="{OPEN_DOCUMENT}:table:1.0" '
    f'xmlns:text="{OPEN_DOCUMENT}:text:1.0" office:version="1.2"><office:body><office:spreadsheet>'
    '<table:table table:name="Sheet1">{rows}</table:table>'
    "</office:spreadsheet></office:body></office:document-content>"
)
ODS_MANIFEST = f'<?xml version="1.0"?><manifest:manifest xmlns:manifest="{OPEN_DOCUMENT}:manifest:1.0"/>'
ODS_CELL = '<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'


def xlsx(path: Path, rows: str, shared: str = "x", more: str = "") -> Path:
    """A workbook with one sheet whose XML has these rows, and one shared text; `more` stands in its tag."""
    plain = path.with_suffix(".plain.xlsx")
    with xlsxwriter.Workbook(str(plain)) as made:
        made.add_worksheet("A").write_string(0, 0, "x")
    new = {
        "xl/worksheets/sheet1.xml": WORKSHEET.format(rows=rows),
        "xl/sharedStrings.xml": SHARED.format(text=shared, more=more),
    }
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, new.get(name, source.read(name)))
    return path


def ods(path: Path, rows: str) -> Path:
    """A document with one sheet whose XML has these rows."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        target.writestr("content.xml", ODS.format(rows=rows))
        target.writestr("META-INF/manifest.xml", ODS_MANIFEST)
    return path


def ods_rows(*lines: tuple[str, ...]) -> str:
    """Rows of texts."""
    return "".join(
        f"<table:table-row>{''.join(ODS_CELL.format(more='', text=text) for text in line)}</table:table-row>"
        for line in lines
    )
