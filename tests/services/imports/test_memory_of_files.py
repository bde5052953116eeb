"""No file of twenty megabytes makes the worker that checks it, or a helper, grow by more than its budget.

Each is as bad as a file of its kind can be: rows of a few bytes, of which something is kept in memory for
each, or bytes of which a reader could make much.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from svcconsole.services.imports.views import Defaults, ImportRefused
from svcconsole.services.workers.worker_process import WorkerProcess
from svcconsole.tables.reading.errors import TableError
from tests.support.peak_memory import peak_memory

ROOT = Path(__file__).parents[3]
SESSION = "svcconsole.services.imports.session:ImportSession"
MB = 1 << 20
SIZE = 20 * MB
BUDGET = 200 * MB
"""Ten times as much as the file has (issue 20: ten times its size, or 200 MB)."""


def rows(head: str, row: Callable[[int], str]) -> Callable[[], bytes]:
    """A table of twenty megabytes of such rows."""

    def made() -> bytes:
        count = SIZE // len(row(1_000_000))
        return "\n".join((head, *map(row, range(count)), "")).encode()

    return made


def filled(head: bytes, piece: bytes) -> Callable[[], bytes]:
    return lambda: head + piece * (SIZE // len(piece))


FILES: dict[str, tuple[str, str, Callable[[], bytes]]] = {
    "products": ("products", "csv", rows("id,name", lambda at: f"{at:07},n{at % 100_000:05}")),
    "products with SKUs": ("products", "csv", rows("id,sku,name", lambda at: f"{at:07},s{at:07},a")),
    "variants of products": (
        "products",
        "csv",
        rows("id,name,parent sku", lambda at: f"{at:07},a,{at // 2}"),
    ),
    "products of two rows": ("products", "csv", rows("id,sku,name", lambda at: f"{at // 2:07},s{at:07},a")),
    "customers": ("customers", "csv", rows("phone,first name", lambda at: f"+49151{at:08},a")),
    "customers twice": ("customers", "csv", rows("customer id,name", lambda at: f"{at // 2:07},name{at}")),
    "catalogs": ("catalogs", "csv", rows("id,name", lambda at: f"{at:07},n{at % 100_000:05}")),
    "user properties": ("user_properties", "csv", rows("phone,name", lambda at: f"+49151{at:08},a")),
    "separators": ("products", "csv", filled(b"id,name\n", b"," * 15_000_000 + b"\n")),
    "lines of separators": ("products", "csv", filled(b"id,name\n", b"," * 100_000 + b"\n")),
    "line ends": ("products", "csv", filled(b"id,name\n", b"\n")),
    "quotes": ("products", "csv", filled(b"id,name\n", b'"')),
    "nothing in quotes": ("products", "csv", filled(b"id,name\n", b'"",""\n')),
    "zero bytes": ("products", "csv", filled(b"id,name\n", b"\0")),
    "one word": ("products", "csv", filled(b"id,name\n", b"x")),
    "high bytes": ("products", "csv", filled(b"id,name\n", b"\xe9\xff\x80,\xfe\n")),
    "rows of all widths": ("products", "csv", filled(b"id,name\n", b"a\na,b\na,b,c\na,b,c,d,e,f\n")),
    "packed line ends": ("products", "csv.gz", lambda: gzip.compress(b"id,name\n" + b"\n" * (5 * SIZE), 1)),
}


async def checked(kind: str, path: Path, folder: Path) -> None:
    made = {"kind": kind, "path": str(path), "defaults": Defaults(region="DE")}
    async with WorkerProcess(SESSION, str(folder), **made) as worker:
        try:
            await worker.call("check", progress=lambda _: None)
        except (ImportRefused, TableError):
            return


def most_memory(kind: str, path: Path, folder: Path) -> int:
    """The most bytes that one of the processes took which this one began for the check."""
    highest = 0
    over = threading.Event()

    def watch() -> None:
        nonlocal highest
        while not over.wait(0.1):
            for process in psutil.Process().children(recursive=True):
                with suppress(OSError):
                    highest = max(highest, peak_memory(process.pid))

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        asyncio.run(checked(kind, path, folder))
    finally:
        over.set()
        watching.join()
    return highest


@pytest.mark.deep
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_takes_no_more_memory_than_its_budget(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, suffix, content = FILES[name]
    path, nothing = tmp_path / f"file.{suffix}", tmp_path / "nothing.csv"
    path.write_bytes(content())
    nothing.write_text("id,name\n1,a\n")
    command = [sys.executable, "-m", "tests.services.imports.test_memory_of_files", kind, str(tmp_path)]
    taken = [
        json.loads(subprocess.run([*command, str(each)], cwd=ROOT, check=True, capture_output=True).stdout)
        for each in (nothing, path)
    ]
    grown = taken[1] - taken[0]
    with capsys.disabled():
        print(f"{name}: {grown // MB} MB for {path.stat().st_size // MB} MB")
    assert grown <= max(BUDGET, 10 * path.stat().st_size)


if __name__ == "__main__":
    print(most_memory(sys.argv[1], Path(sys.argv[3]), Path(sys.argv[2])))
