"""A report of 2,500,000 rows opened, jumped in, sorted, filtered and grouped, without a window.

In one run, beside it: `cat` of the file, Python's csv module reading it, and DuckDB alone with the same
answer. Every figure is the best of three, in a process of its own; the csv module runs once. Exit code 1
when a limit is not kept: first rows 50 ms, a jump 16 ms at the 99th percentile, 80 MB of private memory
before a question. "counting" is the control: as many times a third of a millisecond of plain counting, which
takes longer only where other programs want the processor.
`--rows N` for another size.
"""

from __future__ import annotations

import asyncio
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

ROWS = 2_500_000
RUNS = 3
PAGE = 60
JUMPS = 1_000
FIRST_REPLY, AGENT = 7, 4
LIMITS = {"first rows": 50.0, "jump p99": 16.0, "jump in a view p99": 16.0, "private memory": 80.0}
"""Milliseconds, and megabytes for the last one."""

Figures = dict[str, float]


def milliseconds(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return (time.perf_counter() - begun) * 1000


def private_megabytes() -> float:
    """What only this process has in memory."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1000


def percentile_99(times: Sequence[float]) -> float:
    return sorted(times)[len(times) * 99 // 100]


def ours(path: Path) -> Figures:
    """Open, index and jump; then the questions, the first of which loads the table."""
    from svcconsole.services.analysis.analysis import Analysis
    from svcconsole.services.analysis.view import Filter, Sort, View
    from svcconsole.tables.viewing.opened_table import open_table

    found: Figures = {}
    before = private_megabytes()
    begun = time.perf_counter()
    opened = open_table(path)
    opened.first_rows(PAGE)
    found["first rows"] = (time.perf_counter() - begun) * 1000
    found["every row found"] = milliseconds(opened.ensure_indexed)
    rows = opened.rows_known
    places = random.Random(rows)
    found["jump p99"] = percentile_99(
        [milliseconds(lambda: opened.rows(places.randrange(rows - PAGE), PAGE)) for _ in range(JUMPS)]
    )
    found["counting p99"] = percentile_99([milliseconds(lambda: sum(range(20_000))) for _ in range(JUMPS)])
    found["private memory"] = private_megabytes() - before

    async def ask() -> None:
        analysis = Analysis(opened)

        async def asked(name: str, question: Awaitable[object]) -> None:
            begun = time.perf_counter()
            await question
            found[name] = (time.perf_counter() - begun) * 1000

        await asked("loaded", analysis.view(View(filters=(Filter(AGENT, "is", ("nobody",)),))))
        descending = View(sorts=(Sort(FIRST_REPLY, descending=True),))
        await asked("sorted", analysis.view(descending))
        await asked("filtered", analysis.view(View(filters=(Filter(FIRST_REPLY, "over", ("40000",)),))))
        await asked("grouped", analysis.top(AGENT))
        await asked("profiled", analysis.profile(FIRST_REPLY))
        seen = await analysis.view(descending)
        found["jump in a view p99"] = percentile_99(
            [
                milliseconds(lambda: analysis.rows(seen.handle, places.randrange(seen.rows - PAGE), PAGE))
                for _ in range(JUMPS)
            ]
        )
        await analysis.close()

    asyncio.run(ask())
    opened.close()
    return found


def duckdb_alone(path: Path) -> Figures:
    """The same answers from DuckDB as one would ask it by hand, texts kept as they are."""
    import duckdb

    found: Figures = {}
    connection = duckdb.connect(config={"threads": os.cpu_count() or 1})

    def ask(sql: str) -> float:
        return milliseconds(lambda: connection.execute(sql).fetchnumpy())

    file = f"read_csv('{path}', all_varchar = true)"
    found["first rows"] = ask(f"FROM {file} LIMIT {PAGE}")
    found["loaded"] = ask(f"CREATE TABLE report AS FROM {file}")
    number = "try_cast(first_reply_s AS DOUBLE)"
    found["sorted"] = ask(f"SELECT rowid FROM report ORDER BY {number} DESC, rowid")
    found["filtered"] = ask(f"SELECT rowid FROM report WHERE {number} > 40000 ORDER BY rowid")
    found["grouped"] = ask("SELECT agent, count(*) FROM report GROUP BY agent ORDER BY 2 DESC LIMIT 20")
    ((rows,),) = connection.execute("SELECT count(*) FROM report").fetchall()
    places = random.Random(rows)
    pages = [ask(f"FROM report LIMIT {PAGE} OFFSET {places.randrange(rows - PAGE)}") for _ in range(50)]
    found["jump p99"] = percentile_99(pages)
    connection.close()
    return found


def cat(path: Path) -> Figures:
    with Path(os.devnull).open("wb") as nowhere:
        taken = milliseconds(lambda: subprocess.run(["cat", path], stdout=nowhere, check=True))
    return {"every row found": taken, "loaded": taken}


def csv_module(path: Path) -> Figures:
    """Reading every row once, which is what any answer in plain Python begins with."""
    with path.open(encoding="utf-8", newline="") as file:
        taken = milliseconds(lambda: sum(1 for _ in csv.reader(file)))
    names = ("every row found", "loaded", "sorted", "filtered", "grouped", "profiled")
    return dict.fromkeys(names, taken)


PARTS = {"ours": ours, "DuckDB alone": duckdb_alone, "cat": cat, "csv module": csv_module}


def best(part: str, path: Path, folder: str) -> Figures:
    environment = {**os.environ, "SVCCONSOLE_DATA_DIR": folder}
    runs = []
    for _ in range(1 if part == "csv module" else RUNS):
        done = subprocess.run(
            [sys.executable, __file__, "--part", part, str(path)],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(done.stderr)
        runs.append(json.loads(done.stdout))
    return {name: min(run[name] for run in runs) for name in runs[0]}


def main(arguments: Sequence[str]) -> int:
    """Print the table; 1 when a limit is not kept."""
    if "--part" in arguments:
        at = arguments.index("--part")
        print(json.dumps(PARTS[arguments[at + 1]](Path(arguments[at + 2]))))
        return 0
    from tests.support.generate_report import write_report

    rows = int(arguments[arguments.index("--rows") + 1]) if "--rows" in arguments else ROWS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.csv"
        write_report(path, rows)
        path.read_bytes()  # a warm cache for all of them
        print(f"{rows:,} rows, {path.stat().st_size / 1e6:,.0f} MB; milliseconds (ours divided by theirs)")
        found = {part: best(part, path, folder) for part in PARTS}
    others = [part for part in PARTS if part != "ours"]
    print(f"{'':20}{'ours':>12}" + "".join(f"{part:>22}" for part in others) + f"{'limit':>10}")
    for name, taken in found["ours"].items():
        beside = "".join(_beside(found[part].get(name), taken) for part in others)
        unit = " MB" if name == "private memory" else " ms"
        limit = f"{LIMITS[name]:.0f}{unit}" if name in LIMITS else ""
        print(f"{name:20}{taken:9,.1f}{unit}{beside}{limit:>10}")
    return int(any(found["ours"][name] > limit for name, limit in LIMITS.items()))


def _beside(other: float | None, taken: float) -> str:
    return f"{'':22}" if other is None else f"{other:10,.1f} ({taken / other:5.2f}x) "[:22].rjust(22)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
