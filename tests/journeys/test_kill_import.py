"""Power cuts in the middle of an import, of store and program: every row ends once, the store is whole."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.store_contents import everything_in
from tests.support.command import CommandLine, Finished, finish
from tests.support.coroutines import until
from tests.support.generate_products import ROWS_EACH, write_products
from tests.support.practice import PracticeStore, start_practice_store

ANSWERS = ("--set", "url=https://shop.example/products/{Handle}", "--set", "currency=INR")


class Importing:
    """An import that is killed and resumed; `home` holds its workspace, `data` the store's."""

    def __init__(self, home: Path, path: Path, stack: ExitStack) -> None:
        self.command = CommandLine(home)
        self.path = path
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
        what = ("--resume", "last") if self.acked() else (str(self.path), *ANSWERS)
        self.process = await self.command.start("import", "products", *what, store=self.store)
        return self.process

    async def kill_program(self) -> None:
        assert self.process is not None
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()
        self.process = None

    def acked(self) -> int:
        """How many products the workspace on the disk knows as sent."""
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
        await until(lambda: self.acked() >= count or process.returncode is not None)
        return process.returncode is None


async def uninterrupted(home: Path, path: Path) -> tuple[Finished, dict[str, Any]]:
    with start_practice_store() as store:
        done = await CommandLine(home).run("import", "products", str(path), *ANSWERS, store=store)
        return done, await everything_in(store)


async def killed_and_resumed(tmp_path: Path, products: int, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    path = write_products(tmp_path / "products.csv", products)
    reference, expected = await uninterrupted(tmp_path / "reference", path)
    assert reference.code == 0, reference.stderr
    with ExitStack() as stack:
        importing = Importing(tmp_path / "killed", path, stack)
        done, killed = 0, 0
        while killed < kills:
            process = await importing.begin()
            step = products * (killed + 1) // (kills + 1)
            if not await importing.until_acked(
                chance.randint(max(done + 1, step - products // (2 * kills)), step)
            ):
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
        rows = products * ROWS_EACH
        assert totals["sent"] + totals["refused"] + totals["not_sent"] + totals["needs_decision"] == rows
        assert totals["sent"] == reference.json["sent"] == rows
        assert await everything_in(importing.store) == expected


async def test_killing_store_and_program_loses_and_doubles_nothing(tmp_path: Path) -> None:
    await killed_and_resumed(tmp_path, products=1500, kills=3, seed=1)


@pytest.mark.deep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [2, 3])
async def test_many_kills_lose_and_double_nothing(tmp_path: Path, seed: int) -> None:
    await killed_and_resumed(tmp_path, products=12000, kills=26, seed=seed)
