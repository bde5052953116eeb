"""Answers that contradict themselves, every pair of statuses: a store that counts what it carried out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, repeat
from typing import Any

import pytest

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import Outcome
from svcconsole.api.operations import (
    CREATE_TICKET,
    GENERATE_REPORT,
    INITIATE_FLOW,
    LIST_PRODUCTS,
    SEND_MESSAGE,
    SEND_MESSAGE_V1,
    SEND_TEMPLATE,
    SEND_TEMPLATE_V1,
    UPSERT_PRODUCTS,
    Operation,
)
from svcconsole.api.token import Token
from tests.api.replies_of_a_store import REPLIES
from tests.support.fault_server import FaultServer, Peer, answer, fault_server
from tests.support.virtual_time import VirtualTimeLoop

HTTP = (200, 201, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 406, 407, 408, 422, 425, 429,
        500, 501, 502, 503, 504, 999)  # fmt: skip
INSIDE = (None, *HTTP, 204, "200", "429", 429.0, True, False)
SUCCESS = (None, True, False)
DONE, NOT_DONE, PERHAPS = "done", "not done", "perhaps"
SLOWED = {408, 425, 429}
"""What alone may lead to another try of something that happens once: the store says it was not processed."""


@pytest.fixture(autouse=True)
def loop_factory() -> type[VirtualTimeLoop]:
    return VirtualTimeLoop


def means(status: int, *, inside: bool = False) -> str:
    """What a status says of a write: the specification's 200, 4xx and 5xx, and decision 37."""
    if status == 200 or (inside and 200 <= status < 300):
        return DONE
    if status in {301, 302, 307, 308, 501} or 400 <= status < 500:
        return NOT_DONE
    return PERHAPS


def number(value: Any) -> int | None:
    return None if value is None or isinstance(value, bool) else int(value)


def said(http: int, inside: Any, success: bool | None, named: bool) -> set[str]:
    """Everything one answer says of whether it was carried out."""
    status = number(inside)
    found = {means(http)}
    found |= {means(status, inside=True)} if status is not None else set()
    found |= {DONE if flag else NOT_DONE for flag in (success, inside) if isinstance(flag, bool)}
    return found | ({DONE} if named else set())


def body_of(good: dict[str, Any], inside: Any, success: bool | None, named: bool) -> dict[str, Any]:
    """The answer of one cell; without `named` it holds nothing of what was made."""
    body = {key: value for key, value in good.items() if named and key not in ("status", "success")}
    body |= {} if inside is None else {"status": inside}
    body |= {} if success is None else {"success": success}
    refused = success is False or inside is False or (number(inside) or 200) >= 300
    return body | ({"errors": [{"message": "no"}]} if refused else {})


def client_of(server: FaultServer) -> Client:
    return Client(Connection(server.base_url, Token("t")))


def cells() -> Iterator[tuple[Any, bool | None, bool]]:
    return product(INSIDE, SUCCESS, (True, False))


class Store:
    """Carries out whatever it is sent, whatever it answers."""

    def __init__(self) -> None:
        self.executions = 0
        self.reply = b""

    async def script(self, peer: Peer) -> None:
        while True:
            await peer.request()
            self.executions += 1
            await peer.send(self.reply)


@pytest.mark.parametrize("http", HTTP)
async def test_what_happens_once_is_never_sent_twice_by_an_answer_that_contradicts_itself(http: int) -> None:
    store = Store()
    async with (
        fault_server(store.script) as server,
        Client(Connection(server.base_url, Token("t"))) as client,
    ):
        for inside, success, named in cells():
            store.executions = 0
            store.reply = answer(body_of(REPLIES[SEND_MESSAGE], inside, success, named), http)
            result = await client.send(SEND_MESSAGE, b"{}")
            cell = f"HTTP {http}, inside {inside!r}, success {success}, data {named}: {result.outcome}"
            meanings, statuses = said(http, inside, success, named), {http, number(inside)} - {None}
            if not statuses <= SLOWED or DONE in meanings:
                assert store.executions == 1, cell
            if PERHAPS in meanings or meanings == {DONE, NOT_DONE}:
                assert result.outcome is Outcome.UNKNOWN, cell
            elif meanings == {DONE}:
                assert result.outcome is (Outcome.OK if named else Outcome.UNKNOWN), cell
            elif len(statuses) == 1 and http != 407:
                assert result.outcome not in (Outcome.UNKNOWN, Outcome.OK), cell
            else:
                assert result.outcome is not Outcome.OK, cell


