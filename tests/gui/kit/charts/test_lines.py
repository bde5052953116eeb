"""Lines under hand: read out by pointer and keys, time from left to right, a box that avoids the lines."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.charts.figures import Course, Line
from svcconsole.gui.kit.charts.label_placement import heights_within
from svcconsole.gui.kit.charts.lines import LineChart
from tests.gui.kit.charts.inked import inked
from tests.support.qt import show

STARTS = tuple(date(2026, 1, 5) + timedelta(days=7 * at) for at in range(25))
LINES = (
    Line("WhatsApp", tuple(float(3000 + 90 * (at % 7)) for at in range(25))),
    Line("البريد", tuple(float(1000 - 4 * at) for at in range(25))),
    Line("<i>Instagram</i>", tuple(200.0 + 20 * at for at in range(25))),
)
COURSE = Course("week", STARTS, LINES)


@pytest.fixture
def chart(qtbot: QtBot) -> LineChart:
    made = LineChart()
    show(qtbot, made, 376, 236)
    made.show_course(COURSE)
    return made


@pytest.fixture
def right_to_left(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def place(chart: LineChart, period: int, line: int = 0) -> QPoint:
    x, y = chart.lines()[line][period]
    return QPoint(round(x), round(y))


def test_time_runs_from_left_to_right_in_every_language(right_to_left: None, chart: LineChart) -> None:
    across = [x for x, _y in chart.lines()[0]]
    assert across == sorted(across)
    assert across[0] < 60
    assert chart.lines()[0][0][1] < chart.lines()[1][0][1]  # more is higher


@pytest.mark.parametrize("setting", ["light", "dark", "contrast"])
def test_each_line_has_its_own_colour_in_every_theme(chart: LineChart, setting: str) -> None:
    try:
        theme().set_setting(setting)
        image = chart.grab().toImage()
        found = [inked(image, f"chart{at}") for at in (1, 2, 3)]
    finally:
        theme().set_setting("light")
    assert min(found) > 30


def test_the_pointer_reads_out_a_period(qtbot: QtBot, chart: LineChart) -> None:
    qtbot.mouseMove(chart, place(chart, 18))
    assert chart.accessibleDescription() == (
        "Week of 11 May 2026, WhatsApp 3,360, البريد 928, <i>Instagram</i> 560"
    )
    assert not chart.value_box().isEmpty()


def test_the_value_box_avoids_the_lines_where_it_can(qtbot: QtBot) -> None:
    chart = LineChart()
    show(qtbot, chart, 376, 236)
    rising = Course("week", STARTS, (Line("Rows", tuple(float(at * at) for at in range(25))),))
    chart.show_course(rising)
    line = chart.lines()[0]
    for period in range(25):
        qtbot.mouseMove(chart, place(chart, period))
        box = chart.value_box()
        crossed = heights_within(line, box.left(), box.right())
        assert crossed is not None
        assert crossed[1] < box.top() or crossed[0] > box.bottom(), period
        assert chart.rect().contains(box.toAlignedRect())


def test_the_keys_read_out_and_ask_for_a_period(qtbot: QtBot, chart: LineChart) -> None:
    chosen: list[int] = []
    chart.period_chosen.connect(chosen.append)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Return):
        qtbot.keyClick(chart, key)
    qtbot.keyClick(chart, Qt.Key.Key_Home)
    assert chart.accessibleDescription().startswith("Week of 5 Jan 2026")
    qtbot.keyClick(chart, Qt.Key.Key_Space)
    assert chosen == [22, 0]


def test_a_click_asks_for_the_period_under_it(qtbot: QtBot, chart: LineChart) -> None:
    chosen: list[int] = []
    chart.period_chosen.connect(chosen.append)
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=place(chart, 7, 2))
    assert chosen == [7]


def test_nothing_and_a_single_period_are_drawn_too(qtbot: QtBot, chart: LineChart) -> None:
    chart.show_course(Course())
    qtbot.mouseMove(chart, QPoint(100, 100))
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.accessibleDescription() == ""
    chart.show_course(Course("month", (date(2026, 5, 1),), (Line("Rows", (12.0,)),)))
    x, _y = chart.lines()[0][0]
    assert chart.rect().contains(QPoint(round(x), 10))
    assert inked(chart.grab().toImage(), "chart1") > 5


def test_lines_can_be_told_apart_without_colour(qtbot: QtBot) -> None:
    """Five flat lines in one tone of grey: how often each is interrupted, and for how long, differs."""
    flat = tuple(Line(str(at), (float(100 * (at + 1)),) * 25) for at in range(5))
    chart = LineChart()
    show(qtbot, chart, 700, 260)
    chart.show_course(Course("week", STARTS, flat))
    image = chart.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    seen: list[tuple[int, ...]] = []
    for line in chart.lines():
        (left, y), (right, _y) = line[0], line[-1]
        row = [image.pixelColor(x, round(y)).value() < 200 for x in range(round(left), round(right))]
        runs = "".join("x" if inked else " " for inked in row).split()
        seen.append(tuple(sorted({len(run) for run in runs[1:-1]})))
    assert len(set(seen)) == 5, seen
