"""A cell that is open for typing: what is typed is kept, refused or let go, whatever comes meanwhile."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.grid.range_table import RangeTable
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from tests.gui.kit.widgets.conftest import ITEMS, Item, MakeTable
from tests.support.qt import show

Key = Qt.Key


def _in_a_page(qtbot: QtBot, *widgets: QWidget) -> None:
    """The widgets below one another in a window that is in front."""
    page = QWidget()
    vbox(*widgets, parent=page)
    show(qtbot, page, 900, 400)
    with qtbot.waitActive(page):
        page.activateWindow()


def _open_editor(table: RecordTable[Item]) -> QLineEdit:
    editor = table.indexWidget(table.currentIndex())
    assert isinstance(editor, QLineEdit), "no cell is open"
    return editor


def _wait_closed(qtbot: QtBot, table: RecordTable[Item]) -> None:
    qtbot.waitUntil(lambda: table.viewport().findChild(QLineEdit) is None)


def test_f2_edits_and_a_refusal_is_told(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    refused: list[str] = []
    table.value_refused.connect(lambda _item, _key, wrong: refused.append(wrong))
    with qtbot.waitActive(table):
        table.activateWindow()
    table.set_current_cell("planter", "price")
    for typed in ("12.5", "12,O"):
        qtbot.keyClick(table, Key.Key_F2)
        editor = table.viewport().findChild(QLineEdit)
        assert editor is not None
        editor.setText(typed)
        qtbot.keyClick(editor, Key.Key_Return)
        _wait_closed(qtbot, table)
    assert table.records_model().record(0).price == 12.5
    assert refused == ["“12,O” is not a price"]
    qtbot.keyClick(table, Key.Key_F2)
    table.set_current_cell("planter", "name")
    qtbot.keyClick(table, Key.Key_F2)
    assert table.state() == RecordTable.State.NoState


def test_what_is_typed_into_a_cell_outlives_pictures_and_other_rows(
    qapp: QApplication, qtbot: QtBot, make_table: MakeTable
) -> None:
    table = make_table()
    model = table.records_model()
    _in_a_page(qtbot, table, QLineEdit())
    table.set_current_cell("apron", "price")
    table.setFocus()
    table.type_into_cell("1")
    qtbot.keyClicks(_open_editor(table), "2")
    model.touch()
    qtbot.keyClicks(_open_editor(table), "5")
    fresh = [Item("new", "New", 1.0, 1), *(Item(**vars(item)) for item in ITEMS)]
    focused: list[QWidget | None] = []
    watching = qapp.focusChanged.connect(lambda _before, now: focused.append(now))
    model.set_records(fresh)
    qapp.focusChanged.disconnect(watching)
    assert focused == [table, _open_editor(table)]
    qtbot.keyClicks(_open_editor(table), "0")
    qtbot.keyClick(_open_editor(table), Key.Key_Return)
    _wait_closed(qtbot, table)
    assert [item.price for item in fresh] == [1.0, 18.0, 1250.0, 16.0, 24.9, None, 19.0]


def test_the_cursor_in_an_open_cell_stays_where_it_was_put(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    model = table.records_model()
    with qtbot.waitActive(table):
        table.activateWindow()
    table.set_current_cell("apron", "price")
    qtbot.keyClick(table, Key.Key_F2)
    assert _open_editor(table).selectedText() == "39.00", "the first key takes the place of what was there"
    qtbot.keyClick(_open_editor(table), Key.Key_Home)
    model.touch()
    qtbot.keyClicks(_open_editor(table), "1")
    model.set_records([Item(**vars(item)) for item in ITEMS])
    qtbot.keyClicks(_open_editor(table), "2")
    assert _open_editor(table).text() == "1239.00"
    qtbot.keyClick(_open_editor(table), Key.Key_Escape)
    assert model.record(1).price == 39.0


def test_a_cell_that_is_only_open_shows_the_newest_value(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    model = table.records_model()
    with qtbot.waitActive(table):
        table.activateWindow()
    table.set_current_cell("apron", "price")
    qtbot.keyClick(table, Key.Key_F2)
    model.update([Item("apron", "Linen Apron", 41.0, 58)])
    assert _open_editor(table).text() == "41.00"
    model.set_records([Item("apron", "Linen Apron", 42.0, 58)])
    assert _open_editor(table).text() == _open_editor(table).selectedText() == "42.00"


def test_what_is_typed_is_kept_when_its_row_is_shown_no_more(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    model = table.records_model()
    _in_a_page(qtbot, QLineEdit(), table, QLineEdit())
    table.set_current_cell("apron", "price")
    table.type_into_cell("12")
    model.set_filter(lambda item: item.stock > 60)
    apron = model.find("apron")
    assert apron is not None and apron.price == 12.0
    assert table.hasFocus() and model.row_of("apron") is None
    table.set_current_cell("size", "price")
    table.type_into_cell("13")
    model.remove(["size"])
    assert table.hasFocus() and [item.id for item in model.shown()] == ["planter"]


def test_a_cell_whose_value_brings_other_rows_is_closed_all_the_same(
    qtbot: QtBot, make_table: MakeTable
) -> None:
    table = make_table()
    model = table.records_model()
    other = QLineEdit()
    _in_a_page(qtbot, table, other)
    table.value_edited.connect(lambda *_: model.set_records([Item(**vars(item)) for item in model.records()]))

    def price() -> float | None:
        return None if (apron := model.find("apron")) is None else apron.price

    table.set_current_cell("apron", "price")
    table.setFocus()
    table.type_into_cell("12")
    qtbot.keyClick(_open_editor(table), Key.Key_Return)
    _wait_closed(qtbot, table)
    assert price() == 12.0 and table.hasFocus() and table.state() == RecordTable.State.NoState
    table.type_into_cell("13")
    qtbot.mouseClick(other, Qt.MouseButton.LeftButton)
    _wait_closed(qtbot, table)
    assert price() == 13.0 and other.hasFocus()
    table.setFocus()
    table.type_into_cell("14")
    qtbot.keyClick(_open_editor(table), Key.Key_Tab)
    assert price() == 14.0 and table.currentIndex().row() == model.row_of("apron")


def test_a_spreadsheet_whose_values_are_made_tidy_goes_on_to_the_next_cell(qtbot: QtBot) -> None:
    items = [Item(**vars(item)) for item in ITEMS]

    def rename(item: Item, typed: str) -> None:
        item.name = typed.strip()

    name: ColumnSpec[Item] = ColumnSpec(
        key="name", title="Product", value=lambda item: item.name, width=200, set_value=rename
    )
    model = RecordModel([name], key=lambda item: item.id)
    model.set_records(items)
    table, other = RangeTable(model, "Products"), QLineEdit()
    model.value_edited.connect(lambda *_: model.set_records(items))
    _in_a_page(qtbot, table, other)
    table.setFocus()
    table.set_current_cell("planter", "name")
    for key in (Key.Key_Return, Key.Key_Tab):
        table.type_into_cell(" Pot ")
        qtbot.keyClick(_open_editor(table), key)
        _wait_closed(qtbot, table)
        assert table.hasFocus()
    assert [item.name for item in items[:3]] == ["Pot", "Pot", "كوب فخار"]
    assert (record := table.current_record()) is not None and record.id == "mug"
    table.type_into_cell(" Cup ")
    qtbot.mouseClick(other, Qt.MouseButton.LeftButton)
    _wait_closed(qtbot, table)
    assert items[2].name == "Cup" and other.hasFocus()


def test_editing_begins_with_what_is_there_not_with_its_ghost(qtbot: QtBot) -> None:
    blank = Item("blank", "", None, 0)
    taken: list[str] = []

    def take(_item: Item, typed: str) -> None:
        taken.append(typed)

    column: ColumnSpec[Item] = ColumnSpec(
        key="name",
        title="Name",
        value=lambda item: item.name,
        text=lambda item: item.name or "Uses the product's",
        edit_text=lambda item: item.name,
        set_value=take,
        stretch=True,
    )
    model = RecordModel([column], key=lambda item: item.id)
    model.set_records([blank])
    table = RecordTable(model, "Names")
    model.setParent(table)
    show(qtbot, table, 300, 200)
    table.set_current("blank")
    table.setFocus()
    qtbot.keyClick(table, Key.Key_F2)
    line = table.findChild(QLineEdit)
    assert line is not None and line.text() == ""
    qtbot.keyClick(line, Key.Key_Return)
    assert taken == []
    assert model.index(0, 0).data() == "Uses the product's"