@pytest.mark.parametrize("http", HTTP)
async def test_an_upsert_takes_the_less_certain_of_two_statuses(http: int) -> None:
    """What may have been written is never called refused, not sent or accepted."""
    store = Store()
    async with (
        fault_server(store.script) as server,
        Client(Connection(server.base_url, Token("t"))) as client,
    ):
        for inside, success, named in cells():
            store.reply = answer(body_of(REPLIES[UPSERT_PRODUCTS], inside, success, named), http)
            result = await client.send(UPSERT_PRODUCTS, b"{}", retry=False)
            cell = f"HTTP {http}, inside {inside!r}, success {success}, data {named}: {result.outcome}"
            meanings = said(http, inside, success, False)
            if PERHAPS in meanings or meanings == {DONE, NOT_DONE}:
                assert result.outcome is Outcome.UNKNOWN, cell
            elif meanings == {DONE}:
                assert result.outcome is (Outcome.OK if named else Outcome.UNKNOWN), cell
            else:
                assert result.outcome is not Outcome.OK, cell


@pytest.mark.parametrize(("inside", "outcome"), [
    (400, Outcome.REJECTED), (401, Outcome.PAUSE), (404, Outcome.PAUSE), (408, Outcome.NOT_SENT),
    (429, Outcome.THROTTLED), (503, Outcome.NOT_SENT), (201, Outcome.OK), ("400", Outcome.REJECTED),
    (400.0, Outcome.REJECTED),
])  # fmt: skip
@pytest.mark.parametrize("http", [200, 400, 500])
async def test_a_reading_goes_by_the_status_inside(http: int, inside: Any, outcome: Outcome) -> None:
    store = Store()
    store.reply = answer(REPLIES[LIST_PRODUCTS] | {"status": inside}, http)
    async with (
        fault_server(store.script) as server,
        Client(Connection(server.base_url, Token("t"))) as client,
    ):
        assert (await client.send(LIST_PRODUCTS, b"{}", retry=False)).outcome is outcome


async def test_a_status_of_200_inside_counts_for_a_reading_only_with_what_was_asked_for() -> None:
    store = Store()
    store.reply = answer({"status": 200, "success": True}, 502)
    async with (
        fault_server(store.script) as server,
        Client(Connection(server.base_url, Token("t"))) as client,
    ):
        result = await client.send(LIST_PRODUCTS, b"{}", retry=False)
    assert (result.outcome, result.status) == (Outcome.NOT_SENT, 502)


@pytest.mark.parametrize(("http", "body", "says"), [
    (200, {"status": 429}, "it answers 200, and 429 inside its answer"),
    (200, {"success": False}, "it answers 200, and that it did not succeed"),
    (200, {"errors": [{"message": "no credit"}]}, "it answers 200, and names an error"),
    (429, {"success": True}, "it answers 429, and that it succeeded"),
    (429, {"data": {"id": "m-1"}}, "it answers 429, and names what it made"),
])  # fmt: skip
async def test_the_contradiction_is_told(http: int, body: dict[str, Any], says: str) -> None:
    store = Store()
    store.reply = answer(body, http)
    async with (
        fault_server(store.script) as server,
        Client(Connection(server.base_url, Token("t"))) as client,
    ):
        result = await client.send(SEND_MESSAGE, b"{}")
    assert result.outcome is Outcome.UNKNOWN
    assert result.error is not None
    assert says in result.error.sentence
    assert result.error.server_words == (("no credit",) if "errors" in body else ())


