"""What is drawn adds up: folded lines hold the same sum, periods follow each other without a gap."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.charts.figures import (
    DASHES,
    MOST_LINES,
    UNITS,
    FigureTable,
    Line,
    fitting_unit,
    folded,
    next_start,
)
from svcconsole.services.analysis.results import Unit

_VALUES = st.lists(st.integers(0, 1000), min_size=3, max_size=3)


@given(st.lists(_VALUES, max_size=12))
def test_folding_keeps_the_sum_of_each_period(values: list[list[int]]) -> None:
    lines = [Line(str(at), tuple(map(float, each))) for at, each in enumerate(values)]
    found = folded(lines, "Other")
    assert len(found) == min(len(lines), MOST_LINES)
    for period in range(3):
        assert sum(line.values[period] for line in found) == sum(each[period] for each in values)
    assert [line.is_rest for line in found][:-1] == [False] * (len(found) - 1) if found else not lines


def test_the_rest_comes_last_however_large() -> None:
    found = folded([Line("", (900.0,), is_rest=True), Line("a", (5.0,)), Line("b", (7.0,))], "Other")
    assert [line.name for line in found] == ["b", "a", "Other"]


def test_every_line_has_a_dash_of_its_own() -> None:
    assert len(set(DASHES)) == len(DASHES) == MOST_LINES


@pytest.mark.parametrize("unit", UNITS)
def test_periods_follow_each_other(unit: Unit) -> None:
    start = date(2025, 12, 1)
    for _ in range(40):
        following = next_start(start, unit)
        if unit == "month":
            assert following.day == 1
            assert (following - timedelta(days=1)).month == start.month
        else:
            assert (following - start).days == {"day": 1, "week": 7}[unit]
        assert chart_text.span(start, unit) == (start.isoformat(), following.isoformat())
        start = following


@pytest.mark.parametrize(
    ("last", "different", "unit"),
    [
        (date(2026, 2, 1), 900, "day"),
        (date(2026, 6, 30), 900, "week"),
        (date(2029, 1, 1), 900, "month"),
        (date(2026, 1, 29), 5, "week"),  # five Mondays: the report was asked for by the week
        (date(2026, 3, 1), 3, "month"),
        (date(2026, 1, 1), 1, "day"),
    ],
)
def test_the_period_suits_the_time_and_how_far_its_days_stand_apart(
    last: date, different: int, unit: Unit
) -> None:
    assert fitting_unit(date(2026, 1, 1), last, different) == unit


def test_a_copied_table_has_one_line_for_each_row() -> None:
    table = FigureTable(("Name", "Rows"), (("a\tb\nc", "1,204"), ("سارة", "3"), ('"Summer', "1")))
    pasted = csv.reader(io.StringIO(table.as_text(), newline=""), delimiter="\t")
    assert list(pasted) == [["Name", "Rows"], *map(list, table.rows)]


@pytest.mark.parametrize(
    ("value", "said", "copied"),
    [
        (1204.0, "1,204", "1204"),
        (0.5, "0.5", "0.5"),
        (1234.567, "1,234.57", "1234.567"),
        (0.05, "0.05", "0.05"),
        (0.004, "0.004", "0.004"),
        (-0.001, "-0.001", "-0.001"),
        (0.00123456, "0.00123", "0.00123456"),
        (-0.0, "0", "0"),
        (999_999_999_999_999.0, "999,999,999,999,999", "999999999999999"),
        (2.0**63, "9.22337e+18", "9.223372036854776e+18"),
        (-8.94e19, "-8.94e+19", "-8.94e+19"),
        (float("inf"), "inf", "inf"),
    ],
)
def test_a_number_of_any_size_is_said(value: float, said: str, copied: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    try:
        assert (chart_text.number(value), chart_text.raw(value)) == (said, copied)
    finally:
        QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("step", "said"),
    [(0.5, "1.5"), (0.25, "0.75"), (0.002, "0.006"), (0.00005, "0.00015"), (5, "15")],
)
def test_the_ticks_of_an_axis_differ_whatever_their_step(step: float, said: str) -> None:
    assert chart_text.axis_number(3 * step, step) == said
