"""One run: figures, rows, result files, and the footer's next step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole import folders
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import dialogs, quantity_words
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.time_slices import next_turn
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.panels.runs.decide_unknown import KEEP, SEND_AGAIN
from svcconsole.gui.panels.runs.kind_words import CAMPAIGNS, kind_words
from svcconsole.gui.panels.runs.result_files import ResultFile, sized
from svcconsole.gui.panels.runs.run_rows import RunRows
from svcconsole.gui.panels.runs.run_text import driven_elsewhere, no_way_back
from svcconsole.gui.panels.runs.run_view import ENDED, RunView
from svcconsole.gui.runtime.runs_controller import elsewhere, undriven
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.campaigns.first_wave import wave_of
from svcconsole.services.runs.figures import Figures, figures_at_rest
from svcconsole.services.runs.pause_reasons import NO_TEMPLATE
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.schema import RunState

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.runs_controller import LiveRun, RunsController
    from svcconsole.workspace.runs.holders import Holder
    from svcconsole.workspace.runs.records import Reason

ONCE = ("templates", "messages", "tickets", "flows")
"""Kinds of which nothing is sent a second time as it is."""
WAVE_SECONDS = 2.0
"""So often it is looked how the first people of a campaign fare."""


class RunPanel(QWidget):
    """Shows the run of `show_run` live, and its result once it ended.

    `ended()`: it is finished or stopped. `shows_result()`: a finished run's result is on screen. `left()`:
    continue in the background. `send_again(Path)`: import this file of refused rows. `browse()`: look at what
    was imported. `other_message(import id)`: the same file with another message, without whom this run
    reached. `take_back(run id)`: give back what this run changed. `loaded(RunInfo)`: the workspace told which
    run it is.
    """

    ended = Signal()
    shows_result = Signal()
    left = Signal()
    send_again = Signal(object)
    browse = Signal()
    other_message = Signal(str)
    take_back = Signal(str)
    loaded = Signal(object)

    def __init__(self, console: Console, view: RunView) -> None:
        super().__init__()
        if console.runs is None:
            raise LookupError("runs are there once the console is ready")
        self._console = console
        self._runs: RunsController = console.runs
        self.run_id = ""
        self.scope = make_scope(self, console.notices)
        self.view = view
        self.rows = RunRows(console)
        self.result_rows: RunRows | None = None
        self.footer = Footer()
        self.results = button(tr("Results so far"), "export")
        self.background = button(tr("Continue in the background"))
        self.back_again = button(tr("Take back this run"), "undo")
        self.browse_records = button("")
        self.choose_other = button(tr("Choose another message"), "messaging")
        self.repeat = button("", "refresh")
        self.again = button("", kind="primary")
        self.choose_other.hide()
        self.back_again.hide()
        self.kind = ""
        self._at_rest = False
        """Whether it shows a run that nobody drives: its result, or that it has not started."""
        self._has_wave = False
        self._leads_on = False
        """Whether the file is to be opened with another message once the run has ended."""
        told = (EventKind.RUN, EventKind.PROGRESS, EventKind.DECISION)
        self.live_refresh = LiveRefresh(self, console.events, self.scope, told, self._others_changed)
        heard = (EventKind.DELIVERY,)
        self.delivery_refresh = LiveRefresh(self, console.events, self.scope, heard, self._others_heard)
        for control in (
            self.results,
            self.background,
            self.back_again,
            self.choose_other,
            self.browse_records,
            self.repeat,
            self.again,
        ):
            self.footer.add(control)
        self.setMinimumSize(dp(480), dp(320))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.rows)
        vbox((self.stack, 1), self.footer, parent=self, spacing=0)
        self._connect()
        self._update_look(ended=False, refused=0)

    def show_run(self, run_id: str) -> None:
        """Show this run from now on."""
        self.run_id = run_id
        self._runs.set_on_screen(run_id, self.isVisible())
        self.scope.start(self._load(), "load")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.run_id:
            self._runs.set_on_screen(self.run_id, True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.run_id:
            self._runs.set_on_screen(self.run_id, False)

    def live(self) -> LiveRun | None:
        """The run as this window drives it, if it does."""
        return self._runs.run(self.run_id)

    async def shut(self) -> None:
        """End what this page was reading; the run itself goes on."""
        await self.scope.close()
        for rows in (self.rows, self.result_rows):
            if rows is not None:
                await rows.scope.close()

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do: from its rows back to the run, and a result’s filled button."""
        here: dict[str, Callable[[], None]] = {}
        if self.stack.currentWidget() is self.rows:
            here["back"] = here["close"] = self.rows.left.emit
            return here
        stopped = (self.view.resume,) if self._goes_on_first() else ()
        for filled in (*stopped, self.again, self.browse_records):
            if filled.isVisible():
                here.setdefault("primary", filled.click)
        return here

    def _connect(self) -> None:
        runs, view = self._runs, self.view
        view.pause_wanted.connect(lambda: runs.pause(self.run_id))
        view.resume_wanted.connect(lambda: runs.resume(self.run_id))
        view.stop_wanted.connect(lambda: runs.stop(self.run_id))
        view.limit_wanted.connect(lambda limit: runs.set_limit(self.run_id, limit))
        view.rows_wanted.connect(self._show_rows)
        view.files.folder_wanted.connect(lambda: self.scope.start(self._keep_results(), "results"))
        self.rows.left.connect(lambda: self.stack.setCurrentWidget(view))
        self.rows.decided.connect(lambda answer: self.scope.start(self._decide(answer), "decide"))
        self.results.clicked.connect(lambda: self.scope.start(self._keep_results(), "results"))
        self.background.clicked.connect(self.left)
        self.browse_records.clicked.connect(self.browse)
        self.again.clicked.connect(self._send_again)
        self.repeat.clicked.connect(lambda: self.scope.start(self._repeat_refused(), "repeat"))
        self.back_again.clicked.connect(lambda: self.take_back.emit(self.run_id))
        self.choose_other.clicked.connect(self._choose_other)
        runs.progressed.connect(self._progressed)
        runs.finished.connect(self._finished)
        runs.released.connect(self._released)

    def _progressed(self, run_id: str, progress: object) -> None:
        run = self._runs.run(run_id)
        if run_id == self.run_id and run is not None and run.progress is not None:
            self.view.set_progress(run.progress, run.known)
            if str(run.progress.state) not in ENDED:
                self._show_under_way()
            self._offer_other(run.progress.sentence, ended=False, unsent=1)
            if self._has_wave and not self.scope.is_busy("wave"):
                self.scope.start(self._follow_wave(), "wave")

    def _show_under_way(self) -> None:
        """What was shown of a run that nobody drives gives way to one that goes."""
        if self._at_rest:
            self._at_rest = False
            self._update_look(ended=False, refused=0)
            self.view.show_result(False)

    async def _follow_wave(self) -> None:
        """Show how the first people of a campaign fare, not again for a moment."""
        await self._show_wave()
        await asyncio.sleep(WAVE_SECONDS)

    async def _show_wave(self) -> None:
        run_id = self.run_id
        self.view.set_wave(await self._console.db(lambda space: wave_of(space, run_id)))

    def _finished(self, run_id: str) -> None:
        if run_id == self.run_id:
            self.scope.start(self._load(), "load")
            self.ended.emit()
            if self._leads_on:
                self.scope.start(self._open_with_other(), "other")

    def _released(self, run_id: str) -> None:
        if run_id == self.run_id and not self.scope.is_closed():
            self.scope.start(self._load(), "load")

    async def _load(self) -> None:
        """Show what the workspace has; a run nobody drives has its result files as well."""
        from svcconsole.services.imports.kept_mapping import mapping_lines

        info, known, reasons, kept, holder = await self._console.db(
            lambda space: (
                space.runs.get(self.run_id),
                figures_at_rest(space.runs.totals(self.run_id)),
                tuple(space.runs.reasons(self.run_id)),
                space.before.kept_until().get(self.run_id),
                elsewhere(space, self.run_id),
            )
        )
        columns = await asyncio.to_thread(mapping_lines, info.kind, info.mapping)
        live = self._runs.run(self.run_id)
        driven = self._runs.is_started(self.run_id) and str(info.state) not in ENDED
        if not driven and holder is None:
            info = replace(info, state=RunState(undriven(str(info.state))))
        self.info, self.kind = info, info.kind
        self.browse_records.setText(tr(kind_words(info.kind).browse))
        self.loaded.emit(info)
        self.view.set_run(info, known)
        self._has_wave = bool(info.terms)
        if self._has_wave:
            await self._show_wave()
        else:
            self.view.set_wave(None)
        await next_turn()
        self.view.side.set_columns(columns)
        await next_turn()
        self.view.set_reasons(reasons)
        if live is not None and live.progress is not None and (driven or live.progress.state == info.state):
            self.view.set_progress(live.progress, known)
        if driven:
            return
        if holder is not None:
            self._show_elsewhere(holder, known)
            return
        self.view.set_idle(str(info.state))
        if str(info.state) == "planned":
            self._show_not_started()
        if str(info.state) in ENDED:
            self._runs.mark_seen(self.run_id)
            self._at_rest = True
            self._update_look(ended=True, refused=known.refused)
            self._offer_taking_back(kept, known.accepted + known.to_decide)
            self._offer_other("", ended=True, unsent=known.refused + known.not_sent)
            focus_if_visible(self.again if known.refused else self.browse_records)
            await next_turn()
            await self._show_result_rows(known)
            await next_turn()
            if str(info.state) == "finished":
                self.shows_result.emit()
                await next_turn()
            self.view.files.set_files(
                await self._write(self._console.store_folder / folders.RESULTS / info.code)
            )

    def _show_not_started(self) -> None:
        """Nothing goes on in the background, and there are no results."""
        self._at_rest = True
        self.results.hide()
        self.background.hide()
        self.view.resume.set_kind("primary")
        self.footer.set_message(FooterPart(tr("Nothing was sent."), icon="shield"))

    async def _others_changed(self, run_ids: frozenset[str]) -> None:
        """Another console drives the run, or decided about it: its figures, and its result once it ended."""
        if not self.run_id or not run_ids & {self.run_id, ""} or self._runs.is_started(self.run_id):
            return
        info, known, reasons, holder = await self._console.db(
            lambda space: (
                space.runs.get(self.run_id),
                figures_at_rest(space.runs.totals(self.run_id)),
                tuple(space.runs.reasons(self.run_id)),
                elsewhere(space, self.run_id),
            )
        )
        if (str(info.state) in ENDED) is not self._at_rest and holder is None:
            await self._load()
            return
        self.view.set_run(info, known)
        self.view.set_reasons(reasons)
        if self._has_wave:
            await self._show_wave()
        if holder is not None:
            self._show_elsewhere(holder, known)

    async def _others_heard(self, _keys: frozenset[str]) -> None:
        """The store said something of messages to another console."""
        if self._has_wave:
            await self._show_wave()

    def _show_elsewhere(self, holder: Holder, known: Figures) -> None:
        """It goes on over there: it is paused and stopped there, too."""
        self._show_under_way()
        self.view.set_elsewhere(driven_elsewhere(holder), known)
        self.background.setVisible(False)
        told = tr("It can be paused and stopped on that computer. You can close this window.")
        self.footer.set_message(FooterPart(told, icon="shield"))

    def _update_look(self, *, ended: bool, refused: int) -> None:
        """The footer of a run under way, or of its result."""
        self.results.setVisible(not ended)
        self.background.setVisible(not ended)
        self.browse_records.setVisible(ended)
        self.back_again.setVisible(False)
        self.again.setVisible(ended and refused > 0)
        self.repeat.setVisible(ended and refused > 0 and self.kind not in ONCE)
        self.repeat.setText(tr_plural("Send it as it is", "Send the {n} as they are", refused))
        set_tip(self.repeat, tr("Only what was refused, with the same contents, as a run of its own."))
        rest = ended and self._goes_on_first()
        self.view.resume.set_kind("primary" if rest else "plain")
        self.again.set_kind("plain" if rest else "primary")
        self.browse_records.set_kind("plain" if refused or rest else "primary")
        self.again.setText(
            tr_plural("Send the 1 row again after fixing", "Send the {n} again after fixing", refused)
        )
        if ended:
            part = FooterPart(tr("The result of each row is kept."), icon="shield")
        else:
            part = FooterPart(
                tr(
                    "You can close the window. The run stops at a safe point and goes on from there when you "
                    "resume it; no row is sent twice by itself."
                ),
                icon="shield",
            )
        self.footer.set_message(part)

    def _goes_on_first(self) -> bool:
        """Whether the next thing to do is to send: a run that has not started, or the rest of an import that
        was stopped. What goes once was stopped for a reason that only a person knows."""
        state = self.view.state()
        return state == "planned" or (state == "stopped" and self.kind not in ONCE)

    def _offer_taking_back(self, kept_until: str | None, reached: int) -> None:
        """A run that reached the store can be taken back as long as what was there before is kept; where it
        cannot, the footer says why."""
        self.back_again.setVisible(kept_until is not None and reached > 0)
        if kept_until is None and reached > 0 and (why := no_way_back(self.info)):
            self.footer.set_message(FooterPart(why, icon="history"))
        if kept_until is not None:
            day = quantity_words.day(kept_until)
            set_tip(self.back_again, tr("What was there before is kept until {day}.", day=day))

    def _offer_other(self, sentence: str, *, ended: bool, unsent: int) -> None:
        """Another message for whom this one did not reach: of a campaign that ended before everybody had it,
        or that waits because the store does not know its template."""
        waits = sentence == NO_TEMPLATE.sentence
        self.choose_other.setVisible(self.kind in CAMPAIGNS and ((ended and unsent > 0) or waits))
        self.choose_other.setText(
            tr("Choose another message") if ended else tr("Stop and choose another message")
        )

    def _choose_other(self) -> None:
        if self._runs.is_started(self.run_id) and self.view.state() not in ENDED:
            self._leads_on = True
            self._runs.stop(self.run_id)
        else:
            self.scope.start(self._open_with_other(), "other")

    async def _open_with_other(self) -> None:
        from svcconsole.services.campaigns.other_message import prepare

        self._leads_on = False
        self.other_message.emit(await self._console.db(lambda space: prepare(space, self.run_id)))

    async def _write(self, folder: Path) -> tuple[ResultFile, ...]:
        """Write the result files in a worker process: from a thread 10,000 rows would stall the window."""
        from svcconsole.services.workers.worker_process import WorkerProcess

        async with (
            self._runs.writing_results,
            WorkerProcess(
                "svcconsole.services.runs.result_files:ResultWriter", str(self._console.store_folder)
            ) as work,
        ):
            paths: list[Path] = await work.call("write", self.run_id, str(folder))
        return sized(paths)

    async def _keep_results(self) -> None:
        folder = await dialogs.choose_folder(self, tr("Choose a folder for the result files"))
        if folder is None:
            return
        files = await self._write(folder)
        self._console.note_saved(folder)
        self._console.notices.add(
            "success",
            tr("The results are in {folder}.", folder=folder),
            advice=", ".join(file.path.name for file in files),
        )

    async def _repeat_refused(self) -> None:
        """Send what was refused once more, unchanged: something in the store may be otherwise now."""
        from svcconsole.services.runs.refused_again import plan_refused

        words = self.repeat.text()
        if not await may_write(self._console, self, words, words):
            return
        run_id = await self._console.db(lambda space: plan_refused(space, self.run_id))
        self._runs.start(run_id)
        self._runs.show_wanted.emit(run_id)

    def _show_rows(self, bucket: str, reason: Reason | None) -> None:
        """The rows behind a link, on a page of their own."""
        self.scope.start(self._open_rows(bucket, reason), "rows")

    async def _open_rows(self, bucket: str, reason: Reason | None) -> None:
        self.rows.show_rows(self.info, bucket, reason, explained=bucket != "sent")
        self.stack.setCurrentWidget(self.rows)
        if bucket == "needs_decision":
            totals = await self._console.db(lambda space: space.runs.totals(self.run_id))
            under_way = self._runs.is_started(self.run_id)
            self.rows.ask(totals.products.needs_decision, self.info.kind, under_way=under_way)

    async def _show_result_rows(self, known: Figures) -> None:
        """Result of each row, under the figures of a run that ended."""
        if self.result_rows is None:
            rows = RunRows(self._console, inside=True)
            await next_turn()
            self.view.set_rows(rows)
            self.result_rows = rows
            await next_turn()
        self.view.show_result(True)
        quoted = known.refused + known.to_decide > 0
        self.result_rows.show_rows(self.info, None, explained=_has_reasons(known), quoted=quoted)

    async def _decide(self, answer: str) -> None:
        """Do what was decided about all rows nobody can know about; sending again is a run like any other."""
        from svcconsole.workspace.runs.records import Decision

        decision = {SEND_AGAIN: Decision.SEND_AGAIN, KEEP: Decision.KEEP}[answer]
        decided = await self._console.db(
            lambda space: space.runs.decide(self.run_id, decision, by=space.operator)
        )
        self._console.sends_changed.emit()
        self.stack.setCurrentWidget(self.view)
        if decision is Decision.SEND_AGAIN:
            self._update_look(ended=False, refused=0)
            await self._runs.send_again(self.run_id, decided)
        await self._load()

    def _send_again(self) -> None:
        for file in self.view.files.files:
            if file.path.name == "refused.csv":
                self.send_again.emit(file.path)


def _has_reasons(known: Figures) -> bool:
    """Whether some row did not arrive: then a column says why."""
    rows = known.rows or known
    return rows.accepted < rows.total + rows.left_out
