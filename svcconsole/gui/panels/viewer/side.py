"""The side of the viewer: the chart column or one row in full, kept with what the table shows."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.design.metrics import QWIDGETSIZE_MAX, dp
from svcconsole.gui.kit.containers.boxes import set_margins
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.panels.viewer.row_detail import RowDetail
from svcconsole.gui.panels.viewer.table_loader import TableLoader
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.task_scope import TaskScope

if TYPE_CHECKING:
    from svcconsole.gui.kit.charts.chart_column import ChartColumn

CHARTS: Final = "svcconsole.gui.kit.charts.chart_column"
"""Loaded in a thread when the first chart is wanted."""
WIDE, NARROW = 408, 340
WIDE_FROM, BESIDE_FROM = 1240, 960
"""Qt's own limit: the side takes all there is where it stands in the table's place."""


class Side(Ground):
    """Hidden until a chart or a row is wanted. `changed()`: it shows something else, or nothing any more."""

    changed = Signal()

    def __init__(self, showing: TableLoader, scope: TaskScope, notices: Notices) -> None:
        super().__init__("surface", "left")
        self._showing, self._sheet = showing, showing.sheet
        self._scope = scope
        self._notices = notices
        self.detail = RowDetail()
        self.detail.hide()
        self.chart: ChartColumn | None = None
        self._column = QVBoxLayout(self)
        set_margins(self._column, 1, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.detail, 1)
        self.hide()
        showing.seen_anew.connect(self._view_changed)
        showing.read_anew.connect(self._read_anew)
        self._sheet.opened.connect(lambda _row: self.open_row())
        self._sheet.moved.connect(self._row_changed)
        self._sheet.shown.connect(self._row_changed)
        self.detail.close_wanted.connect(self.dismiss)
        self.detail.step_wanted.connect(self._step)

    # -- what it shows

    def clear(self) -> None:
        """Another file: what was drawn of the one before goes."""
        before, self.chart = self.chart, None
        if before is not None:
            self._column.removeWidget(before)
            before.hide()
            self._scope.start(_end(before))
        self.hide()
        self.changed.emit()

    def dismiss(self) -> None:
        """Show nothing; the table has the keyboard again."""
        self.hide()
        self.changed.emit()
        self._sheet.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_row(self) -> None:
        """The current row in full."""
        row = self._sheet.current_row()
        if row is not None:
            self.detail.show_row(self._sheet.file_model.headings, row)
            self._show(self.detail)

    def open_chart(self, column: int | None = None) -> None:
        """A column's chart, None: the one that was shown last."""
        self._scope.start(self._open_chart(column), "chart")

    async def _open_chart(self, column: int | None) -> None:
        if self.chart is None:
            analysis = await self._showing.analysis()
            await asyncio.to_thread(import_module, CHARTS)
            from svcconsole.gui.kit.charts.chart_column import ChartColumn

            made = ChartColumn(
                analysis,
                self._sheet.file_model.names,
                self._notices,
                self._showing.report or None,
                headings=self._sheet.file_model.headings,
            )
            made.filter_wanted.connect(self._showing.asked.only)
            made.filter_dropped.connect(self._showing.asked.drop_column)
            made.set_view(self._showing.view)
            self.chart = made
            self._column.addWidget(made, 1)
        if column is not None:
            self.chart.show_column(column)
        self._show(self.chart)

    def _show(self, wanted: QWidget) -> None:
        for part in (self.chart, self.detail):
            if part is not None:
                part.setVisible(part is wanted)
        self.show()
        self.changed.emit()

    def shows_chart(self) -> bool:
        """Whether the chart is what one sees."""
        return not self.isHidden() and self.chart is not None and not self.chart.isHidden()

    def shows_detail(self) -> bool:
        """Whether a row is what one sees."""
        return not self.isHidden() and not self.detail.isHidden()

    def fit(self, width: int) -> bool:
        """Take the width a page of `width` gives; whether there is room beside the table."""
        beside = width >= dp(BESIDE_FROM)
        if beside:
            self.setFixedWidth(dp(WIDE if width >= dp(WIDE_FROM) else NARROW))
        else:
            self.setMinimumWidth(0)
            self.setMaximumWidth(QWIDGETSIZE_MAX)
        return beside

    # -- with the table

    def _view_changed(self) -> None:
        if self.chart is not None:
            self.chart.set_view(self._showing.view)

    def _read_anew(self) -> None:
        if self.chart is not None:
            self.chart.reload()

    def _row_changed(self) -> None:
        row = self._sheet.current_row()
        if row is not None and self.shows_detail():
            self.detail.show_row(self._sheet.file_model.headings, row)

    def _step(self, by: int) -> None:
        row = self._sheet.choice.row + by
        if 0 <= row < self._sheet.count():
            self._sheet.choose(row)


async def _end(chart: ChartColumn) -> None:
    await chart.aclose()
    chart.deleteLater()
