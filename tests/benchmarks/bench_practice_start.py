"""How long until a practice store of nothing answers with the demo in it, beside a bare start.

Three processes in turns, timed from their start to their line on stdout: one that only loads FastAPI,
uvicorn and SQLAlchemy and listens (bare), `svcconsole sandbox --seed empty`, and the same with
`--seed demo`. Then, in this process, a reset to each seed. `--runs N` (default 7). Exits 1 when one takes
more times the bare start than its limit.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUNS = 7
LIMITS = {"empty": 2.2, "demo": 3.0, "reset to empty": 0.1, "reset to demo": 1.0}
"""At most so many times the bare start, which takes about half a second."""

BARE = """
import socket
import fastapi, sqlalchemy, uvicorn
from sqlalchemy import create_engine
listener = socket.create_server(("127.0.0.1", 0))
app = fastapi.FastAPI()
app.get("/")(lambda: None)
create_engine("sqlite://").connect().close()
uvicorn.Config(app).load()
print("ready", flush=True)
"""


def started(command: Sequence[str], environment: dict[str, str]) -> float:
    """Seconds until the process says its line."""
    begins = time.perf_counter()
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        took = time.perf_counter() - begins
        process.terminate()
        process.stdout.read()
    if not line:
        raise SystemExit(f"{' '.join(command)} ended without a line")
    return took


async def resets(runs: int) -> dict[str, list[float]]:
    """Seconds of so many resets to each seed."""
    from svcconsole.sandbox.egress import Egress
    from svcconsole.sandbox.seed.sowing import Seed
    from svcconsole.sandbox.store.store import Store

    seeds: tuple[Seed, ...] = ("demo", "empty", "empty")
    found: dict[str, list[float]] = {f"reset to {seed}": [] for seed in sorted(set(seeds))}
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder), "http://127.0.0.1:1", "empty", Egress())
        try:
            for _ in range(runs):
                for seed in seeds:
                    begins = time.perf_counter()
                    await store.reset(seed)
                    found[f"reset to {seed}"].append(time.perf_counter() - begins)
        finally:
            store.close()
    return found


def main(arguments: Sequence[str]) -> int:
    """Print the table; exit code 1 when a limit is not kept."""
    runs = int(arguments[arguments.index("--runs") + 1]) if "--runs" in arguments else RUNS
    sandbox = [sys.executable, "-m", "svcconsole", "sandbox", "--seed"]
    commands = {
        "bare": [sys.executable, "-c", BARE],
        "empty": [*sandbox, "empty"],
        "demo": [*sandbox, "demo"],
    }
    found: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for number in range(runs + 1):
            for name, command in commands.items():
                took = started(command, environment)
                if number:  # the first run compiles the bytecode
                    found[name].append(took)
    found |= asyncio.run(resets(runs))
    bare = min(found["bare"])
    print(f"{'from nothing to ready':24}{'best':>11}{'median':>11}{'ratio of bests':>16}{'limit':>7}")
    for name, taken in found.items():
        limit = f"{LIMITS[name]:.1f}" if name in LIMITS else ""
        best, median = min(taken) * 1000, statistics.median(taken) * 1000
        print(f"{name:24}{best:8.0f} ms{median:8.0f} ms{min(taken) / bare:15.2f}x{limit:>7}")
    return int(any(min(found[name]) > limit * bare for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
