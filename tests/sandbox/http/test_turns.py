"""Requests that are answered together: each is kept or refused as if it had been alone."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.operations import Operation
from svcconsole.sandbox.egress import Egress
from svcconsole.sandbox.store.store import Store
from tests.sandbox.wire import post
from tests.support.generate import customer
from tests.support.practice import PracticeStore

TASK = {"channel": "TASKS", "taskTitle": "Call the printer"}


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    store = await asyncio.to_thread(Store, folder, "http://127.0.0.1:1", "empty", Egress())
    try:
        yield store
    finally:
        await asyncio.to_thread(store.close)


async def answer(store: Store, operation: Operation[Any, Any], body: dict[str, Any]) -> tuple[int, Any]:
    status, reply = await store.answer(operation, json.dumps(body).encode())
    return status, json.loads(reply)


async def answers(
    store: Store, operation: Operation[Any, Any], bodies: list[dict[str, Any]]
) -> list[tuple[int, Any]]:
    """The replies to all, asked in the same moment and so answered together."""
    return await asyncio.gather(*(answer(store, operation, body) for body in bodies))


async def test_a_refusal_takes_back_its_own_writes_only(tmp_path: Path) -> None:
    """A ticket with an unknown label has taken an agent's turn before it is refused."""
    bodies = [{**TASK, "labelIds": [98]} if number % 3 else TASK for number in range(90)]
    async with opened(tmp_path) as store:
        replies = await answers(store, api.CREATE_TICKET, bodies)
        assert Counter(status for status, _ in replies) == {200: 30, 400: 60}
        made = [reply["data"]["ticket"] for status, reply in replies if status == 200]
        assert [ticket["agentId"] for ticket in made] == [1, 2, 3] * 10
        assert (await store.counts())["tickets"] == 30


async def test_in_the_order_asked_each_sees_what_those_before_it_did(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = [customer(number % 4, firstName=str(number)) for number in range(200)]
        replies = await answers(store, api.UPSERT_CUSTOMER, rows)
        assert [reply["data"]["customer"]["firstName"] for _, reply in replies] == [
            r["firstName"] for r in rows
        ]
        assert (await store.counts())["customers"] == 4
        last = await answer(store, api.GET_CUSTOMER, {"partnerCustomerId": "C000003"})
        assert last[1]["data"]["customer"]["firstName"] == "199"


async def test_on_a_disk_that_fills_up_exactly_what_was_acknowledged_is_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        pages = await store.consult(
            lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        )
        await store.consult(
            lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 40}").scalar_one()
        )
        sizes = (100, 9_000, 300)
        rows = [customer(number, tags=["x" * sizes[number % 3]]) for number in range(96)]
        replies = await answers(store, api.UPSERT_CUSTOMER, rows)
        kept = {
            row["partnerCustomerId"] for row, (status, _) in zip(rows, replies, strict=True) if status == 200
        }
        assert {status for status, _ in replies} == {200, 500}
        found = await answers(
            store, api.GET_CUSTOMER, [{"partnerCustomerId": row["partnerCustomerId"]} for row in rows]
        )
        assert {row["partnerCustomerId"] for row, (s, _) in zip(rows, found, strict=True) if s == 200} == kept
        assert (await store.counts())["customers"] == len(kept)


async def test_who_goes_away_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        tasks = [
            asyncio.ensure_future(answer(store, api.UPSERT_CUSTOMER, customer(one))) for one in range(40)
        ]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        replies = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(reply, asyncio.CancelledError) for reply in replies] == [True, False] * 20
        assert all(reply[0] == 200 for reply in replies if not isinstance(reply, BaseException))


def test_sixteen_connections_get_each_its_own_answer(practice_store: PracticeStore) -> None:
    def one(number: int) -> tuple[int, str]:
        if number % 5 == 0:
            return post(practice_store, "customers/createOrUpdate", {"firstName": str(number)}).status, ""
        reply = post(practice_store, "customers/createOrUpdate", customer(number))
        return reply.status, reply.body["data"]["customer"]["partnerCustomerId"]

    with ThreadPoolExecutor(16) as pool:
        replies = list(pool.map(one, range(100)))
    assert replies == [(400, "") if n % 5 == 0 else (200, f"C{n:06}") for n in range(100)]
    assert practice_store.counts()["customers"] == 80
