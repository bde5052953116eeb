"""Rows a second of a headless import beside what newman and Bruno make of a CSV file, one request a row.

All send to the same minimal loopback server: ours 20,000 rows with its durable ledger, 16 in flight at most;
newman and Bruno (developer sandbox) 2,000 rows by their own runners, whole process. They are fetched by npx
from the registry the first time, which is not counted; without node this is skipped. Exits 1 below 40 times
newman or 12 times Bruno in the best of three rounds.
"""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.bench_import_headless import ROWS, measure, minimal_server

ROUNDS = 3
THEIRS = 2_000
PATH = "/integrations/svcPlatformFunctions-products/createOrUpdate"
BODY = (
    '{"products":[{"id":"{{id}}","name":"{{name}}","url":"https://shop.example/{{id}}","photos":[],'
    '"combinations":[{"id":"{{id}}-1","productId":"{{id}}","name":"Default","price":35,'
    '"discountedPrice":31.5,"quantity":1,"image":"https://shop.example/i.png",'
    '"productUrl":"https://shop.example/{{id}}"}]}]}'
)
NPX = ("npx", "--yes", "--loglevel=error")
NEWMAN = (*NPX, "--package=newman@6.2.2", "newman")
BRUNO = (*NPX, "--package=@usebruno/cli@4.1.0", "bru")


def write_rows(path: Path, rows: int) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [("id", "name"), *((f"candle-{n:05}", f"Candle {n}") for n in range(rows))]
        )


def newman(folder: Path, base_url: str, data: Path) -> list[str]:
    """The command that posts each row of `data` by newman."""
    request = {
        "method": "POST",
        "header": [{"key": "Content-Type", "value": "application/json"}],
        "url": base_url + PATH,
        "body": {"mode": "raw", "raw": BODY},
    }
    schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    made = {"info": {"name": "rows", "schema": schema}, "item": [{"name": "row", "request": request}]}
    collection = folder / "collection.json"
    collection.write_text(json.dumps(made), encoding="utf-8")
    return [*NEWMAN, "run", str(collection), "--iteration-data", str(data), "--silent", "--bail"]


def bruno(folder: Path, base_url: str, data: Path) -> list[str]:
    """The command that posts each row of `data` by Bruno in its developer sandbox."""
    (folder / "bruno.json").write_text(
        json.dumps({"version": "1", "name": "rows", "type": "collection"}), encoding="utf-8"
    )
    (folder / "row.bru").write_text(
        "meta {\n  name: row\n  type: http\n  seq: 1\n}\n\n"
        f"post {{\n  url: {base_url}{PATH}\n  body: json\n  auth: none\n}}\n\n"
        f"body:json {{\n  {BODY}\n}}\n",
        encoding="utf-8",
    )
    return [*BRUNO, "run", "row.bru", "--csv-file-path", str(data), "--sandbox", "developer", "--bail"]


PEERS: dict[str, tuple[Callable[[Path, str, Path], list[str]], int]] = {
    "newman": (newman, 40),
    "Bruno": (bruno, 12),
}
"""How each peer is run, and how many times its rows a second are wanted of ours."""


def rows_a_second(command: Callable[[Path, str, Path], list[str]], rows: int) -> float:
    """Of one peer, its whole process; raises CalledProcessError with what it said."""
    with tempfile.TemporaryDirectory() as home, minimal_server() as store:
        folder = Path(home)
        write_rows(folder / "rows.csv", rows)
        line = command(folder, store["base_url"], folder / "rows.csv")
        began = time.perf_counter()
        subprocess.run(line, cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return rows / (time.perf_counter() - began)


def main() -> int:
    if shutil.which("npx") is None:
        print("SKIPPED: newman and Bruno need node, and this computer has no npx.")
        return 0
    try:
        for command, _ in PEERS.values():
            rows_a_second(command, 2)
    except subprocess.CalledProcessError as error:
        said = error.output.decode(errors="replace").strip().splitlines()
        print(f"SKIPPED: a peer could not be fetched or run: {' / '.join(said[-3:])}")
        return 0
    print(f"rows a second: ours {ROWS:,} rows, theirs {THEIRS:,}")
    best = dict.fromkeys(PEERS, 0.0)
    for _ in range(ROUNDS):
        with minimal_server() as store:
            ours = ROWS / measure("import", store, 1)["seconds"]
        said = [f"ours {ours:,.0f}"]
        for name, (command, _) in PEERS.items():
            theirs = rows_a_second(command, THEIRS)
            best[name] = max(best[name], ours / theirs)
            said.append(f"{name} {theirs:,.0f} ({ours / theirs:.1f} times)")
        print(", ".join(said), flush=True)
    print(", ".join(f"{name}: best {best[name]:.1f}, {wanted} wanted" for name, (_, wanted) in PEERS.items()))
    return 0 if all(best[name] >= wanted for name, (_, wanted) in PEERS.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
