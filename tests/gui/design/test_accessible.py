"""What a screen reader is told of widgets that Qt describes otherwise than it is heard."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QComboBox, QStackedWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.accessible import call, changed_cells
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from tests.support.accessible_tree import label_of
from tests.support.qt import show


def name(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def test_a_combo_box_is_called_by_its_name_beside_what_is_chosen_in_it(qtbot: QtBot) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    boxes = [QComboBox(), QComboBox()]
    for box, words in zip(boxes, ("Price comes from", "R&D <b>comes</b> from"), strict=True):
        box.addItems(["nothing", "Column A"])
        box.setAccessibleName(words)
        column.addWidget(box)
    show(qtbot, page, 400, 200)
    heard = [label_of(QAccessible.queryAccessibleInterface(box)) for box in boxes]
    assert heard == ["Price comes from", "R&D <b>comes</b> from"]
    call(boxes[0], "Cost comes from")
    assert label_of(QAccessible.queryAccessibleInterface(boxes[0])) == "Cost comes from"
    boxes.pop().deleteLater()
    qtbot.waitUntil(lambda: len(page.children()) == 3)


def test_a_stack_of_pages_has_nothing_to_say_of_itself(qtbot: QtBot) -> None:
    stack = QStackedWidget()
    stack.addWidget(QWidget())
    show(qtbot, stack, 400, 200)
    heard = QAccessible.queryAccessibleInterface(stack)
    assert (heard.role(), name(stack), heard.childCount()) == (QAccessible.Role.Client, "", 1)


def test_a_page_that_scrolls_is_called_by_its_first_heading_before_it_is_shown(qtbot: QtBot) -> None:
    page = ScrollPage()
    hidden = PlainLabel("Not here", role="title")
    for label in (
        PlainLabel("12", role="hero"),
        hidden,
        PlainLabel("a line"),
        PlainLabel("Refused", "title"),
    ):
        page.body.addWidget(label)
    hidden.hide()
    qtbot.addWidget(page)
    assert name(page) == "Refused"
    assert QAccessible.queryAccessibleInterface(page).role() == QAccessible.Role.Section


def test_the_cells_that_changed_are_those_of_the_row(qtbot: QtBot) -> None:
    columns: list[ColumnSpec[int]] = [
        ColumnSpec(key=key, title=key.title(), value=partial("{} {}".format, key))
        for key in ("first", "second", "third")
    ]
    model: RecordModel[int] = RecordModel(columns, key=lambda row: row)
    table = RecordTable(model, "Rows")
    model.set_records(list(range(9)))
    show(qtbot, table, 600, 400)
    cells = [cell.text(QAccessible.Text.Name) for cell in changed_cells(table, 4, range(1, 3))]
    assert cells == ["Second: second 4", "Third: third 4"]
