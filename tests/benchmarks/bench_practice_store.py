"""Upserts into the practice store against the same route that only checks: 16 in flight, three batch sizes.

Exits 1 when no round of three reaches half of the checking route's rate in every batch size.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

LIMIT = 0.5
ROUNDS = 3
SECONDS = 2.0
IN_FLIGHT = 16
SIZES = (1, 10, 100)
VARIANTS = 3
TOKEN = CONTROL = "benchmark"
PATH = "/integrations/svcPlatformFunctions-products/createOrUpdate"


def serve(kind: str) -> None:
    """A practice store that prints its port; `checks` answers every valid request with the same bytes."""
    import uvicorn

    from svcconsole.api.operations import Operation
    from svcconsole.sandbox.answers import success
    from svcconsole.sandbox.app import build
    from svcconsole.sandbox.store import Store, read

    class Checks(Store):
        """Reads requests as the real store does and keeps nothing."""

        async def answer(self, operation: Operation[Any, Any], body: bytes) -> tuple[int, bytes]:
            await self._in_thread(lambda: read(operation.request, body))
            return 200, success({})

    with (
        tempfile.TemporaryDirectory() as folder,
        socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener,
    ):
        listener.bind(("127.0.0.1", 0))
        listener.listen(IN_FLIGHT)
        port = listener.getsockname()[1]
        store = (Checks if kind == "checks" else Store)(Path(folder), f"http://127.0.0.1:{port}", "empty")
        hosts = frozenset({f"127.0.0.1:{port}".encode()})
        app = build(store, hosts=hosts, token=TOKEN, control_token=CONTROL)
        print(port, flush=True)
        uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run([listener])


async def rate(port: int, bodies: Sequence[bytes]) -> float:
    """Answers a second with 16 connections that send these bodies over and over."""
    ends = time.perf_counter() + SECONDS
    counts = await asyncio.gather(*(_sender(port, bodies[n::IN_FLIGHT], ends) for n in range(IN_FLIGHT)))
    return sum(counts) / SECONDS


async def _sender(port: int, bodies: Sequence[bytes], ends: float) -> int:
    head = f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Basic {TOKEN}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: "
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    count = 0
    while time.perf_counter() < ends:
        body = bodies[count % len(bodies)]
        writer.write(head.encode() + b"%d\r\n\r\n" % len(body) + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 200"):
            raise AssertionError(answer)
        length = next(line for line in answer.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        await reader.readexactly(int(length[15:]))
        count += 1
    writer.close()
    return count


def measured(kind: str, bodies: Sequence[bytes]) -> float:
    command = [sys.executable, "-m", "tests.benchmarks.bench_practice_store", kind]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            return asyncio.run(rate(int(process.stdout.readline()), bodies))
        finally:
            process.terminate()


def main() -> int:
    from tests.support.generate import products

    print(f"{'batch':>8} {'checks/s':>10} {'stores/s':>10} {'products/s':>11} {'ratio':>6}")
    best = 0.0
    for _ in range(ROUNDS):
        ratios = []
        for size in SIZES:
            everything = products(size * IN_FLIGHT * 8, VARIANTS)
            batches = [everything[start : start + size] for start in range(0, len(everything), size)]
            bodies = [json.dumps({"products": batch}).encode() for batch in batches]
            checks, stores = measured("checks", bodies), measured("stores", bodies)
            ratios.append(stores / checks)
            print(f"{size:>8} {checks:>10.0f} {stores:>10.0f} {stores * size:>11.0f} {ratios[-1]:>6.2f}")
        best = max(best, min(ratios))
        if best >= LIMIT:
            break
    print(f"lowest ratio of the best round: {best:.2f}, at least {LIMIT} wanted")
    return 0 if best >= LIMIT else 1


if __name__ == "__main__":
    if len(sys.argv) > 1:
        serve(sys.argv[1])
    else:
        sys.exit(main())
