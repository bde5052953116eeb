"""Random bytes and texts into every parser and every guard: each ends with a value or with its own refusal,
and what it promises of its value holds (figure 11)."""

from __future__ import annotations

import ipaddress
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import xlsxwriter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svcconsole.api.faults import Fault
from svcconsole.api.masking import Masker
from svcconsole.api.operations import OPERATIONS, Effect
from svcconsole.api.replies import Reading, read
from svcconsole.api.transport import Reply
from svcconsole.api.url_guard import Forbidden, check_url, is_public
from svcconsole.services.reports.files import _for_files
from svcconsole.services.reports.merge import MergeRefused, PartFile, merge
from svcconsole.services.reports.scan import scan
from svcconsole.services.sends.callback_data import callback_data, json_problem, nonce_in, nonce_of, own_of
from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import read as read_table
from svcconsole.tables.reading.webhook_log import read_events
from svcconsole.tables.results.escape import escape, unescape

GATE, DEEP = 300, 20_000
PIECES = (
    b",", b";", b"\t", b'"', b'""', b"\r", b"\n", b"\r\n", b"\0", b"'", b"=1+1", b"\xef\xbb\xbf", b"\xff\xfe",
    b"\x80", b"\xc3", b"id", b"Name", b"12,50", b"+49 171 5550144", b"9.19845E+11", "Müller".encode(),
    "東京".encode("shift_jis"), b"PK\x03\x04", b"\x1f\x8b", b"[", b"]", b"{", b"}", b":", b'"a"', b"null",
    b"1e999", b"NaN", b"\\ud83d", b"callbackData", b"status", b'{"v":1,"n":"x"}', b" " * 40,
)  # fmt: skip
BODIES = st.one_of(st.binary(max_size=400), st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["status", "success", "data", "errors", "message", "id", "error", "response", "x"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)
URLS = st.lists(
    st.sampled_from(
        [
            "https://", "http://", "//", "file://", "javascript:", "shop.example", "127.0.0.1", "0x7f.1",
            "2130706433", "[::1]", "[::ffff:10.0.0.1]", "localhost", "user:pw@", "@", "%", "\\", ":443",
            ":99999", "/", "?a=b", "#", ".",
            "\u3002", "①", "xn--", "169.254.169.254", "64:ff9b::7f00:1", "\t", "\n", " ",
        ]
    ),
    max_size=6,
).map("".join)  # fmt: skip


XLS = "an XLS file"
EDITED = (
    XLS, "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
)  # fmt: skip
OTHERS = (
    b"", b"0", b"-1", b"999999999", b"4294967296", b"18446744073709551616", b"1e400", b"NaN", b"1048577",
    b"<v>", b"</c>", b"<c/>", b'r="XFD9"', b't="s"', b's="1"', b'count="4294967295"', b"\xff\xff",
    b"\0\0\0\0", b"\xff\xff\xff\x7f",
)  # fmt: skip
NAMES = st.text(max_size=40) | st.sampled_from(
    ["CON", "..", "../../etc/passwd", "a\0b", "C:\\x", "\u202etxt.exe", " . "]
)
SECRETS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=12, max_size=24)


