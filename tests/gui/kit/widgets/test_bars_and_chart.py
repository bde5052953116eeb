"""Bars whose parts add up, bars that wait, and the chart of a run's pace."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetrics, QPainter
from pytestqt.qtbot import QtBot

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.widgets import line_chart
from svcconsole.gui.kit.widgets.bars import LoadingBar, Part, ProgressLine, ProportionBar, part_widths
from svcconsole.gui.kit.widgets.line_chart import ChartMark, RateChart, clock_step, nice_ceiling
from tests.support.qt import show


@given(st.lists(st.integers(0, 1_000_000), min_size=1, max_size=8))
def test_parts_fill_the_bar_and_none_vanishes(values: list[int]) -> None:
    widths = part_widths(values, 400.0, 4.0)
    if sum(values) == 0:
        assert widths == [0.0] * len(values)
        return
    assert sum(widths) == pytest.approx(400.0)
    assert all((width >= 3.999) if value else width == 0 for value, width in zip(values, widths, strict=True))


def test_a_single_refused_row_of_many_is_seen(qtbot: QtBot) -> None:
    bar = ProportionBar(14, "Rows")
    bar.set_parts([Part(99_999, "success", "accepted"), Part(1, "danger", "refused")])
    show(qtbot, bar, 400, 14)
    picture = bar.grab().toImage()
    row = [picture.pixelColor(x, 7).name() for x in range(picture.width())]
    assert row.count(colour("danger").name()) >= 3
    assert bar.accessibleDescription() == "accepted 99,999, refused 1"


def test_a_bar_starts_at_the_leading_side(qtbot: QtBot) -> None:
    line = ProgressLine("autumn-range.csv")
    show(qtbot, line, 200, 6)
    line.set_fraction(0.5)
    picture = line.grab().toImage()
    assert picture.pixelColor(10, 3).name() == colour("accent").name()
    assert picture.pixelColor(190, 3).name() == colour("neutral_subtle").name()
    assert line.accessible_value() == "50 %"
    line.set_fraction(7)
    assert line.accessible_value() == "100 %"


def test_what_is_quickly_read_shows_no_bar(qtbot: QtBot) -> None:
    bar = LoadingBar("Reading products")
    show(qtbot, bar, 300, 2)
    bar.start()
    bar.stop()
    assert not bar.is_shown()
    bar.start()
    qtbot.waitUntil(bar.is_shown)
    bar.set_fraction(0.5)
    picture = bar.grab().toImage()
    assert picture.pixelColor(10, 1).name() == colour("accent").name()
    assert picture.pixelColor(290, 1).name() != colour("accent").name()
    bar.stop()
    assert not bar.is_shown()
    assert bar.height() == 2


@pytest.mark.parametrize(
    ("value", "top"), [(0, 1), (0.4, 0.4), (7, 8), (41, 50), (52, 60), (60, 60), (61, 80), (999, 1000)]
)
def test_the_scale_ends_on_a_round_number(value: float, top: float) -> None:
    assert nice_ceiling(value) == pytest.approx(top)


@pytest.mark.parametrize(
    ("seconds", "room", "step"), [(300, 6, 60), (30, 10, 5), (7200, 5, 1800), (90_000, 3, 86_400)]
)
def test_the_clock_has_room_for_its_labels(seconds: float, room: float, step: int) -> None:
    assert clock_step(seconds, room) == step


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
def test_the_pace_is_drawn_with_its_marks_and_its_end(qtbot: QtBot, name: str) -> None:
    theme().set_setting(name)
    try:
        chart = RateChart("Rows a second")
        chart.set_start(1_000)
        chart.set_points([(1_000 + at, 40.0 if at < 100 else 10.0) for at in range(0, 180, 2)])
        chart.set_marks(
            [ChartMark(1_100, "the store asked us to wait 5 s"), ChartMark(9_999, "not on this chart")]
        )
        chart.set_forecast(1_300, "done about 09:43")
        show(qtbot, chart, 700, 190)
        picture = chart.grab().toImage()
        seen = {
            picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())
        }
        assert {colour("chart1").name(), colour("warning").name(), colour("border").name()} <= seen
        assert chart.accessibleDescription() == "10 a second now"
    finally:
        theme().set_setting("light")


@pytest.mark.parametrize("rate, highest", [(0.9, "1.0"), (4.2, "5"), (80.0, "80")])
def test_the_figures_beside_the_pace_have_room(qtbot: QtBot, rate: float, highest: str) -> None:
    """A rate of one a second stood as "0" where its first digit was cut off."""
    chart = RateChart("Rows a second")
    chart.set_start(1_000)
    chart.set_points([(1_000.0 + at, rate) for at in range(60)])
    show(qtbot, chart, 400, 120)
    painted: list[tuple[QRectF, str]] = []

    class Watched(QPainter):
        def drawText(self, *given: Any) -> Any:
            if isinstance(given[0], QRectF):
                painted.append((given[0], given[2]))
            return super().drawText(*given)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(line_chart, "QPainter", Watched)
        chart.grab()
    assert highest in [words for _, words in painted]
    metrics = QFontMetrics(fonts.role_font("micro"))
    assert all(metrics.horizontalAdvance(words) <= room.width() for room, words in painted)


def test_a_chart_without_figures_is_only_its_grid(qtbot: QtBot) -> None:
    chart = RateChart("Rows a second")
    show(qtbot, chart, 400, 88)
    picture = chart.grab().toImage()
    seen = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    assert colour("chart1").name() not in seen
    assert colour("border").name() in seen
