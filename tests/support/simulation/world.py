"""One simulated shop: two consoles on one computer, a store, a person, and everything that may go wrong."""

from __future__ import annotations

import asyncio
import contextvars
import random
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, aclosing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import select

from svcconsole import store_identity
from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.models.catalog import Product
from svcconsole.api.models.messaging import SendMessage
from svcconsole.api.token import Token
from svcconsole.services.runs.run import RunControl, RunProgress, run
from svcconsole.tables.records.recipients import content_hash
from svcconsole.workspace import file_lock
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import Decision, FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, RunState, items, runs
from tests.services.runs.plans import product
from tests.support.simulation import export
from tests.support.simulation.clock import QUICK_DISK, RUNNING, SLOW_DISK, Clock, Killed, SimulatedLoop
from tests.support.simulation.disk import Disk, put_back
from tests.support.simulation.network import Network, SimulatedStore

T = TypeVar("T")
ADDRESSES = ("https://shop.example/", "https://SHOP.example:443")
"""One store, as two people typed it."""
PEOPLE, PRODUCTS = 4, 6
CHAOS_SECONDS = 900.0
PEACE_SECONDS = 40_000.0
CALM = 20.0
ENDS = 0.5
"""A process that dies is gone after so many seconds, its files let go."""
EXPORTS = 0.3
"""So many of the worlds fetch a report as well."""
MESSAGES, AGAIN, CATALOG = "messages", "messages again", "products"
OFFICE, TILL = "office", "till"


@dataclass
class Console:
    """One process of the console: its workspace while it lives, and the run it drives."""

    name: str
    folder: Path
    alive: bool = True
    workspace: Workspace | None = None
    control: RunControl | None = None
    progress: RunProgress | None = None
    task: asyncio.Task[None] | None = None
    on_death: Callable[[Console], None] = lambda _: None

    def die(self) -> None:
        """As kill -9: what the system frees is freed, nothing is said to anybody."""
        if not self.alive:
            return
        self.alive = False
        if self.workspace is not None:
            runner: Any = self.workspace.runner
            runner._holders.clear()
            runner._lock.release()
        if self.task is not None:
            self.task.cancel()
        self.on_death(self)


