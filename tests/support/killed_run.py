"""A run of each kind in a process of its own that is killed, and a store that notes every body it is sent.

The processes are forked from one that has everything imported, so that hundreds of kills take minutes.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.run import run
from svcconsole.services.runs.run_control import RunControl
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import RunState
from tests.support.fault_server import Peer, fault_server
from tests.support.odd_store import http

AT_ONCE = 8
PACE = PacingRules(
    first_batch=4,
    most_batch=4,
    most_at_once=AT_ONCE,
    first_wait=0.01,
    longest_wait=0.02,
    first_probe=0.05,
    longest_probe=0.1,
)


@dataclass(frozen=True)
class RunKind:
    """Records of one kind: `field` holds them in a request (blank: one a request), `once` is true of those
    that a repeated request would make twice."""

    kind: str
    field: str
    record: Callable[[int], dict[str, Any]]
    once: bool = False


def _named(number: int) -> dict[str, Any]:
    return {"firstName": f"Asha {number}", "lastName": "Rao"}


def _ids(number: int) -> dict[str, Any]:
    return {"partnerCustomerId": f"C-{number}", "email": f"a{number}@post.example"}


KINDS = {
    "products": RunKind("products", "products", lambda n: {"id": f"p{n}", "name": f"Lamp {n}"}),
    "catalogs": RunKind("catalogs", "catalogs", lambda n: {"id": f"c{n}", "name": f"Lamps {n}"}),
    "customers": RunKind("customers", "", lambda n: {**_named(n), **_ids(n)}),
    "customers without an id": RunKind(
        "customers", "", lambda n: {**_named(n), "email": f"a{n}@post.example"}, once=True
    ),
    "user properties": RunKind(
        "user_properties", "userProperties", lambda n: {**_named(n), "partnerCustomerId": f"C-{n}"}
    ),
}


def identity(record: dict[str, Any]) -> str:
    """What a store finds a record by."""
    return str(record.get("id") or record.get("partnerCustomerId") or json.dumps(record))


def plan(workspace: Workspace, of: RunKind, count: int, *, keeps_before: bool = False) -> str:
    """A run of so many records, each of one row of its file."""
    new = NewRun(
        of.kind, "Import", "/shop/file.csv", "file.csv", "f" * 64, ("Name",), keeps_before=keeps_before
    )
    items = (
        PlanItem(
            of.record(n).get("id", f"r{n}"),
            (FileRow(n + 1, n + 2, (str(n),)),),
            json.dumps(of.record(n)).encode(),
        )
        for n in range(count)
    )
    return workspace.runs.create(new, items)


HURT_AT_MOST = 2
"""So often the same record is broken off: one that is hurt every time is a person's to decide about."""


