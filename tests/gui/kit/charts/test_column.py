"""The chart column beside a report: first pictures, a column in two clicks, filters from what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.design import hiding
from svcconsole.gui.kit.charts import over_time, values
from svcconsole.gui.kit.charts.bars import BarChart
from svcconsole.gui.kit.charts.chart_column import ChartColumn
from svcconsole.gui.kit.charts.chart_section import ChartSection
from svcconsole.services.analysis.view import Filter, View
from tests.gui.kit.charts.conftest import HEADER, Draw, rows, settled, write
from tests.support.coroutines import until

DATE, CHANNEL, AGENT, MINUTES, STATUS = 1, 2, 3, 4, 5


def bars(column: ChartColumn) -> dict[str, float]:
    return {bar.said: bar.value for bar in column.values.chart.bars()}


def click_bar(qtbot: QtBot, chart: BarChart, said: str, *, ctrl: bool = False) -> None:
    at = [bar.said for bar in chart.bars()].index(said)
    place = QPoint(chart.width() // 2, at * chart.row_height() + chart.row_height() // 2)
    held = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, held, place)


def heard(column: ChartColumn) -> tuple[list[Filter], list[int]]:
    """The filters that the column asks for, and the columns whose filter may go."""
    wanted: list[Filter] = []
    dropped: list[int] = []
    column.filter_wanted.connect(wanted.append)
    column.filter_dropped.connect(dropped.append)
    return wanted, dropped


async def test_a_known_report_opens_with_its_own_pictures(draw: Draw, report: Path) -> None:
    async with draw(report, "All Conversations Report") as column:
        course = column.over_time.course
        assert column.over_time.title() == "Messages a week"
        assert course.starts[0] == date(2026, 1, 5)
        assert {line.name: line.total for line in course.lines} == {
            "whatsapp": 420, "email": 140, "instagram": 140,
        }  # fmt: skip
        assert column.values.title() == "Messages by status"
        assert bars(column) == {"read": 466, "sent": 234}
        assert column.over_time.switch.words() == "whole report"
        figures = column.over_time.figure_table()
        assert figures.heads == ("Week of", "whatsapp", "email", "instagram")
        assert figures.rows[0][0] == "5 Jan 2026"
        assert len(figures.rows) == 25
        assert sum(int(row[1]) for row in figures.rows) == 420


async def test_an_unknown_file_opens_with_what_it_has(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        assert column.over_time.title() == "Rows a week"
        assert column.values.title() == "Rows by channel"
        assert column.figures.title() == "minutes"


async def test_a_column_becomes_what_suits_it(draw: Draw, report: Path) -> None:
    """Words become bars, days a line, numbers their spread."""
    async with draw(report) as column:
        column.show_column(AGENT)
        await settled(column)
        assert column.values.title() == "Rows by agentEmail"
        assert sum(bars(column).values()) == 700
        assert bars(column)["(blank)"] == 100
        assert bars(column)["<b>jonas</b>"] == 100
        assert column.figures.strip.pairs[0] == ("Distinct", "4")

        column.show_column(DATE)
        await settled(column)
        asked = column.over_time.request()
        assert asked is not None
        assert (asked.column, asked.unit, asked.split) == (DATE, "week", None)
        assert [line.total for line in column.over_time.course.lines] == [700]

        column.show_column(MINUTES)
        await settled(column)
        assert 2 < len(column.values.chart.bars()) <= values.MOST_RANGES + 1
        assert sum(bars(column).values()) == 700
        assert dict(column.figures.strip.pairs)["Blank"] == "70"
        column.values.ask(values.Asked(column=MINUTES, spread=False))
        await settled(column)
        assert "other values" in column.values.chart.bars()[-1].said


async def test_a_column_asked_for_at_once_is_drawn_when_the_file_is_read(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        again = ChartColumn(column._analysis, HEADER, column.scope._notices)
        again.show_column(STATUS)
        await settled(again)
        assert again.values.title() == "Rows by status"
        await again.aclose()
        again.deleteLater()


async def test_the_period_is_chosen_in_the_first_box(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        when = column.over_time.when
        for unit, periods in (("day", 175), ("week", 25), ("month", 6)):
            when.choose((DATE, unit))
            when.activated.emit(when.currentIndex())
            await settled(column)
            assert column.over_time.title() == f"Rows a {unit}"
            assert len(column.over_time.course.starts) == periods
            assert sum(line.total for line in column.over_time.course.lines) == 700


async def test_rows_without_a_date_are_told(draw: Draw, tmp_path: Path) -> None:
    lines = [[*row[:1], "" if at < 3 else row[1], *row[2:]] for at, row in enumerate(rows(140))]
    async with draw(write(tmp_path / "undated.csv", HEADER, lines)) as column:
        assert column.over_time.remark.text() == "3 rows have no date. Days begin at midnight in UTC."
        assert column.over_time.note().endswith(f"undated.csv · {column.over_time.remark.text()}")
        assert sum(line.total for line in column.over_time.course.lines) == 137


async def test_more_periods_than_can_be_drawn_are_refused_in_a_sentence(draw: Draw, tmp_path: Path) -> None:
    lines = [[f"{year}-01-01", "x"] for year in range(1950, 2030)]
    async with draw(write(tmp_path / "years.csv", ("day", "what"), lines)) as column:
        assert column.over_time.course.unit == "month"
        column.over_time.ask(over_time.Asked(column=0, unit="day"))
        await settled(column)
        assert "too many days to draw" in column.over_time.sentence.text()
        assert column.over_time.shown.currentWidget() is column.over_time.sentence


async def test_what_is_counted_is_chosen_in_the_menu(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        counted = column.values.counted
        assert [action.text() for action in counted.actions()] == ["Rows", "Sum of minutes"]
        counted.actions()[1].trigger()
        await settled(column)
        assert column.values.title() == "minutes by channel"
        assert sum(bars(column).values()) == sum(int(row[MINUTES] or 0) for row in rows(700))


async def test_more_than_five_values_are_drawn_as_four_and_the_rest(draw: Draw, tmp_path: Path) -> None:
    lines = [[*row[:2], f"c{at % 9}", *row[3:]] for at, row in enumerate(rows(700))]
    async with draw(write(tmp_path / "nine.csv", HEADER, lines)) as column:
        column.over_time.ask(over_time.Asked(column=DATE, unit="week", split=CHANNEL))
        await settled(column)
        course = column.over_time.course
        assert [line.name for line in course.lines] == ["c0", "c1", "c2", "c3", "Other"]
        assert sum(line.total for line in course.lines) == 700


# -- filters


async def test_a_click_on_a_bar_asks_for_its_rows_and_another_lets_go(
    qtbot: QtBot, draw: Draw, report: Path
) -> None:
    async with draw(report) as column:
        wanted, dropped = heard(column)
        click_bar(qtbot, column.values.chart, "email")
        assert wanted == [Filter(CHANNEL, "is", ("email",))]
        column.set_view(View(tuple(wanted)))
        await settled(column)
        assert bars(column) == {"whatsapp": 420, "email": 140, "instagram": 140}  # the others stay
        assert [column.values.chart.is_chosen(at) for at in range(3)] == [False, True, False]
        click_bar(qtbot, column.values.chart, "email")
        assert dropped == [CHANNEL]


async def test_several_bars_are_shown_together(qtbot: QtBot, draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        wanted, dropped = heard(column)

        async def click(said: str, *, ctrl: bool) -> Filter:
            before = len(wanted)
            click_bar(qtbot, column.values.chart, said, ctrl=ctrl)
            assert len(wanted) == before + 1
            column.set_view(View((wanted[-1],)))
            await settled(column)
            return wanted[-1]

        assert await click("email", ctrl=True) == Filter(CHANNEL, "is", ("email",))
        both = await click("instagram", ctrl=True)
        assert both == Filter(CHANNEL, "is", ("email", "instagram"))
        assert [column.values.chart.is_chosen(at) for at in range(3)] == [False, True, True]
        assert (await column._analysis.view(View((both,)))).rows == 280
        assert await click("email", ctrl=True) == Filter(CHANNEL, "is", ("instagram",))
        assert await click("whatsapp", ctrl=True) == Filter(CHANNEL, "is", ("instagram", "whatsapp"))
        assert await click("whatsapp", ctrl=False) == Filter(CHANNEL, "is", ("whatsapp",))
        click_bar(qtbot, column.values.chart, "whatsapp", ctrl=True)
        assert dropped == [CHANNEL]


async def test_what_a_bar_says_is_what_its_filter_shows(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        for shown in (AGENT, STATUS, MINUTES):
            column.show_column(shown)
            await settled(column)
            for bar in column.values.chart.bars():
                assert bar.asks is not None
                seen = await column._analysis.view(View((bar.asks,)))
                assert seen.rows == bar.value, bar.said


async def test_a_period_that_is_clicked_shows_its_rows(qtbot: QtBot, draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        wanted, dropped = heard(column)
        chart = column.over_time.chart
        assert chart is not None
        x, y = chart.lines()[0][3]
        qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
        assert wanted == [Filter(DATE, "in_period", ("2026-01-26", "2026-02-02"))]
        seen = await column._analysis.view(View(tuple(wanted)))
        assert seen.rows == column.over_time.course.lines[0].values[3] == 28
        column.set_view(View(tuple(wanted)))
        await settled(column)
        qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
        assert dropped == [DATE]


async def test_each_chart_says_and_chooses_what_it_is_counted_from(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        assert not column.over_time.switch.isEnabled()
        column.set_view(View((Filter(CHANNEL, "is", ("email",)),)))
        await settled(column)
        words = [section.switch.words() for section in column.sections()]
        assert words == ["whole report", "whole report", "this view"], "the second is of the filtered column"
        assert sum(line.total for line in column.over_time.course.lines) == 700
        assert dict(column.figures.strip.pairs)["Blank"] in ("0", "14", "70")
        column.over_time.switch.click()
        await settled(column)
        assert column.over_time.switch.words() == "this view"
        assert sum(line.total for line in column.over_time.course.lines) == 140
        column.set_view(View())
        await settled(column)
        assert {section.switch.words() for section in column.sections()} == {"whole report"}
        assert sum(line.total for line in column.over_time.course.lines) == 700


async def test_a_view_without_rows_says_so(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        column.over_time.switch.click()
        column.show_column(STATUS)
        column.set_view(View((Filter(CHANNEL, "is", ("pigeon",)),)))
        await settled(column)
        assert column.values.sentence.text() == "This view has no rows."
        assert column.values.shown.currentWidget() is column.values.sentence
        assert not column.values.copy_button.isEnabled()
        column.set_view(View())
        await settled(column)
        assert column.values.copy_button.isEnabled()
        assert column.values.shown.currentWidget() is column.values.chart


# -- the same figures as a table


async def test_the_figures_are_one_key_away_and_can_be_copied(qtbot: QtBot, draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        section: ChartSection = column.values
        chart = column.values.chart
        chart.setFocus(Qt.FocusReason.OtherFocusReason)
        qtbot.keyClick(chart, Qt.Key.Key_T)
        table = section.figures.table
        assert table is not None
        assert section.shown.currentWidget() is section.figures
        assert [each[1] for each in table.records_model().shown()] == [
            ("whatsapp", "420"), ("email", "140"), ("instagram", "140"),
        ]  # fmt: skip
        table.set_current(1)
        table.copy_rows()
        assert QGuiApplication.clipboard().text() == "email\t140"
        qtbot.keyClick(table, Qt.Key.Key_Escape)
        assert section.shown.currentWidget() is chart
        section.copy_figures()
        assert QGuiApplication.clipboard().text().splitlines()[0] == "channel\tRows"
        column.values.as_table.trigger()
        column.set_view(View((Filter(STATUS, "is", ("sent",)),)))
        await settled(column)
        table = column.values.figures.table
        assert table is not None
        assert [each[1][1] for each in table.records_model().shown()] == ["140", "47", "47"]


@pytest.fixture
def hiding_people() -> Iterator[None]:
    hiding.set_hiding(True)
    yield
    hiding.set_hiding(False)


async def test_no_figures_that_are_copied_say_who_people_are_while_that_is_hidden(
    hiding_people: None, draw: Draw, tmp_path: Path
) -> None:
    people = (("Ottoline Featherstone", "+919845022801"), ("Zoltan Quex", "+919845022802"))
    lines = [[f"2026-01-{at % 28 + 1:02}", *people[at % 3 % 2]] for at in range(60)]
    path = write(tmp_path / "people.csv", ("day", "Name", "contact"), lines)
    async with draw(path) as column:
        for each in (1, 2):
            column.over_time.ask(over_time.Asked(column=0, split=each))
            column.values.ask(values.Asked(column=each))
            column.figures.ask(each)
            await settled(column)
            for section in column.sections():
                section.copy_figures()
                copied = QGuiApplication.clipboard().text()
                assert not any(part in copied for part in ("Ottoline", "Featherstone", "Quex", "845022"))
            assert len(column.over_time.figure_table().heads) == 3
            assert [row[1] for row in column.values.figure_table().raw] == ["40", "20"]
            assert column.figures.figure_table().raw[1][1]


# -- what it needs


async def test_lines_are_drawn_by_a_library_that_only_they_load(draw: Draw, tmp_path: Path) -> None:
    without_days = write(tmp_path / "plain.csv", ("name", "n"), [["a", "1"], ["a", "2"], ["b", "2"]] * 3)
    async with draw(without_days) as column:
        assert column.over_time.isHidden()
        assert not column.values.isHidden()
        assert column.over_time.chart is None


async def test_a_report_by_no_period_says_how_to_see_its_time(draw: Draw, tmp_path: Path) -> None:
    lines = [["whatsapp", "10", "20", "19", "9", "1", "7", "3"], ["email", "1", "4", "4", "2", "0", "3", "1"]]
    header = (
        "channel", "received", "sent", "delivered", "read", "failed", "customers", "customersWhoWrote",
    )  # fmt: skip
    async with draw(write(tmp_path / "channels.csv", header, lines), "Channel Engagement") as column:
        assert column.over_time.isHidden()
        assert "by day, week or month" in column.hint.text()
        assert column.values.title() == "sent by channel"
        assert bars(column) == {"whatsapp": 20, "email": 4}
        await until(lambda: column.figures.strip.pairs)
        assert column.figures.title() == "read"


@pytest.mark.parametrize(
    ("periods", "unit"),
    [
        (("2026-05-04", "2026-05-05", "2026-05-06"), "day"),
        (("2026-05-04", "2026-05-11", "2026-05-18"), "week"),
        (("2026-03", "2026-04", "2026-05"), "month"),
    ],
)
async def test_a_summed_report_is_added_up_not_counted(
    draw: Draw, tmp_path: Path, periods: tuple[str, ...], unit: str
) -> None:
    pairs = [(period, channel) for period in periods for channel in ("email", "whatsapp")]
    lines = [[period, channel, str(50 * (at + 1))] for at, (period, channel) in enumerate(pairs)]
    header = ("period", "channel", "sent")
    async with draw(write(tmp_path / "channels.csv", header, lines), "Channel Engagement") as column:
        course = column.over_time.course
        assert column.over_time.title() == f"sent a {unit}"
        assert {line.name: line.total for line in course.lines} == {"whatsapp": 600, "email": 450}
        assert course.lines[0].values == (100, 200, 300)
        assert bars(column) == {"whatsapp": 600, "email": 450}
        assert column.hint.isHidden()


async def test_a_chart_says_this_view_only_where_it_draws_the_view(draw: Draw, report: Path) -> None:
    """The bars of a column leave its own filter out, so that one can go on from them."""
    async with draw(report) as column:
        chart = column.values
        chart.ask(values.Asked(column=CHANNEL))
        whole = View()
        own = View(filters=(Filter(CHANNEL, "is", ("email",)),))
        other = Filter(STATUS, "is", ("read",))
        for view, said in (
            (whole, "whole report"),
            (own, "whole report"),
            (View(filters=(other,)), "this view"),
            (View(filters=(*own.filters, other)), "this view, all values of channel"),
        ):
            column.set_view(view)
            await settled(column)
            assert chart.switch.words() == said
            assert chart.switch.isEnabled() is (said != "whole report")
            drawn = sum(bars(column).values())
            assert (drawn == 700) is (said == "whole report"), said
        chart.ask(values.Asked(column=STATUS))
        await settled(column)
        assert chart.switch.words() == "this view, all values of status"
