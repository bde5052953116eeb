"""How a window is painted: not in the turn that lays it out, and what comes late in a long one in another."""

from __future__ import annotations

import time

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from tests.gui.shell.conftest import OpenWindow
from tests.support.coroutines import until

SLOW_SECONDS = 0.02


class Slow(QWidget):
    """Takes long to paint, and notes it with how large it was."""

    def __init__(self, told: list[str]) -> None:
        super().__init__()
        self.told = told
        self.painted: list[QSize] = []

    def paintEvent(self, event: QPaintEvent) -> None:
        until_then = time.perf_counter() + SLOW_SECONDS
        while time.perf_counter() < until_then:
            pass
        self.painted.append(self.size())
        self.told.append("slow")


async def test_a_page_is_laid_out_in_one_turn_and_painted_in_the_next(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        page = Slow([])
        window.pages.addWidget(page)
        window.pages.setCurrentWidget(page)
        QApplication.sendPostedEvents()  # all that a turn of the loop does before its timers
        assert (page.size(), page.painted) == (window.pages.size(), [])
        await until(lambda: page.painted)
        assert page.painted == [window.pages.size()]


async def test_the_rows_of_a_grid_wait_for_the_next_turn_where_the_rest_of_the_page_takes_long(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    told: list[str] = []

    def tone(row: str) -> str:
        told.append(row)
        return "text"

    async with open_window() as window:
        page, slow = QWidget(), Slow(told)
        model = RecordModel[str]([ColumnSpec(key="name", title="Name", value=str, tone=tone)], key=str)
        grid = RecordTable(model, "Rows")
        vbox((slow, 1), (grid, 1), parent=page)
        window.pages.addWidget(page)
        turns = QTimer(page)
        turns.timeout.connect(lambda: told.append("turn"))
        turns.start(0)
        model.set_records(["first"])
        window.pages.setCurrentWidget(page)
        await until(lambda: "first" in told)
        assert told.index("slow") < told.index("first")
        assert "turn" in told[told.index("slow") : told.index("first")]
        turns.stop()
