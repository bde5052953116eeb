"""The run of this table that is in progress or can be resumed, in one line."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.panels.runs.activity import RunLine
from svcconsole.gui.tabs.user_properties.entries import Entries

if TYPE_CHECKING:
    from svcconsole.gui.runtime.runs_controller import LiveRun, RunsController

REREAD_SECONDS: Final = 0.5


class RunBar(Ground):
    """Shown while there is such a run; it also tells `entries` to ask what became of them. `ended()`: one of
    these runs has."""

    ended = Signal()

    def __init__(self, entries: Entries) -> None:
        super().__init__("surface", "bottom")
        self._entries = entries
        self._runs: RunsController | None = None
        self._run_id = ""
        self.line = RunLine(with_stop=True)
        self.show_run = link(tr("Show the run"))
        hbox((self.line, 1), self.show_run, parent=self, margins=(20, 6, 16, 6))
        self.show_run.clicked.connect(lambda: self.open_run(self._run_id))
        self.hide()

    def watch(self, runs: RunsController) -> None:
        """Follow the runs as soon as the window has them."""
        if self._runs is runs:
            return
        self._runs = runs
        self.line.watch(runs)
        self.line.opened.connect(runs.show_wanted)
        runs.progressed.connect(self._progressed)
        runs.finished.connect(self._finished)
        runs.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the run there is now."""
        run = self._current()
        self.setVisible(run is not None)
        if run is not None:
            self._run_id = run.info.id
            self.line.show_run(run)

    def open_run(self, run_id: str) -> None:
        """Ask the window to show a run."""
        if self._runs is not None and run_id:
            self._runs.show_wanted.emit(run_id)

    def _current(self) -> LiveRun | None:
        runs = self._runs.runs() if self._runs is not None else ()
        ours = [run for run in runs if self._entries.is_ours(run.info.id)]
        return next((run for run in ours if run.state != "finished"), None)

    def _progressed(self, run_id: str, _progress: object) -> None:
        if self._entries.is_ours(run_id):
            self.refresh()
            if not self._entries.scope.is_busy("reread soon"):
                self._entries.scope.start(self._reread_soon(run_id), "reread soon")

    async def _reread_soon(self, run_id: str) -> None:
        await asyncio.sleep(REREAD_SECONDS)
        await self._entries.reread_run(run_id, whole=False)

    def _finished(self, run_id: str) -> None:
        if self._runs is not None and self._entries.is_ours(run_id):
            self._runs.mark_seen(run_id)
            self._entries.scope.cancel("reread soon")
            self._entries.scope.start(self._entries.reread_run(run_id, whole=True), f"reread {run_id}")
            self.ended.emit()
