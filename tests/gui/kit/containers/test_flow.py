"""A row that wraps: what stands beside one another, and how high each thing stands in its row."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.containers.flow import FlowLayout
from tests.support.qt import show

SIZES = ((100, 20), (60, 32), (80, 24), (50, 10))


def shown(qtbot: QtBot, width: int, *, top: int | None = None) -> list[QRect]:
    """The places of things of `SIZES`, the one numbered `top` aligned to the top of its row."""
    page = QWidget()
    flow = FlowLayout(page, gap=8, row_gap=4)
    parts = [QWidget() for _ in SIZES]
    for part, size in zip(parts, SIZES, strict=True):
        part.setFixedSize(*size)
        flow.addWidget(part)
    if top is not None:
        flow.setAlignment(parts[top], Qt.AlignmentFlag.AlignTop)
    show(qtbot, page, width, 200)
    return [part.geometry() for part in parts]


def test_lower_things_stand_in_the_middle_of_their_row(qtbot: QtBot) -> None:
    assert [place.top() for place in shown(qtbot, 500)] == [6, 0, 4, 11]
    assert [place.top() for place in shown(qtbot, 500, top=3)] == [6, 0, 4, 0]


@pytest.mark.parametrize(("width", "rows"), [(314, [4]), (313, [3, 1]), (255, [2, 2]), (100, [1, 1, 1, 1])])
def test_what_does_not_fit_begins_a_row(qtbot: QtBot, width: int, rows: list[int]) -> None:
    places = shown(qtbot, width)
    begins = [at for at, place in enumerate(places) if place.left() == 0]
    ends = [*begins[1:], len(places)]
    assert [end - begin for begin, end in zip(begins, ends, strict=True)] == rows
    below = 0
    for begin, end in zip(begins, ends, strict=True):
        row = places[begin:end]
        height = max(place.height() for place in row)
        assert all(place.top() + place.height() // 2 == below + height // 2 for place in row)
        between = {after.left() - before.right() - 1 for before, after in pairwise(row)}
        assert between <= {dp(8)}
        below += height + dp(4)
    assert places[0].left() == 0
