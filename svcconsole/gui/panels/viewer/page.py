"""The viewer's page: the rows of a report or any table file, filtered, charted and exported."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import ElidedLabel, set_tip, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.widgets.choice_chip import ChoiceChip
from svcconsole.gui.kit.zone_menu import zone_menu
from svcconsole.gui.panels.viewer import menus, view_export, viewer_text
from svcconsole.gui.panels.viewer.clipboard import copy_cell, copy_rows
from svcconsole.gui.panels.viewer.file_status_bar import FileStatusBar
from svcconsole.gui.panels.viewer.filter_bar import FilterBar
from svcconsole.gui.panels.viewer.manifest_status import ManifestStatus, period_words
from svcconsole.gui.panels.viewer.popovers import ViewerPopovers
from svcconsole.gui.panels.viewer.sheet import Sheet
from svcconsole.gui.panels.viewer.side import Side
from svcconsole.gui.panels.viewer.table_loader import TableLoader
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.workspace.runs.report_runs import ReportRun

HEAVY: Final = ("svcconsole.tables.viewing.opened_table",)


class ViewerPage(QWidget):
    """`open_file` shows a file. `left()`: go back. `compare_wanted(Analysis, title)`: with another report."""

    left = Signal()
    compare_wanted = Signal(object, str)

    def __init__(self, console: Console, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.path: Path | None = None
        self.report: ReportRun | None = None
        self.header = PageHeader("", back=tr("Reports"))
        self.about = ElidedLabel("", tone="text2")
        self.compare = button(tr("Compare"), "compare")
        self.export = button(tr("Export this view"), "export")
        self.chart = ChoiceChip(tr("Chart"), "chart")
        self.times = link("", "label")
        self.narrowing = FilterBar()
        self.sheet = Sheet(self.scope, tr("Rows of the file"))
        self.showing = TableLoader(console, self.sheet, self.scope, self)
        self.nothing = EmptyState("search", "")
        self.clear = button(tr("Clear the filters"))
        self.refused = EmptyState("error", "")
        self.places = QStackedWidget()
        self.side = Side(self.showing, self.scope, console.notices)
        self.foot = FileStatusBar()
        self.table_column = QWidget()
        self.proof = ManifestStatus(self.foot, self.scope, console.notices, self)
        self.boxes = ViewerPopovers(
            self.showing, self.scope, self, narrowing=self.narrowing, export=self.export, foot=self.foot
        )
        self._build()
        self._connect()
        self.scope.start(self._warm())

    # -- what the window asks

    def open_file(self, path: Path, *, report: ReportRun | None = None) -> None:
        """Show `path`; `report` is the run it came from, where it came from one."""
        self.path, self.report = path, report
        self.scope.start(self._open(path), "open")

    def page_token(self) -> str:
        """By which the next window opens it again."""
        if self.report is not None:
            return f"report:{self.report.id}"
        return f"file:{self.path}" if self.path is not None else ""

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {
            "find": self._find,
            "refresh": self._open_again,
            "back": self.left.emit,
            "close": self._close_innermost,
        }

    def focus_start(self) -> QWidget:
        """The sheet."""
        return self.sheet

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.narrowing.search, self.sheet, self.side, self.foot)

    async def aclose(self) -> None:
        """End what is under way and give the file back."""
        if self.side.chart is not None:
            await self.side.chart.aclose()
        await self.scope.close()
        await self.showing.aclose()

    @staticmethod
    async def _warm() -> None:
        """Load what opening needs while nobody waits for it."""
        for module in HEAVY:
            await asyncio.to_thread(import_module, module)

    # -- opening

    async def _open(self, path: Path, changes: Mapping[str, Any] | None = None, table: int = 1) -> None:
        from svcconsole.tables.reading.errors import TableError

        file = self.showing.file
        dialect = replace(file.table.dialect, **changes) if changes and file is not None else None
        name = "" if self.report is None else self.report.name
        try:
            await self.showing.open(path, name, dialect=dialect, table=table)
        except TableError as error:
            if changes or (file is not None and file.table.path == path):
                raise  # what is on screen stays
            self.header.set_title(visible(path.name))
            self.refused.set("error", error.sentence, error.advice)
            self._show_place(self.refused)

    def _opened(self) -> None:
        file = self.showing.file
        if file is None:
            return
        self.side.clear()
        self.header.set_title(visible(self.report.name if self.report is not None else file.table.path.stem))
        self.about.setText("" if self.report is None else period_words(self.report))
        self._show_asked()
        self._show_place(self.sheet)
        self.sheet.setFocus(Qt.FocusReason.OtherFocusReason)
        self._update_count()

    def _open_again(self) -> None:
        """The file as it is now."""
        if self.path is not None:
            self.open_file(self.path, report=self.report)

    def read_otherwise(self, changes: Mapping[str, Any]) -> None:
        """Read the file with another encoding, delimiter, quotes or header."""
        if self.path is not None:
            self.scope.start(self._open(self.path, changes), "open")

    def read_table(self, table: int) -> None:
        """Show another of several tables in the file, or decide anew how it is read."""
        if self.path is not None:
            self.scope.start(self._open(self.path, None, table), "open")

    # -- saying

    def _show_place(self, place: QWidget) -> None:
        self.places.setCurrentWidget(place)
        usable = place is not self.refused
        for part in (self.narrowing, self.compare, self.export, self.chart, self.foot):
            part.setVisible(usable)
        if not usable:
            self.side.clear()
            self.proof.notes.set_notes(())
            self.proof.pill.hide()

    def _update_count(self) -> None:
        showing, file = self.showing, self.showing.file
        if file is None:
            return
        self.narrowing.set_status(showing.count_words(), stop=showing.busy)
        self._show_zone()
        self.proof.show_facts(file.table, self.report, self.sheet.file_model.doubts())
        nothing = showing.seen is not None and not showing.seen.rows and not showing.busy
        if nothing:
            self.nothing.set("search", self._nothing_words())
        if self.places.currentWidget() is not self.refused:
            self._show_place(self.nothing if nothing else self.sheet)

    def _show_zone(self) -> None:
        """Which zone the times of this file are shown in, where it has any."""
        self.times.setVisible(self.showing.has_times())
        self.times.setText(tr("Times: {place}", place=display_zone().place()))
        set_tip(self.times, tr("Moments are shown, filtered and counted by days in this zone."))

    def _show_asked(self) -> None:
        """Chips and search as the view is asked for; not at other times, as somebody may be typing."""
        view, model = self.showing.asked.view, self.sheet.file_model
        self.narrowing.set_filters(view.filters, model.headings, model.names)
        if self.narrowing.search.text().strip() != view.search:
            self.narrowing.search.setText(view.search)

    def _nothing_words(self) -> str:
        view, model = self.showing.view, self.sheet.file_model
        said = [viewer_text.filter_words(model.name(each.column), model.names, each) for each in view.filters]
        if view.search:
            said.insert(0, f"“{viewer_text.short(view.search)}”")
        return tr("No row matches {words}.", words=tr(" and ").join(said))

    # -- doing

    def _find(self) -> None:
        self.narrowing.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.narrowing.search.selectAll()

    def _close_innermost(self) -> None:
        if self.side.isVisible():
            self.side.dismiss()
        else:
            self.left.emit()

    def copy(self, rows: bool, header: bool = False) -> None:
        """The current cell, or the chosen rows, to the clipboard."""
        fetch = self.showing.fetch()
        if not rows:
            copy_cell(self.sheet)
        elif fetch is not None:
            self.scope.start(copy_rows(self.sheet, fetch, self.console.notices, header=header), "copy")

    async def save(self, path: Path, columns: Sequence[int]) -> None:
        """Write the view on screen as a file; its ending says which kind."""
        analysis = await self.showing.analysis()
        await view_export.save(analysis, self.showing.view, columns, path, self.foot.saved)

    async def save_as(self, kind: str, all_columns: bool) -> None:
        """Have a place chosen, then write the view there."""
        if self.path is None:
            return
        arrangement = self.sheet.columns.arrangement
        columns = arrangement.order if all_columns else arrangement.shown()
        path = await view_export.choose(self, self.path, kind, whole=self.showing.view.whole)
        if path is not None:
            await self.save(path, columns)

    async def _compare(self) -> None:
        self.compare_wanted.emit(await self.showing.analysis(), self.header.title())

    # -- building

    def _build(self) -> None:
        set_property(self, "bg", "surface")
        self.header.add_leading(self.about)
        self.times.hide()
        for part in (self.times, self.proof.pill, self.compare, self.export, self.chart):
            self.header.add_action(part)
        self.nothing.add_button(self.clear)
        for place in (self.sheet, self.nothing, self.refused):
            self.places.addWidget(place)
        vbox(self.proof.notes, self.narrowing, (self.places, 1), parent=self.table_column, spacing=0)
        middle = hbox((self.table_column, 1), self.side, spacing=0)
        vbox(self.header, (middle, 1), self.foot, parent=self, spacing=0)

    def _connect(self) -> None:
        showing, sheet, asked = self.showing, self.sheet, self.showing.asked
        self.header.back_clicked.connect(self.left)
        showing.opened.connect(self._opened)
        showing.told.connect(self._update_count)
        asked.changed.connect(self._show_asked)
        showing.kept.connect(self._show_asked)
        self.narrowing.search.searched.connect(asked.search)
        self.narrowing.search.left_down.connect(sheet.setFocus)
        self.narrowing.drop_wanted.connect(asked.drop)
        self.narrowing.stop.clicked.connect(showing.stop)
        self.clear.clicked.connect(asked.clear)
        sheet.sort_wanted.connect(lambda column, add: asked.sort(column, add=add))
        sheet.copy_wanted.connect(self.copy)
        sheet.cell_menu_wanted.connect(lambda where: menus.cell_menu(sheet, asked, self._ways()).popup(where))
        sheet.column_menu_wanted.connect(self._column_menu)
        self.times.clicked.connect(self._choose_zone)
        display_zone().changed.connect(self._show_zone)
        self.compare.clicked.connect(lambda: self.scope.start(self._compare(), "compare"))
        self.foot.stop_wanted.connect(lambda: self.scope.cancel("save"))
        self.chart.clicked.connect(self._toggle_chart)
        self.side.changed.connect(self._side_changed)
        self.proof.table_wanted.connect(self.read_table)
        self.proof.type_wanted.connect(showing.set_types)
        self.boxes.dialect_wanted.connect(self.read_otherwise)
        self.boxes.decisions_wanted.connect(lambda: self.read_table(1))
        self.boxes.save_wanted.connect(
            lambda kind, all_columns: self.scope.start(self.save_as(kind, all_columns), "save")
        )
        go = QShortcut(QKeySequence("Ctrl+G"), self, self.boxes.go_to)
        go.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def _ways(self) -> menus.Ways:
        side, boxes = self.side, self.boxes
        return menus.Ways(
            self.copy,
            side.open_row,
            boxes.add_filter,
            side.open_chart,
            boxes.go_to,
            lambda: self.showing.types,
            lambda column, chosen: self.showing.set_types((column,), chosen),
        )

    def _column_menu(self, column: int, where: QPoint) -> None:
        menus.column_menu(self.sheet, self.showing.asked, self._ways(), column).popup(where)

    def _choose_zone(self) -> None:
        menu = zone_menu(self.console.program_settings, self)
        menu.popup(self.times.mapToGlobal(QPoint(0, self.times.height())))

    def _toggle_chart(self) -> None:
        if self.chart.isChecked():
            self.side.open_chart()
        else:
            self.side.dismiss()

    def _side_changed(self) -> None:
        self.chart.setChecked(self.side.shows_chart())
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Take the width there is: what stands beside the table."""
        beside = self.side.fit(self.width())
        self.table_column.setVisible(beside or self.side.isHidden())
        self.foot.narrow(not beside)
        if self.sheet.choice.row >= 0:
            self.sheet.columns.reveal(self.sheet.choice.column)
