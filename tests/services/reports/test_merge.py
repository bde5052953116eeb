"""Parts into one file: the shared partial sets, foreign line ends, strangers refused, repeats reported."""

from __future__ import annotations

import csv
import hashlib
import os
import stat
import threading
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.services.reports import merge as reports_merge
from svcconsole.services.reports.merge import (
    AHEAD,
    Merged,
    MergeRefused,
    MergeStopped,
    PartFile,
    _Seen,
    merge,
)
from svcconsole.services.reports.scan import AT_ONCE, scan
from svcconsole.tables.viewing.opened_table import open_table
from tests.services.reports.test_scan import CELLS, written

PARTIALS = Path(__file__).resolve().parents[4] / "shared" / "data" / "reports" / "partials"


def part_file(path: Path, *, rows: int | None = None) -> PartFile:
    """A part as it is now."""
    found = scan(path)
    return PartFile(path, found.rows if rows is None else rows, found.sha256)


def put_together(folder: Path, *contents: bytes) -> tuple[Merged, bytes]:
    """The parts' contents merged, and the bytes that came of it."""
    paths = [folder / f"part-{number}.csv" for number in range(1, len(contents) + 1)]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    target = folder / "whole.csv"
    merged = merge([part_file(path) for path in paths], target)
    return merged, target.read_bytes()


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline="")))


def test_the_shared_partial_set_becomes_what_is_expected(tmp_path: Path) -> None:
    if not PARTIALS.is_dir():
        pytest.skip("the shared files are not beside the project")
    parts = [PARTIALS / name for name in ("part1.csv", "part2_bom_crlf_noeol.csv", "part3_last.csv")]
    merged = merge([part_file(path) for path in parts], tmp_path / "whole.csv")
    whole = (tmp_path / "whole.csv").read_bytes()
    assert rows_of(whole) == rows_of((PARTIALS / "expected_joined.csv").read_bytes())
    assert not whole.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in whole, "its line ends are those of the first part"
    assert merged.rows == sum(scan(path).rows for path in parts) == 97
    assert merged.sha256 == hashlib.sha256(whole).hexdigest()
    assert merged.repeated == (0, 0)


@given(
    parts=st.lists(st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=6), min_size=1, max_size=4),
    line_ends=st.lists(st.sampled_from(["\n", "\r\n"]), min_size=4, max_size=4),
    style=st.tuples(st.booleans(), st.booleans(), st.booleans()),
)
@settings(max_examples=80, deadline=None)
def test_every_record_is_there_once_and_in_order(
    tmp_path_factory: pytest.TempPathFactory,
    parts: list[list[list[str]]],
    line_ends: list[str],
    style: tuple[bool, bool, bool],
) -> None:
    header, (quoted, bom, whole) = ["id", 'te"xt'], style
    contents = [
        (b"\xef\xbb\xbf" if bom else b"") + written([header, *rows], line_end, quoted=quoted)
        for rows, line_end in zip(parts, line_ends, strict=False)
    ]
    if not whole:
        contents = [content[: -len(end)] for content, end in zip(contents, line_ends, strict=False)]
    merged, content = put_together(tmp_path_factory.mktemp("merge"), *contents)
    assert rows_of(content) == [header, *(row for rows in parts for row in rows)]
    assert merged.rows == sum(any(row) for rows in parts for row in rows)
    assert merged.size == len(content)


def test_blank_lines_stay_and_are_no_rows(tmp_path: Path) -> None:
    """A store that ends each part with a blank line: the viewer counts none of them."""
    merged, content = put_together(
        tmp_path, b"id,text\r\n1,a\r\n\r\n", b"id,text\r\n2,b\r\n\r\n", b"id,text\r\n\r\n3,c\r\n"
    )
    assert content == b"id,text\r\n1,a\r\n\r\n2,b\r\n\r\n\r\n3,c\r\n"
    assert (merged.rows, merged.repeated) == (3, (0, 0))
    with closing(open_table(tmp_path / "whole.csv")) as opened:
        assert opened.ensure_indexed() and opened.rows_known == merged.rows


def test_a_row_of_blank_cells_on_both_sides_of_a_boundary_is_none_that_is_repeated(tmp_path: Path) -> None:
    merged, _ = put_together(tmp_path, b"id,text\r\n1,a\r\n,\r\n", b"id,text\r\n,\r\n2,b\r\n")
    assert (merged.rows, merged.repeated) == (2, (0,))


def test_a_long_cell_is_read_whatever_table_was_opened_before(tmp_path: Path) -> None:
    """The csv module has one limit for all: that of the tables is far lower than that of reports."""
    (tmp_path / "seen.csv").write_text("id,text\n1,a\n")
    with closing(open_table(tmp_path / "seen.csv")) as opened:
        assert opened.rows(0, 1)
    long = b"x" * (1 << 21)
    first, second = b'id,text\n1,not "plain\n2,' + long + b"\n", b"id,text\n3," + long + b"\n"
    merged, content = put_together(tmp_path, first, second)
    assert (merged.rows, merged.repeated) == (3, (0,))
    assert content == first + second.partition(b"\n")[2]