@dataclass
class World:
    """Everything of one seed; `run` raises AssertionError where a promise is broken."""

    seed: int
    folder: Path
    store: SimulatedStore
    template: Path
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.clock = Clock()
        self.consoles: list[Console] = []
        self._dying: list[Console] = []
        self.runs: dict[str, str] = {}
        self.owner: dict[str, Path] = {}
        self.shown: Counter[str] = Counter()
        self.doubted: set[str] = set()
        self.calm = self._ending = False
        self.trouble: list[BaseException] = []
        self.numbers = [f"+91{9_000_000_000 + self.seed * 10 + number}" for number in range(PEOPLE)]
        self.products = [product(self.seed * 10 + number) for number in range(PRODUCTS)]
        self.kills = self.chance.choice((0.0, 0.03, 0.1))
        self.network = Network(self.store, self.chance, self.chance.choice((0.0, 0.2, 0.5)))
        self.network.on_moment = self._moment
        self.disk = Disk(
            self.folder, self.chance, self.chance.choice((0.0, 0.02, 0.08)), self.chance.choice((0.0, 0.5))
        )
        self.disk.on_power_cut = self._power_cut
        self.locks_hold = self.chance.random() < 0.75
        self.rest = self.chance.choice((3.0, 20.0))
        self._left: tuple[dict[Path, bytes], bool] | None = None
        self._opened: list[Workspace] = []

    def run(self) -> None:
        """Let all of it happen, then let what is left end in peace, and look."""
        self.store.forget()
        random.seed(self.seed)
        with ExitStack() as stack:
            patch = stack.enter_context(pytest.MonkeyPatch.context())
            if not self.locks_hold:  # as on a network drive that grants them to everybody
                patch.setattr(file_lock, "_take", lambda handle: None)
                patch.setattr(file_lock, "_give_back", lambda handle: None)
            stack.enter_context(self.clock.installed())
            stack.enter_context(self.disk.installed())
            loop = SimulatedLoop(self.clock, self.chance, self.chance.choice((QUICK_DISK, SLOW_DISK)))
            loop.set_exception_handler(self._went_wrong)
            try:
                loop.run_until_complete(self._live())
            finally:
                with suppress(BaseException):
                    loop.run_until_complete(self._all_die())
                loop.close()
                # A world that ends by an error does not wait until its dead are buried.
                for workspace in self._opened:
                    workspace.close()
        chance = random.Random(f"report {self.seed}")
        if chance.random() < EXPORTS:
            export.fetch_and_merge(self.folder / "report", chance)

    def _went_wrong(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.trouble.append(error if error is not None else AssertionError(context["message"]))

    # What happens

    async def _live(self) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        self._start(Console(OFFICE, self._folder_of(0)))
        opens = self.chance.uniform(0.0, self.chance.choice((3.0, 60.0)))
        loop.call_later(opens, self._start, Console(TILL, self._folder_of(1)))
        while loop.time() - begun < CHAOS_SECONDS and not self.trouble:
            await asyncio.sleep(self.chance.uniform(5.0, 20.0))
            if len(self.runs) == 3 and await self._is_done():
                break
        self.calm = True
        self.network.rate = self.disk.rate = self.kills = 0.0
        begun = loop.time()
        while not self.trouble and not await self._is_done():
            assert loop.time() - begun < PEACE_SECONDS, f"it never ends: {self._states()}"
            await asyncio.sleep(CALM)
        if self.trouble:
            raise self.trouble[0]
        await asyncio.sleep(CALM)
        await self._all_die()
        self._check()

    def _folder_of(self, number: int) -> Path:
        folder = self.folder / store_identity.identity_of(ADDRESSES[number]).folder
        if not folder.exists():
            if number == 0:
                shutil.copytree(self.template / "store", folder)
                shutil.copytree(self.template / "marks", self.folder / "marks")
            else:
                folder.mkdir(mode=0o700)
        return folder

    def _start(self, console: Console) -> None:
        if self._left is not None and self._dying:
            # Power comes back to a computer on which nothing runs: what still closed its file would write the
            # old log into what was put back.
            asyncio.get_running_loop().call_later(ENDS, self._start, console, context=contextvars.Context())
            return
        if self._left is not None:
            left, lost = self._left
            self._left = None
            put_back(left, self.folder)
            if lost:
                self.shown.clear()
        console.on_death = self._died
        self.consoles.append(console)
        console.task = asyncio.get_running_loop().create_task(self._work(console))

    def _died(self, console: Console) -> None:
        self.told.append(f"{self.clock.now:.2f} {console.name} died")
        loop = asyncio.get_running_loop()
        self.consoles.remove(console)
        self._dying.append(console)
        outside = contextvars.Context()
        loop.call_later(ENDS, self._bury, console, context=outside)
        if not self._ending:
            born = Console(console.name, console.folder)
            loop.call_later(self.chance.uniform(1.0, 40.0), self._start, born, context=outside)

    def _bury(self, console: Console) -> None:
        self._dying.remove(console)
        if console.workspace is not None:
            console.workspace.close()

    def _power_cut(self, left: dict[Path, bytes], lost: bool) -> None:
        self._left = left, lost
        for console in list(self.consoles):
            console.die()

    async def _all_die(self) -> None:
        self._ending = True
        tasks = [console.task for console in self.consoles if console.task]
        for console in list(self.consoles):
            console.die()
        if tasks:
            await asyncio.wait(tasks)
        await asyncio.sleep(100.0)  # what is on the way arrives

    def _moment(self, _: str) -> None:
        process = RUNNING.get()
        if process is not None and self.chance.random() < self.kills:
            if self.chance.random() < 0.6:
                process.die()
            else:
                with suppress(Killed):
                    self.disk.cut_power()
            raise asyncio.CancelledError

    async def _work(self, console: Console) -> None:
        """The life of one process."""
        RUNNING.set(console)
        try:
            while console.workspace is None:
                try:
                    await self._do(self._open, console)
                except WorkspaceError:
                    await asyncio.sleep(5.0)
            workspace = console.workspace
            self._stands_as_shown(workspace)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._person(console, workspace))
                planned = False
                while True:
                    try:
                        planned = planned or await self._do(self._plan, console, workspace)
                        if waiting := await self._do(self._waiting, workspace):
                            await self._drive(console, workspace, self.chance.choice(waiting))
                    except WorkspaceError as error:
                        self.told.append(f"{self.clock.now:.2f} {console.name}: {error.sentence}")
                    await asyncio.sleep(self.chance.uniform(0.2, self.rest))
        except asyncio.CancelledError:
            if console.alive:
                raise
        except BaseException as error:
            if console.alive:
                self.trouble.append(_first(error))

    def _open(self, console: Console) -> None:
        """Open its workspace, which is the console's at once: whoever buries it closes that, too."""
        console.workspace = Workspace.open(console.folder, "")
        self._opened.append(console.workspace)

    async def _do(self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(None, work, *arguments)

    def _plan(self, console: Console, workspace: Workspace) -> bool:
        """Plan what is not there: the same messages from either console, and products."""
        with workspace.reading() as connection:
            known = set(connection.execute(select(runs.c.id)).scalars())
        for name in (AGAIN,) if console.name == TILL else (MESSAGES, CATALOG):
            if self.runs.get(name) not in known:
                self.runs[name] = workspace.runs.create(*self._new(name))
                self.owner[name] = workspace.folder
        return True

    def _waiting(self, workspace: Workspace) -> list[str]:
        """The runs that have something to send; now and then one that has not, or is under way elsewhere."""
        query = select(items.c.run_id).where(items.c.state == ItemState.PLANNED).distinct()
        with workspace.reading() as connection:
            found = set(connection.execute(query).scalars())
        here = [run_id for name, run_id in self.runs.items() if self.owner[name] == workspace.folder]
        return [run_id for run_id in here if run_id in found or self.chance.random() < 0.02]

    def _new(self, name: str) -> tuple[NewRun, list[PlanItem]]:
        if name == CATALOG:
            return _run("products", Repeat.UPSERT), [
                PlanItem(one["id"], (_row(number),), Product.read(one).wire())
                for number, one in enumerate(self.products)
            ]
        bodies: list[dict[str, Any]] = [
            {
                "medium": "whatsapp",
                "contactIdentifier": number,
                "type": "text",
                "payload": {"message": "Your parcel is on its way"},
            }
            for number in self.numbers
        ]
        return _run("messages", Repeat.ONCE), [
            PlanItem(
                body["contactIdentifier"],
                (_row(number),),
                SendMessage.read(body).wire(),
                content=content_hash(body),
            )
            for number, body in enumerate(bodies)
        ]

    async def _drive(self, console: Console, workspace: Workspace, run_id: str) -> None:
        console.control = control = RunControl()
        connection = Connection("https://shop.example", Token("a-token-of-the-shop"))
        try:
            async with Client(connection, transport=self.network.transport) as client:
                driven = run(workspace, run_id, client, control)
                async with aclosing(driven) as progresses:
                    async for progress in progresses:
                        console.progress = progress
                        self._look_at(run_id, progress)
        finally:
            console.control = console.progress = None

    async def _person(self, console: Console, workspace: Workspace) -> None:
        """Pauses, stops, limits, edits, looks into the store and decides; resumes what waits for somebody."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.2, 15.0))
            control, progress, act = console.control, console.progress, self.chance.random()
            with suppress(WorkspaceError):
                if control is not None and progress is not None and progress.state is RunState.PAUSED:
                    control.resume()
                elif self.calm or act < 0.4:
                    await self._do(self._decide, workspace)
                elif act < 0.5:
                    await self._do(workspace.ask)
                elif control is not None and act < 0.65:
                    control.pause()
                elif control is not None and act < 0.75:
                    control.stop()
                elif control is not None and act < 0.85:
                    control.set_limit(self.chance.choice((None, 60, 600)))

    def _decide(self, workspace: Workspace) -> None:
        for doubt in workspace.decisions.open():
            decision = Decision.SEND_AGAIN
            if doubt.kind == "messages":
                self.doubted.add(doubt.record_id)
                if self.store.received[doubt.record_id]:
                    decision = Decision.COUNT_AS_SENT
            with suppress(WorkspaceError):
                workspace.decisions.decide([(doubt.run_id, doubt.seq)], decision, "Noor")

    # What has to be true

    def _look_at(self, run_id: str, told: RunProgress) -> None:
        """The words on the screen, at any moment."""
        ends = told.sent, told.refused, told.not_sent, told.needs_decision, told.on_the_way
        assert told.rows == sum(ends), f"{told.rows} rows, shown as {ends}"
        if run_id in (self.runs.get(MESSAGES), self.runs.get(AGAIN)):
            there = sum(1 for number in self.numbers if self.store.received[number])
            assert told.sent <= there, f"shown as sent: {told.sent}, in the store: {there}"
        self.shown[run_id] = max(self.shown[run_id], told.sent)
        self._nobody_twice()

    def _stands_as_shown(self, workspace: Workspace) -> None:
        """What somebody was shown as sent is that still, whatever ended since."""
        for name, run_id in self.runs.items():
            if self.owner[name] == workspace.folder and self.shown[run_id]:
                sent = workspace.runs.totals(run_id).sent
                assert sent >= self.shown[run_id], f"{sent} are sent, shown were {self.shown[run_id]}"

    def _nobody_twice(self) -> None:
        twice = {number: count for number, count in self.store.received.items() if count > 1}
        assert not twice, f"sent more than once: {twice}"

    async def _is_done(self) -> bool:
        for states in self._states().values():
            if not states or {ItemState.PLANNED, ItemState.SENDING, ItemState.UNKNOWN} & set(states.values()):
                return False
        return len(self.runs) == 3

    def _states(self) -> dict[str, dict[str, ItemState]]:
        """Run → record → where it stands, as the files say."""
        found: dict[str, dict[str, ItemState]] = {name: {} for name in self.runs}
        for console in self.consoles:
            if console.workspace is None or not console.alive:
                continue
            with suppress(WorkspaceError), console.workspace.reading() as connection:
                for name, run_id in self.runs.items():
                    query = select(items.c.record_id, items.c.state).where(items.c.run_id == run_id)
                    found[name] |= {row.record_id: ItemState(row.state) for row in connection.execute(query)}
        return found

    def _check(self) -> None:
        self._nobody_twice()
        found: dict[str, dict[str, ItemState]] = {}
        for folder in {*self.owner.values()}:
            with Workspace.open(folder, "") as workspace:
                for name, run_id in self.runs.items():
                    if self.owner[name] != folder:
                        continue
                    with workspace.reading() as connection:
                        query = select(items.c.record_id, items.c.state).where(items.c.run_id == run_id)
                        found[name] = {row.record_id: row.state for row in connection.execute(query)}
                    totals = workspace.runs.totals(run_id)
                    assert totals.sent >= self.shown[run_id], f"shown as sent: {self.shown[run_id]}, {totals}"
                    parts = totals.sent + totals.refused + totals.not_sent + totals.needs_decision
                    assert totals.rows == parts + totals.on_the_way, totals
                assert workspace.log.verify().whole, "the log is broken"
        for number in self.numbers:
            ends = [found[name][number] for name in (MESSAGES, AGAIN)]
            sent = ends.count(ItemState.ACKED)
            there = self.store.received[number]
            assert there == min(1, sent), f"{number}: {ends}, in the store {there} times"
            # Whoever may have been written to already is left out of the other run, too.
            told = ItemState.REJECTED in ends or number in self.doubted
            assert sent or told, f"{number} is lost: {ends}"
        for one in (made["id"] for made in self.products):
            state = found[CATALOG][one]
            assert state in (ItemState.ACKED, ItemState.REJECTED), f"product {one} is lost: {state}"
            assert state is not ItemState.ACKED or self.store.products[one], f"product {one} never came"


def template(folder: Path) -> Path:
    """An empty workspace to copy: to make its tables takes longer than a simulation."""
    Workspace.open(folder / "store", "").close()
    (folder / "marks").mkdir(exist_ok=True)
    return folder


def _run(kind: str, effect: Repeat) -> NewRun:
    return NewRun(kind, kind.title(), "/shop/file.csv", "file.csv", "f" * 64, ("Name",), effect=effect)


def _row(number: int) -> FileRow:
    return FileRow(number + 1, number + 2, (str(number),))


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
