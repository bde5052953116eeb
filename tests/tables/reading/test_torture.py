"""Public collections of hard files: what is decided about each and what comes out, recorded exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from svcconsole.tables.reading.dialect import Dialect, detect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import read
from tests.tables.shared import NOT_HERE, SHARED, TORTURE
from tests.tables.tables import cells, opened, written

if not SHARED.is_dir():
    pytest.skip(NOT_HERE, allow_module_level=True)

SPECTRUM = (
    "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "location_coordinates", "newlines",
    "newlines_crlf", "quotes_and_newlines", "simple", "simple_crlf", "utf8",
)  # fmt: skip


@pytest.mark.parametrize("name", SPECTRUM)
def test_csv_spectrum(name: str) -> None:
    """Eleven match; `location_coordinates` contradicts its own file in one field."""
    expected = json.loads((TORTURE / f"csv-spectrum/json/{name}.json").read_text("utf-8"))
    table, rows = opened(TORTURE / f"csv-spectrum/csvs/{name}.csv")
    got = [dict(zip(table.header, row.cells, strict=True)) for row in rows]
    if name == "location_coordinates":
        assert [key for key in got[0] if got[0][key] != expected[key]] == ["Contact Phone Number"]
        assert got[0]["Contact Phone Number"] in (TORTURE / f"csv-spectrum/csvs/{name}.csv").read_text(
            "utf-8"
        )
    else:
        assert got == expected
    lost = {"bytes": 1} if name == "location_coordinates" else {}
    assert dict(table.repairs.counts) == lost  # its degree sign was lost before it was published


GOOD = (
    "empty-field", "leading-space", "one-column", "quotes-empty", "quotes-with-comma",
    "quotes-with-escaped-quote",
    "quotes-with-newline", "quotes-with-space", "simple-crlf", "simple-lf", "trailing-newline",
    "trailing-newline-one-field", "trailing-space", "utf8",
)  # fmt: skip
BAD = {
    "bad-header-less-fields": (1, {"short_row": 1}),
    "bad-header-more-fields": (1, {"long_row": 1}),
    "bad-header-wrong-header": (0, {}),
    "bad-missing-quote": (1, {"unclosed_quote": 1}),
    "bad-quotes-with-unescaped-quote": (1, {"stray_quote": 1}),
    "bad-unescaped-quote": (1, {}),
    "empty-one-column": (0, {"blank_row": 1}),
    "header-no-rows": (0, {}),
}


@pytest.mark.parametrize("name", GOOD)
def test_csv_test_data_that_is_right(name: str) -> None:
    expected = json.loads((TORTURE / f"csv-test-data/json/{name}.json").read_text("utf-8"))
    path = TORTURE / f"csv-test-data/csv/{name}.csv"
    assert [list(row) for row in cells(path, Dialect(header=False))] == expected
    assert detect(path).dialect.delimiter == ","


@pytest.mark.parametrize("name", BAD)
def test_csv_test_data_that_is_wrong_is_read_and_said(name: str) -> None:
    table, rows = opened(TORTURE / f"csv-test-data/csv/{name}.csv")
    assert (len(rows), dict(table.repairs.counts)) == BAD[name]


@pytest.mark.parametrize("name", ["all-empty", "bad-header-no-header"])
def test_csv_test_data_without_anything_is_refused(name: str) -> None:
    with pytest.raises(TableError, match="is empty"):
        detect(TORTURE / f"csv-test-data/csv/{name}.csv")


DECISIONS: dict[str, tuple[str, str, str, str, int, bool, int, int, dict[str, int]]] = {
    "torture/csv-parser-fixtures/backtick.csv": ("utf-8", "`", '"', "", 0, True, 2, 2, {}),
    "torture/csv-parser-fixtures/bad-data.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {"blank_name": 1}),
    "torture/csv-parser-fixtures/basic.csv": ("utf-8", ",", '"', "", 0, True, 3, 1, {}),
    "torture/csv-parser-fixtures/bench/latin.csv": ("cp1252", ",", '"', "", 0, True, 3, 2, {}),
    "torture/csv-parser-fixtures/bench/mac-newlines.csv": ("utf-8", ",", '"', "", 0, True, 3, 2, {}),
    "torture/csv-parser-fixtures/bench/utf16-big.csv": ("utf-16-be", ",", '"', "", 0, True, 3, 2, {}),
    "torture/csv-parser-fixtures/bench/utf16.csv": ("utf-16-le", ",", '"', "", 0, True, 3, 2, {}),
    "torture/csv-parser-fixtures/bench/utf8.csv": ("utf-8", ",", '"', "", 0, True, 3, 2, {}),
    "torture/csv-parser-fixtures/comma-in-quote.csv": ("utf-8", ",", '"', "", 0, True, 5, 1, {}),
    "torture/csv-parser-fixtures/comment.csv": ("utf-8", ",", '"', "", 1, True, 3, 1, {}),
    "torture/csv-parser-fixtures/empty-columns.csv": ("utf-8", ",", '"', "", 0, False, 3, 2, {}),
    "torture/csv-parser-fixtures/escape-quotes.csv": ("utf-8", ",", '"', "", 0, True, 2, 3, {}),
    "torture/csv-parser-fixtures/geojson.csv": ("utf-8", ",", '"', "", 0, True, 4, 3, {}),
    "torture/csv-parser-fixtures/headers.csv": ("utf-8", ",", '"', "", 0, False, 3, 3, {}),
    "torture/csv-parser-fixtures/newlines.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {}),
    "torture/csv-parser-fixtures/no-headers.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {"long_row": 1}),
    "torture/csv-parser-fixtures/option-comment.csv": ("utf-8", ",", '"', "", 1, True, 3, 1, {}),
    "torture/csv-parser-fixtures/option-escape.csv": ("utf-8", ",", '"', "\\", 0, True, 3, 3, {}),
    "torture/csv-parser-fixtures/option-newline.csv": ("utf-8", ",", '"', "", 0, False, 9, 1, {}),
    "torture/csv-parser-fixtures/option-quote-escape.csv": ("utf-8", ",", "'", "\\", 0, True, 3, 3, {}),
    "torture/csv-parser-fixtures/option-quote-many.csv": ("utf-8", ",", "'", "", 0, True, 3, 3, {}),
    "torture/csv-parser-fixtures/option-quote.csv": ("utf-8", ",", "'", "", 0, True, 3, 2, {}),
    "torture/csv-parser-fixtures/quotes+newlines.csv": ("utf-8", ",", '"', "", 0, True, 2, 3, {}),
    "torture/csv-parser-fixtures/strict+skipLines.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {}),
    "torture/csv-parser-fixtures/strict-false-less-columns.csv": (
        "utf-8",
        ",",
        '"',
        "",
        0,
        True,
        3,
        3,
        {"short_row": 1},
    ),
    "torture/csv-parser-fixtures/strict-false-more-columns.csv": (
        "utf-8",
        ",",
        '"',
        "",
        0,
        True,
        3,
        3,
        {"long_row": 1},
    ),
    "torture/csv-parser-fixtures/strict.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {"long_row": 1}),
    "torture/csvw/countries.csv": ("utf-8", ",", '"', "", 0, True, 4, 3, {}),
    "torture/csvw/test003.csv": ("utf-8", ",", '"', "", 0, True, 2, 8, {}),
    "torture/csvw/test005.csv": ("utf-8", ",", '"', "", 0, True, 4, 12, {}),
    "torture/csvw/test008.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {}),
    "torture/csvw/test009.csv": ("utf-8", ",", '"', "", 0, True, 5, 3, {}),
    "torture/csvw/test011__tree-ops.csv": ("utf-8", ",", '"', "", 0, True, 5, 2, {}),
    "torture/csvw/test020.csv": ("utf-8", ",", '"', "", 0, True, 5, 2, {}),
    "torture/csvw/test022.csv": ("utf-8", ",", '"', "", 0, True, 5, 2, {}),
    "torture/csvw/test032__events-listing.csv": ("utf-8", ",", '"', "", 0, True, 5, 2, {}),
    "torture/csvw/test034__gov.uk__data__organizations.csv": ("utf-8", ",", '"', "", 0, True, 3, 2, {}),
    "torture/csvw/test034__junior-roles.csv": ("utf-8", ",", '"', "", 0, True, 8, 2, {}),
    "torture/csvw/test038.csv": ("utf-8", ",", '"', "", 0, True, 10, 1, {}),
    "torture/csvw/test051.csv": ("utf-8", ",", '"', "", 2, True, 5, 2, {}),
    "torture/csvw/test052.csv": ("utf-8", ",", '"', "", 0, True, 5, 2, {"comment": 2}),
    "torture/csvw/test057.csv": ("utf-8", ",", '"', "", 1, True, 5, 2, {"comment": 1, "blank_row": 1}),
    "torture/csvw/test058.csv": ("utf-8", ",", '"', "", 0, True, 5, 2, {"comment": 1, "blank_row": 1}),
    "torture/csvw/test091.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {"short_row": 2}),
    "torture/csvw/test125.csv": ("utf-8", ",", '"', "", 0, True, 4, 3, {}),
    "torture/csvw/test152.csv": ("utf-8", ",", '"', "", 0, True, 6, 1, {}),
    "torture/csvw/test153.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test155.csv": ("utf-8", ",", '"', "", 0, True, 17, 5, {}),
    "torture/csvw/test157.csv": ("utf-8", ",", '"', "", 0, True, 3, 1, {}),
    "torture/csvw/test158.csv": ("utf-8", ",", '"', "", 0, True, 4, 2, {}),
    "torture/csvw/test162.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test164.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test165.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test167.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test173.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test174.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test176.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test179.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test180.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test182.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test186.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test187.csv": ("utf-8", ",", '"', "", 0, True, 10, 3, {"repeated_name": 1}),
    "torture/csvw/test193.csv": ("utf-8", ",", '"', "", 0, True, 3, 9, {}),
    "torture/csvw/test196.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test204.csv": ("utf-8", ",", '"', "", 0, True, 6, 1, {}),
    "torture/csvw/test205.csv": ("utf-8", ",", '"', "", 0, True, 6, 1, {}),
    "torture/csvw/test207.csv": ("utf-8", ",", '"', "", 0, True, 6, 1, {}),
    "torture/csvw/test211.csv": ("utf-8", ",", '"', "", 0, True, 6, 1, {}),
    "torture/csvw/test214.csv": ("utf-8", ",", '"', "", 0, True, 6, 1, {}),
    "torture/csvw/test216.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test232.csv": ("utf-8", ",", '"', "", 0, True, 1, 2, {}),
    "torture/csvw/test249.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test254.csv": ("utf-8", ",", '"', "", 0, True, 2, 1, {}),
    "torture/csvw/test255.csv": ("utf-8", ",", '"', "", 0, True, 1, 3, {}),
    "torture/csvw/test257.csv": ("utf-8", ",", '"', "", 0, True, 2, 1, {}),
    "torture/csvw/test258.csv": ("utf-8", ",", '"', "", 0, True, 2, 2, {}),
    "torture/csvw/test279.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test280.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test281.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test282.csv": ("utf-8", ",", '"', "", 0, True, 7, 4, {}),
    "torture/csvw/test284.csv": ("utf-8", ",", '"', "", 0, True, 9, 4, {}),
    "torture/csvw/test285.csv": ("utf-8", ",", '"', "", 0, True, 6, 6, {}),
    "torture/csvw/test288.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test292.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test293.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test297.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test299.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test300.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test301.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/csvw/test303.csv": ("utf-8", ",", '"', "", 0, True, 1, 1, {}),
    "torture/encodings/ja_commons_shiftjis.csv": ("cp932", ",", '"', "", 0, True, 17, 3, {}),
    "torture/encodings/ja_products_eucjp.csv": ("euc_jp", ",", '"', "", 0, True, 5, 3, {}),
    "torture/encodings/pl_cp1250.csv": ("cp1250", ",", '"', "", 0, True, 9, 60, {}),
    "torture/papaparse/long-sample.csv": ("utf-8", ",", '"', "", 0, False, 7, 8, {}),
    "torture/papaparse/sample-header.csv": ("utf-8", ",", '"', "", 0, True, 2, 2, {}),
    "torture/papaparse/sample.csv": ("utf-8", ",", '"', "", 0, True, 3, 1, {}),
    "torture/papaparse/slow-sample.csv": ("utf-8", ",", '"', "", 0, True, 3, 1, {}),
    "torture/papaparse/utf-8-bom-sample.csv": ("utf-8", ",", '"', "", 0, True, 3, 1, {}),
    "torture/papaparse/verylong-sample.csv": ("utf-8", ",", '"', "", 0, True, 3, 2000, {"short_row": 4}),
    "products/northwind/products.csv": ("utf-8", ",", '"', "", 0, True, 10, 77, {}),
    "products/prestashop/combinations_import.csv": ("utf-8", ",", '"', "", 0, True, 23, 27, {}),
    "products/prestashop/products_import.csv": ("utf-8", ",", '"', "", 0, True, 55, 7, {}),
    "products/shopify/apparel.csv": ("utf-8", ",", '"', "", 0, True, 46, 22, {}),
    "products/shopify/home-and-garden.csv": ("utf-8", ",", '"', "", 0, True, 47, 21, {}),
    "products/shopify/packt_product-data.csv": ("utf-8", ",", '"', "", 0, True, 48, 21, {}),
    "products/shopify/shopify_sample_product_template_lf.csv": ("utf-8", ",", '"', "", 0, True, 48, 17, {}),
    "products/woocommerce/wc_importer_unit_test_sample.csv": ("utf-8", ",", '"', "", 0, True, 45, 7, {}),
    "customers/authored/excel_fr_cp1252.csv": ("cp1252", ";", '"', "", 0, True, 7, 2, {}),
    "customers/authored/excel_sep_line.csv": ("utf-8", ";", '"', "", 1, True, 4, 1, {}),
    "customers/authored/google_contacts_2024.csv": ("utf-8", ",", '"', "", 0, True, 34, 5, {}),
    "customers/authored/hubspot_contacts.csv": ("utf-8", ",", '"', "", 0, True, 14, 5, {}),
    "customers/authored/kit.csv": ("utf-8", ",", '"', "", 0, True, 4, 1, {}),
    "customers/authored/mailchimp_subscribed.csv": ("utf-8", ",", '"', "", 0, True, 21, 3, {}),
    "customers/authored/shopify_customers_template_legacy.csv": ("utf-8", ",", '"', "", 0, True, 19, 3, {}),
    "customers/authored/user_properties_exact_headers.csv": ("utf-8", ",", '"', "", 0, True, 17, 8, {}),
    "customers/chatwoot/contacts.csv": ("utf-8", ",", '"', "", 0, True, 7, 6, {}),
    "customers/chinook/customers.csv": ("utf-8", ",", '"', "", 0, True, 13, 59, {}),
    "customers/prestashop/customers_import.csv": ("utf-8", ",", '"', "", 0, True, 12, 9, {}),
    "customers/prestashop/manufacturers_import.csv": ("utf-8", ",", '"', "", 0, True, 9, 4, {}),
    "customers/prestashop/store_contacts.csv": ("utf-8", ",", '"', "", 0, True, 17, 5, {}),
    "customers/prestashop/suppliers_import.csv": ("utf-8", ",", '"', "", 0, True, 9, 3, {}),
    "customers/roundcube/email.csv": ("utf-8", ",", '"', "", 0, True, 1, 4, {}),
    "customers/roundcube/gmail.csv": ("utf-8", ",", '"', "", 0, True, 81, 1, {}),
    "customers/roundcube/outlook.csv": ("utf-8", ",", '"', "", 0, True, 3, 1, {}),
    "catalogs/northwind_categories.csv": ("utf-8", ",", '"', "", 0, True, 4, 8, {}),
    "reports/partials/expected_joined.csv": ("utf-8", ",", '"', "", 0, True, 7, 97, {}),
    "reports/partials/part1.csv": ("utf-8", ",", '"', "", 0, True, 7, 40, {}),
    "reports/partials/part2_bom_crlf_noeol.csv": ("utf-8", ",", '"', "", 0, True, 7, 40, {}),
    "reports/partials/part3_last.csv": ("utf-8", ",", '"', "", 0, True, 7, 17, {}),
    "reports/pinterest_analytics_overview.csv": ("utf-8", ",", '"', "", 12, True, 2, 31, {}),
    "reports/shopify_cross-border_export.csv": ("utf-8", ",", '"', "", 0, True, 11, 54, {}),
    "reports/w3c_PLOSone_search.csv": ("utf-8", ",", '"', "", 0, True, 5, 5, {}),
    "reports/w3c_rembrandt.csv": ("utf-8", ",", '"', "", 0, True, 3, 3, {"blank_row": 1}),
    "reports/w3c_soc_structure.csv": (
        "utf-8",
        ",",
        '"',
        "",
        0,
        True,
        10,
        1426,
        {"blank_name": 9, "blank_row": 7},
    ),
    "phones/example_numbers.csv": ("utf-8", ",", '"', "", 0, True, 9, 613, {}),
    "phones/invalid_examples.csv": ("utf-8", ",", '"', "", 0, True, 5, 133, {}),
    "phones/messy_vectors_default_IN.csv": ("utf-8", ",", '"', "", 0, True, 8, 42, {}),
}
"""File → encoding, delimiter, quote, escape, lines skipped, header, columns, rows, repairs."""


@pytest.mark.parametrize("name", DECISIONS)
def test_a_public_file_is_decided_and_read_as_recorded(name: str) -> None:
    found = detect(SHARED / name).dialect
    table, rows = opened(SHARED / name, found)
    assert (
        found.encoding, found.delimiter, found.quote, found.escape, found.skip, found.header,
        len(table.header),
        len(rows), dict(table.repairs.counts),
    ) == DECISIONS[name]  # fmt: skip
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))


def test_every_public_table_is_recorded() -> None:
    folders = ("torture", "products", "customers", "catalogs", "reports", "phones")
    files = {str(path.relative_to(SHARED)) for folder in folders for path in (SHARED / folder).rglob("*.csv")}
    elsewhere = {name for name in files if "csv-spectrum" in name or "csv-test-data" in name}
    assert files - elsewhere - set(DECISIONS) == {"torture/encodings/ebcdic_cp037.csv"}


def test_encodings_are_the_ones_the_index_names() -> None:
    index = json.loads((TORTURE / "encodings/index.json").read_text("utf-8"))
    names = {"windows-1250": "cp1250", "Shift-JIS (cp932)": "cp932", "EUC-JP": "euc_jp"}
    for entry in index:
        path = TORTURE / "encodings" / entry["file"]
        if entry["encoding"].startswith("EBCDIC"):
            with pytest.raises(TableError, match="EBCDIC, the encoding of mainframes") as refused:
                detect(path)
            assert refused.value.advice == "Export it again as UTF-8."
        else:
            assert detect(path).dialect.encoding == names[entry["encoding"]]
            text = path.read_bytes().decode(names[entry["encoding"]])
            assert all(cell in text for row in cells(path) for cell in row)


# Where our reading differs on purpose: a quote that never closes (or that text follows) costs its own row;
# CR, LF and CR LF all end a line; a row of spaces is a row.
PAPAPARSE_OTHERWISE = {
    "CORE_PARSER_TESTS": {19, 21, 22, 23},
    "PARSE_TESTS": {9, 81},
}
PAPAPARSE_READING = {
    "delimiter", "newline", "comments", "quoteChar", "escapeChar", "skipEmptyLines", "fastMode", "header",
    "preview", "skipFirstNLines",
}  # fmt: skip


def applies(vector: dict[str, Any]) -> bool:
    """Vectors about reading a text; the others are about types of values and about that library's options."""
    config = vector.get("config") or {}
    data = vector["expected"].get("data")
    named = config.get("header") and not (data and isinstance(data[0], dict))
    return (
        isinstance(vector["input"], str)
        and set(config) <= PAPAPARSE_READING
        and isinstance(config.get("delimiter", ","), str)
        and config.get("delimiter") != "\n"
        and not named
    )


