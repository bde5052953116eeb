"""Merging 50 parts of 50,000 rows with hash, count and header check, against cat, DuckDB and the csv module.

All in one run, five rounds of one after the other, the middle of each: what the disk still has to write from
before makes single runs of cat differ by twice. Exits 1 when the middle of the rounds' ratios of merge to cat
is over 2.5.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from svcconsole.services.reports.merge import PartFile, merge
from svcconsole.services.reports.scan import scan

LIMIT = 2.5
ROUNDS = 5
CAT = "cat, nothing checked"
OURS = "merge with SHA-256, count, header check"
HEADER = "id,messageId,createdAt,channel,direction,contact,agentEmail,campaign,type,message,status,statusAt"


def write_parts(folder: Path, parts: int, rows: int) -> list[Path]:
    """Conversations as a store exports them: CRLF, every tenth message with quotes and a line break."""
    paths = []
    for part in range(parts):
        path = folder / f"part-{part + 1:04}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write(HEADER + "\r\n")
            for row in range(part * rows, (part + 1) * rows):
                text = f'"They said ""{row}""\nand left"' if row % 10 == 0 else f"Where is my parcel {row}?"
                file.write(
                    f"{row},wamid.{row},2026-02-01T08:00:00.000Z,whatsapp,in,+4915112{row % 10**6:06d},"
                    f"asha@shop.example,Spring fair,text,{text},delivered,2026-02-01T08:00:02.000Z\r\n"
                )
        paths.append(path)
    return paths


def seconds(work: Callable[[], object]) -> float:
    """How long it took."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def with_cat(paths: Sequence[Path], target: Path) -> None:
    """The bytes one after the other, headers and all."""
    with target.open("wb") as file:
        subprocess.run(["cat", *map(str, paths)], stdout=file, check=True)


def with_cat_flushed(paths: Sequence[Path], target: Path) -> None:
    """The same, and on the disk when it returns, as a merge is."""
    with_cat(paths, target)
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def with_duckdb(paths: Sequence[Path], target: Path) -> None:
    """Read and written anew by DuckDB alone."""
    import duckdb

    with duckdb.connect() as database:
        rows = database.read_csv(paths[0].parent / "part-*.csv", header=True, all_varchar=True)
        rows.write_csv(str(target), header=True)


def with_csv(paths: Sequence[Path], target: Path) -> None:
    """Read and written anew by the csv module."""
    with target.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        for number, path in enumerate(paths):
            with path.open(encoding="utf-8", newline="") as part:
                rows = csv.reader(part)
                header = next(rows)
                if not number:
                    lines.writerow(header)
                lines.writerows(rows)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--parts", type=int, default=50)
    arguments.add_argument("--rows", type=int, default=50_000)
    given = arguments.parse_args()
    if shutil.which("cat") is None:
        print("skipped: there is no cat on this computer")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = write_parts(folder, given.parts, given.rows)
        size = sum(path.stat().st_size for path in paths)
        print(f"{given.parts} parts of {given.rows:,} rows, {size / 1e6:,.0f} MB")
        target = folder / "whole.csv"
        parts = [PartFile(path, given.rows, scan(path).sha256) for path in paths]
        works: dict[str, Callable[[], object]] = {
            CAT: lambda: with_cat(paths, target),
            "cat, flushed to the disk": lambda: with_cat_flushed(paths, target),
            OURS: lambda: merge(parts, target),
            "DuckDB alone": lambda: with_duckdb(paths, target),
        }
        rounds = [{what: seconds(work) for what, work in works.items()} for _ in range(ROUNDS)]
        rounds[0]["the csv module"] = seconds(lambda: with_csv(paths, target))
        for what in rounds[0]:
            took = median(each[what] for each in rounds if what in each)
            ratio = median(each[what] / each[CAT] for each in rounds if what in each)
            print(f"{what:<42}{took:8.2f} s {ratio:8.2f} × cat")
    held = median(each[OURS] / each[CAT] for each in rounds) <= LIMIT
    print(f"at most {LIMIT} × cat: {'yes' if held else 'NO'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
