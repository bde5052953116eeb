"""Bodies that are hard to read: each gives a fault or the value it holds, never an exception."""

from __future__ import annotations

import codecs
import json

import pytest

from svcconsole.api.faults import Fault
from svcconsole.api.models.catalog import ProductsResponse
from svcconsole.api.models.unusual import MOST
from svcconsole.api.operations import GENERATE_REPORT, INITIATE_FLOW, LIST_PRODUCTS, Effect
from svcconsole.api.replies import (
    COUNTED_FROM,
    LONGEST_WORDS,
    MOST_OBJECTS,
    MOST_VALUES,
    MOST_WORDS,
    Reading,
    parse,
    read,
    server_words,
)
from svcconsole.api.transport import Reply

JSON = (b"content-type", b"application/json")


def reading(body: bytes, status: int = 200, kind: tuple[bytes, bytes] = JSON) -> Reading[ProductsResponse]:
    found: Reading[ProductsResponse] = read(Reply(status, (kind,), body), LIST_PRODUCTS, Effect.READ)
    return found


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_mark_of_its_encoding_is_no_part_of_a_body(encoding: str) -> None:
    assert parse('{"name": "Müller"}'.encode(encoding)) == {"name": "Müller"}
    assert parse(codecs.BOM_UTF16_BE + '"é"'.encode("utf-16-be")) == "é"


def test_half_an_emoji_becomes_one_character_and_the_rest_stays() -> None:
    assert parse(b'{"a\\ud83d": ["\\ud83d", 1, null]}') == {"a\ufffd": ["\ufffd", 1, None]}


@pytest.mark.parametrize(
    ("body", "fault", "why"),
    [
        (b"", Fault.NO_JSON, "empty"),
        (b"  \n ", Fault.NO_JSON, "empty"),
        (b"nonsense", Fault.NO_JSON, "not JSON"),
        (b'{"a": "\\ud83d" nonsense}', Fault.NO_JSON, "not JSON"),
        (b'{"a": ', Fault.CUT, "not complete"),
        (b"[" * 100_000, Fault.UNREADABLE, "it is nested too deep"),
        (b"[" + b"9" * 5000 + b"]", Fault.UNREADABLE, "it holds a number with thousands of digits"),
        (b'{"a": "\xff"}', Fault.UNREADABLE, "its text is not UTF-8"),
        (codecs.BOM_UTF16_LE + b"\x00\xd8", Fault.UNREADABLE, "its text is not UTF-8"),
        (
            b'{"a": [' + b"1," * MOST_VALUES + b"1]}",
            Fault.UNREADABLE,
            f"it holds more than {MOST_VALUES:,} values",
        ),
        (
            b"[" + b"{}," * (MOST_OBJECTS + 1) + b"{}]",
            Fault.UNREADABLE,
            f"it holds more than {MOST_OBJECTS:,} values",
        ),
        (b"<html>Please sign in</html>", Fault.FOREIGN, "not JSON"),
        (b"  <p>", Fault.FOREIGN, "not JSON"),
    ],
)
def test_what_is_no_answer_is_a_fault_of_its_kind(body: bytes, fault: Fault, why: str) -> None:
    assert reading(body) == Reading(fault, 200, detail=why)


@pytest.mark.parametrize("body", ["[]", '"text"', "7", "null"])
def test_json_that_is_no_object_is_shown_beside_its_fault(body: str) -> None:
    assert reading(body.encode()) == Reading(Fault.MISFIT, 200, json.loads(body), detail="it is no object")


@pytest.mark.parametrize(
    ("full", "sign", "most"),
    [
        (b"{" * MOST_OBJECTS, b"{", MOST_OBJECTS),
        (b"," * (MOST_VALUES - 2) + b"[{", b"{", MOST_VALUES),
        (b"," * (MOST_VALUES - 2) + b"[{", b"[", MOST_VALUES),
        (b"," * (MOST_VALUES - 2) + b"[{", b",", MOST_VALUES),
    ],
)
def test_so_many_values_are_read_and_not_one_more(full: bytes, sign: bytes, most: int) -> None:
    """They are counted by their signs before anything is read, in whatever order these stand."""
    large = b" " * COUNTED_FROM
    assert reading(full + large).detail == "not JSON"
    crowded: Reading[ProductsResponse] = Reading(
        Fault.UNREADABLE, 200, detail=f"it holds more than {most:,} values"
    )
    assert reading(full + sign + large) == crowded


def test_an_answer_is_counted_from_a_size_on() -> None:
    crowd = b"{" * (MOST_OBJECTS + 1)
    assert reading(crowd.ljust(COUNTED_FROM)).fault is Fault.NO_JSON
    assert reading(crowd.ljust(COUNTED_FROM + 1)).fault is Fault.UNREADABLE


