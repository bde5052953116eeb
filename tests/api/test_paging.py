"""Walking a list: it ends where the store says so, and a guard ends it where the store never would."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import Unauthorized
from svcconsole.api.operations import GET_PRODUCTS, LIST_CATALOGS, LIST_PRODUCTS
from svcconsole.api.paging import End, Page, pages
from svcconsole.api.token import Token
from tests.support.fault_server import Peer, Script, answer, answers, fault_server

ListedAfter = Callable[[str | None], Sequence[str | None]]


def listing(after: ListedAfter, field: str = "products") -> Script:
    """A store whose list gives `after(cursor)`."""

    async def script(peer: Peer) -> None:
        while True:
            body = json.loads((await peer.request()).body)
            cursor = body.get("afterProductId", body.get("afterCatalogId"))
            await peer.send(answer({"data": {field: [{"id": one} for one in after(cursor)]}}))

    return script


async def walked(script: Script, *, most: int = 50) -> list[Page[object]]:
    async with fault_server(script) as server, Client(Connection(server.base_url, Token("t"))) as client:
        return [page async for page in pages(client, LIST_PRODUCTS, most=most)]


def ids(found: list[Page[object]]) -> list[str | None]:
    return [getattr(item, "id", None) for page in found for item in page.items]


NAMES: list[str | None] = [f"p{number:03}" for number in range(250)]


def by_hundreds(cursor: str | None) -> Sequence[str | None]:
    return [name for name in NAMES if name is not None and name > (cursor or "")][:100]


async def test_an_empty_page_ends_the_list() -> None:
    found = await walked(listing(by_hundreds))
    assert ids(found) == NAMES
    assert [len(page.items) for page in found] == [100, 100, 50, 0]
    assert [page.end for page in found] == [None, None, None, End.COMPLETE]
    assert [page.cursor for page in found][:3] == ["p099", "p199", "p249"]


async def test_an_empty_store_is_a_complete_list() -> None:
    (page,) = await walked(listing(lambda cursor: []))
    assert (page.items, page.end) == ([], End.COMPLETE)


async def test_a_cursor_that_includes_its_own_record_is_a_complete_list() -> None:
    found = await walked(
        listing(lambda cursor: [name for name in NAMES if name and name >= (cursor or "")][:100])
    )
    assert ids(found) == NAMES
    assert found[-1].end is End.COMPLETE


async def test_a_store_that_ignores_the_cursor_is_not_asked_for_ever() -> None:
    found = await walked(listing(lambda cursor: ["a", "b"]))
    assert ids(found) == ["a", "b"]
    assert found[-1].end is End.GUARDED
    assert (
        found[-1].sentence == "The list may be incomplete: it was ended because a page brought nothing new."
    )


async def test_a_store_that_goes_round_in_circles_is_left() -> None:
    circle: dict[str | None, list[str | None]] = {None: ["a", "b"], "b": ["c", "a"], "a": ["d", "b"]}
    found = await walked(listing(lambda cursor: circle[cursor]))
    assert ids(found) == ["a", "b", "c", "d"]
    assert found[-1].sentence is not None
    assert "came back to an earlier page" in found[-1].sentence


async def test_a_record_without_an_id_cannot_be_a_cursor() -> None:
    found = await walked(listing(lambda cursor: ["a", None]))
    assert ids(found) == ["a", None]
    assert found[-1].end is End.GUARDED


async def test_there_is_a_last_page_whatever_the_store_says() -> None:
    found = await walked(listing(lambda cursor: [f"{int(cursor or 0) + 1}"]), most=7)
    assert (len(found), found[-1].end) == (7, End.GUARDED)
    assert found[-1].sentence == "The list may be incomplete: it was ended after 7 pages."


async def test_catalogs_are_walked_by_their_own_cursor() -> None:
    script = listing(lambda cursor: {None: ["a"], "a": ["b"], "b": []}[cursor], "catalogs")
    async with fault_server(script) as server, Client(Connection(server.base_url, Token("t"))) as client:
        found = [page async for page in pages(client, LIST_CATALOGS)]
    assert ids(found) == ["a", "b"]


async def test_an_error_in_the_middle_reaches_the_caller_after_the_pages_before_it() -> None:
    page = answer({"data": {"products": [{"id": "a"}]}})
    script = answers(page, answer({"status": 401}, 401))
    found: list[Page[object]] = []
    async with fault_server(script) as server, Client(Connection(server.base_url, Token("t"))) as client:
        with pytest.raises(Unauthorized):
            found.extend([one async for one in pages(client, LIST_PRODUCTS)])
    assert len(server.requests) == 2


async def test_what_is_no_list_cannot_be_walked() -> None:
    async with Client(Connection("http://127.0.0.1:9", Token("t"))) as client:
        with pytest.raises(ValueError, match="not a list"):
            await anext(pages(client, GET_PRODUCTS))
