"""Compare two reports: choose the other one and the key, see what was added, removed and changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QStackedWidget, QWidget
from shiboken6 import isValid

from svcconsole.gui.design.hiding import is_hiding
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import dotted, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.dialogs import choose_file, choose_place
from svcconsole.gui.kit.file_kinds import ALL_FILES, CSV, TABLES
from svcconsole.gui.kit.focus import focus_on, has_focus_inside
from svcconsole.gui.panels.compare.choose_report import ChooseOther
from svcconsole.gui.panels.compare.other_report import OtherReport
from svcconsole.gui.panels.compare.result import Result
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Link
from svcconsole.gui.runtime.opened_in_thread import opened_in_thread
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.compare import Comparison
from svcconsole.services.reports.report_diff import suggest_key, write_differences


class ComparePage(QWidget):
    """`begin` asks for the other report. `left()`: back to where it was opened from.

    The first report's analysis is its viewer's; the second one's is opened and closed here.
    """

    left = Signal()

    def __init__(self, console: Console, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.first: Analysis | None = None
        self.second: Analysis | None = None
        self.compared: Comparison | None = None
        self._title = ""
        self._titles = ("", "")
        self._others: tuple[OtherReport, ...] = ()
        self._is_swapped = False
        self.header = PageHeader(tr("Compare"), tr("Report"))
        self.choose = ChooseOther(console.notices)
        self.result = Result()
        self.shown = QStackedWidget()
        set_property(self, "bg", "surface")
        vbox(self.header, (self.shown, 1), parent=self, spacing=0)
        self.shown.addWidget(self.choose)
        self.shown.addWidget(self.result)
        self._connect()

    def _connect(self) -> None:
        self.header.back_clicked.connect(self.left)
        self.choose.report_chosen.connect(self.compare_with)
        self.choose.file_wanted.connect(lambda: self.scope.start(self._choose_file(), "file"))
        self.result.other_wanted.connect(self._ask)
        self.result.swap_wanted.connect(self._swap)
        self.result.key.changed.connect(lambda key: self.scope.start(self._compare(key), "compare"))
        self.result.export_wanted.connect(lambda: self.scope.start(self._export(), "export"))

    def begin(
        self,
        analysis: Analysis,
        title: str,
        others: Sequence[OtherReport] = (),
        headings: Mapping[str, str] | None = None,
    ) -> None:
        """Compare this report; `others` are the done ones it can be compared with, `headings` what columns
        are called on screen, by their names in the file."""
        self.result.set_headings(headings or {})
        self.first = analysis
        self._title = title
        self._titles = (_titled(title, analysis.opened.path), "")
        self._others = tuple(each for each in others if each.path != analysis.opened.path)
        self._is_swapped = False
        self._ask()

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"back": self.left.emit, "close": self.left.emit}

    def focus_start(self) -> QWidget:
        """The differences, or what is asked for them."""
        asking = self.shown.currentWidget() is self.choose
        return self.choose if asking else self.result.shown.currentWidget() or self.result

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.shown)

    async def aclose(self) -> None:
        """End what is under way and let go of the second report."""
        await self.scope.close()
        second, self.second = self.second, None
        await self._let_go(second)

    def _ask(self) -> None:
        self.choose.ask(self._title, self._others)
        self.shown.setCurrentWidget(self.choose)

    async def _choose_file(self) -> None:
        path = await choose_file(self, tr("Compare with"), kinds=(TABLES, ALL_FILES))
        if path is not None:
            self.compare_with(path)

    def compare_with(self, path: Path) -> None:
        """Compare with this file by the key that suits both."""
        self.scope.start(self._open_second(path), "compare")

    # -- comparing

    def _pair(self) -> tuple[Analysis, Analysis] | None:
        """Before and after."""
        if self.first is None or self.second is None:
            return None
        return (self.second, self.first) if self._is_swapped else (self.first, self.second)

    async def _open_second(self, path: Path) -> None:
        from svcconsole.tables.viewing.opened_table import OpenedTable, open_table

        opened = await opened_in_thread(lambda: open_table(path), OpenedTable.close)
        before, self.second = (
            self.second,
            Analysis(opened, zones=None if self.first is None else self.first.zones),
        )
        await self._let_go(before)
        named = next((each.title for each in self._others if each.path == path), "")
        self._titles = (self._titles[0], _titled(named, path))
        self.shown.setCurrentWidget(self.result)
        self._name_sides()
        pair = self._pair()
        if pair is None:
            return
        with self.result.reading():
            self.result.set_message(tr("Looking for the columns that identify a row…"))
            key = await suggest_key(*pair)
        columns = self._common(*pair)
        self.result.key.set_columns(columns, key)
        if key:
            await self._compare(key)
            if has_focus_inside(self):
                focus_on(self)
        elif columns:
            self.result.set_message(
                tr("No single column identifies every row. Choose the columns that do together.")
            )
        else:
            self.result.set_message(tr("The two files have no column in common."))

    def _common(self, before: Analysis, after: Analysis) -> list[str]:
        names = set(after.opened.columns)
        return [name for name in before.opened.columns if name in names]

    def _name_sides(self) -> None:
        one, two = self._titles
        self.result.name_sides(*((two, one) if self._is_swapped else (one, two)))

    async def _compare(self, key: tuple[str, ...]) -> None:
        pair = self._pair()
        if pair is None:
            return
        before, after = pair
        with self.result.reading():
            compared = await before.compare(after.opened, key)
        self.compared = compared
        self.result.show_comparison(compared)

    def _swap(self) -> None:
        self._is_swapped = not self._is_swapped
        self._name_sides()
        key = self.result.key.key()
        if key:
            self.scope.start(self._compare(key), "compare")

    async def _let_go(self, report: Analysis | None) -> None:
        """Close a second report, whatever is chosen meanwhile."""
        self.compared = None
        if report is not None:
            await asyncio.shield(_closed(report))

    # -- the differences as a file

    async def _export(self) -> None:
        name = tr("differences.csv")
        path = await choose_place(self, tr("Save the differences"), name, kinds=(CSV,))
        if path is not None:
            await self.write(path)

    async def write(self, path: Path) -> None:
        """Write the differences to a file."""
        compared = self.compared
        if compared is None:
            return
        self.result.export.set_busy(tr("Saving…"))
        try:
            written = await write_differences(path, compared, masked=is_hiding())
        except BaseException:
            if isValid(self):
                self.result.export.set_busy(None)
            raise
        self.result.export.set_busy(None)
        rows = tr_plural("{n} row", "{n} rows", written)

        def show_folder() -> None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(path.parent))

        folder = Link(tr("Show in folder"), show_folder)
        self.console.notices.add("success", f"{visible(path.name)}: {rows}.", links=(folder,))


async def _closed(report: Analysis) -> None:
    await report.close()
    await asyncio.to_thread(report.opened.close)


def _titled(title: str, path: Path) -> str:
    """A report's name with its file's, which tells two of one name apart; the file's own may begin so."""
    return path.name if path.name.startswith(title) else dotted(title, path.name)
