"""The Reports tab: the question with the reports beside it, and the viewer opened over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.kept_pages import KeptPages
from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.kit.dialogs import choose_file
from svcconsole.gui.kit.file_kinds import ALL_FILES, TABLES
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.page_protocols import HasActions, HasRegions
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.tabs.reports.question.question_page import QuestionPage
from svcconsole.gui.tabs.reports.report_pages import ReportPages
from svcconsole.gui.tabs.reports.run_actions import RunActions
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.runs.report_runs import ReportRun, Stage


class ReportsTab(QWidget):
    """Takes any CSV that is dropped on it, too, and shows it as it shows a report."""

    def __init__(self, console: Console, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.ask_page = QuestionPage(console)
        self.acts = RunActions(console, self.scope, self)
        self.stack = PageStack(self)
        self.stack.addWidget(self.ask_page)
        self.viewing = ReportPages(console, self.stack)
        self._opened = False
        self.live = LiveRefresh(self, console.events, self.scope, (EventKind.REPORT,), self._others_asked)
        self._kept_pages = KeptPages(
            self.stack,
            console.settings,
            "reports",
            {"report": self._view_again, "file": lambda path: self._look_again(Path(path))},
        )
        vbox(self.stack, parent=self)
        self.ask_page.file_wanted.connect(self.choose_file)
        self.ask_page.runs.wanted.connect(self.acts.do)
        self.ask_page.runs.watch_wanted.connect(self.acts.watch)
        self.acts.watched.connect(self.show_report)
        self.acts.open_wanted.connect(self.viewing.open_run)
        self.acts.again_wanted.connect(self.ask_page.put_again)

    def activate(self) -> None:
        """Shown: the draft, the saved questions and what was asked for, once."""
        self.console.reports.back_by_hand()
        if not self._opened:
            self._opened = True
            self.scope.start(self._open(), "open")

    async def can_leave(self) -> bool:
        """Ask the question that was not asked yet."""
        return await self.ask_page.can_leave()

    async def aclose(self) -> None:
        """End what is under way here; the reports themselves are the console's."""
        self._kept_pages.close()
        await self.viewing.aclose()
        await self.ask_page.scope.close()
        await self.scope.close()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do now."""
        page = self.stack.currentWidget()
        return page.actions_here() if isinstance(page, HasActions) else {}

    def focus_start(self) -> QWidget | None:
        """Where the page in front begins."""
        return self.stack.focus_start()

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        page = self.stack.currentWidget()
        return page.regions() if isinstance(page, HasRegions) else ()

    def open_table(self, path: Path) -> None:
        """Any table of this computer."""
        self.viewing.open_file(path)

    def reopen_pages(self) -> None:
        """The file that was looked at when the last window ended, also by a power cut."""
        self._kept_pages.reopen()

    def open_page(self, page: str) -> None:
        """Open one of its pages by the name it is kept under; `report:new` is the question."""
        if page == "report:new":
            self.show_list()
        else:
            self._kept_pages.open(page)

    def _view_again(self, run_id: str) -> None:
        self.scope.start(self._view(run_id), "again")

    async def _view(self, run_id: str) -> None:
        await self.console.reports.read()
        live = self.console.reports.find(run_id)
        if live is not None and live.run.stage is Stage.DONE and self.stack.is_home():
            self.viewing.open_run(live.run)

    def _look_again(self, path: Path) -> None:
        """A file that has gone since is no news: nobody asked for it now."""
        if path.is_file():
            self.open_table(path)

    def choose_file(self) -> None:
        """Have a table of this computer chosen and look at it."""
        self.scope.start(self._choose_file(), "choose")

    def ask_for(self, name: str) -> None:
        """Begin the question for this report."""
        self.show_list()
        self.ask_page.choose(name)

    def watch(self) -> None:
        """Have the id of a report that was asked for elsewhere typed, and follow it."""
        self.show_list()
        self.acts.watch()

    def show_list(self) -> None:
        """The question and the reports in front, whatever lay over them."""
        self.viewing.close_all()

    def show_report(self, run_id: str) -> None:
        """Bring one of the reports into view."""
        self.show_list()
        self.ask_page.runs.reveal(run_id, focus=True)

    def open_report(self, run_id: str) -> None:
        """Look at the file of a report that is done; any other is shown in the list."""
        live = self.console.reports.find(run_id)
        if live is not None and live.run.stage is Stage.DONE:
            self.viewing.open_run(live.run)
        else:
            self.show_report(run_id)

    def put_again(self, run: ReportRun) -> None:
        """The question of a run once more in the form."""
        self.show_list()
        self.ask_page.put_again(run)

    async def _others_asked(self, _ids: frozenset[str]) -> None:
        await self.console.reports.read()

    async def _open(self) -> None:
        await self.console.reports.begin()
        await self.ask_page.open()
        self.viewing.prepare()

    async def _choose_file(self) -> None:
        path = await choose_file(
            self,
            tr("Open a table"),
            kinds=(TABLES, ALL_FILES),
        )
        if path is not None:
            self.open_table(path)
