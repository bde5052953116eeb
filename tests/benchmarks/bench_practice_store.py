"""Upserts into the practice store against the same route that only checks, 16 in flight: products in three
batch sizes, and customers, new ones and known ones.

Exits 1 when a row does not reach half of the checking route's rate.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, takewhile
from pathlib import Path
from typing import Any

LIMIT = 0.5
SLICES = 8
SECONDS = 0.75
IN_FLIGHT = 16
SIZES = (1, 10, 100)
VARIANTS = 3
MANY, FEW = 32_000, 1_600
TOKEN = CONTROL = "benchmark"


def serve(kind: str) -> None:
    """A practice store that prints its port; `checks` answers every valid request with the same bytes."""
    import uvicorn

    from svcconsole.api.operations import Operation
    from svcconsole.sandbox.background_jobs import STEPS
    from svcconsole.sandbox.background_workers import Workers
    from svcconsole.sandbox.egress import Egress
    from svcconsole.sandbox.http.answers import success
    from svcconsole.sandbox.http.app import build
    from svcconsole.sandbox.store.store import Store, request_of

    class Checks(Store):
        """Reads requests as the real store does and keeps nothing."""

        async def answer(
            self, operation: Operation[Any, Any], body: bytes, *, room: bool = True, entries: str = ""
        ) -> tuple[int, bytes]:
            await self._in_thread(lambda: request_of(operation, body))
            return 200, success({})

    class Server(uvicorn.Server):
        """Works behind its answers as the real one does."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            Workers(store, STEPS).start()

    with (
        tempfile.TemporaryDirectory() as folder,
        socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener,
    ):
        listener.bind(("127.0.0.1", 0))
        listener.listen(IN_FLIGHT)
        port = listener.getsockname()[1]
        base_url = f"http://127.0.0.1:{port}"
        store = (Checks if kind == "checks" else Store)(Path(folder), base_url, "empty", Egress())
        hosts = frozenset({f"127.0.0.1:{port}".encode()})
        app = build(store, hosts=hosts, token=TOKEN, control_token=CONTROL)
        print(port, flush=True)
        Server(uvicorn.Config(app, log_level="warning", access_log=False)).run([listener])


async def rate(port: int, path: str, senders: Sequence[Iterator[bytes]]) -> float:
    """Answers a second with a connection for each sender, which goes on where it was."""
    from tests.support.load import posted

    ends = time.perf_counter() + SECONDS
    parts = [takewhile(lambda _: time.perf_counter() < ends, sender) for sender in senders]
    return await posted(port, TOKEN, path, parts) / SECONDS


@contextmanager
def served(kind: str) -> Iterator[int]:
    """The port of a practice store in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.bench_practice_store", kind]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def measured(path: str, bodies: Sequence[bytes]) -> tuple[float, float]:
    """Requests a second that are checked, and that are stored.

    The best of slices in turn: what else the computer does can only slow one down, and does so to both.
    """
    with served("checks") as checks, served("stores") as stores:
        sides = [(port, [cycle(bodies[n::IN_FLIGHT]) for n in range(IN_FLIGHT)]) for port in (checks, stores)]
        slices = [[asyncio.run(rate(port, path, senders)) for port, senders in sides] for _ in range(SLICES)]
    return max(one for one, _ in slices), max(one for _, one in slices)


def rows() -> Iterator[tuple[str, str, list[bytes]]]:
    """What is measured: its name, its path, and the bodies."""
    from tests.support.generate import customer, products

    for size in SIZES:
        everything = products(size * IN_FLIGHT * 8, VARIANTS)
        batches = [everything[start : start + size] for start in range(0, len(everything), size)]
        bodies = [json.dumps({"products": batch}).encode() for batch in batches]
        yield f"products by {size}", "products/createOrUpdate", bodies
    for name, count in (("new customers", MANY), ("known customers", FEW)):
        bodies = [json.dumps(customer(number)).encode() for number in range(count)]
        yield name, "customers/createOrUpdate", bodies


def main() -> int:
    print(f"{'':>16} {'checks/s':>10} {'stores/s':>10} {'ratio':>6}")
    ratios = []
    for name, path, bodies in rows():
        checks, stores = measured(path, bodies)
        ratios.append(stores / checks)
        print(f"{name:>16} {checks:>10.0f} {stores:>10.0f} {ratios[-1]:>6.2f}", flush=True)
    print(f"lowest ratio: {min(ratios):.2f}, at least {LIMIT} wanted")
    return 0 if min(ratios) >= LIMIT else 1


if __name__ == "__main__":
    if len(sys.argv) > 1:
        serve(sys.argv[1])
    else:
        sys.exit(main())
