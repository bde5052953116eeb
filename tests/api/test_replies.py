"""Bodies that are hard to read: each gives a fault or the value it holds, never an exception."""

from __future__ import annotations

import codecs
import json

import pytest

from svcconsole.api.faults import Fault
from svcconsole.api.models.catalog import ProductsResponse
from svcconsole.api.models.unusual import MOST
from svcconsole.api.operations import INITIATE_FLOW, LIST_PRODUCTS, Effect
from svcconsole.api.replies import COUNTED_FROM, MOST_OBJECTS, MOST_VALUES, Reading, parse, read, server_words
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
    ("body", "fault"),
    [
        (b"", Fault.NO_JSON),
        (b"  \n ", Fault.NO_JSON),
        (b"nonsense", Fault.NO_JSON),
        (b'{"a": "\\ud83d" nonsense}', Fault.NO_JSON),
        (b'{"a": ', Fault.CUT),
        (b"[" * 100_000, Fault.UNREADABLE),
        (b'{"a": "\xff"}', Fault.UNREADABLE),
        (codecs.BOM_UTF16_LE + b"\x00\xd8", Fault.UNREADABLE),
        (b'{"a": [' + b"1," * MOST_VALUES + b"1]}", Fault.UNREADABLE),
        (b"[" + b"{}," * (MOST_OBJECTS + 1) + b"{}]", Fault.UNREADABLE),
        (b"<html>Please sign in</html>", Fault.FOREIGN),
        (b"[]", Fault.MISFIT),
        (b'"text"', Fault.MISFIT),
    ],
)
def test_what_is_no_answer_is_a_fault_of_its_kind(body: bytes, fault: Fault) -> None:
    found = reading(body)
    assert found.fault is fault
    assert found.detail


def test_a_proxy_that_wants_a_password_is_not_the_store() -> None:
    assert reading(b"authenticate", 407).fault is Fault.PROXY
    assert reading(b"authenticate", 407).words == ("authenticate",)
    assert reading(b"<p>authenticate</p>", 407).words == ()


def test_a_difference_is_named_by_its_place_and_of_very_many_none() -> None:
    one = reading(json.dumps({"status": 200, "data": 7}).encode())
    assert (one.fault, one.detail) == (Fault.MISFIT, "look at data")
    body = {"status": 200, "data": {"products": [7] * (MOST + 1)}}
    many = reading(json.dumps(body).encode())
    assert (many.fault, many.detail) == (Fault.MISFIT, "its shape is another")


def test_an_answer_that_says_nothing_is_no_success_where_only_a_status_is_promised() -> None:
    found = read(Reply(200, (JSON,), b'{"hello": "there"}'), INITIATE_FLOW, Effect.ONCE)
    assert (found.fault, found.detail) == (Fault.MISFIT, "look at status")


def test_the_words_of_a_server_are_the_first_that_say_something() -> None:
    assert server_words({"errors": [{"message": " "}, {"message": "no"}, 7], "error": "other"}) == ("no",)
    assert server_words({"errors": [], "error": "", "message": "last"}) == ("last",)
    assert server_words({}) == ()
    assert server_words(["no"]) == ()


@pytest.mark.parametrize("size", [COUNTED_FROM - 100, COUNTED_FROM + 100])
def test_a_large_answer_with_few_values_is_read(size: int) -> None:
    assert parse(json.dumps({"text": "x" * size}).encode()) == {"text": "x" * size}
