"""Arranging in slices gives what sorting and filtering in one go would give."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from svcconsole.gui.kit.grid.sorting import AT_ONCE, SLICE, Arranger, arrange
from tests.support.coroutines import until

Value = int | None


def _same(value: int) -> int:
    return value


def _result(work: Iterator[list[int] | None]) -> list[int]:
    steps = list(work)
    assert steps[:-1] == [None] * (len(steps) - 1)
    assert steps[-1] is not None
    return steps[-1]


def _expected(values: list[Value], *, descending: bool) -> list[int]:
    filled = [at for at, value in enumerate(values) if value is not None]
    blanks = [at for at, value in enumerate(values) if value is None]
    return sorted(filled, key=lambda at: values[at] or 0, reverse=descending) + blanks


@given(st.lists(st.none() | st.integers(-5, 5), max_size=60), st.booleans())
@settings(max_examples=150, deadline=None)
def test_it_sorts_stably_with_blanks_last(values: list[Value], descending: bool) -> None:
    work = arrange(values, range(len(values)), None, lambda value: value, descending=descending)
    assert _result(work) == _expected(values, descending=descending)


@pytest.mark.parametrize("size", [0, 1, SLICE - 1, SLICE, SLICE + 1, 3 * SLICE + 7, 9 * SLICE])
def test_slices_are_merged_into_one_order(size: int) -> None:
    values: list[Value] = [(at * 7919) % 10_007 for at in range(size)]
    work = arrange(values, range(size), None, lambda value: value)
    assert _result(work) == sorted(range(size), key=lambda at: values[at] or 0)


def test_the_filter_keeps_the_order_of_the_list() -> None:
    values = list(range(3 * SLICE))
    rows = _result(arrange(values, range(len(values)), lambda value: value % 3 == 0, None))
    assert rows == [value for value in values if value % 3 == 0]


async def test_a_newer_arrangement_takes_the_older_ones_place(window_loop: QApplication) -> None:
    parent = QObject()
    arranger: Arranger[int] = Arranger(parent)
    results: list[list[int]] = []
    arranger.done.connect(results.append)
    values = list(range(5 * AT_ONCE))
    arranger.start(arrange(values, range(len(values)), None, _same, descending=True), len(values))
    assert arranger.is_busy()
    arranger.start(arrange(values, range(len(values)), lambda value: value < 3, _same), len(values))
    await until(lambda: results)
    assert results == [[0, 1, 2]]
    assert not arranger.is_busy()
    parent.deleteLater()
