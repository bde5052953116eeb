"""The notices that offer to go on with runs an earlier window left unfinished."""

from __future__ import annotations

from PySide6.QtCore import QObject

from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.runs.run_text import unfinished_sentence
from svcconsole.gui.runtime.notices import Level, Link, Notices
from svcconsole.gui.runtime.runs_controller import LiveRun, RunsController


class UnfinishedRuns(QObject):
    """Shows a notice for each unfinished run that `runs` finds, with the ways to start and to see it; it
    stays until somebody has seen to it."""

    def __init__(self, runs: RunsController, notices: Notices) -> None:
        super().__init__(runs)
        self._runs, self._notices = runs, notices
        runs.unfinished_found.connect(self._offer)

    def _offer(self, run: LiveRun) -> None:
        run_id = run.info.id
        word = tr("Resume…") if run.info.started_at else tr("Start…")
        self._notices.add(
            Level.WARNING,
            unfinished_sentence(run.info, run.known),
            advice=tr("Nothing is sent until you say so."),
            links=(
                Link(word, lambda: self._runs.resume(run_id)),
                Link(tr("Show"), lambda: self._runs.show_wanted.emit(run_id)),
            ),
            about=f"run {run_id}",
        )
