"""Rows, columns and grids say in one call what Qt is told statement by statement."""

from __future__ import annotations

from typing import Any, cast

import pytest
from PySide6.QtCore import QMargins, Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLayout, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.containers.boxes import STRETCH, Margins, Space, Stretch, grid_box, hbox, vbox


def sized(qtbot: QtBot, width: int, height: int) -> QWidget:
    widget = QWidget()
    widget.setFixedSize(width, height)
    qtbot.addWidget(widget)
    return widget


def shown(qtbot: QtBot, layout_of: QWidget, width: int, height: int) -> QWidget:
    qtbot.addWidget(layout_of)
    layout_of.resize(width, height)
    with qtbot.waitExposed(layout_of):
        layout_of.show()
    return layout_of


def test_parts_stand_in_order_with_their_spacing_and_margins(qtbot: QtBot) -> None:
    page = QWidget()
    first, second, inner = (sized(qtbot, 20, 10) for _ in range(3))
    made = hbox(first, Space(5), second, hbox(inner), STRETCH, parent=page, spacing=8, margins=(1, 2, 3, 4))
    shown(qtbot, page, 300, 60)
    assert page.layout() is made
    assert made.contentsMargins() == QMargins(dp(1), dp(2), dp(3), dp(4))
    # The room before the second is its own besides the spacing, which stands on one side of it only.
    assert [part.x() for part in (first, second, inner)] == [
        dp(1),
        dp(1) + 20 + dp(5) + dp(8),
        dp(1) + 20 + dp(5) + dp(8) + 20 + dp(8),
    ]


def test_what_stretches_takes_the_room_by_its_factor(qtbot: QtBot) -> None:
    page, one, three = QWidget(), QWidget(), QWidget()
    vbox((one, 1), (vbox(three), 3), parent=page, spacing=0)
    shown(qtbot, page, 50, 400)
    assert (one.height(), three.height()) == (100, 300)


def test_room_that_grows_shares_by_its_factor(qtbot: QtBot) -> None:
    page, part = QWidget(), sized(qtbot, 40, 10)
    hbox(Stretch(1), part, Stretch(3), parent=page, spacing=0)
    shown(qtbot, page, 440, 40)
    assert part.x() == 100


def test_a_part_is_aligned(qtbot: QtBot) -> None:
    page, top, bottom = QWidget(), sized(qtbot, 20, 10), sized(qtbot, 20, 10)
    hbox((top, 0, Qt.AlignmentFlag.AlignTop), (bottom, 0, Qt.AlignmentFlag.AlignBottom), parent=page)
    shown(qtbot, page, 100, 100)
    assert (top.y(), bottom.y()) == (0, 90)


@pytest.mark.parametrize("margins", [7, (7, 7, 7, 7)])
def test_one_margin_is_for_all_sides(qapp: QApplication, margins: Margins) -> None:
    for made in (hbox(margins=margins), vbox(margins=margins), grid_box(margins=margins)):
        assert made.contentsMargins() == QMargins(dp(7), dp(7), dp(7), dp(7))


def test_without_spacing_it_is_the_styles(qtbot: QtBot) -> None:
    plain_page, page = QWidget(), QWidget()
    for each in (plain_page, page):
        qtbot.addWidget(each)
    assert hbox(parent=page).spacing() == QHBoxLayout(plain_page).spacing()
    assert isinstance(vbox(), QVBoxLayout)


def test_a_grid_is_spaced_alike_or_by_columns_and_rows(qapp: QApplication) -> None:
    grid = grid_box(spacing=(12, 3))
    assert (grid.horizontalSpacing(), grid.verticalSpacing()) == (dp(12), dp(3))
    even = grid_box(spacing=5)
    assert (even.horizontalSpacing(), even.verticalSpacing()) == (dp(5), dp(5))


def test_what_is_no_part_is_refused(qapp: QApplication) -> None:
    with pytest.raises(TypeError, match="cannot stand"):
        hbox(cast(Any, "a word"))
    with pytest.raises(TypeError, match="cannot stand"):
        vbox(cast(Any, (hbox(), 1, Qt.AlignmentFlag.AlignTop)))


def test_nested_layouts_belong_to_the_outer_one(qapp: QApplication) -> None:
    inner = hbox()
    outer: QLayout = vbox(inner)
    assert inner.parent() is outer