@pytest.mark.parametrize(("http", "inside", "outcome"), [
    (400, 429, Outcome.THROTTLED), (429, 400, Outcome.THROTTLED), (401, 422, Outcome.PAUSE),
    (422, 401, Outcome.PAUSE), (401, 429, Outcome.THROTTLED), (429, 408, Outcome.NOT_SENT),
    (408, 429, Outcome.NOT_SENT),
])  # fmt: skip
async def test_of_two_refusals_of_an_upsert_the_one_that_may_come_through_yet_counts(
    http: int, inside: int, outcome: Outcome
) -> None:
    """Both say that nothing was written: a record that is only put off is not told as refused for good."""
    store = Store()
    store.reply = answer({"status": inside, "success": False, "errors": [{"message": "no"}]}, http)
    async with fault_server(store.script) as server, client_of(server) as client:
        result = await client.send(UPSERT_PRODUCTS, b"{}", retry=False)
    assert (result.outcome, store.executions) == (outcome, 1)


YES: tuple[Any, ...] = (True, "true", " OK ", "Success", 1)
NO: tuple[Any, ...] = (False, "False", "error", "failed", "failure", 0)
NEITHER: tuple[Any, ...] = (2, -1, "", "maybe", [], {})


@pytest.mark.parametrize(
    ("said", "outcome"),
    [*zip(YES, repeat(Outcome.OK), strict=False), *zip(NO + NEITHER, repeat(Outcome.UNKNOWN), strict=False)],
)
@pytest.mark.parametrize("name", ["success", "status"])
async def test_yes_and_no_are_understood_in_every_form(name: str, said: Any, outcome: Outcome) -> None:
    """Of a call whose answer is nothing but that: whatever says neither says nothing."""
    store = Store()
    store.reply = answer({name: said})
    async with fault_server(store.script) as server, client_of(server) as client:
        result = await client.send(INITIATE_FLOW, b"{}")
    assert (result.outcome, store.executions) == (outcome, 1)


EMPTY: tuple[Any, ...] = ("", "  ", None, True, [], {})
NO_ID: list[tuple[Operation[Any, Any], dict[str, Any]]] = [
    *(
        (operation, {"status": 200, "success": True, "data": {"id": empty}})
        for operation in (SEND_MESSAGE, SEND_TEMPLATE)
        for empty in EMPTY
    ),
    *((GENERATE_REPORT, {"status": 200, "data": {"reportHistoryId": empty}}) for empty in EMPTY),
    *((SEND_TEMPLATE_V1, {"status": 200, "response": {"id": empty}}) for empty in EMPTY),
    *((CREATE_TICKET, {"status": 200, "data": {"ticket": {"id": empty}}}) for empty in EMPTY),
    (CREATE_TICKET, {"status": 200, "data": {"ticket": {}}}),
    (SEND_MESSAGE_V1, {}),
    (INITIATE_FLOW, {"hello": "world"}),
    (INITIATE_FLOW, {"status": "error"}),
]


@pytest.mark.parametrize(
    ("operation", "body"), NO_ID, ids=lambda one: getattr(one, "name", None) or repr(one)
)
async def test_an_answer_that_names_nothing_is_not_known(
    operation: Operation[Any, Any], body: dict[str, Any]
) -> None:
    store = Store()
    store.reply = answer(body)
    async with (
        fault_server(store.script) as server,
        Client(Connection(server.base_url, Token("t"))) as client,
    ):
        result = await client.send(operation, b"{}")
    assert (result.outcome, store.executions) == (Outcome.UNKNOWN, 1)


@pytest.mark.parametrize("status", [True, "true", "success", "ok", 200, "200", 201])
async def test_a_status_alone_is_enough_where_no_more_is_promised(status: Any) -> None:
    store = Store()
    store.reply = answer({"status": status})
    async with (
        fault_server(store.script) as server,
        Client(Connection(server.base_url, Token("t"))) as client,
    ):
        assert (await client.send(INITIATE_FLOW, b"{}")).outcome is Outcome.OK
