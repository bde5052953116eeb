"""A headless import of 20,000 rows with its durable ledger against a bare loop without one.

The bare loop is the one the limit was set against: httpx's client over aiohttp's connections, which is what
the console itself sent through then. Now it sends through aiohttp's session alone, so what a bare loop of
just that does is printed as well, at the end; no limit is set there: it is what sending costs at least.

Both send the same bytes, 16 requests in flight at most, to a minimal loopback server and to the practice
store: one row a request, and in the batches an import of products uses. Also how late the event loop of the
import runs, beside an idle process. Both take turns, and the best of each is compared: by the clock, and by
the processor time of the whole process, which says more where others use the machine, too. Exits 1 below nine
tenths of the bare loop, one row a request, against the minimal server. What before-images cost is printed at
the end, too.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

LIMIT = 0.9
WANTED = ("minimal server", 1)
ROUNDS = 3
ROWS = 20_000
SIZES = (1, 100)
IN_FLIGHT = 16
TICK = 0.005
TOKEN = "benchmark"
LENGTH = re.compile(rb"(?i)content-length: (\d+)")
NAMES = re.compile(rb'\{"id":("[^"]*"),"name"')
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


# The minimal server: names what it was sent and keeps nothing


class Minimal(asyncio.Protocol):
    """Answers every request with the ids in its body."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._received = bytearray()

    def data_received(self, data: bytes) -> None:
        self._received += data
        while (end := self._received.find(b"\r\n\r\n")) >= 0:
            found = LENGTH.search(self._received[:end])
            assert found is not None
            length = int(found[1])
            if len(self._received) < end + 4 + length:
                return
            body = bytes(self._received[end + 4 : end + 4 + length])
            del self._received[: end + 4 + length]
            ids = b",".join(b'{"id":%s}' % name for name in NAMES.findall(body))
            answer = b'{"status":200,"success":true,"data":{"products":[%s]}}' % ids
            self._transport.write(HEAD % len(answer) + answer)


