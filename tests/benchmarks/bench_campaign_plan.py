"""A campaign to many people, from its file over its hours to its frozen plan, against one pass over the file.

The one pass reads the file with Python's csv module, reads each phone number by the same function and
validates each message by the same model, in one process. Ours opens, checks and plans in a worker process as
the window does: every row kept, every clock told, every message frozen in its lane. Memory is that of the
worker and its helpers, PSS. Also how long the hours take, the first time and when something of them is
changed, how large the workspace is for each person, and how long the counts take that the window shows.
Exits 1 above three times the one pass.

    python -m tests.benchmarks.bench_campaign_plan [PEOPLE]
"""

from __future__ import annotations

import asyncio
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.bench_check import Memory

PEOPLE = 1_000_000
LIMIT = 3.0
REGION = "IN"
SESSION = "svcconsole.services.campaigns.session:CampaignSession"
HEADER = ("Phone", "First name", "City")
TEMPLATE = "welcome"
STATES = (212, 312, 303, 415, 808, 907, 602)


def write_file(path: Path, people: int, country: str = "") -> None:
    """Invented people, each with a number of India, written after `country`; every fifth lives in the United
    States, of which there are several clocks."""
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(HEADER)
        people_of = (
            (
                f"+1{STATES[n % len(STATES)]}5{n % 1_000_000:06}"
                if n % 5 == 4
                else f"{country}9{840_000_000 + n:09}",
                n,
            )
            for n in range(people)
        )
        lines.writerows((phone, f"Meera {n}", f"City {n % 97}") for phone, n in people_of)


def phone_of(number: int, country: str) -> str:
    """The number of one of them."""
    if number % 5 == 4:
        return f"+1{STATES[number % len(STATES)]}5{number % 1_000_000:06}"
    return f"{country}9{840_000_000 + number:09}"


def one_pass(path: Path) -> None:
    """Run by itself: prints the seconds."""
    from svcconsole.tables.mapping.targets import TEMPLATES
    from svcconsole.tables.values.phones import Phone, read_phone

    began, good = time.perf_counter(), 0
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            phone = read_phone(row["Phone"], REGION)
            if isinstance(phone, Phone):
                TEMPLATES.model.model_validate(
                    {
                        "medium": "whatsapp",
                        "contactIdentifier": phone.e164,
                        "type": "DEFAULT",
                        "payload": {"templateId": TEMPLATE, "components": {"body": [row["First name"]]}},
                    }
                )
                good += 1
    print(time.perf_counter() - began, good)


async def planned(path: Path, folder: Path, people: int) -> tuple[float, float, list[float], Memory]:
    """Seconds until the plan is frozen, those of the freezing alone, those until the hours are told, at first
    and after each change, and the memory that took."""
    from svcconsole.services.campaigns.terms import CampaignTerms, SendWindow
    from svcconsole.services.imports.views import Defaults, Planned
    from svcconsole.services.workers.worker_process import WorkerProcess
    from svcconsole.tables.mapping.mapping import Column

    with Memory() as memory:
        began = time.perf_counter()
        made: dict[str, Any] = {"kind": "templates", "path": str(path), "defaults": Defaults(region=REGION)}
        async with WorkerProcess(SESSION, str(folder), **made) as worker:
            await worker.call("choose", TEMPLATE)
            await worker.call("set_source", "payload.components.body.0", Column("First name"))
            await worker.call("check", progress=lambda _: None)
            hours = []
            for opens in (540, 600, 660, 720):
                asked = time.perf_counter()
                window = SendWindow(opens=opens, closes=1140, weekdays=(0, 1, 2, 3, 4, 5))
                await worker.call("set_terms", CampaignTerms(window=window))
                view = await worker.call("forecast", "Europe/Berlin")
                hours.append(time.perf_counter() - asked)
                if view.people.ready != people:
                    raise AssertionError(view.people)
            freezing = time.perf_counter()
            plan: Planned = await worker.call("plan", warnings_seen=True)
            ended = time.perf_counter()
        if plan.products != people:
            raise AssertionError(plan)
    return ended - began, ended - freezing, hours, memory


def main(people: int) -> int:
    from svcconsole.workspace.database import FILE_NAME, Workspace
    from tests.support.library import write_down

    print(f"{people:,} people; load of this machine at the beginning: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as place:
        path, folder = Path(place) / "list.csv", Path(place) / "store"
        write_file(path, people)
        write_down(folder)
        command = [sys.executable, "-m", "tests.benchmarks.bench_campaign_plan", "one", str(path)]
        told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
        if int(told[1]) != people:
            raise AssertionError(told)
        alone = float(told[0])
        seconds, freezing, hours, memory = asyncio.run(planned(path, folder, people))
        size = sum(each.stat().st_size for each in folder.glob(f"{FILE_NAME}*"))
        with Workspace.open(folder) as workspace:
            (info,) = workspace.runs.list()
            began = time.perf_counter()
            totals = workspace.runs.totals(info.id)
            counting = time.perf_counter() - began
            (first,) = workspace.before.records(info.id, (0,))
        if totals.not_sent != people:
            raise AssertionError(totals)
    figures = {
        "one pass, rows/s": round(people / alone),
        "planned, rows/s": round(people / seconds),
        "of that frozen in s": round(freezing, 1),
        "hours told in ms": round(hours[0] * 1000),
        "drawn anew in ms": round(max(hours[1:]) * 1000),
        "times one pass": round(seconds / alone, 2),
        "PSS MB": memory.pss,
        "RSS MB": memory.rss,
        "workspace, bytes a person": round(size / people),
        "a message, bytes": len(first.body),
        "counts in ms": round(counting * 1000, 1),
    }
    print(json.dumps(figures))
    print(f"{seconds / alone:.2f} times one pass ({LIMIT} at most)")
    return 0 if seconds <= LIMIT * alone else 1


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["one", path]:
            one_pass(Path(path))
        case [count]:
            sys.exit(main(int(count)))
        case _:
            sys.exit(main(PEOPLE))
