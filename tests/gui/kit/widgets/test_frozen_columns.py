"""Columns of a grid that stay: seen, found and read out where they stand while others scroll under them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.colours import colour
from svcconsole.gui.kit.grid.frozen_columns import FrozenColumns
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from tests.gui.kit.widgets.conftest import ITEMS, Item, columns
from tests.support.qt import show

WIDE = 700


@pytest.fixture
def frozen_table(qtbot: QtBot) -> RecordTable[Item]:
    """A table whose names and ids stay, wider than its room, with a problem in one price."""
    items = [Item(**vars(item)) for item in ITEMS]
    items[2].wrong = "“a” is no price"
    model = RecordModel([replace(column, drop=0) for column in columns()], key=lambda item: item.id)
    model.set_records(items)
    table = RecordTable(model, "Products")
    model.setParent(table)
    show(qtbot, table, WIDE, 320)
    for key in ("price", "catalogs"):
        table.setColumnWidth(model.column(key), 500)
    table.set_frozen([0, 1])
    return table


def frozen_of(table: RecordTable[Item]) -> FrozenColumns:
    assert table.frozen is not None
    return table.frozen


def scroll(table: RecordTable[Item], by: int = 300) -> None:
    table.horizontalScrollBar().setValue(by)
    assert frozen_of(table).is_scrolled()


def test_a_click_finds_the_cell_that_is_seen_there(qtbot: QtBot, frozen_table: RecordTable[Item]) -> None:
    table, model = frozen_table, frozen_table.records_model()
    scroll(table)
    for column in (0, 1, model.column("catalogs")):
        rect = table.visualRect(model.index(1, column))
        where = QPoint(rect.right() - 4, rect.center().y())
        assert table.indexAt(where) == model.index(1, column)
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
        assert (table.currentIndex().row(), table.currentIndex().column()) == (1, column)
    assert table.visualRect(model.index(1, 0)).left() == 0


def test_what_stays_is_painted_as_it_was_before_the_scrolling(frozen_table: RecordTable[Item]) -> None:
    table, frozen = frozen_table, frozen_of(frozen_table)
    breadth = frozen.breadth()
    before = table.viewport().grab().toImage().copy(0, 0, breadth - 1, 200)
    scroll(table)
    after = table.viewport().grab().toImage()
    assert after.copy(0, 0, breadth - 1, 200) == before
    assert after.pixelColor(breadth - 1, 5).name() == colour("border_input").name()
    assert frozen.isVisible() and frozen.width() == breadth
    table.horizontalScrollBar().setValue(0)
    assert not frozen.isVisible()


def test_a_cell_that_is_gone_to_is_not_left_under_those_that_stay(frozen_table: RecordTable[Item]) -> None:
    table, model = frozen_table, frozen_table.records_model()
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())
    table.set_current_cell("apron", "catalogs")
    assert table.visualRect(table.currentIndex()).left() == frozen_of(table).breadth()
    here = table.horizontalScrollBar().value()
    table.set_current_cell("mug", "name")
    assert table.horizontalScrollBar().value() == here
    assert table.currentIndex() == model.index(2, 0)


def test_a_header_that_stays_sorts_and_is_as_wide_as_its_column(
    qtbot: QtBot, frozen_table: RecordTable[Item]
) -> None:
    table, frozen = frozen_table, frozen_of(frozen_table)
    scroll(table)
    qtbot.mouseClick(frozen.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, frozen.height() // 2))
    assert table.records_model().order() == ("name", False)
    frozen.resizeSection(1, 90)
    assert table.columnWidth(1) == 90
    assert frozen.width() == table.columnWidth(0) + 90


def test_columns_stay_only_where_they_leave_room_for_others(frozen_table: RecordTable[Item]) -> None:
    table, frozen = frozen_table, frozen_of(frozen_table)
    assert frozen.columns() == [0, 1]
    table.setColumnWidth(1, WIDE)
    assert frozen.columns() == [0]
    table.setColumnWidth(0, WIDE)
    scroll(table)
    assert frozen.columns() == [] and not frozen.isVisible()


def test_in_a_right_to_left_window_they_stay_at_the_right(
    qapp: QApplication, frozen_table: RecordTable[Item]
) -> None:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        table, model = frozen_table, frozen_table.records_model()
        scroll(table)
        rect = table.visualRect(model.index(0, 0))
        assert rect.right() == table.viewport().rect().right()
        assert table.indexAt(rect.center()) == model.index(0, 0)
        assert frozen_of(table).geometry().right() == table.viewport().geometry().right()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_screen_reader_gets_cells_with_their_errors_where_they_are_seen(
    frozen_table: RecordTable[Item],
) -> None:
    table, model = frozen_table, frozen_table.records_model()
    scroll(table)
    tree = QAccessible.queryAccessibleInterface(table)
    assert tree.text(QAccessible.Text.Name) == "Products"
    price = _cell(tree, table, 2, model.column("price"))
    assert price.text(QAccessible.Text.Name) == "Price: 16.00, “a” is no price"
    name = _cell(tree, table, 2, 0)
    assert name.text(QAccessible.Text.Name) == "Product: كوب فخار"
    seen = table.visualRect(model.index(2, 0))
    assert name.rect().topLeft() == table.viewport().mapToGlobal(seen.topLeft())


def _cell(
    tree: QAccessibleInterface, table: RecordTable[Item], row: int, column: int
) -> QAccessibleInterface:
    where = table.viewport().mapToGlobal(table.visualRect(table.records_model().index(row, column)).center())
    return tree.childAt(where.x(), where.y())
