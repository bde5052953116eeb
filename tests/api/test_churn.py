"""Cancelling requests at random never wedges the connections: later ones are still answered."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import Outcome
from svcconsole.api.operations import LIST_PRODUCTS, SEND_MESSAGE, Operation
from svcconsole.api.token import Token
from tests.api.wire_stages import OK
from tests.support.fault_server import Peer, fault_server

AT_ONCE = 20
CANCELLED, ANSWERED = 600, 60
EITHER: tuple[Operation[Any, Any], ...] = (LIST_PRODUCTS, SEND_MESSAGE)


async def test_after_hundreds_of_cancelled_requests_ten_of_ten_are_answered() -> None:
    dice = random.Random(7)
    cancelled = answered = 0

    async def slowly(peer: Peer) -> None:
        while True:
            await peer.request()
            await asyncio.sleep(dice.uniform(0, 0.01))
            await peer.send(OK)

    async def churn(client: Client) -> None:
        nonlocal cancelled, answered
        while cancelled < CANCELLED or answered < ANSWERED:
            try:
                async with asyncio.timeout(dice.uniform(0, 0.1 if cancelled > CANCELLED else 0.03)):
                    await client.send(dice.choice(EITHER), b"{}")
                answered += 1
            except TimeoutError:
                cancelled += 1

    async with fault_server(slowly) as server:
        connection = Connection(server.base_url, Token("t"))
        async with Client(connection, connections=8) as client:
            await asyncio.gather(*(churn(client) for _ in range(AT_ONCE)))
            later = [await client.send(LIST_PRODUCTS, b"{}", retry=False) for _ in range(10)]
    assert [result.outcome for result in later] == [Outcome.OK] * 10