def wanted(vector: dict[str, Any]) -> list[list[str]]:
    """The rows of a vector as they stand in the file, without blank ones; those of a header by its names."""
    rows = []
    for row in vector["expected"]["data"]:
        if isinstance(row, dict):
            extra = row.pop("__parsed_extra", [])
            rows.append([*row.values(), *extra])
        else:
            rows.append(row)
    return [row for row in rows if any(row)]


@pytest.mark.parametrize(("section", "number"), [("CORE_PARSER_TESTS", 59), ("PARSE_TESTS", 78)])
def test_papaparse_vectors(tmp_path: Path, section: str, number: int) -> None:
    vectors = json.loads((TORTURE / "papaparse/test_vectors.json").read_text("utf-8"))[section]
    applicable = [(at, vector) for at, vector in enumerate(vectors) if applies(vector)]
    otherwise = set()
    for at, vector in applicable:
        config = vector.get("config") or {}
        path = written(tmp_path, vector["input"])
        comment = {True: "#", False: "", 5: ""}.get(config.get("comments", ""), config.get("comments", ""))
        try:
            dialect = Dialect(
                delimiter=config.get("delimiter") or detect(path).dialect.delimiter,
                quote=config.get("quoteChar", '"'),
                escape=config.get("escapeChar", ""),
                comment=comment,
                header=bool(config.get("header")),
                skip=max(0, config.get("skipFirstNLines", 0)),
            )
            rows = [list(row.cells) for row in read(path, dialect, ragged=True).rows]
        except TableError:
            rows = []
        if rows[: config.get("preview") or None] != wanted(vector):
            otherwise.add(at)
    assert len(applicable) == number
    assert otherwise == PAPAPARSE_OTHERWISE[section]


