"""Shows a chart or a row at the viewer's side, and keeps them in step with the table."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt

if TYPE_CHECKING:
    from svcconsole.gui.kit.charts.chart_column import ChartColumn
    from svcconsole.gui.panels.viewer.page import ViewerPage


CHARTS: Final = "svcconsole.gui.kit.charts.chart_column"
"""Loaded in a thread when the first chart is wanted."""


class SidePanels(QObject):
    """What the page's side shows, and when."""

    def __init__(self, page: ViewerPage) -> None:
        super().__init__(page)
        self._page = page
        self._side, self._sheet, self._showing = page.side, page.sheet, page.showing
        self._showing.seen_anew.connect(self._seen)
        self._sheet.opened.connect(lambda _row: self.open_row())
        self._sheet.moved.connect(self._moved)
        self._sheet.shown.connect(self._moved)
        self._side.closed.connect(self._closed)
        self._side.detail.step_wanted.connect(self._step)
        page.chart.clicked.connect(self._toggle)

    def begin_anew(self) -> None:
        """Another file: what was drawn of the one before goes."""
        before = self._side.set_chart(None)
        if before is not None:
            self._page.scope.start(_end(before))
        self._side.hide()
        self._page.chart.setChecked(False)
        self._page.fit()

    def close(self) -> None:
        """Nothing at the side."""
        self._side.hide()
        self._closed()

    def open_row(self) -> None:
        """The current row in full."""
        row = self._sheet.current_row()
        if row is not None:
            self._side.detail.show_row(self._sheet.file_model.names, row)
            self._side.show_detail()
            self._page.chart.setChecked(False)
            self._page.fit()

    def chart_column(self, column: int) -> None:
        """A column's chart."""
        self._page.scope.start(self._chart(column), "chart")

    def _toggle(self) -> None:
        if self._page.chart.isChecked():
            self._page.scope.start(self._chart(None), "chart")
        else:
            self.close()

    async def _chart(self, column: int | None) -> None:
        if self._side.chart is None:
            page = self._page
            analysis = await self._showing.analysis()
            await asyncio.to_thread(import_module, CHARTS)
            from svcconsole.gui.kit.charts.chart_column import ChartColumn

            report = None if page.report is None else page.report.name
            made = ChartColumn(analysis, self._sheet.file_model.names, page.console.notices, report)
            made.filter_wanted.connect(self._showing.asked.only)
            made.filter_dropped.connect(self._showing.asked.drop_column)
            made.set_view(self._showing.view)
            self._side.set_chart(made)
        if column is not None and self._side.chart is not None:
            self._side.chart.show_column(column)
        self._side.show_chart()
        self._page.chart.setChecked(True)
        self._page.fit()

    def _seen(self) -> None:
        if self._side.chart is not None:
            self._side.chart.set_view(self._showing.view)

    def _moved(self) -> None:
        row = self._sheet.current_row()
        if row is not None and self._side.shows_detail():
            self._side.detail.show_row(self._sheet.file_model.names, row)

    def _step(self, by: int) -> None:
        row = self._sheet.choice.row + by
        if 0 <= row < self._sheet.count():
            self._sheet.choose(row)

    def _closed(self) -> None:
        self._page.chart.setChecked(self._side.shows_chart())
        self._page.fit()
        self._sheet.setFocus(Qt.FocusReason.OtherFocusReason)


async def _end(chart: ChartColumn) -> None:
    await chart.aclose()
    chart.deleteLater()
