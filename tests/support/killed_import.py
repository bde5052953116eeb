"""An import on the command line that is killed and resumed, together with the store it goes to."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.command import CommandLine, Finished, finish
from tests.support.coroutines import until
from tests.support.practice import PracticeStore, start_practice_store

STORE_BACK = 90
"""Seconds: a program that looks for its store again does so after 5, 15 and 35 of them."""
Contents = Callable[[PracticeStore], Awaitable[Any]]


@dataclass(frozen=True)
class Job:
    """What is imported: the command's name for it, the file, its records and rows, the options."""

    kind: str
    path: Path
    records: int
    rows: int
    options: tuple[str, ...] = ()


class Importing:
    """An import that is killed and resumed; `home` holds its workspace and the store's data."""

    def __init__(self, home: Path, job: Job, stack: ExitStack) -> None:
        self.command = CommandLine(home)
        self.job = job
        self.data = home / "store"
        self.stack = stack
        self.store = self.started()
        self.process: asyncio.subprocess.Process | None = None

    def started(self, port: int = 0, token: str | None = None) -> PracticeStore:
        return self.stack.enter_context(start_practice_store(self.data, port=port, token=token))

    def restart_store(self) -> None:
        self.store.kill()
        self.store = self.started(self.store.port, self.store.token)

    async def begin(self) -> asyncio.subprocess.Process:
        """Start the import, or go on with it."""
        job = self.job
        what = ("--resume", "last") if self.acked() else (str(job.path), *job.options)
        self.process = await self.command.start("import", job.kind, *what, store=self.store)
        return self.process

    async def kill_program(self) -> None:
        assert self.process is not None
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()
        self.process = None

    def acked(self) -> int:
        """How many records the workspace on the disk knows as sent."""
        for file in self.command.home.glob("data/stores/*/workspace.sqlite3"):
            with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=5)) as connection:
                try:
                    return int(
                        connection.execute("SELECT count(*) FROM items WHERE state = 'acked'").fetchone()[0]
                    )
                except sqlite3.OperationalError:
                    return 0  # its tables are not there yet
        return 0

    async def until_acked(self, count: int) -> bool:
        """Wait until so many are sent; False when the program ended before."""
        process = self.process
        assert process is not None
        await until(lambda: self.acked() >= count or process.returncode is not None, seconds=STORE_BACK)
        return process.returncode is None


async def uninterrupted(home: Path, job: Job, contents: Contents) -> tuple[Finished, Any]:
    """How the import ends when nothing happens to it, and what the store holds then."""
    with start_practice_store() as store:
        done = await CommandLine(home).run("import", job.kind, str(job.path), *job.options, store=store)
        return done, await contents(store)


async def killed_and_resumed(home: Path, job: Job, contents: Contents, *, kills: int, seed: int) -> None:
    """Kill program and store in turn while it goes, go on, and hold the end against that of a quiet run."""
    chance = random.Random(seed)
    reference, expected = await uninterrupted(home / "reference", job, contents)
    assert reference.code == 0, reference.stderr
    with ExitStack() as stack:
        importing = Importing(home / "killed", job, stack)
        done, killed = 0, 0
        while killed < kills:
            process = await importing.begin()
            step = job.records * (killed + 1) // (kills + 1)
            lowest = max(done + 1, step - job.records // (2 * kills))
            # Outcomes are noted for hundreds of records at once, so more may be noted already.
            if not await importing.until_acked(chance.randint(lowest, max(lowest, step))):
                output = await finish(process)
                assert output.code == 0, output.stderr
                break
            if killed % 2:
                importing.restart_store()
                if chance.random() < 0.5:
                    await importing.until_acked(importing.acked() + 1)
            await importing.kill_program()
            killed += 1
            done = importing.acked()
        assert killed > kills // 2, "the import was over before it could be killed"
        last = await finish(await importing.begin())
        assert last.code == 0, last.stderr
        totals = last.json
        ends = ("sent", "refused", "not_sent", "needs_decision")
        assert sum(totals[end] for end in ends) == job.rows
        assert totals["sent"] == reference.json["sent"] == job.rows
        assert await contents(importing.store) == expected
