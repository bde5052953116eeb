"""Notes on the desktop of runs that took long, or that wait for a person."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from svcconsole.gui.design.icons import window_icon
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.panels.runs.run_text import result_sentence
from svcconsole.gui.runtime.announcer import announcer
from svcconsole.gui.runtime.desktop_notes import LONG_SECONDS, DesktopNotes, Kind

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.runs_controller import LiveRun, RunsController


class RunNotes(QObject):
    """Tells of the runs of one console; a click shows the run. What took less than `long_seconds` needs no
    note, but whoever does not see the window hears how it ended."""

    def __init__(
        self,
        console: Console,
        runs: RunsController,
        desktop: DesktopNotes | None = None,
        *,
        long_seconds: float = LONG_SECONDS,
    ) -> None:
        """`desktop` is shared with whoever else tells something; without one it is made here."""
        super().__init__(runs)
        self.long_seconds = long_seconds
        self._runs = runs
        self.desktop = desktop or DesktopNotes(console.program_settings, window_icon, self)
        self._begun: dict[str, float] = {}
        self._told: set[str] = set()
        runs.changed.connect(self._look)
        runs.finished.connect(self._ended)
        runs.progressed.connect(self._show_running)

    def _show_running(self) -> None:
        """The icon in the tray is there while a run of this window goes on, and says how far it is."""
        running = [run for run in self._runs.runs() if run.control is not None]
        lines = [
            tr(
                "{run}: {done} of {total}",
                run=visible(run.info.file_name or tr(run.info.title)),
                done=count(run.known.done),
                total=count(run.known.total),
            )
            for run in running
        ]
        self.desktop.set_running("runs", "\n".join(lines))

    def _look(self) -> None:
        self._show_running()
        for run in self._runs.runs():
            run_id = run.info.id
            if run.control is None:
                continue
            self._begun.setdefault(run_id, time.monotonic())
            by_terms = run.progress is not None and run.progress.waits_for_terms
            stopped_itself = run.state == "paused" and run.control.wish == "go" and not by_terms
            if stopped_itself and run_id not in self._told:
                self._told.add(run_id)
                said = run.progress.sentence if run.progress is not None else ""
                words = tr("{run} waits. {reason}", run=visible(run.info.title), reason=tr(said))
                self.desktop.show(Kind.NEEDED, words, partial(self._runs.show_wanted.emit, run_id))
            elif by_terms or run.state == "running":
                self._told.discard(run_id)

    def _ended(self, run_id: str) -> None:
        begun, run = self._begun.pop(run_id, None), self._runs.run(run_id)
        self._told.discard(run_id)
        if begun is None or run is None:
            return
        if run.known.to_decide:
            kind, words = Kind.NEEDED, tr("{run} needs your decision: {result}", **_said(run))
        elif run.state == "finished":
            kind, words = Kind.DONE, tr("{run} is done: {result}", **_said(run))
        else:
            return
        announcer().say(words, about=f"run {run_id}")
        if kind is Kind.NEEDED or time.monotonic() - begun >= self.long_seconds:
            self.desktop.show(kind, words, partial(self._runs.show_wanted.emit, run_id))


def _said(run: LiveRun) -> dict[str, str]:
    return {"run": visible(run.info.title), "result": result_sentence(run.known)}
