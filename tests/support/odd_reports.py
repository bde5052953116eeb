"""A store on the scripted server that tells of its reports, and gives their files, as a test asks for."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.support.fault_server import Peer, answer, fault_server

Looks = Sequence[dict[str, Any]]
DONE: dict[str, Any] = {"reportStatus": "COMPLETED", "cursor": None}


@dataclass
class Odd:
    """Each report in turn is told of in these ways, the last for ever, and has this file."""

    reports: Sequence[Looks]
    files: Sequence[bytes]
    numbers: Sequence[Any] = (1, 2, 3)
    base_url: str = ""
    token: str = "anything"
    asked: list[dict[str, Any]] = field(default_factory=list)
    looked: int = 0

    async def script(self, peer: Peer) -> None:
        received = await peer.request()
        path = received.head.split(b" ", 2)[1].decode()
        if path.endswith("generateReport"):
            self.asked.append(json.loads(received.body))
            self.looked = 0
            number = self.numbers[len(self.asked) - 1]
            await peer.send(answer({"status": 200, "success": True, "data": {"reportHistoryId": number}}))
        elif path.endswith("getReportById"):
            looks = self.reports[len(self.asked) - 1]
            told = {"downloadLink": f"{self.base_url}/file", **looks[min(self.looked, len(looks) - 1)]}
            self.looked += 1
            await peer.send(answer({"status": 200, "success": True, "data": told}))
        else:
            file = self.files[len(self.asked) - 1]
            await peer.send(answer(file, headers={"Content-Type": "text/csv"}))
        peer.close()


@asynccontextmanager
async def played(odd: Odd) -> AsyncIterator[Odd]:
    async with fault_server(odd.script) as server:
        odd.base_url = server.base_url
        yield odd
