"""A store on the scripted server whose answers to upserts and reads are as wrong as a test asks for."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.support.fault_server import Peer, fault_server


@dataclass
class OddStore:
    """Products by id; `odd` says how the next upserts are answered, `blind` how the next reads are.

    `ok`; `reset` (nothing stored) and `stored, reset`; a status such as `500` and `stored, 500`; `429
    after 1`; `untold`, a 200 that says nothing of any product; `half named` (all stored) and `half
    stored` (half named); `html`. Ids in `swallowed` are never stored or named; a batch with one of
    `poison` is a 500, and nothing of it is stored; one with one of `denied` is a 200 that holds
    `success: false` and a reason, as `denied` and `stored, denied` are. With ` together` behind it an
    answer waits until three such requests are there; with ` held`, until `released` is set. `probes`
    counts the questions whether the store is there.
    """

    base_url: str = ""
    token: str = "anything"
    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    odd: deque[str] = field(default_factory=deque)
    blind: deque[str] = field(default_factory=deque)
    swallowed: set[str] = field(default_factory=set)
    poison: set[str] = field(default_factory=set)
    denied: set[str] = field(default_factory=set)
    upserts: list[tuple[str, ...]] = field(default_factory=list)
    reads: list[tuple[str, ...]] = field(default_factory=list)
    probes: int = 0
    three: asyncio.Barrier = field(default_factory=lambda: asyncio.Barrier(3))
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def script(self, peer: Peer) -> None:
        while True:
            received = await peer.request()
            request = json.loads(received.body)
            if b"products/createOrUpdate" in received.head:
                await self._upsert(peer, request["products"])
            elif b"products/get" in received.head:
                await self._read(peer, request["productIds"])
            else:
                self.probes += 1
                await self._answer(peer, "200", [])

    async def _upsert(self, peer: Peer, products: list[dict[str, Any]]) -> None:
        self.upserts.append(tuple(product["id"] for product in products))
        how = await self._due(self.odd.popleft() if self.odd else "ok")
        if not self.poison.isdisjoint(self.upserts[-1]):
            how = "500"
        if not self.denied.isdisjoint(self.upserts[-1]):
            how = "denied"
        products = [product for product in products if product["id"] not in self.swallowed]
        half = products[: len(products) // 2]
        kept = (
            half
            if how == "half stored"
            else products
            if how in ("ok", "half named") or "stored," in how
            else []
        )
        self.records.update({product["id"]: product for product in kept})
        await self._answer(peer, how.removeprefix("stored, "), half if how.startswith("half") else kept)

    async def _read(self, peer: Peer, ids: list[str]) -> None:
        self.reads.append(tuple(ids))
        how = await self._due(self.blind.popleft() if self.blind else "ok")
        await self._answer(peer, how, [self.records[one] for one in ids if one in self.records])

    async def _due(self, how: str) -> str:
        """Wait for the moment of the answer; the answer."""
        how, together, _ = how.partition(" together")
        how, held, _ = how.partition(" held")
        if together:
            await self.three.wait()
        if held:
            await self.released.wait()
        return how

    async def _answer(self, peer: Peer, how: str, named: list[dict[str, Any]]) -> None:
        if how == "reset":
            peer.reset()
        elif how == "html":
            await peer.send(http(200, b"<html>Sign in</html>", "text/html"))
        elif how == "untold":
            await peer.send(http(200, b'{"status":200,"success":true,"data":{}}'))
        elif how == "denied":
            await peer.send(http(200, b'{"status":200,"success":false,"errors":[{"message":"no credit"}]}'))
        elif how.isdigit() and how != "200":
            await peer.send(http(int(how), b'{"status":%s,"errors":["odd"]}' % how.encode()))
        elif how.startswith("429 after"):
            wait = how.rpartition(" ")[2]
            await peer.send(http(429, b'{"status":429,"errors":["slow"]}', more=f"Retry-After: {wait}\r\n"))
        else:
            body = {"status": 200, "success": True, "data": {"products": named, "catalogs": []}}
            await peer.send(http(200, json.dumps(body).encode()))


def http(status: int, body: bytes, kind: str = "application/json", more: str = "") -> bytes:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body


@asynccontextmanager
async def odd_store(port: int = 0) -> AsyncIterator[OddStore]:
    store = OddStore()
    async with fault_server(store.script, port=port) as server:
        store.base_url = server.base_url
        yield store
