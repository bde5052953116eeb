"""What the bytes of a CSV prove, against the csv module's own reading of them."""

from __future__ import annotations

import csv
import hashlib
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.services.reports.records import Records
from svcconsole.services.reports.scan import looks_whole, scan

CELLS = st.lists(st.sampled_from([*'ab",;\n é😀\t', "\r\n"]), max_size=6).map("".join)
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=12)


def written(rows: list[list[str]], line_end: str, *, quoted: bool = False) -> bytes:
    text = StringIO()
    style = csv.unix_dialect if quoted else csv.excel
    csv.writer(text, style, lineterminator=line_end).writerows(rows)
    return text.getvalue().encode()


@given(
    rows=ROWS,
    line_end=st.sampled_from(["\n", "\r\n"]),
    quoted=st.booleans(),
    size=st.integers(1, 40),
)
@settings(max_examples=150, deadline=None)
def test_records_are_counted_however_the_bytes_come(
    rows: list[list[str]], line_end: str, quoted: bool, size: int
) -> None:
    whole, records = written(rows, line_end, quoted=quoted), Records()
    for at in range(0, len(whole), size):
        records.feed(whole[at : at + size])
    assert records.plain
    assert records.ends == len(rows)
    assert records.last_end == len(whole)
    assert records.blank == sum(not any(row) for row in rows)
    assert not records.within_quotes


def test_a_file_is_told_by_one_look(tmp_path: Path) -> None:
    path = tmp_path / "part.csv"
    path.write_bytes(b'\xef\xbb\xbfid,"te""xt"\r\n1,"a\nb"\r\n2,c')
    found = scan(path)
    assert found.head.header == ("id", 'te"xt')
    assert (found.head.line_end, found.head.marked, found.head.end) == (b"\r\n", True, 16)
    assert (found.rows, found.size) == (2, len(path.read_bytes()))
    assert found.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (found.ends_whole, found.balanced, found.plain) == (False, True, True)


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b'id,size\n1,5" pipe\n2,plain\n3,"q"\n', 3),
        (b'id,text\n1,say "hi" now\n2,x\n', 2),
        (b'\xef\xbb\xbf"id","text"\n1,a\n', 1),
        (b"id,text\r1,a\r2,b\r", 2),
        ("id,text\n1,a\n2,b\n".encode("utf-16"), 2),
        (b"id,text\n1,a\n\n2,b\n\n", 2),
        (b"id,text\r\n1,a\r\n\r\n,\r\n2,b\r\n\r\n", 2),
        (b'"id","text"\n"",""\n"1",""\n"","\n"\n"",', 2),
        (b"id,text\r\r1,a\r\r", 1),
        (b"id,text\n1,a\n,", 1),
        (b"id,text\n", 0),
        (b"id,text", 0),
        (b"", 0),
    ],
)
def test_files_that_no_byte_count_fits_are_read_carefully(tmp_path: Path, content: bytes, rows: int) -> None:
    path = tmp_path / "odd.csv"
    path.write_bytes(content)
    assert scan(path).rows == rows


def test_header_cells_are_the_same_however_they_are_quoted(tmp_path: Path) -> None:
    hashes = set()
    for number, head in enumerate((b"id,text\n", b'"id","text"\r\n', b"\xef\xbb\xbfid,text")):
        path = tmp_path / f"{number}.csv"
        path.write_bytes(head)
        hashes.add(scan(path).head.header_sha256)
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("content", "whole"),
    [
        (b"id,text\n1,a\n", True),
        (b"id,text\n1,a", False),
        (b'id,text\n1,"a\n', False),
        (b"", False),
    ],
)
def test_a_file_without_a_marked_end_must_look_whole(tmp_path: Path, content: bytes, whole: bool) -> None:
    path = tmp_path / "part.csv"
    path.write_bytes(content)
    assert looks_whole(path) is whole
