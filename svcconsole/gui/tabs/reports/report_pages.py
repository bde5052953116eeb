"""The pages opened over the reports: the viewer, and the comparison."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.kit.page_protocols import Closes
from svcconsole.gui.kit.report_title import days_of
from svcconsole.gui.panels.viewer.page import ViewerPage
from svcconsole.gui.runtime.opened_reports import note_opened
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.workspace.runs.report_runs import ReportRun, Stage

if TYPE_CHECKING:
    from svcconsole.gui.panels.compare.other_report import OtherReport
    from svcconsole.gui.panels.compare.page import ComparePage
    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.analysis.analysis import Analysis


QUIET_MS = 1000
"""After so long the next viewer is made."""


class ReportPages(QObject):
    """Lays one viewer over `stack`, and a comparison over that; each gives its files back when it is closed.

    The next viewer is made while nobody waits for it, so that a click only has to open the file.
    """

    def __init__(self, console: Console, stack: PageStack) -> None:
        super().__init__(stack)
        self._console, self._stack = console, stack
        self.scope = make_scope(self, console.notices)
        self._next: ViewerPage | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self._quiet = QTimer(self, interval=QUIET_MS, singleShot=True)
        self._quiet.timeout.connect(self.prepare)

    def prepare(self) -> None:
        """Make the next viewer."""
        if self._next is None:
            page = self._next = ViewerPage(self._console, self._stack)
            page.hide()
            page.left.connect(lambda: self.close(page))
            page.compare_wanted.connect(lambda analysis, title: self._compare(page, analysis, title))

    def open_run(self, run: ReportRun) -> None:
        """The merged file of a report that is done."""
        note_opened(self._console.settings, run.id)
        self._open(self._console.reports.file_of(run), run)

    def open_file(self, path: Path) -> None:
        """Any table of this computer."""
        self._open(path, None)

    def viewer(self) -> ViewerPage | None:
        """The viewer that is open."""
        pages = [self._stack.widget(at) for at in range(1, self._stack.count())]
        return next((page for page in pages if isinstance(page, ViewerPage)), None)

    def close_all(self) -> None:
        """Take every page away."""
        while not self._stack.is_home():
            page = self._stack.currentWidget()
            if page is not None:
                self.close(page)

    def close(self, page: QWidget) -> None:
        """Take a page away, and give back what it holds."""
        self._stack.remove(page)
        self._quiet.start()
        ending = self.scope.start(self._end(page))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def aclose(self) -> None:
        """Give every file back."""
        self._quiet.stop()
        pages = [self._stack.widget(at) for at in range(1, self._stack.count())]
        for page in (*reversed(pages), self._next):
            if page is not None:
                self._stack.remove(page)
                await self._end(page)
        self._next = None
        await asyncio.gather(*self._ending)
        await self.scope.close()

    def _open(self, path: Path, run: ReportRun | None) -> None:
        """In the viewer that is ready; another file that was open is given back."""
        self.close_all()
        self.prepare()
        page, self._next = self._next, None
        if page is not None:
            page.open_file(path, report=run)  # before it is on top: what is open is kept by its name
            self._stack.open_page(page)
            focus_on(page)

    def _compare(self, viewer: ViewerPage, analysis: Analysis, title: str) -> None:
        from svcconsole.gui.panels.compare.page import ComparePage

        page = ComparePage(self._console)
        page.left.connect(lambda: self.close(page))
        self._stack.open_page(page)
        page.begin(analysis, title, self.others(viewer.report), viewer.sheet.file_model.called())

    def others(self, shown: ReportRun | None) -> tuple[OtherReport, ...]:
        """The other reports that are done, those of the same name first."""
        from svcconsole.gui.panels.compare.other_report import OtherReport

        reports = self._console.reports
        name = shown.name if shown is not None else ""
        done = [
            live.run
            for live in reports.all()
            if live.run.stage is Stage.DONE and (shown is None or live.run.id != shown.id)
        ]
        done.sort(key=lambda run: run.name != name)
        return tuple(OtherReport(run.name, days_of(run), reports.file_of(run)) for run in done)

    @staticmethod
    async def _end(page: ViewerPage | ComparePage | QWidget) -> None:
        if isinstance(page, Closes):
            await page.aclose()
        page.deleteLater()