async def serve() -> None:
    server = await asyncio.get_running_loop().create_server(Minimal, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


# What is measured, each in a process of its own: seconds by the clock and of the processor, and how late its
# loop is

Seconds = tuple[float, float]


def clock() -> Seconds:
    return time.perf_counter(), time.process_time()


def since(began: Seconds) -> Seconds:
    return time.perf_counter() - began[0], time.process_time() - began[1]


async def imported_with_before(store: dict[str, str], size: int) -> Seconds:
    """The same, what the store holds read and kept ahead of the run."""
    return await imported(store, size, keeps_before=True)


async def imported(store: dict[str, str], size: int, *, keeps_before: bool = False) -> Seconds:
    """The rows through the engine: intents and results on the disk, the engine's own pace."""
    from svcconsole.services.runs.run import PacingRules, RunControl, run
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.schema import RunState
    from tests.services.runs.plans import items, new_run

    with tempfile.TemporaryDirectory() as folder, Workspace.open(Path(folder)) as workspace:
        run_id = workspace.runs.create(
            replace(new_run(), keeps_before=keeps_before), items(ROWS, rows_each=1)
        )
        pace = PacingRules(first_batch=min(size, 10), most_batch=size, most_at_once=IN_FLIGHT)
        async with client(store) as sender, lateness() as late:
            began = clock()
            async for progress in run(workspace, run_id, sender, RunControl(), pace=pace):
                last = progress
            seconds = since(began)
        if (last.state, last.sent) != (RunState.FINISHED, ROWS):
            raise AssertionError(last)
        LATE.extend(late)
        return seconds


async def sent_bare(store: dict[str, str], size: int) -> Seconds:
    """The same bytes in full batches from 16 loops: no ledger, no pace, nothing looked at but the status."""
    import httpx
    from httpx_aiohttp import AiohttpTransport

    async with httpx.AsyncClient(transport=AiohttpTransport()) as bare:

        async def post(url: str, body: bytes, headers: dict[str, str]) -> int:
            return (await bare.post(url, content=body, headers=headers, timeout=60)).status_code

        return await _sent(store, size, post)


async def sent_by_aiohttp(store: dict[str, str], size: int) -> Seconds:
    """The same by aiohttp's session alone."""
    import aiohttp

    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as bare:

        async def post(url: str, body: bytes, headers: dict[str, str]) -> int:
            async with bare.post(url, data=body, headers=headers) as answer:
                await answer.read()
                return answer.status

        return await _sent(store, size, post)


async def _sent(
    store: dict[str, str], size: int, post: Callable[[str, bytes, dict[str, str]], Awaitable[int]]
) -> Seconds:
    from svcconsole.api.operations import UPSERT_PRODUCTS
    from svcconsole.services.runs.batch_kinds import KINDS

    bodies = await asyncio.to_thread(_bodies)
    batches = [KINDS["products"].body(bodies[start : start + size]) for start in range(0, ROWS, size)]
    waiting = iter(batches)
    headers = {"Authorization": f"Basic {store['token']}", "Content-Type": "application/json"}
    async with client(store) as named:
        url = named.connection.url(UPSERT_PRODUCTS.path)

        async def work() -> None:
            for body in waiting:
                if (status := await post(url, body, headers)) != 200:
                    raise AssertionError(status)

        async with lateness() as late:
            began = clock()
            await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
            seconds = since(began)
    LATE.extend(late)
    return seconds


async def idle(_: dict[str, str], __: int) -> Seconds:
    """A loop that does nothing: what the machine itself makes late."""
    async with lateness() as late:
        await asyncio.sleep(2)
    LATE.extend(late)
    return 2.0, 0.0


def _bodies() -> Sequence[bytes]:
    from tests.services.runs.plans import items

    return [item.body for item in items(ROWS, rows_each=1) if item.body is not None]


def client(store: dict[str, str]) -> Any:
    """A client of the store, the collector kept out of what was made before, as the window keeps it."""
    from svcconsole.api.client import Client
    from svcconsole.api.connection import Connection
    from svcconsole.api.token import Token

    gc.collect()
    gc.freeze()
    return Client(Connection(store["base_url"], Token(store["token"]), at_once=IN_FLIGHT))


@asynccontextmanager
async def lateness() -> AsyncIterator[list[float]]:
    """How late a 5 ms timer of this loop is while the block runs, in milliseconds."""
    loop, late = asyncio.get_running_loop(), list[float]()
    handle: asyncio.TimerHandle

    def tick(due: float) -> None:
        nonlocal handle
        moment = loop.time()
        late.append((moment - due) * 1000)
        handle = loop.call_at(moment + TICK, tick, moment + TICK)

    handle = loop.call_at(loop.time() + TICK, tick, loop.time() + TICK)
    try:
        yield late
    finally:
        handle.cancel()


LATE: list[float] = []
MEASURED = {
    "import": imported,
    "before": imported_with_before,
    "bare": sent_bare,
    "aiohttp": sent_by_aiohttp,
    "idle": idle,
}


# The table


def measure(kind: str, store: dict[str, str], size: int) -> dict[str, float]:
    command = [
        sys.executable,
        "-m",
        "tests.benchmarks.bench_import_headless",
        kind,
        json.dumps(store),
        str(size),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


@contextmanager
def minimal_server() -> Iterator[dict[str, str]]:
    command = [sys.executable, "-m", "tests.benchmarks.bench_import_headless", "serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield {"base_url": f"http://127.0.0.1:{process.stdout.readline().strip()}", "token": TOKEN}
        finally:
            process.terminate()


@contextmanager
def practice_store() -> Iterator[dict[str, str]]:
    from tests.support.practice import start_practice_store

    with start_practice_store() as store:
        yield {"base_url": store.base_url, "token": store.token}


SERVERS = {"minimal server": minimal_server, "practice store": practice_store}


def main() -> int:
    print(f"{ROWS:,} rows, {IN_FLIGHT} in flight at most; rows a second, then the lateness of the loop in ms")
    titles = (
        "against",
        "a request",
        "bare",
        "import",
        "ratio",
        "of processor",
        "p99",
        "max",
        "idle p99",
        "max",
    )
    print("{:<16}{:>10}{:>9}{:>9}{:>7}{:>14}{:>7}{:>7}{:>10}{:>7}".format(*titles))
    best: dict[tuple[str, int, str, str], float] = {}
    for _ in range(ROUNDS):
        for name, server in SERVERS.items():
            for size in SIZES:
                # A fresh store for each: what is stored already is updated, and that takes another time.
                with server() as store:
                    bare = measure("bare", store, size)
                with server() as store:
                    ours = measure("import", store, size)
                alone = measure("idle", store, size)
                for who, took in (("bare", bare), ("ours", ours)):
                    for what in ("seconds", "processor"):
                        key = (name, size, who, what)
                        best[key] = min(best.get(key, took[what]), took[what])
                print(
                    f"{name:<16}{size:>10}{ROWS / bare['seconds']:>9,.0f}{ROWS / ours['seconds']:>9,.0f}"
                    f"{bare['seconds'] / ours['seconds']:>7.2f}{bare['processor'] / ours['processor']:>14.2f}"
                    f"{ours['p99']:>7.1f}{ours['most']:>7.1f}{alone['p99']:>10.1f}{alone['most']:>7.1f}",
                    flush=True,
                )

    def ratio(name: str, size: int, what: str = "seconds") -> float:
        return best[name, size, "bare", what] / best[name, size, "ours", what]

    for name in SERVERS:
        for size in SIZES:
            of_processor = ratio(name, size, "processor")
            print(f"best of each: {name} ({size}) {ratio(name, size):.2f}, of processor {of_processor:.2f}")
    name, size = WANTED
    with SERVERS[name]() as store:
        bare = measure("bare", store, size)
    with SERVERS[name]() as store:
        before = measure("before", store, size)
    print(f"with before-images: {name} ({size}) {bare['seconds'] / before['seconds']:.2f}")
    with SERVERS[name]() as store:
        alone = measure("aiohttp", store, size)
    least = {what: alone[what] / best[name, size, "ours", what] for what in ("seconds", "processor")}
    print(f"of aiohttp alone: {name} ({size}) {least['seconds']:.2f}, of processor {least['processor']:.2f}")
    print(f"{LIMIT} wanted of {WANTED[0]} ({WANTED[1]})")
    return 0 if ratio(*WANTED) >= LIMIT else 1


def one(kind: str, store: dict[str, str], size: int) -> None:
    seconds, processor = asyncio.run(MEASURED[kind](store, size))
    late = sorted(LATE)
    print(
        json.dumps(
            {"seconds": seconds, "processor": processor, "p99": late[int(len(late) * 0.99)], "most": late[-1]}
        )
    )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve"]:
            asyncio.run(serve())
        case [kind, store, size]:
            one(kind, json.loads(store), int(size))
        case _:
            sys.exit(main())
