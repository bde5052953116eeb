"""Rows a second of a headless import beside what newman and Bruno make of a CSV file, one request a row.

All send to the same minimal loopback server: ours 20,000 rows with its durable ledger, 16 in flight at most;
newman and Bruno (developer sandbox) 2,000 rows by their own runners, whole process. Ours is the run of a plan
that was checked before, as they check nothing. npm installs them into a folder for temporary files the first
time; without node this is skipped. All take turns; exits 1 when the best of ours is below 40 times the
best of newman or 12 times the best of Bruno.
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
PACKAGES = ("newman@6.2.2", "@usebruno/cli@4.1.0")
HOME = Path(tempfile.gettempdir()) / "svcconsole-bench-peers"
PROGRAMS = HOME / "node_modules" / ".bin"


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
    return [
        str(PROGRAMS / "newman"),
        "run",
        str(collection),
        "--iteration-data",
        str(data),
        "--silent",
        "--bail",
    ]


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
    return [
        str(PROGRAMS / "bru"),
        "run",
        "row.bru",
        "--csv-file-path",
        str(data),
        "--sandbox",
        "developer",
        "--bail",
    ]


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
    if shutil.which("npm") is None:
        print("SKIPPED: newman and Bruno need node, and this computer has no npm.")
        return 0
    try:
        if not all((PROGRAMS / name).exists() for name in ("newman", "bru")):
            install = ["npm", "install", "--no-save", "--loglevel=error", "--prefix", str(HOME), *PACKAGES]
            subprocess.run(install, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for command, _ in PEERS.values():
            rows_a_second(command, 2)
    except subprocess.CalledProcessError as error:
        said = error.output.decode(errors="replace").strip().splitlines()
        print(f"SKIPPED: a peer could not be fetched or run: {' / '.join(said[-3:])}")
        return 0
    print(f"rows a second: ours {ROWS:,} rows, theirs {THEIRS:,}")
    best = dict.fromkeys(("ours", *PEERS), 0.0)
    for _ in range(ROUNDS):
        with minimal_server() as store:
            found = {"ours": ROWS / measure("import", store, 1)["seconds"]}
        found |= {name: rows_a_second(command, THEIRS) for name, (command, _) in PEERS.items()}
        best = {name: max(rows, best[name]) for name, rows in found.items()}
        print(", ".join(f"{name} {rows:,.0f}" for name, rows in found.items()), flush=True)
    times = {name: best["ours"] / best[name] for name in PEERS}
    print(
        "best of each: "
        + ", ".join(f"{times[name]:.1f} times {name}, {PEERS[name][1]} wanted" for name in PEERS)
    )
    return 0 if all(times[name] >= wanted for name, (_, wanted) in PEERS.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