# Where our reading differs on purpose: nothing is dropped behind a closing quote, NUL is left out, a quote
# that never closes ends with its line, spaces after a delimiter stay, an escape before a letter is text.
PYTHON_OTHERWISE = {22, 29, 30, 31, 32, 33, 34, 38, 41, 44, 55, 67, 69}


def test_python_csv_reading_vectors(tmp_path: Path) -> None:
    vectors = json.loads((TORTURE / "python-csv/test_vectors.json").read_text("utf-8"))
    otherwise, count = set(), 0
    for at, vector in enumerate(vectors):
        options, arguments = vector["kwargs"], vector["args"]
        escaped = vector["cls"] in ("TestEscapedExcel", "TestQuotedEscapedExcel")
        if (
            vector["kind"] not in ("_read_test", "readerAssertEqual")
            or options.get("quoting") == "QUOTE_NONNUMERIC"
        ):
            continue
        count += 1
        dialect = Dialect(
            delimiter=options.get("delimiter", ","),
            quote="" if options.get("quoting") == "QUOTE_NONE" else options.get("quotechar", '"') or "",
            escape=options.get("escapechar", "\\" if escaped else "") or "",
            header=False,
        )
        text = arguments[0] if isinstance(arguments[0], str) else "".join(arguments[0])
        path = written(tmp_path, text)
        try:
            got = cells(path, dialect)
        except (TableError, ValueError, TypeError):
            got = []
        if got != [tuple(row) for row in arguments[1] if any(row)]:
            otherwise.add(at)
    assert count == 56
    assert otherwise == PYTHON_OTHERWISE


def test_reading_never_fails_on_any_public_file() -> None:
    for path in SHARED.rglob("*"):
        if path.is_file() and path.suffix in (".csv", ".json", ".xml", ".md"):
            try:
                assert all(isinstance(row.line, int) for row in read(path, detect(path).dialect).rows)
            except TableError as refused:
                assert refused.sentence.endswith((".", "…"))
