"""Schedules and workers as people start them: commands, and workers in processes of their own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.schedule_records import UNDER_WAY, Firing
from tests.support.command import CommandLine, Finished, finish
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


@dataclass
class RunningWorker:
    """A worker in a process of its own; `told` is what it says when it begins."""

    process: asyncio.subprocess.Process
    told: dict[str, Any]

    async def stop(self) -> Finished:
        """End it in order, as a service manager does."""
        if self.process.returncode is None:
            self.process.terminate()
        return await finish(self.process)

    async def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        await self.process.communicate()


@dataclass(frozen=True)
class Shop:
    """One computer of a store, with the commands that schedule there and the workers that run there."""

    command: CommandLine
    store: PracticeStore

    async def schedule(self, *arguments: str) -> Finished:
        """`svcconsole schedule …` for the store."""
        return await self.command.run("schedule", *arguments, "--base-url", self.store.base_url)

    @contextmanager
    def workspace(self) -> Iterator[Workspace]:
        """The workspace of the store as this computer opens it, with its own mark of what was sent."""
        with pytest.MonkeyPatch.context() as patch:
            for name, folder in self.command.environment().items():
                if name in ("SVCCONSOLE_CONFIG_DIR", "SVCCONSOLE_DATA_DIR"):
                    patch.setenv(name, folder)
            (store,) = (self.command.home / "data" / "stores").glob("store-*")
            with Workspace.open(store) as workspace:
                yield workspace

    def kept(self, name: str) -> tuple[Firing, ...]:
        """The last times of a schedule, the newest first."""
        with self.workspace() as workspace:
            return workspace.schedules.firings(workspace.schedules.find(name).id)

    async def work_once(self) -> Finished:
        """A worker that ends when nothing more is due."""
        return await self.command.run("worker", "--once", store=self.store)

    async def start(self, *arguments: str) -> RunningWorker:
        """A worker that has begun."""
        process = await self.command.start("worker", *arguments, store=self.store, is_warm=True)
        assert process.stdout is not None
        line = await process.stdout.readline()
        assert line, (await finish(process)).stderr
        return RunningWorker(process, json.loads(line))

    @asynccontextmanager
    async def worker(self, *arguments: str) -> AsyncIterator[RunningWorker]:
        """The same, ended in order."""
        started = await self.start(*arguments)
        try:
            yield started
        finally:
            await started.stop()

    async def ended(self, name: str, seconds: float = 60) -> Firing:
        """The newest time of a schedule, once it is carried out."""

        def there() -> Firing | None:
            found = self.kept(name)
            return found[0] if found and found[0].state not in UNDER_WAY else None

        firing: Firing = await until(there, seconds=seconds)
        return firing


NIGHTLY = ("--every", "day", "--time", "22:00", "--zone", "Europe/Berlin")
