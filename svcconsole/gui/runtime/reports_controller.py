"""ReportsController: asks for reports and follows each to its end, whether it is shown or not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.runtime.live_report import LiveReport
from svcconsole.gui.runtime.notices import Expected
from svcconsole.gui.runtime.task_scope import make_scope, settle
from svcconsole.services.reports.files import ReportFiles
from svcconsole.workspace.runs.report_runs import UNDER_WAY, Need, ReportRun, Stage
from svcconsole.workspace.schema import ItemState

if TYPE_CHECKING:
    from svcconsole.gui.runtime.store_access import StoreAccess
    from svcconsole.services.reports.question import ReportQuestion
    from svcconsole.services.reports.run import ReportDeps

TRY_AGAIN_SECONDS = 15.0
"""After this a report is followed again that could not be: no store, or another window at it."""
SETTLE_SECONDS = 5.0


class ReportsController(QObject):
    """Follows every run that is under way, from the moment the window has opened.

    `changed(run_id)`: there is something new to show of a run. `listed()`: runs came or went.
    `ended(run_id)`: a run that was followed here has come to an end, or waits for a person.
    """

    changed = Signal(str)
    listed = Signal()
    ended = Signal(str)

    def __init__(self, console: StoreAccess) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self._known: dict[str, LiveReport] = {}
        self._following: dict[str, asyncio.Task[None]] = {}
        self._deps: ReportDeps | None = None
        self._begun = False
        self._comes_back = ""
        self.on_screen = False
        """Whether the list of reports is looked at: what it says there needs no notice."""
        console.sends_changed.connect(self._sends_changed)
        console.connection_changed.connect(self._connection_changed)

    # What there is

    def all(self) -> tuple[LiveReport, ...]:
        """Every run of the workspace, newest first."""
        return tuple(self._known.values())

    def find(self, run_id: str) -> LiveReport | None:
        return self._known.get(run_id)

    def is_followed(self, run_id: str) -> bool:
        """Whether this window watches it now."""
        return run_id in self._following

    def file_of(self, run: ReportRun) -> Path:
        """The merged file of a run that is done."""
        return ReportFiles.of(self._console.store_folder, run.id).merged(run.file)

    # What can be done

    async def begin(self) -> None:
        """Read what was asked for, and follow again what was under way when the last window closed; once."""
        if self._begun:
            return
        self._begun = True
        await self.read()
        under_way = [live.run for live in self.all() if live.run.stage in UNDER_WAY]
        if under_way:
            from svcconsole.services.reports.run import can_follow_here

            for run in under_way:
                if await asyncio.to_thread(can_follow_here, self._deps_now(), run):
                    self.follow(run.id)

    async def read(self) -> None:
        """Read all runs anew from the workspace; what was heard of those under way stays."""
        runs = await self._console.db(lambda space: space.reports.list())
        known, self._known = self._known, {}
        for run in runs:
            live = self._known[run.id] = known.get(run.id) or LiveReport(run)
            if not self.is_followed(run.id):
                live.run, live.progress = run, None
        self.listed.emit()

    async def ask(self, question: ReportQuestion, reference: str = "") -> LiveReport:
        """Note the question as a run and follow it. Raises ValidationError where it is not whole."""
        from svcconsole.services.reports.run import ask

        return self._begun_now(await ask(self._deps_now(), question, reference))

    async def watch(self, history_id: int) -> LiveReport:
        """Follow a report that was asked for elsewhere, by the number the store gave it."""
        from svcconsole.services.reports.run import watch

        return self._begun_now(await watch(self._deps_now(), history_id))

    def _begun_now(self, run: ReportRun) -> LiveReport:
        live = self._known.get(run.id) or LiveReport(run)
        self._known = {run.id: live, **self._known}
        self.listed.emit()
        if run.stage in UNDER_WAY:
            self.follow(run.id)
        return live

    def follow(self, run_id: str) -> None:
        """Go on with a run; one that is followed already goes on undisturbed."""
        if not self.is_followed(run_id):
            task = self._following[run_id] = self.scope.start(self._follow(run_id), run_id)
            task.add_done_callback(lambda done: self._let_go(run_id, done))

    def look_now(self, run_id: str) -> None:
        """Do not wait for the next look any longer."""
        live = self.find(run_id)
        if live is not None:
            live.hurry.set()

    def stop(self, run_id: str) -> None:
        """Ask for no further part and watch no longer; it can go on later."""
        from svcconsole.services.reports.run_actions import stop_following

        self._then(run_id, lambda deps: stop_following(deps, run_id), again=False)

    def go_on(self, run_id: str) -> None:
        """Go on where it was stopped."""
        from svcconsole.services.reports.run_actions import resume

        self._then(run_id, lambda deps: resume(deps, run_id))

    def allow(self, run_id: str) -> None:
        """A person has said that the same may be asked for once more."""
        from svcconsole.services.reports.run_actions import allow

        self._then(run_id, lambda deps: allow(deps, run_id))

    def give_id(self, run_id: str, history_id: int) -> None:
        """The id that the store's e-mail names."""
        from svcconsole.services.reports.run_actions import give_id

        self._then(run_id, lambda deps: give_id(deps, run_id, history_id))

    def forget(self, run_id: str) -> None:
        """Take the run and its files away."""
        from svcconsole.services.reports.run_actions import forget

        self._then(run_id, lambda deps: forget(deps, run_id), again=False)

    def decide(self, run_id: str) -> None:
        """Bring the question of this run to the front of what needs a decision; once it is made, the report
        is shown again."""
        self._comes_back = run_id
        self.scope.start(self._decide(run_id), ("decide", run_id))

    def back_by_hand(self) -> None:
        """The reports are on screen: nobody has to be brought back to them."""
        self._comes_back = ""

    def show_by_reference(self, reference: str) -> None:
        """Show the run that its mails are found by."""
        run = next((live.run for live in self.all() if live.run.reference == reference), None)
        if run is not None:
            self._console.report_wanted.emit(run.id)

    async def close(self) -> None:
        """Let go of every run at its checkpoint: the next window goes on with them."""
        await self.scope.close()
        if self._deps is not None:
            await self._deps.downloader.aclose()
            self._deps = None

    # How it is done

    def _deps_now(self) -> ReportDeps:
        if self._deps is None:
            from svcconsole.api.downloads import Downloader
            from svcconsole.services.reports.run import ReportDeps

            console = self._console
            self._deps = ReportDeps(
                database=console.db,
                sender=console.sends,
                ready=console.ready,
                folder=console.store_folder,
                downloader=Downloader(network=console.network),
            )
        return self._deps

    async def _follow(self, run_id: str) -> None:
        """Until it ends or waits for a person; what keeps it from being followed is tried again."""
        from svcconsole.services.reports.run import follow

        live, here = self._known[run_id], False
        while True:
            live.hurry.clear()
            try:
                async for progress in follow(self._deps_now(), run_id, hurry=live.hurry):
                    here = True
                    live.update(progress)
                    self.changed.emit(run_id)
            except Exception as error:
                if not isinstance(error, Expected):
                    raise
                live.held_up = error.sentence
                live.run = await self._console.db(lambda space: space.reports.get(run_id))
            if live.run.stage not in UNDER_WAY:
                break
            self.changed.emit(run_id)
            await self._wait(live)
        self.changed.emit(run_id)
        if here:  # whoever followed it elsewhere tells its end there
            self.ended.emit(run_id)

    async def _wait(self, live: LiveReport) -> None:
        try:
            async with asyncio.timeout(TRY_AGAIN_SECONDS):
                await live.hurry.wait()
        except TimeoutError:
            return

    def _let_go(self, run_id: str, task: asyncio.Task[None]) -> None:
        if self._following.get(run_id) is task:
            del self._following[run_id]

    def _then(
        self, run_id: str, act: Callable[[ReportDeps], Awaitable[object]], *, again: bool = True
    ) -> None:
        self.scope.start(self._act(run_id, act, again=again), ("act", run_id))

    async def _act(self, run_id: str, act: Callable[[ReportDeps], Awaitable[object]], *, again: bool) -> None:
        """Let go of the run, do what a person said of it, and follow it again where there is a way on."""
        task = self._following.pop(run_id, None)
        if task is not None:
            await settle([task], SETTLE_SECONDS)
        await act(self._deps_now())
        await self.read()
        self.changed.emit(run_id)
        if again and run_id in self._known:
            self.follow(run_id)

    async def _decide(self, run_id: str) -> None:
        from svcconsole.services.reports.run_actions import doubt_of

        doubt = await doubt_of(self._deps_now(), run_id)
        if doubt is not None and doubt.state is ItemState.UNKNOWN:
            self._console.decisions_wanted.emit(doubt.run_id)
        else:
            self.follow(run_id)  # decided meanwhile

    def _sends_changed(self) -> None:
        """Something was decided, perhaps about one of these."""
        for run_id, live in self._known.items():
            waits = live.run.stage is Stage.NEEDS and live.run.need is Need.DECISION
            if waits and not self.is_followed(run_id) and not self.scope.is_busy(("decided", run_id)):
                self.scope.start(self._look_at(run_id), ("decided", run_id))

    async def _look_at(self, run_id: str) -> None:
        from svcconsole.services.reports.run_actions import doubt_of

        doubt = await doubt_of(self._deps_now(), run_id)
        if doubt is not None and doubt.state is ItemState.UNKNOWN:
            return
        self.follow(run_id)
        if self._comes_back == run_id:
            self._comes_back = ""
            self._console.report_wanted.emit(run_id)

    def _connection_changed(self) -> None:
        """The store answers again: what could not be followed is, at once."""
        for live in self._known.values():
            if live.held_up:
                live.hurry.set()