@dataclass
class NotingStore:
    """What it was sent, record by record; `unintended` are those the ledger did not have as on the way.

    `stored` is what it holds; `held_read` is the number of the look that it does not answer until `let_read`,
    `peers` how many are connected. `kept_first` counts the records of which the ledger kept what was held
    before the run, when the first of them came.
    """

    of: RunKind
    ledger: Path
    base_url: str = ""
    token: str = "anything"
    received: Counter[str] = field(default_factory=Counter)
    stored: dict[str, dict[str, Any]] = field(default_factory=dict)
    unintended: list[str] = field(default_factory=list)
    hurt_every: int = 0
    requests: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    at: int = 0
    reads: int = 0
    held_read: int = 0
    let_read: asyncio.Event = field(default_factory=asyncio.Event)
    peers: int = 0
    left: asyncio.Event = field(default_factory=asyncio.Event)
    kept_first: int = -1

    async def script(self, peer: Peer) -> None:
        self.peers += 1
        try:
            await self._serve(peer)
        finally:
            self.peers -= 1
            if not self.peers:
                self.left.set()

    async def _serve(self, peer: Peer) -> None:
        while True:
            asked = await peer.request()
            body = json.loads(asked.body)
            if b"createOrUpdate" not in asked.head:
                await self._read(peer, body)
                continue
            records = body[self.of.field] if self.of.field else [body]
            self._note(records)
            self.requests += 1
            if self.at and self.requests >= self.at:
                self.reached.set()
            spared = max(self.received[json.dumps(record)] for record in records) > HURT_AT_MOST
            if self.hurt_every and self.requests % self.hurt_every == 0 and not spared:
                peer.reset()
                return
            if self.of.kind == "user_properties":
                told = {"bulkUpsertUPResponse": {"createCount": len(records), "updateCount": 0}}
                await self._answer(peer, {**told, "invalidUserProperties": []})
            elif self.of.kind == "customers":
                await self._answer(peer, {"customer": {"id": self.requests, **records[0]}})
            else:
                await self._answer(peer, {self.of.field: records})

    async def _read(self, peer: Peer, body: dict[str, Any]) -> None:
        self.reads += 1
        if self.held_read and self.reads >= self.held_read:
            await self.let_read.wait()
        if customer := body.get("partnerCustomerId"):
            found = self.stored.get(customer)
            if found is None:
                await peer.send(http(406, b'{"status":406,"success":false,"errors":[{"message":"none"}]}'))
            else:
                await self._answer(peer, {"customer": {"id": 1, **found}})
            return
        ids: list[str] = next((value for name, value in body.items() if name.endswith("Ids")), [])
        records = [self.stored[one] for one in ids if one in self.stored]
        await self._answer(peer, {self.of.field or "catalogs": records})

    async def until(self, requests: int) -> None:
        """Wait until so many requests were received."""
        self.at, self.reached = requests, asyncio.Event()
        if self.requests < requests:
            await self.reached.wait()

    async def all_read(self) -> None:
        """Wait until what a killed run had left on its connections is noted: the next one plans it anew."""
        reader, writer = await asyncio.open_connection("127.0.0.1", int(self.base_url.rpartition(":")[2]))
        writer.write_eof()
        await reader.read()  # connections are taken in order: those of the run were taken before this one
        writer.close()
        self.left.clear()
        if self.peers:
            await self.left.wait()

    def _note(self, records: Sequence[dict[str, Any]]) -> None:
        for record in records:
            text = json.dumps(record)
            self.received[text] += 1
            self.stored[identity(record)] = record
        with closing(sqlite3.connect(f"file:{self.ledger}?mode=ro", uri=True, timeout=10)) as connection:
            if self.kept_first < 0:
                kept = "SELECT count(DISTINCT value) FROM before_answers, json_each(before_answers.seqs)"
                self.kept_first = connection.execute(kept).fetchone()[0]
            for record in records:
                number = int((record.get("name") or record["firstName"]).rpartition(" ")[2])
                once = self.of.kind == "customers" and "partnerCustomerId" not in record
                state, doubt, open_attempts = connection.execute(
                    "SELECT items.state, items.doubt_at, (SELECT count(*) FROM attempts WHERE"
                    " attempts.run_id = items.run_id AND attempts.settled_at IS NULL) FROM items"
                    " WHERE items.seq = ?",
                    (number,),
                ).fetchone()
                if state != "sending" or (once and (doubt is None or not open_attempts)):
                    self.unintended.append(json.dumps(record))

    async def _answer(self, peer: Peer, data: dict[str, Any]) -> None:
        body = json.dumps({"status": 200, "success": True, "data": data}).encode()
        await peer.send(http(200, body))


@asynccontextmanager
async def noting_store(of: RunKind, ledger: Path) -> AsyncIterator[NotingStore]:
    store = NotingStore(of, ledger)
    async with fault_server(store.script) as server:
        store.base_url = server.base_url
        yield store


class Runner:
    """Starts runs in forked processes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def start(
        self, folder: Path, run_id: str, base_url: str, *, old_doubt: float = PACE.old_doubt
    ) -> int:
        """Drive the run in a process of its own; its number. What was on the way longer than `old_doubt`
        seconds ago is looked at before it is sent again."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([str(folder), run_id, base_url, old_doubt]).encode() + b"\n")
        return await self._told()

    async def ended(self) -> int:
        """Wait for it; its exit code, or minus the signal that ended it."""
        return await self._told()

    async def _told(self) -> int:
        assert self._process.stdout is not None
        return int(await self._process.stdout.readline())


@asynccontextmanager
async def runner() -> AsyncIterator[Runner]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__,
        cwd=Path(__file__).parents[2], stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    yield Runner(process)
    assert process.stdin is not None
    process.stdin.close()
    await process.wait()


async def _drive(folder: Path, run_id: str, base_url: str, old_doubt: float) -> int:
    control, pace = RunControl(), replace(PACE, old_doubt=old_doubt)
    with Workspace.open(folder) as workspace:
        async with Client(Connection(base_url, Token("anything"))) as client:
            async for progress in run(workspace, run_id, client, control, pace=pace):
                if progress.state is RunState.PAUSED and not progress.goes_on_alone:
                    control.resume()
            return 0 if progress.state is RunState.FINISHED else 2


def _serve() -> None:
    for line in sys.stdin:
        folder, *rest = json.loads(line)
        child = os.fork()
        if not child:
            code = 1
            try:
                code = asyncio.run(_drive(Path(folder), *rest))
            except BaseException:
                sys.excepthook(*sys.exc_info())
            os._exit(code)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    _serve()
