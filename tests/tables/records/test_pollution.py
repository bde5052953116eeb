"""A clean table written in hundreds of odd ways comes back the same; any bytes at all come to an answer."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svcconsole.tables.reading.dialect import Dialect, detect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import read
from tests.tables.tables import opened, written

HEADER = ["Handle", "Title", "Price", "Notes", "Stock"]
CLEAN = [
    ["linen-shirt", "Linen shirt, washed", "49.00", "", "12"],
    ["tea-towel", "Tea towel; two", "12.50", 'Says "hello"', "40"],
    ["brass-lamp", "Brass lamp | small", "119.00", "Two\nlines", "3"],
    ["wool-throw", "Wool throw", "129.00", "tab\there", "0"],
    ["oak-stool", "Oak stool – ‘Größe’ M", "89.00", "", "7"],
    ["salt-pig", "Salt pig", "28.00", "it's plain", "33"],
]
DELIMITERS = [",", ";", "\t", "|"]
ENDINGS = ["\n", "\r\n", "\r"]
ENCODINGS = ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"]
LEADS = ["", "\n\n", "Stock list\nOctober\n", "# made by hand\n# twice\n"]


def quoted(cell: str, delimiter: str, everything: bool) -> str:
    needs = everything or any(mark in cell for mark in (delimiter, '"', "\n", "\r"))
    return '"' + cell.replace('"', '""') + '"' if needs else cell


def text_of(delimiter: str, ending: str, everything: bool, lead: str = "", trail: str = "") -> str:
    lines = (
        delimiter.join(quoted(cell, delimiter, everything) for cell in line) + trail
        for line in [HEADER, *CLEAN]
    )
    return lead.replace("\n", ending) + ending.join(lines) + ending


def assert_clean(path: Path) -> None:
    table, rows = opened(path)
    assert list(table.header) == HEADER
    assert [list(row.cells) for row in rows] == CLEAN


@pytest.mark.parametrize(("delimiter", "ending"), list(product(DELIMITERS, ENDINGS)))
@pytest.mark.parametrize("everything", [True, False])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_ways_of_writing(
    tmp_path: Path, delimiter: str, ending: str, everything: bool, encoding: str
) -> None:
    assert_clean(written(tmp_path, text_of(delimiter, ending, everything).encode(encoding)))


@pytest.mark.parametrize(("delimiter", "ending"), list(product(DELIMITERS, ENDINGS)))
@pytest.mark.parametrize("lead", LEADS)
def test_lines_before_the_table(tmp_path: Path, delimiter: str, ending: str, lead: str) -> None:
    assert_clean(written(tmp_path, text_of(delimiter, ending, False, lead)))


@pytest.mark.parametrize("delimiter", DELIMITERS)
def test_a_separator_line_and_delimiters_at_the_ends_of_rows(tmp_path: Path, delimiter: str) -> None:
    assert_clean(written(tmp_path, f"sep={delimiter}\r\n" + text_of(delimiter, "\r\n", False)))
    lines = text_of(delimiter, "\n", True).split('"\n"')
    assert len(lines) == len(CLEAN) + 1
    table, rows = opened(written(tmp_path, f'"{delimiter}{delimiter}\n"'.join(lines)))
    assert list(table.header[:5]) == HEADER
    assert [list(row.cells[:5]) for row in rows] == CLEAN


@pytest.mark.parametrize("position", range(len(CLEAN)))
@pytest.mark.parametrize("delimiter", DELIMITERS)
def test_one_forgotten_closing_quote_costs_one_row(tmp_path: Path, delimiter: str, position: int) -> None:
    plain = [
        [cell.replace('"', "'").replace("\n", " ").replace(delimiter, " ") for cell in line] for line in CLEAN
    ]
    lines = [
        delimiter.join(f'"{cell}"' if at == 1 else cell for at, cell in enumerate(line)) for line in plain
    ]
    lines[position] = lines[position].replace('"' + delimiter, delimiter, 1)
    table, rows = opened(
        written(tmp_path, "\n".join([delimiter.join(HEADER), *lines])), Dialect(delimiter=delimiter)
    )
    got = [list(row.cells) for row in rows]
    assert got == plain
    assert table.repairs.counts["unclosed_quote"] == 1


ANYTHING = st.one_of(
    st.binary(max_size=300),
    st.text(st.sampled_from("ab1,;\t|\"'\\#=\n\r\0 .é�\u2028"), max_size=120).map(lambda text: text.encode()),
)


@given(data=ANYTHING)
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_read_or_refused_in_words(tmp_path: Path, data: bytes) -> None:
    path = written(tmp_path, data)
    try:
        dialect = detect(path).dialect
        table = read(path, dialect)
        rows = list(table.rows)
    except TableError as refused:
        assert refused.sentence
        return
    assert len(set(table.header)) == len(table.header)
    # Where the rows have another width than the header, which is asked about, they are read by theirs.
    assert all(len(row.cells) >= (dialect.width or len(table.header)) for row in rows)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert all(first.line < second.line for first, second in pairwise(rows))


@given(
    data=ANYTHING,
    delimiter=st.sampled_from(",;\t|"),
    quote=st.sampled_from(["", '"', "'"]),
    escape=st.sampled_from(["", "\\"]),
)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_under_any_override(
    tmp_path: Path, data: bytes, delimiter: str, quote: str, escape: str
) -> None:
    path = written(tmp_path, data)
    try:
        list(read(path, Dialect("latin-1", delimiter, quote, escape, skip=1)).rows)
    except TableError as refused:
        assert refused.sentence
