"""Rehearses a plan: reads the store, fills a practice store with it, runs the plan there, compares."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from svcconsole.api.client import Client
from svcconsole.api.models.catalog import Catalog
from svcconsole.api.operations import LIST_CATALOGS
from svcconsole.api.paging import pages
from svcconsole.services.catalog.catalogs import new_catalogs
from svcconsole.services.rehearsal.practice_store import RehearsalBroken, RehearsalStore, rehearsal_store
from svcconsole.services.runs.before_reading import ReadingBroken, read_records
from svcconsole.services.runs.record_outcome import error_words
from svcconsole.services.runs.run import RunControl, run
from svcconsole.words.message import Message, message
from svcconsole.workspace.address import OWN_FILE
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.people import People
from svcconsole.workspace.schema import RunState

Ask = Callable[..., Awaitable[Any]]
"""`ask(method, *arguments)` calls the RehearsalSession, wherever it lives."""
PREFIX = "rehearsal-"
A_DAY = 86_400


class Phase(StrEnum):
    """What a rehearsal is doing."""

    READING = "reading"
    FILLING = "filling"
    RUNNING = "running"
    COMPARING = "comparing"


@dataclass(frozen=True, slots=True)
class RehearsalProgress:
    """How far a rehearsal is, in records."""

    phase: Phase
    done: int
    total: int


async def rehearse(
    workspace: Workspace, run_id: str, client: Client, ask: Ask, missing: Sequence[str] = ()
) -> AsyncGenerator[RehearsalProgress]:
    """Rehearse a plan that has not begun; its end is `ask("summary")`. Nothing is written to the store: of
    the `missing` catalogs, which are created when the plan is sent, only the practice store gets any.

    Raises RehearsalBroken where the store or the practice store could not be used; ending the iteration early
    ends the practice store, too.
    """
    await asyncio.to_thread(_sweep, workspace.folder)
    kind, reads, total = await ask("begin")
    rehearsal = _Rehearsal(workspace, run_id, kind, total, ask)
    with ThreadPoolExecutor(1, thread_name_prefix="rehearsal") as executor:
        if reads:
            async with aclosing(rehearsal.read(client, "take_before", executor)) as reading:
                async for done in reading:
                    yield RehearsalProgress(Phase.READING, done, total)
            async with aclosing(rehearsal.read(client, "take_others", executor, wanted="others")) as reading:
                async for done in reading:
                    yield RehearsalProgress(Phase.READING, total + done, total + done)
            await ask("leave_out_same")
        base = workspace.folder / f"{PREFIX}{secrets.token_hex(4)}"
        try:
            yield RehearsalProgress(Phase.FILLING, 0, total)
            async with rehearsal_store(base / "store") as store:
                await rehearsal.fill(store, client, missing, reads=reads)
                named = replace(store.connection, app_id=client.connection.app_id)
                async with Client(named) as practice:
                    if reads:
                        async with aclosing(rehearsal.read(practice, "take_clone", executor)) as reading:
                            async for done in reading:
                                yield RehearsalProgress(Phase.FILLING, done, total)
                    await ask("make_scratch", str(base / "plan"))
                    async with aclosing(rehearsal.run(base / "plan", practice)) as running:
                        async for done in running:
                            yield RehearsalProgress(Phase.RUNNING, done, total)
                    if reads:
                        async with aclosing(rehearsal.read(practice, "take_after", executor)) as reading:
                            async for done in reading:
                                yield RehearsalProgress(Phase.COMPARING, done, total)
            await ask("finish", str(base / "plan"))
        finally:
            await asyncio.shield(asyncio.to_thread(shutil.rmtree, base, ignore_errors=True))


async def changed_since(workspace: Workspace, kind: str, client: Client, ask: Ask) -> list[Any]:
    """Read the store again; the records that it has otherwise than when they were rehearsed, marked as such.

    Whoever is told of none has seen those told before, and goes on from what the store has. Raises
    RehearsalBroken.
    """
    found: list[Any] = []

    async def hold(_method: str, answers: Any) -> None:
        found.extend(await ask("hold_against", answers))

    async def asked(method: str, *arguments: Any) -> Any:
        return await (hold(method, *arguments) if method == "hold" else ask(method, *arguments))

    rehearsal = _Rehearsal(workspace, "", kind, 0, asked)
    with ThreadPoolExecutor(1, thread_name_prefix="rehearsal") as executor:
        try:
            async with aclosing(rehearsal.read(client, "hold", executor)) as reading:
                async for _ in reading:
                    pass
        except RehearsalBroken:
            if not found:  # the next look does not tell again what this one has found
                raise
    if not found:
        await ask("keep_newer")
    return found


@dataclass(frozen=True, slots=True)
class _Rehearsal:
    workspace: Workspace
    run_id: str
    kind: str
    total: int
    ask: Ask

    async def read(
        self, client: Client, method: str, executor: ThreadPoolExecutor, *, wanted: str = "wanted"
    ) -> AsyncGenerator[int]:
        """Read the records that `wanted` names through `client` and hand the answers to `method`; how many
        there are."""
        people: People = self.workspace.people
        done, after = 0, -1
        try:
            while some := await self.ask(wanted, after):
                async with aclosing(read_records(client, people, self.kind, some, executor)) as reading:
                    async for part, found in reading:
                        await self.ask(method, found)
                        yield done + part
                done, after = done + len(some), some[-1].seq
        except ReadingBroken as broken:
            error = broken.answer.error
            advice: Message | str = error.advice if error is not None else ""
            sentence = message("The store could not be read: {reason}", reason=error_words(broken.answer)[0])
            raise RehearsalBroken(sentence, advice) from None

    async def fill(
        self, store: RehearsalStore, client: Client, missing: Sequence[str], *, reads: bool
    ) -> None:
        """Put what the live store has into the practice store, and the catalogs it will have by then."""
        if self.kind == "products":
            async for page in pages(client, LIST_CATALOGS):
                await store.put({"catalogs": _texts(page.items)})
            await store.put({"catalogs": _texts(new_catalogs(missing))})
        after = -1
        while reads:
            after, records = await self.ask("clone", after)
            if after < 0:
                break
            await store.put(records)

    async def run(self, folder: Path, practice: Client) -> AsyncGenerator[int]:
        """Run the copy of the plan to its end with the engine of every run; how many records have ended."""
        scratch = await asyncio.to_thread(Workspace.open, folder, OWN_FILE)
        try:
            control = RunControl()
            state = RunState.PLANNED
            async with aclosing(run(scratch, self.run_id, practice, control)) as running:
                async for progress in running:
                    state = progress.state
                    yield progress.products.total - progress.products.not_sent
                    if progress.state is RunState.PAUSED:
                        raise RehearsalBroken(progress.sentence, progress.advice)
            if state is not RunState.FINISHED:
                raise RehearsalBroken(message("The rehearsal did not come to its end."))
        finally:
            await asyncio.to_thread(scratch.close)


def _texts(catalogs: Sequence[Catalog]) -> list[str]:
    return [each.model_dump_json(by_alias=True, exclude_none=True) for each in catalogs]


def _sweep(folder: Path) -> None:
    """Delete what rehearsals that were killed have left; one that is under way is younger than a day."""
    for left in folder.glob(f"{PREFIX}*"):
        if time.time() - left.stat().st_mtime > A_DAY:
            shutil.rmtree(left, ignore_errors=True)
