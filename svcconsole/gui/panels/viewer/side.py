"""The side of the viewer: the chart column, or one row in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.panels.viewer.row_detail import RowDetail

if TYPE_CHECKING:
    from svcconsole.gui.kit.charts.chart_column import ChartColumn

WIDE, NARROW = 408, 340
WIDE_FROM, BESIDE_FROM = 1240, 960
WIDEST: Final = 16_777_215
"""Qt's own limit: the side takes all there is where it stands in the table's place."""


class Side(Ground):
    """Hidden until a chart or a row is wanted. `closed()`: the person closed what it showed."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__("surface", "left")
        self.detail = RowDetail()
        self.detail.hide()
        self.chart: ChartColumn | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.detail, 1)
        self.detail.close_wanted.connect(self._close)
        self.hide()

    def set_chart(self, chart: ChartColumn | None) -> ChartColumn | None:
        """The chart column of the file that is open, None: of none; the one before, to be ended."""
        before = self.chart
        if before is not None:
            self._column.removeWidget(before)
            before.hide()
        self.chart = chart
        if chart is not None:
            self._column.addWidget(chart, 1)
        return before

    def show_chart(self) -> None:
        """The chart to the front."""
        self._show(self.chart)

    def show_detail(self) -> None:
        """The row to the front."""
        self._show(self.detail)

    def shows_chart(self) -> bool:
        """Whether the chart is what one sees."""
        return not self.isHidden() and self.chart is not None and not self.chart.isHidden()

    def shows_detail(self) -> bool:
        """Whether a row is what one sees."""
        return not self.isHidden() and not self.detail.isHidden()

    def _show(self, wanted: QWidget | None) -> None:
        for part in (self.chart, self.detail):
            if part is not None:
                part.setVisible(part is wanted)
        self.setVisible(wanted is not None)

    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    def fit(self, width: int) -> bool:
        """Take the width a page of `width` gives; whether there is room beside the table."""
        beside = width >= dp(BESIDE_FROM)
        if beside:
            self.setFixedWidth(dp(WIDE if width >= dp(WIDE_FROM) else NARROW))
        else:
            self.setMinimumWidth(0)
            self.setMaximumWidth(WIDEST)
        return beside
