"""A check of 1,000,000 customers in helper processes against one process, and the memory it takes.

The one process reads the same file with Python's csv module, checks each phone number and e-mail address by
the same functions and validates by the same model. Memory is that of the worker process and its helpers
together, which come on top of an idle window: PSS, in which what they share counts once, and RSS, in which
it counts once for each. Both take turns, and the best of each is compared: by the clock, and by the
processor time of all processes, of which two processors can do twice as much at once. Exits 1 below 1.4
times one process, or above 150 MB of PSS.

    python -m tests.benchmarks.bench_check [ROWS]
    python -m tests.benchmarks.bench_check [ROWS] --ours     once, without the one process
"""

from __future__ import annotations

import asyncio
import csv
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil

ROWS = 1_000_000
ROUNDS = 3
RATIO = 1.4
MOST_MB = 150
REGION = "IN"
HEADER = ("Customer ID", "First Name", "Last Name", "Email", "Phone", "Tags")
SESSION = "svcconsole.services.imports.session:ImportSession"


def write_file(path: Path, rows: int) -> None:
    """Invented customers, each with a number of India written without its country."""
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(HEADER)
        for n in range(rows):
            number = f"9{840_000_000 + n:09}"
            lines.writerow((f"C-{n}", f"Meera {n}", "Sharma", f"m{n}@shop{n % 97}.example", number, "vip"))


def one_process(path: Path) -> None:
    """Run by itself: prints the seconds."""
    from svcconsole.api.models.customers import UpsertCustomer
    from svcconsole.tables.values.emails import email_problem
    from svcconsole.tables.values.phones import Phone, read_phone

    began, good = time.perf_counter(), 0
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            phone = read_phone(row["Phone"], REGION)
            if isinstance(phone, Phone) and email_problem(row["Email"]) is None:
                UpsertCustomer.model_validate(
                    {
                        "partner_customer_id": row["Customer ID"],
                        "first_name": row["First Name"],
                        "last_name": row["Last Name"],
                        "email": row["Email"],
                        "phone_number": phone.e164,
                        "tags": [row["Tags"]],
                    }
                )
                good += 1
    print(time.perf_counter() - began, good)


class Memory:
    """The most memory (MB) that the processes begun by this one took together while the block ran."""

    def __init__(self) -> None:
        self.rss = self.pss = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Memory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        turn = 0
        while not self._over.wait(0.2):
            turn += 1
            rss = pss = 0
            for process in psutil.Process().children(recursive=True):
                try:
                    rss += process.memory_info().rss
                    # The kernel adds it up page by page, which takes time: asked for now and then.
                    pss += getattr(process.memory_full_info(), "pss", 0) if turn % 10 == 0 else 0
                except psutil.Error:
                    continue
            self.rss, self.pss = max(self.rss, rss >> 20), max(self.pss, pss >> 20)


async def checked(path: Path, rows: int) -> tuple[float, Memory]:
    """Open and check as the window does: in a worker process, a progress event now and then."""
    from svcconsole.services.imports.views import CheckSummary, Defaults
    from svcconsole.services.workers.worker_process import WorkerProcess

    with tempfile.TemporaryDirectory() as folder, Memory() as memory:
        began = time.perf_counter()
        made: dict[str, Any] = {"kind": "customers", "path": str(path), "defaults": Defaults(region=REGION)}
        async with WorkerProcess(SESSION, folder, **made) as worker:
            summary: CheckSummary = await worker.call("check", progress=lambda _: None)
            seconds = time.perf_counter() - began
        if (summary.rows, summary.ready) != (rows, rows):
            raise AssertionError(summary)
    return seconds, memory


def ours_alone(rows: int) -> int:
    """The check alone, for more rows than one process should be waited for."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "customers.csv"
        write_file(path, rows)
        seconds, memory = asyncio.run(checked(path, rows))
    print(
        f"{rows:,} customers: {rows / seconds:,.0f} rows a second, {memory.rss} MB RSS, {memory.pss} MB PSS"
    )
    return 0


def processor_seconds() -> float:
    """Of all processes begun here that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(rows: int) -> int:
    print(f"{rows:,} customers; load of this machine at the beginning: {os.getloadavg()[0]:.1f}")
    print(f"{'one process':>14}{'ours':>10}{'ratio':>8}{'of processor':>14}{'RSS MB':>9}{'PSS MB':>9}")
    one, ours, least = [], [], 1 << 30
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "customers.csv"
        write_file(path, rows)
        for _ in range(ROUNDS):
            command = [sys.executable, "-m", "tests.benchmarks.bench_check", "one", str(path)]
            used = processor_seconds()
            told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
            if int(told[1]) != rows:
                raise AssertionError(told)
            alone, used = processor_seconds() - used, processor_seconds()
            seconds, memory = asyncio.run(checked(path, rows))
            one.append(float(told[0]))
            ours.append(seconds)
            least = min(least, memory.pss)
            print(
                f"{rows / one[-1]:>14,.0f}{rows / seconds:>10,.0f}{one[-1] / seconds:>8.2f}"
                f"{alone / (processor_seconds() - used):>14.2f}{memory.rss:>9}{memory.pss:>9}",
                flush=True,
            )
    best = min(one) / min(ours)
    print(f"best of each {best:.2f} ({RATIO} wanted), least {least} MB ({MOST_MB} at most)")
    return 0 if best >= RATIO and least <= MOST_MB else 1


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["one", path]:
            one_process(Path(path))
        case [count, "--ours"]:
            sys.exit(ours_alone(int(count)))
        case [count]:
            sys.exit(main(int(count)))
        case _:
            sys.exit(main(ROWS))