def test_the_disk_keeps_what_is_written_while_more_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each fourth of eleven pieces, and at the end."""
    monkeypatch.setattr(reports_merge, "AT_ONCE", 64)
    monkeypatch.setattr(reports_merge, "FLUSHED_EACH", 4)
    kept: list[int] = []
    flush = os.fsync

    def noted(handle: int) -> None:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            kept.append(handle)
        flush(handle)

    monkeypatch.setattr(os, "fsync", noted)
    content = b"id,text\r\n1," + b"x" * (11 * 64 - 13) + b"\r\n"
    merged, written = put_together(tmp_path, content)
    assert (merged.size, written) == (11 * 64, content)
    assert len(kept) == 2 + 1


def test_the_bytes_of_every_record_stay_as_they_came(tmp_path: Path) -> None:
    first, second = b'id,text\r\n1,"a\nb"\r\n', b'"id","text"\r\n"2","c"\r\n'
    merged, content = put_together(tmp_path, first, second)
    assert content == first + b'"2","c"\r\n'
    assert merged.header_sha256 == scan(tmp_path / "whole.csv").head.header_sha256


def test_line_ends_within_a_part_stay_as_they_are_where_its_header_ends_as_the_first_one(
    tmp_path: Path,
) -> None:
    first, second = b"id,text\n1,a\r\n", b"id,text\n2,b\r\n"
    _, content = put_together(tmp_path, first, second)
    assert content == first + b"2,b\r\n"


def test_what_stands_in_quotes_keeps_its_line_ends_through_all_that_is_read_at_once(tmp_path: Path) -> None:
    """A cell that begins in one piece and ends in the next, and rows in a third."""
    first, header = b"id,text\r\n1,a\r\n", b"id,text\n"
    long = b'2,"' + b"x" * AT_ONCE + b'\ny"', b"3," + b"z" * AT_ONCE, b'4,"d\ne"'
    _, content = put_together(tmp_path, first, header + b"\n".join(long) + b"\n")
    assert content == first + b"\r\n".join(long) + b"\r\n"


@pytest.mark.parametrize(
    ("second", "told"),
    [
        (
            b"id,body\n2,b\n",
            "part-2.csv has other columns than the parts before: without text and with body.",
        ),
        (b"text,id\nb,2\n", "the same in another order"),
        (b"id,text,more\n2,b,c\n", "part-2.csv has other columns than the parts before: with more."),
        (b"id\n2\n", "without text."),
        (b"", "part-2.csv is empty, without even a header."),
        ("id,text\n2,b\n".encode("utf-16"), "part-2.csv is not UTF-8"),
    ],
)
def test_parts_that_do_not_belong_together_are_refused(tmp_path: Path, second: bytes, told: str) -> None:
    with pytest.raises(MergeRefused) as caught:
        put_together(tmp_path, b"id,text\n1,a\n", second)
    assert told in caught.value.sentence
    assert "kept" in caught.value.advice
    assert not (tmp_path / "whole.csv").exists()


def test_a_part_that_was_changed_since_it_was_counted_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "part.csv"
    path.write_bytes(b"id,text\n1,a\n")
    with pytest.raises(MergeRefused, match="would have 1 row, its parts have 2") as caught:
        merge([part_file(path, rows=2)], tmp_path / "whole.csv")
    assert caught.value.advice == "A part may have been changed since it came. The parts are kept."
    path.write_bytes(b"id,text\n1,a\n2,b\n")
    with pytest.raises(MergeRefused, match="would have 2 rows, its parts have 1"):
        merge([part_file(path, rows=1)], tmp_path / "whole.csv")


@pytest.mark.parametrize("changed", [b"id,text\n1,b\n", b"id,text\r\n1,a\n", b"id,text\n1,\0\n"])
def test_a_part_whose_bytes_have_changed_is_refused_though_its_rows_are_as_many(
    tmp_path: Path, changed: bytes
) -> None:
    paths = [tmp_path / f"part-{number}.csv" for number in (1, 2)]
    for path in paths:
        path.write_bytes(b"id,text\n1,a\n")
    parts = [part_file(path) for path in paths]
    paths[1].write_bytes(changed)
    with pytest.raises(
        MergeRefused, match=r"part-2\.csv is not as it came: its bytes have changed"
    ) as caught:
        merge(parts, tmp_path / "whole.csv")
    assert "Put that file back as it was" in caught.value.advice
    assert not (tmp_path / "whole.csv").exists()


def test_rows_on_both_sides_of_a_boundary_are_told_and_kept(tmp_path: Path) -> None:
    merged, content = put_together(
        tmp_path, b"id,text\n1,a\n2,b\n3,c\n", b"id,text\n3,c\n4,d\n", b"id,text\n5,e\n"
    )
    assert merged.repeated == (1, 0)
    assert merged.rows == 6
    assert content.count(b"3,c\n") == 2
    merged, _ = put_together(tmp_path, b"id,text\n1,a\n", b"id,text\n2,b\n3,c\n", b"id,text\n3,c\n4,d\n")
    assert merged.repeated == (0, 1)


def numbered(numbers: range, cell: str = "a") -> bytes:
    return b"id,text\n" + "".join(f"{number},{cell}\n" for number in numbers).encode()


@pytest.mark.parametrize(("number", "place", "found"), [(1, 1, 1), (0, 1, 0), (1, 200, 1), (1, 201, 0)])
def test_the_last_200_rows_before_a_boundary_and_the_first_200_after_it_are_compared(
    tmp_path: Path, number: int, place: int, found: int
) -> None:
    """The first part ends with the rows 1 to 200."""
    second = numbered(range(1000, 1300)).splitlines(keepends=True)
    second[place] = f"{number},a\n".encode()
    merged, _ = put_together(tmp_path, numbered(range(-100, 201)), b"".join(second))
    assert merged.repeated == (found,)


@pytest.mark.parametrize(("row", "found"), [(60, 1), (70, 0)])
def test_of_long_rows_after_a_boundary_a_quarter_of_a_mebibyte_is_read(
    tmp_path: Path, row: int, found: int
) -> None:
    """Where it ends within a letter that takes two bytes, too."""
    cell = "é" * 2047
    second = numbered(range(100, 200), cell).splitlines(keepends=True)
    second[row] = f"7,{cell}\n".encode()
    merged, _ = put_together(tmp_path, numbered(range(10), cell), b"".join(second))
    assert merged.repeated == (found,)


def test_rows_with_other_line_ends_in_their_cells_are_others(tmp_path: Path) -> None:
    merged, _ = put_together(tmp_path, b'id,text\n3,"a\r\nb"\n', b'id,text\n3,"a\nb"\n')
    assert merged.repeated == (0,)


def test_a_merge_that_is_stopped_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    path, target = tmp_path / "part.csv", tmp_path / "whole.csv"
    path.write_bytes(b"id,text\n1,a\n")
    target.write_bytes(b"the old one")
    with pytest.raises(MergeStopped):
        merge([part_file(path)], target, lambda: True)
    assert target.read_bytes() == b"the old one"


@pytest.mark.parametrize("content", [b"id,text\r1,a\r", "id,text\n1,a\n".encode("utf-16"), b"id,text"])
def test_a_single_part_of_any_kind_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    merged, whole = put_together(tmp_path, content)
    assert whole.startswith(content)
    assert merged.header == ("id", "text")


def test_line_ends_at_the_edge_of_what_is_read_at_once_stay_whole(tmp_path: Path) -> None:
    """A CR that ends one piece and the LF that begins the next are one line end, as is a lone CR at the end.
    Where pieces begin, behind the header or at the beginning, makes no difference."""
    first = b"id,text\n1,a\n"
    for more in range(-12, 3):
        second = b"id,text\r\n2," + b"x" * (AT_ONCE + more) + b"\r\n3,b\r\n"
        merged, whole = put_together(tmp_path, first, second)
        assert (merged.rows, whole.count(b"\r")) == (3, 0), more
    _, ended = put_together(tmp_path, first, b"id,text\r\n2,b\r")
    assert ended == b"id,text\n1,a\n2,b\r\n"
    header = b"id,text\r\n"
    _, alone = put_together(tmp_path, first, header + b"2," + b"x" * (AT_ONCE - 2) + b"\r")
    assert alone.endswith(b"x\r\n") and alone.count(b"\r") == 1, "a piece of its own is the lone CR"


def test_many_pieces_are_counted_while_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More pieces than may wait to be hashed and counted at once; those of one kind keep their order in one
    thread."""
    threads: list[str] = []

    def noting(do: Callable[[_Seen, bytes], None]) -> Callable[[_Seen, bytes], None]:
        def noted(seen: _Seen, piece: bytes) -> None:
            threads.append(threading.current_thread().name)
            do(seen, piece)

        return noted

    monkeypatch.setattr(_Seen, "hash", noting(_Seen.hash))
    monkeypatch.setattr(_Seen, "count", noting(_Seen.count))
    row = b"1," + b"y" * 1021 + b"\n"
    content = b"id,text\n" + row * (AT_ONCE * (AHEAD + 4) // len(row))
    merged, whole = put_together(tmp_path, content, b"id,text\n2,z\n")
    assert merged.rows == content.count(b"\n")
    assert hashlib.sha256(whole).hexdigest() == merged.sha256
    assert set(threads) == {"report-hash_0", "report-rows_0"}