@pytest.mark.parametrize("status", [407, 500])
def test_what_was_written_in_place_of_json_is_shown_unless_it_is_a_page(status: int) -> None:
    fault = Fault.PROXY if status == 407 else Fault.FAILED

    def words(body: bytes, kind: tuple[bytes, bytes] = JSON) -> tuple[str, ...]:
        found = reading(body, status, kind)
        assert (found.fault, found.status, found.detail) == (fault, status, "it answered 407")
        return found.words

    assert words(b" authenticate\n") == ("authenticate",)
    assert words(b"no \xff") == ("no \ufffd",)
    assert words(b"x" * (LONGEST_WORDS + 1)) == ("x" * LONGEST_WORDS,)
    assert words(b" \n <p>authenticate</p>") == ()
    assert words(b"authenticate", (b"content-type", b"Text/HTML; charset=utf-8")) == ()
    assert words(b"") == ()


def test_what_does_not_say_what_it_is_is_read_by_its_bytes_and_holds_nothing() -> None:
    found = read(Reply(200, (), b"nonsense"), LIST_PRODUCTS, Effect.READ)
    assert (found.fault, found.payload, found.response) == (Fault.NO_JSON, None, None)
    assert (found.words, found.unusual, found.drifts) == ((), 0, {})
    assert read(Reply(200, (), b"<p>"), LIST_PRODUCTS, Effect.READ).fault is Fault.FOREIGN


def test_a_page_is_told_by_what_it_is_called_too() -> None:
    kind = (b"content-type", b"Text/HTML; charset=utf-8")
    assert reading(b"Please sign in", kind=kind) == Reading(Fault.FOREIGN, 200, detail="not JSON")


def test_what_the_store_refuses_comes_with_its_words_and_all_it_said() -> None:
    body = {"status": 400, "errors": [{"message": "no"}]}
    assert reading(json.dumps(body).encode()) == Reading(Fault.REFUSED, 400, body, words=("no",))


def test_a_contradiction_is_told() -> None:
    body = {"status": 200, "error": "no"}
    found = read(Reply(200, (JSON,), json.dumps(body).encode()), INITIATE_FLOW, Effect.ONCE)
    assert found == Reading(
        Fault.CONTRADICTION, 200, body, words=("no",), detail="it answers 200, and names an error"
    )


def test_what_is_accepted_comes_as_it_was_sent_and_as_its_model() -> None:
    body = {"status": 200, "data": {"products": [{"id": 7}]}}
    found = reading(json.dumps(body).encode())
    assert (found.fault, found.status, found.payload, found.unusual) == (None, 200, body, 0)
    assert isinstance(found.response, ProductsResponse)


def test_a_difference_is_named_by_its_place_on_the_wire_and_of_very_many_none() -> None:
    one = {"status": 200, "data": 7}
    assert reading(json.dumps(one).encode()) == Reading(Fault.MISFIT, 200, one, detail="look at data")
    many = {"status": 200, "data": {"products": [7] * (MOST + 1)}}
    found = reading(json.dumps(many).encode())
    assert found == Reading(Fault.MISFIT, 200, many, detail="its shape is another")
    report = read(Reply(200, (JSON,), b'{"status": 200, "data": {}}'), GENERATE_REPORT, Effect.ONCE)
    assert report.detail == "look at data.reportHistoryId"


def test_an_answer_that_says_nothing_is_no_success_where_only_a_status_is_promised() -> None:
    body = {"hello": "there"}
    found = read(Reply(200, (JSON,), json.dumps(body).encode()), INITIATE_FLOW, Effect.ONCE)
    assert found == Reading(Fault.MISFIT, 200, body, detail="look at status")


def test_the_words_of_a_server_are_the_first_that_say_something() -> None:
    assert server_words({"errors": [{"message": " "}, {"message": "no"}, 7], "error": "other"}) == ("no",)
    assert server_words({"errors": [], "error": "", "message": "last"}) == ("last",)
    assert server_words({"error": {"message": " no "}, "message": "other"}) == ("no",)
    assert server_words({}) == ()
    assert server_words(["no"]) == ()


def test_of_the_words_of_a_server_there_are_so_many_and_each_is_so_long() -> None:
    assert server_words({"error": "x" * (LONGEST_WORDS + 1)}) == ("x" * LONGEST_WORDS,)
    many = [{"message": str(each)} for each in range(MOST_WORDS + 1)]
    assert server_words({"errors": many}) == tuple(map(str, range(MOST_WORDS)))


@pytest.mark.parametrize("size", [COUNTED_FROM - 100, COUNTED_FROM + 100])
def test_a_large_answer_with_few_values_is_read(size: int) -> None:
    assert parse(json.dumps({"text": "x" * size}).encode()) == {"text": "x" * size}