def a_table(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        path.write_bytes(content)
        read_or_refused(path)


def read_or_refused(path: Path) -> None:
    try:
        found = detect(path)
        table = read_table(path, found.dialect)
        rows = list(table.rows)
    except TableError as refused:
        assert refused.sentence and "\n" not in refused.sentence
        return
    assert [row.number for row in rows] == sorted({row.number for row in rows})
    asked = found.questions  # nothing is sent of such a table before they are answered
    assert asked or all(len(row.cells) >= len(table.header) for row in rows), path.read_bytes().hex()


@cache
def workbooks() -> Mapping[str, bytes]:
    """The parts of an XLSX file with texts, numbers, dates and formulas; an XLS file is one part."""
    folder = tempfile.mkdtemp()
    with xlsxwriter.Workbook(f"{folder}/book.xlsx") as made:
        day, five = made.add_format({"num_format": "dd.mm.yyyy"}), made.add_format({"num_format": "00000"})
        sheet = made.add_worksheet("Customers")
        sheet.write_row(0, 0, ["Name", "Phone", "Zip", "Since", "Active", "Sum"])
        for row in range(1, 5):
            sheet.write_string(row, 0, "Jörg")
            sheet.write_number(row, 1, 4917012345678)
            sheet.write_number(row, 2, 1069, five)
            sheet.write_datetime(row, 3, date(2024, 1, row), day)
            sheet.write_boolean(row, 4, True)
            sheet.write_formula(row, 5, "=1+1", None, 2)
    with zipfile.ZipFile(f"{folder}/book.xlsx") as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    shutil.rmtree(folder)
    return {XLS: Path("tests/samples/tables/customers.xls").read_bytes(), **parts}


def a_workbook(part: str, edits: Sequence[tuple[float, int, bytes]]) -> None:
    """`edits`: how far into the part, over how many bytes, by what."""
    parts = dict(workbooks())
    content = bytearray(parts[part])
    for place, length, other in edits:
        at = round(place * len(content))
        content[at : at + length] = other
    parts[part] = bytes(content)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book"
        if part == XLS:
            path.write_bytes(content)
        else:
            with zipfile.ZipFile(path, "w") as packed:
                for name, data in parts.items():
                    if name != XLS:
                        packed.writestr(name, data)
        read_or_refused(path)


def an_answer(body: bytes, status: int) -> None:
    for operation in OPERATIONS:
        found: Reading[Any] = read(
            Reply(status, ((b"content-type", b"application/json"),), body), operation, operation.effect
        )
        assert (found.fault is None) == (found.response is not None)
        if status >= 500 and operation.effect is Effect.ONCE:
            assert found.fault is not None and found.fault is not Fault.REFUSED, "nobody knows what it did"


def parts_of_a_report(first: bytes, second: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder, parts = Path(place), []
        for name, content in (("1.csv", first), ("2.csv", second)):
            (folder / name).write_bytes(content)
            found = scan(folder / name)
            parts.append(PartFile(folder / name, found.rows, found.sha256))
        try:
            merged = merge(parts, folder / "whole.csv")
        except MergeRefused:
            assert not (folder / "whole.csv").exists()
            return
        assert merged.rows == sum(part.rows for part in parts)
        assert scan(folder / "whole.csv").rows == merged.rows


def callback_texts(text: str) -> None:
    nonce_of(text), own_of(text), nonce_in(text.encode("utf-8", "surrogatepass"))
    problem = json_problem(text)
    if text and problem is None:
        sent = callback_data(text, "0123456789abcdef", "run8", 7)
        assert nonce_of(sent) == "0123456789abcdef"
        assert not text.strip() or json.loads(own_of(sent)) == json.loads(text)


def an_address(url: str) -> None:
    try:
        check_url(url, allow_loopback=False)
    except Forbidden as refused:
        assert refused.args
        return
    parts = urlsplit(url)
    assert parts.scheme == "https" and parts.hostname and parts.username is None
    try:
        address = ipaddress.ip_address(parts.hostname)
    except ValueError:
        assert "." in parts.hostname
    else:
        assert is_public(address)


def a_name_of_a_file(name: str) -> None:
    made = f"{_for_files(name)}.csv"
    assert Path(made).name == made and not set(made) & set('/\\:*?"<>|') and made.isprintable()


def a_secret(secret: str, around: str) -> None:
    masked = Masker(secret).text(f"{around}{secret}{around}{json.dumps(secret)}{secret.encode().hex()}")
    assert secret not in masked and secret.encode().hex() not in masked


def a_cell(text: str) -> None:
    assert unescape(escape(text)) == text
    assert not escape(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n", "\0")) or escape(text) == text


def a_log_of_webhooks(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(content)
        try:
            for event in read_events(path):
                assert event is None or all(isinstance(part, str) for part in event)
        except TableError as refused:
            assert refused.sentence


TARGETS: dict[str, tuple[Callable[..., None], tuple[st.SearchStrategy[Any], ...]]] = {
    "table": (a_table, (BODIES,)),
    "workbook": (
        a_workbook,
        (
            st.sampled_from(EDITED),
            st.lists(
                st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(OTHERS)),
                min_size=1,
                max_size=5,
            ),
        ),
    ),
    "answer": (
        an_answer,
        (
            BODIES | JSON.map(lambda value: json.dumps(value).encode()),
            st.sampled_from([200, 400, 407, 429, 500, 999]),
        ),
    ),
    "parts of a report": (parts_of_a_report, (BODIES, BODIES)),
    "callback data": (callback_texts, (st.text(max_size=80) | JSON.map(json.dumps),)),
    "address": (an_address, (URLS | st.text(max_size=60),)),
    "name of a file": (a_name_of_a_file, (NAMES,)),
    "secret": (a_secret, (SECRETS, st.text(max_size=20))),
    "cell": (a_cell, (st.text(max_size=40),)),
    "log of webhooks": (a_log_of_webhooks, (BODIES | JSON.map(lambda value: json.dumps(value).encode()),)),
}


@pytest.mark.parametrize(
    "examples",
    [GATE, pytest.param(DEEP, marks=[pytest.mark.deep, pytest.mark.timeout(3000)])],
    ids=["some", "many"],
)
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_random_ends_in_another_way_than_was_promised(target: str, examples: int) -> None:
    check, strategies = TARGETS[target]
    settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))(
        given(*strategies)(check)
    )()
