"""A campaign on the command line that is killed and resumed while its store misbehaves, and what it left."""

from __future__ import annotations

import asyncio
import csv
import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from svcconsole.api.operations import SEND_TEMPLATE
from tests.support.command import CommandLine, Finished, finish
from tests.support.coroutines import until
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

SETTINGS = (
    "--set", "contactIdentifier={Phone}", "--set", "payload.templateId=welcome",
    "--set", "payload.components.body.0={First name}",
)  # fmt: skip
ENDS = ("sent", "refused", "not_sent", "needs_decision")
SHARE = 0.03
MOST_RESUMES = 60
REACHED_SECONDS = 600
"""A place far along in a long list, on a machine that is busy."""


def number_of(place: int) -> str:
    return f"+9198450{place:05}"


def write_recipients(path: Path, rows: Iterable[Sequence[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("Phone", "First name"), *rows])
    return path


def recipients(path: Path, count: int) -> Path:
    return write_recipients(path, ((number_of(place), f"N{place}") for place in range(count)))


def misbehave(
    store: PracticeStore, seed: int, share: float = SHARE, operation: str = SEND_TEMPLATE.path
) -> None:
    """So many requests end badly: half of them carried out without a word of it, the others not."""
    kinds: tuple[dict[str, Any], ...] = (
        {"kind": "cut"},
        {"kind": "reset", "executed": True},
        {"kind": "reset", "executed": False},
        {"kind": "status", "code": 503, "executed": False},
    )
    for place, kind in enumerate(kinds):
        store.add_fault(**kind, operation=operation, probability=share / len(kinds), seed=seed + place)


def received(store: PracticeStore) -> Counter[str]:
    """How many messages each number got."""
    return Counter(message["contact"] for message in everything(store, "messages"))


def buckets(folder: Path) -> dict[str, list[str]]:
    """The numbers in each result file, as the file had them."""
    found: dict[str, list[str]] = {end: [] for end in ENDS}
    for end in ENDS:
        path = folder / f"{end}.csv"
        if path.exists():
            rows = csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines())
            found[end] = [row["Phone"].lstrip("'") for row in rows]
    return found


@dataclass
class Campaign:
    """One run of `path`, begun and killed as often as asked, then resumed until nothing waits: template
    messages, or what `kind` says with its `settings`; `counted` is what the store calls them."""

    command: CommandLine
    store: PracticeStore
    path: Path
    kind: str = "templates"
    settings: Sequence[str] = SETTINGS
    counted: str = "messages"
    run_id: str = ""
    kills: int = 0
    resumes: int = 0
    heard: list[str] = field(default_factory=list)

    async def begin(self, *more: str) -> asyncio.subprocess.Process:
        """Start it, or go on with it, and wait for the line that names the run."""
        what = ("--resume", self.run_id) if self.run_id else (str(self.path), *self.settings)
        process = await self.command.start("import", self.kind, *what, *more, store=self.store)
        assert process.stdout is not None
        line = await process.stdout.readline()
        assert line, (await finish(process)).stderr
        named = json.loads(line)["run"]
        assert self.run_id in ("", named)
        self.run_id = named
        return process

    async def killed(self, chance: random.Random, at: int) -> None:
        """Run until the store has `at` messages, going on as often as it holds, then cut it off at any
        moment; a run that came to its end before is left."""
        while True:
            process = await self.begin()

            def there(process: asyncio.subprocess.Process = process) -> bool:
                return process.returncode is not None or self.store.counts()[self.counted] >= at

            await until(there, seconds=REACHED_SECONDS)
            await asyncio.sleep(chance.random() * 0.03)
            if process.returncode is None:
                process.kill()
                self.kills += 1
                await process.communicate()
                return
            _, said = await process.communicate()
            if b"Go on with:" not in said:
                return

    async def to_its_end(self, results: Path) -> Finished:
        """Go on as often as it holds; the last time it wrote its result files."""
        while True:
            done = await finish(await self.begin("--results", str(results)))
            self.heard.append(done.stderr)
            assert done.code in (0, 4, 5), done.stderr
            if "Go on with:" not in done.stderr:
                return done
            self.resumes += 1
            assert self.resumes < MOST_RESUMES, done.stderr


def accounted(done: Finished, folder: Path, sent_by: Counter[str], count: int) -> dict[str, Any]:
    """Every recipient is in one file, nobody got two, whoever is told as sent got one."""
    totals: dict[str, Any] = done.json
    found = buckets(folder)
    assert sum(totals[end] for end in ENDS) == count
    assert {end: len(numbers) for end, numbers in found.items()} == {end: totals[end] for end in ENDS}
    everyone = [number for numbers in found.values() for number in numbers]
    assert sorted(everyone) == sorted(map(number_of, range(count))), "everyone in one bucket, once"
    assert set(sent_by.values()) <= {1}, "nobody got two"
    assert set(found["sent"]) <= sent_by.keys(), "whoever is told as sent got one"
    assert sent_by.keys() <= {*found["sent"], *found["needs_decision"]}, "nobody got one untold"
    return totals
