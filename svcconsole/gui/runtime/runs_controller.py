"""RunsController: starts, pauses, resumes and stops the runs of this window."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.runtime.notices import Level, Link
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.runs.figures import Figures, figures, figures_at_rest
from svcconsole.services.runs.turn import Turn, Turns
from svcconsole.workspace.team.not_approved import NotApproved

if TYPE_CHECKING:
    from svcconsole.api.client import Client
    from svcconsole.gui.runtime.store_access import StoreAccess
    from svcconsole.gui.runtime.workspace_events import Happened
    from svcconsole.services.runs.run import RunControl, RunProgress
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.holders import Holder
    from svcconsole.workspace.runs.records import RunInfo

REPAINT_SECONDS = 0.1
OTHERS_SECONDS = 0.7
"""How often the runs that others drive are read again, at most."""
MayResume = Callable[["RunInfo", Figures], Awaitable[bool]]


async def _nobody_asks(_info: RunInfo, _known: Figures) -> bool:
    return False


AT_REST = ("stopped", "finished")
"""The states of a run that nobody drives."""


def undriven(state: str) -> str:
    """The state of a run that nobody drives: it has stopped, though the workspace says that it runs."""
    return "stopped" if state in ("running", "paused") else state


@dataclass(slots=True)
class LiveRun:
    """One run as this window knows it; `control` is there while it is driven, `seen` once looked at, `holder`
    while another console drives it. `stop_asked` is when somebody stopped it (monotonic), `stop_took`
    the seconds until nothing was on the way any more."""

    info: RunInfo
    known: Figures
    control: RunControl | None = None
    progress: RunProgress | None = None
    seen: bool = False
    holder: Holder | None = None
    stop_asked: float | None = None
    stop_took: float | None = None

    @property
    def state(self) -> str:
        """planned, running, paused, stopped or finished; a run nobody drives is never running."""
        state = str(self.progress.state if self.progress is not None else self.info.state)
        return undriven(state) if self.control is None and self.holder is None else state


class RunsController(QObject):
    """Drives `services.bulk.run` for any number of runs.

    `progressed(run_id, RunProgress)`: a new record to show. `finished(run_id)`: it ended, whole or stopped.
    `released(run_id)`: something kept it from starting or going on, and nobody drives it any more.
    `changed()`: a run came, went or changed its state. `show_wanted(run_id)`: somebody asked to see it.
    `unfinished_found(LiveRun)`: an earlier window left it unfinished; nothing is sent until it is started.
    One run sends at a time, the others wait their turn: the store's pace is found once, not fought over. One
    that only waits for its hour lets them, and one that is held lets what waited for its hour.
    Runs left unfinished by an earlier window are listed; only `start` ever sends anything, and what was
    stopped goes on only once `may_resume` has asked: without it nothing stopped ever does.
    """

    progressed = Signal(str, object)
    finished = Signal(str)
    released = Signal(str)
    changed = Signal()
    show_wanted = Signal(str)
    unfinished_found = Signal(object)

    def __init__(
        self, console: StoreAccess, parent: QObject | None = None, *, may_resume: MayResume = _nobody_asks
    ) -> None:
        super().__init__(parent)
        self._console = console
        self._may_resume = may_resume
        self._scope = make_scope(self, console.notices)
        self._runs: dict[str, LiveRun] = {}
        self._turns = Turns()
        self.writing_results = asyncio.Lock()
        """Held while result files are written: of two pages of a run the one that read last writes last."""
        self._on_screen: set[str] = set()
        self._lost = False
        self._told: set[str] = set()
        console.events.happened.connect(self._others_did)
        console.connection_changed.connect(self._follow_connection)

    def runs(self) -> tuple[LiveRun, ...]:
        """All runs of this window, those under way first, then the newest."""
        order = {"running": 0, "paused": 1, "planned": 2, "stopped": 2, "finished": 3}
        newest_first = list(self._runs.values())[::-1]
        return tuple(sorted(newest_first, key=lambda run: order[run.state]))

    def run(self, run_id: str) -> LiveRun | None:
        return self._runs.get(run_id)

    def is_running(self) -> bool:
        """Whether closing the window would interrupt something."""
        return any(run.control is not None for run in self._runs.values())

    def start(self, run_id: str) -> None:
        """Drive a run that somebody has just agreed to. One that is being driven goes on undisturbed."""
        if not self._scope.is_busy(run_id):
            self._scope.start(self._drive(run_id), run_id)

    def is_started(self, run_id: str) -> bool:
        """Whether somebody has started it here: it is being driven, or waits its turn."""
        return self._scope.is_busy(run_id)

    def pause(self, run_id: str) -> None:
        """Let what is on the way end, then wait."""
        if (control := self._control(run_id)) is not None:
            control.pause()

    def resume(self, run_id: str) -> None:
        """Go on with the client of now, so that a new token counts at once; what was stopped asks before."""
        if (control := self._control(run_id)) is not None:
            control.resume(self._console.client)
        elif not self.is_started(run_id) and not self._scope.is_busy(("ask", run_id)):
            self._scope.start(self._ask_and_start(run_id), ("ask", run_id))

    async def send_again(self, run_id: str, decided: int) -> None:
        """Send `decided` records once more as somebody said; a stopped run whose rest would go along asks."""
        waiting = await self._console.db(lambda space: space.runs.waiting(run_id))
        if waiting > decided and not self.is_started(run_id):
            self.resume(run_id)
        else:
            self.start(run_id)

    def stop(self, run_id: str) -> None:
        """Let what is on the way end, then keep the rest as not sent. It can be resumed."""
        if (control := self._control(run_id)) is not None:
            self._runs[run_id].stop_asked = time.monotonic()
            control.stop()
        elif self.is_started(run_id):
            self._scope.cancel(run_id)
            self.changed.emit()

    async def stop_whole(self, run_id: str) -> None:
        """Stop a run and wait until it is driven here no more."""
        self.stop(run_id)
        await self._scope.wait(run_id)

    def set_limit(self, run_id: str, rows_per_minute: int | None) -> None:
        """At most so many rows a minute, at once and whenever it is resumed; None lifts the limit."""
        self._scope.start(self._limit(run_id, rows_per_minute))

    def set_on_screen(self, run_id: str, shown: bool) -> None:
        """Whether a page shows this run: what it says there needs no notice."""
        self._on_screen.discard(run_id)
        if shown:
            self._on_screen.add(run_id)
            self._console.notices.settle(_about(run_id))
        elif (run := self._runs.get(run_id)) is not None and run.control and run.progress is not None:
            self._notify_pause(run.progress)

    def mark_seen(self, run_id: str) -> None:
        """Its result has been seen: it leaves the activity line."""
        run = self._runs.get(run_id)
        if run is not None and not run.seen:
            run.seen = True
            self.changed.emit()

    async def find_unfinished(self) -> None:
        """List the runs an earlier window left unfinished, and name each in `unfinished_found`."""
        found = await self._console.db(
            lambda workspace: [
                (info, figures_at_rest(workspace.runs.totals(info.id)), elsewhere(workspace, info.id))
                for info in workspace.runs.list(unfinished=True)
            ]
        )
        for info, known, holder in reversed(found):
            if info.id in self._runs:
                continue
            run = self._runs[info.id] = LiveRun(info, known, holder=holder)
            if holder is None:
                self.unfinished_found.emit(run)
        if found:
            self.changed.emit()

    def _others_did(self, what: Happened) -> None:
        self._told |= what.keys("run", "progress")
        if self._told and not self._scope.is_busy("others"):
            self._scope.start(self._read_others(), "others")

    async def _read_others(self) -> None:
        """What others drive is listed as long as they do, and what is listed is shown as it is now."""
        while self._told:
            told, self._told = self._told, set()
            wanted = set(self._runs) | told if "" in told else told
            here = {run_id for run_id in self._runs if self.is_started(run_id)}
            found = await self._console.db(partial(_as_known, run_ids=wanted - here))
            for info, known, holder in found:
                run = self._runs.get(info.id)
                if run is None and holder is not None:
                    self._runs[info.id] = LiveRun(info, known, holder=holder)
                elif run is not None and not self.is_started(info.id):
                    # What ended elsewhere is no news of this window: it only leaves the line.
                    run.seen = run.seen or (run.holder is not None and holder is None)
                    run.info, run.known, run.holder, run.progress = info, known, holder, None
            for run_id in wanted - here - {info.id for info, *_ in found}:
                self._runs.pop(run_id, None)
            self.changed.emit()
            await asyncio.sleep(OTHERS_SECONDS)

    async def close(self) -> None:
        """Bring every run to its safe point; each is offered again by the next window."""
        await self._scope.close()

    def _control(self, run_id: str) -> RunControl | None:
        run = self._runs.get(run_id)
        return None if run is None else run.control

    def _show(self, run_id: str) -> None:
        self.show_wanted.emit(run_id)

    async def _ask_and_start(self, run_id: str) -> None:
        info, known = await self._console.db(
            lambda space: (space.runs.get(run_id), figures_at_rest(space.runs.totals(run_id)))
        )
        if await self._may_resume(info, known):
            self.start(run_id)

    async def _limit(self, run_id: str, rows_per_minute: int | None) -> None:
        await self._console.db(lambda space: space.runs.set_limit(run_id, rows_per_minute))
        if (control := self._control(run_id)) is not None:
            control.set_limit(rows_per_minute)

    async def _drive(self, run_id: str) -> None:
        ended = False
        try:
            ended = await self._carry_out(run_id)
        finally:
            if not ended:
                self.changed.emit()
                self.released.emit(run_id)

    async def _carry_out(self, run_id: str) -> bool:
        """Whether it came to an end: finished, or stopped by somebody."""
        await self._console.ready()
        await asyncio.to_thread(import_module, "svcconsole.services.runs.run")
        workspace, info, known = await self._console.db(
            lambda space: (space, space.runs.get(run_id), figures_at_rest(space.runs.totals(run_id)))
        )
        client = self._console.client
        if client is None:
            self._console.notices.add(Level.WARNING, tr("No store is connected, so the run has not started."))
            return False
        run = self._runs[run_id] = LiveRun(info, known)
        self._console.notices.settle(_about(run_id))
        self.changed.emit()
        try:
            async with Turn(self._turns) as turn:
                await self._send(run, workspace, client, turn)
        except NotApproved as refusal:
            await self._offer_asking(run_id, refusal, shared=workspace.shared)
            return False
        await self._announce(run)
        return True

    async def _offer_asking(self, run_id: str, refusal: NotApproved, *, shared: bool) -> None:
        """Say that a second person has to agree, and let them be asked where there can be one."""

        def ask() -> None:
            self._scope.start(self._ask_approval(run_id))

        asks = Link(tr("Ask for an approval"), ask)
        waits = await self._console.db(lambda space: space.approvals.of_run(run_id))
        may_ask = shared and (waits is None or waits.answer != "")
        self._console.notices.add(
            Level.WARNING,
            refusal.sentence,
            advice=refusal.advice,
            links=(asks,) if may_ask else (),
            about=_about(run_id),
        )

    async def _ask_approval(self, run_id: str) -> None:
        asked = await self._console.db(lambda space: space.approvals.ask(run_id))
        self._console.notices.settle(_about(run_id))
        self._console.notices.add(
            Level.SUCCESS,
            tr("Plan {code} waits for a second person.", code=asked.code),
            advice=tr("It can be started once somebody with the role Approve has agreed."),
        )

    async def _send(self, run: LiveRun, workspace: Workspace, client: Client, turn: Turn) -> None:
        from svcconsole.services.runs import run as bulk

        run_id = run.info.id
        run.control = control = bulk.RunControl(turn)
        self.changed.emit()
        shown_at, stands = 0.0, ("", "")
        loop = asyncio.get_running_loop()
        try:
            async for progress in bulk.run(workspace, run_id, client, control):
                run.progress, run.known = progress, figures(progress)
                if run.known.off_by:
                    control.pause()
                why = progress.sentence if progress.state == "paused" else ""
                if (progress.state, why) != stands:
                    stands = progress.state, why
                    self._notify_pause(progress)
                    self.changed.emit()
                elif loop.time() - shown_at < REPAINT_SECONDS:
                    continue
                shown_at = loop.time()
                self.progressed.emit(run_id, progress)
        finally:
            run.control = None
        if run.progress is not None:
            self.progressed.emit(run_id, run.progress)

    def _follow_connection(self) -> None:
        """A run that waits for the store goes on as soon as the store is back, and not at its next try."""
        lost, self._lost = self._lost, self._console.state.reach == "lost"
        if not lost or self._console.state.reach != "connected":
            return
        for run in self._runs.values():
            waits = run.progress is not None and run.state == "paused" and run.progress.goes_on_alone
            if waits and run.control is not None:
                run.control.resume(self._console.client)

    def _notify_pause(self, progress: RunProgress) -> None:
        """Tell of a pause where no page shows it; once it has ended, or the run was stopped, nothing does."""
        if progress.state != "paused" or progress.waits_for_terms:
            self._console.notices.settle(_about(progress.run_id))
        elif progress.sentence and progress.run_id not in self._on_screen:
            self._console.notices.add(
                Level.WARNING,
                progress.sentence,
                advice=progress.advice,
                links=(Link(tr("Show the run"), lambda: self._show(progress.run_id)),),
                about=_about(progress.run_id),
            )

    async def _announce(self, run: LiveRun) -> None:
        from svcconsole.workspace.schema import Bucket

        run_id = run.info.id
        if run.stop_asked is not None:
            run.stop_took = time.monotonic() - run.stop_asked
        run.info, ids = await self._console.db(
            lambda space: (space.runs.get(run_id), space.runs.record_ids(run_id, Bucket.SENT))
        )
        self.changed.emit()
        self.finished.emit(run_id)
        if run.info.effect == "once":
            self._console.sends_changed.emit()
        if ids and run.info.kind in ("products", "catalogs"):
            self._console.products_changed.emit(ids)


def _as_known(workspace: Workspace, run_ids: set[str]) -> list[tuple[RunInfo, Figures, Holder | None]]:
    """These runs with their figures and who else drives them; on the workspace's thread."""
    return [
        (
            info,
            figures_at_rest(workspace.runs.totals(info.id)),
            # whoever stopped or finished it lets go of it a moment later: it is driven no more
            None if str(info.state) in AT_REST else elsewhere(workspace, info.id),
        )
        for info in workspace.runs.known(run_ids)
    ]


def elsewhere(workspace: Workspace, run_id: str) -> Holder | None:
    """The other console that drives a run; on the workspace's thread."""
    holder = workspace.runner.holders().get(run_id)
    return None if holder is None or holder.mine else holder


def _about(run_id: str) -> str:
    """What the notices of a run are about."""
    return f"run {run_id}"
