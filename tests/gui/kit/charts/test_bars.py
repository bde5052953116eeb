"""Bars under hand: a click or Enter asks for a bar's rows, the rest cannot be asked for, Arabic mirrors."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.charts.bars import BarChart
from svcconsole.gui.kit.charts.figures import Bar
from svcconsole.services.analysis.view import Filter
from tests.support.qt import show

HANNA = Bar("Hanna <b>Lindqvist</b>", 3120, Filter(2, "is", ("Hanna <b>Lindqvist</b>",)))
OMAR = Bar("عمر حداد", 1560, Filter(2, "is", ("عمر حداد",)))
BLANK = Bar("(blank)", 0, Filter(2, "blank"), is_quiet=True)
REST = Bar("17 other values", 780, None, is_quiet=True)
BARS = (HANNA, OMAR, BLANK, REST)


@pytest.fixture
def chart(qtbot: QtBot) -> BarChart:
    made = BarChart()
    made.show_bars(BARS)
    made.setAccessibleName("Messages by agent")
    show(qtbot, made, 376, made.sizeHint().height())
    return made


def row(chart: BarChart, at: int) -> QPoint:
    return QPoint(chart.width() // 2, at * chart.row_height() + chart.row_height() // 2)


def lengths(chart: BarChart, *tokens: str) -> list[int]:
    """How many pixels of the middle of each row are painted in one of the colours."""
    image: QImage = chart.grab().toImage()
    wanted = {QColor(colour(token)).rgb() for token in tokens}
    return [
        sum(image.pixel(x, row(chart, at).y()) in wanted for x in range(image.width()))
        for at in range(len(chart.bars()))
    ]


def test_bars_are_as_long_as_their_numbers(chart: BarChart) -> None:
    first, second, blank, rest = lengths(chart, "chart1_soft", "chart5_soft")
    assert first > 100
    assert second == pytest.approx(first / 2, abs=2)
    assert rest == pytest.approx(first / 4, abs=2)
    assert blank == 0


def test_a_click_asks_for_the_rows_of_a_bar(qtbot: QtBot, chart: BarChart) -> None:
    asked: list[tuple[int, bool]] = []
    chart.bar_chosen.connect(lambda at, beside: asked.append((at, beside)))
    for at in range(len(BARS)):
        qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=row(chart, at))
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, row(chart, 1))
    assert asked == [(0, False), (1, False), (2, False), (1, True)]


def test_the_keys_go_through_the_bars_and_choose(qtbot: QtBot, chart: BarChart) -> None:
    asked: list[tuple[int, bool]] = []
    chart.bar_chosen.connect(lambda at, beside: asked.append((at, beside)))
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    assert chart.accessibleDescription() == "عمر حداد 1,560"
    qtbot.keyClick(chart, Qt.Key.Key_Return)
    qtbot.keyClick(chart, Qt.Key.Key_End)
    qtbot.keyClick(chart, Qt.Key.Key_Space)
    qtbot.keyClick(chart, Qt.Key.Key_Home)
    qtbot.keyClick(chart, Qt.Key.Key_Enter)
    qtbot.keyClick(chart, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert asked == [(1, False), (0, False), (0, True)]


def test_only_values_are_offered_to_be_shown_together(chart: BarChart) -> None:
    assert OMAR.asks is not None
    assert not any("Ctrl" in chart._tip(at) for at in range(len(BARS)))
    chart.show_bars(BARS, [OMAR.asks])
    assert ["Ctrl" in chart._tip(at) for at in range(len(BARS))] == [True, False, False, False]
    chart.show_bars(BARS, [OMAR.asks, replace(OMAR.asks, values=("x",))])
    assert "leave them out" in chart._tip(1) and "add them" in chart._tip(0)
    assert [chart.joins(at) for at in range(len(BARS))] == [True, True, False, False]


def test_a_chosen_bar_is_whole_and_the_others_pale(chart: BarChart) -> None:
    assert OMAR.asks is not None
    chart.show_bars(BARS, [OMAR.asks])
    strong, pale = lengths(chart, "chart1"), lengths(chart, "chart1_soft")
    assert strong[1] > 50
    assert strong[0] < 5  # the letters' own edges
    assert pale[0] > 100
    assert chart.is_chosen(1)
    assert not chart.is_chosen(0)


@pytest.mark.parametrize("setting", ["dark", "contrast"])
def test_a_chosen_bar_differs_in_every_theme(chart: BarChart, setting: str) -> None:
    assert OMAR.asks is not None
    chart.show_bars(BARS, [OMAR.asks])
    try:
        theme().set_setting(setting)
        strong = lengths(chart, "chart1")
    finally:
        theme().set_setting("light")
    assert strong[1] > 50
    assert strong[0] < 10


def test_what_is_negative_goes_the_other_way(qtbot: QtBot) -> None:
    chart = BarChart()
    chart.show_bars([Bar("top-up", 300, None), Bar("messages", -100, None)])
    show(qtbot, chart, 376, chart.sizeHint().height())
    image = chart.grab().toImage()
    wanted = QColor(colour("chart5_soft")).rgb()
    spans = [
        [x for x in range(image.width()) if image.pixel(x, row(chart, at).y()) == wanted] for at in (0, 1)
    ]
    assert max(spans[1]) <= min(spans[0]) + 3
    assert len(spans[0]) == pytest.approx(3 * len(spans[1]), abs=6)


def test_bars_grow_from_the_right_in_arabic(qtbot: QtBot) -> None:
    chart = BarChart()
    chart.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    chart.show_bars(BARS)
    show(qtbot, chart, 376, chart.sizeHint().height())
    image = chart.grab().toImage()
    wanted = QColor(colour("chart1_soft")).rgb()
    ends = []
    for at in (0, 1):
        painted = [x for x in range(image.width()) if image.pixel(x, row(chart, at).y()) == wanted]
        ends.append((min(painted), max(painted)))
    assert ends[0][1] == pytest.approx(ends[1][1], abs=1)
    assert ends[0][0] < ends[1][0]


def test_everything_is_read_out(chart: BarChart) -> None:
    assert chart.accessibleDescription().startswith("Hanna <b>Lindqvist</b> 3,120, عمر حداد 1,560")
    assert chart.sizeHint() == QSize(chart.sizeHint().width(), 4 * chart.row_height())


def test_long_names_stand_above_their_bars(qtbot: QtBot) -> None:
    long = Bar("131026: The message cannot be delivered: this number does not use it", 12, None)
    chart = BarChart()
    chart.show_bars([HANNA, OMAR])
    short = show(qtbot, chart, 376, 100).row_height()
    chart.show_bars([long, OMAR])
    assert chart.row_height() > short
    assert chart.sizeHint().height() == 2 * chart.row_height()
    chart.resize(1400, 100)
    assert chart.row_height() == short  # and beside them where there is room
