"""The table under the hands of someone who uses it: keys, pointer, narrow windows, remembered columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.widgets.pills import PillValue, pill_width
from tests.gui.kit.widgets.conftest import ITEMS, Item, MakeTable, columns
from tests.support.painted import painted
from tests.support.qt import show

Key = Qt.Key


def _press(
    qtbot: QtBot,
    table: RecordTable[Item],
    key: Key,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    qtbot.keyClick(table, key, held)


def _current(table: RecordTable[Item]) -> str | None:
    record = table.current_record()
    return None if record is None else record.id


def _shown_columns(table: RecordTable[Item]) -> list[str]:
    return [
        each.key for at, each in enumerate(table.records_model().columns()) if not table.isColumnHidden(at)
    ]


def test_arrows_home_and_end_move_and_tell_once(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    told: list[str | None] = []
    table.current_changed.connect(lambda item: told.append(item.id if item else None))
    table.set_current("planter")
    _press(qtbot, table, Key.Key_Down)
    _press(qtbot, table, Key.Key_End)
    _press(qtbot, table, Key.Key_Home)
    _press(qtbot, table, Key.Key_Right)
    assert told == ["planter", "apron", "size", "planter"]
    assert _current(table) == "planter"


def test_the_focus_begins_in_the_record_and_not_in_the_number_of_its_row(qtbot: QtBot) -> None:
    model: RecordModel[Item] = RecordModel(
        [
            ColumnSpec(key="row", title="Row", value=lambda _item: 1, kind="row", width=56),
            ColumnSpec(key="name", title="Name", value=lambda item: item.name),
        ],
        key=lambda item: item.id,
    )
    model.set_records(ITEMS)
    table = show(qtbot, RecordTable(model, "Items"), 400, 200)
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(lambda: table.currentIndex().isValid())
    assert table.currentIndex().column() == 1


def test_enter_and_double_click_open(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    opened: list[str] = []
    table.opened.connect(lambda item: opened.append(item.id))
    table.set_current("apron")
    _press(qtbot, table, Key.Key_Return)
    where = table.visualRect(table.records_model().index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert opened == ["apron", "planter"]


def test_letters_jump_to_names(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    table.set_current("planter")
    qtbot.keyClicks(table, "re")
    assert _current(table) == "lamp"


def test_space_selects_and_unselects_a_row(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    table.set_current("apron")
    _press(qtbot, table, Key.Key_Space)
    assert table.selected_records() == []
    _press(qtbot, table, Key.Key_Space)
    assert [item.id for item in table.selected_records()] == ["apron"]


def test_copying_a_cell_and_a_row(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    table.set_current_cell("apron", "price")
    _press(qtbot, table, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "39.00"
    _press(qtbot, table, Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == "Linen Apron\tapron\tKitchen\t39.00\t58\t"


def test_the_current_record_survives_sorting_and_filtering_in_its_place(make_table: MakeTable) -> None:
    items = [Item(f"p{at}", f"Name {at:04}", float(at % 97), at) for at in range(1_000)]
    table = make_table(items=items)
    told: list[str | None] = []
    table.set_current("p500")
    table.current_changed.connect(lambda item: told.append(item.id if item else None))
    row = table.currentIndex().row()
    top = table.rowViewportPosition(row)
    table.sort_by("price")
    assert _current(table) == "p500"
    assert table.rowViewportPosition(table.currentIndex().row()) == top
    table.records_model().set_filter(lambda item: item.stock >= 400)
    assert _current(table) == "p500"
    assert [item.id for item in table.selected_records()] == ["p500"]
    assert told == []
    table.records_model().set_filter(lambda item: item.stock < 400)
    assert told == [None]


@pytest.mark.parametrize("count", [100, 6_000], ids=["at-once", "in-slices"])
def test_the_current_record_stays_marked_when_others_come_before_it(
    qtbot: QtBot, make_table: MakeTable, count: int
) -> None:
    items = [Item(f"p{at}", f"Name {at:05}", float(at), at) for at in range(count)]
    table = make_table(items=items)
    model = table.records_model()
    qtbot.waitUntil(lambda: not model.is_arranging())
    table.set_current("p50")
    told: list[str | None] = []
    table.current_changed.connect(lambda item: told.append(item.id if item else None))
    model.set_records([Item("new", "New", 1.0, 1), *items[:40], *items[45:]])
    assert _current(table) == "p50"
    assert [item.id for item in table.selected_records()] == ["p50"]
    qtbot.waitUntil(lambda: not model.is_arranging())
    assert _current(table) == "p50" and model.row_of("p50") == 46
    assert [item.id for item in table.selected_records()] == ["p50"]
    assert told == []


def test_a_hundred_thousand_records_are_arranged_without_losing_the_place(
    qtbot: QtBot, make_table: MakeTable
) -> None:
    items = [Item(f"p{at}", f"{(at * 7919) % 100_000:06}", float(at), at) for at in range(100_000)]
    table = make_table(items=items)
    model = table.records_model()
    qtbot.waitUntil(lambda: not model.is_arranging())
    table.set_current("p70000")
    table.sort_by("name")
    assert model.is_arranging()
    assert _current(table) == "p70000"
    qtbot.waitUntil(lambda: not model.is_arranging())
    names = [item.name for item in model.shown()]
    assert names == sorted(names)
    assert _current(table) == "p70000"
    model.set_filter(lambda item: item.name.endswith("00"))
    qtbot.waitUntil(lambda: not model.is_arranging())
    assert model.rowCount() == 1_000


def test_a_click_on_a_header_sorts_and_another_turns_it_round(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    header = table.horizontalHeader()
    at = table.records_model().column("stock")
    where = QPoint(header.sectionViewportPosition(at) + 20, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert [item.stock for item in table.records_model().shown()] == sorted(item.stock for item in ITEMS)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert table.records_model().order() == ("stock", True)


@pytest.mark.parametrize(
    ("width", "columns"),
    [
        (900, ["name", "id", "catalogs", "price", "stock", "state"]),
        (660, ["name", "catalogs", "price", "stock", "state"]),
        (540, ["name", "catalogs", "price", "state"]),
    ],
)
def test_columns_give_way_in_the_order_given(make_table: MakeTable, width: int, columns: list[str]) -> None:
    table = make_table(width)
    assert _shown_columns(table) == columns
    total = sum(table.columnWidth(at) for at in range(len(table.records_model().columns())))
    assert total == table.viewport().width()
    table.resize(900, 320)
    assert "id" in _shown_columns(table)


def test_columns_are_shown_and_hidden_from_a_menu(make_table: MakeTable) -> None:
    table = make_table(1200)
    menu = table.columns_menu()
    actions = {action.text(): action for action in menu.actions()}
    assert not actions["Hidden"].isChecked()
    assert "Product" not in actions
    actions["Hidden"].trigger()
    actions["Catalogs"].trigger()
    assert _shown_columns(table) == ["name", "id", "price", "stock", "state", "secret"]
    menu.deleteLater()


def test_the_word_of_a_state_is_never_cut(make_table: MakeTable) -> None:
    states = {"planter": PillValue("Out", "close", "danger"), "apron": None}
    table = make_table()
    (at,) = [place for place, each in enumerate(columns()) if each.key == "state"]
    usual = table.columnWidth(at)
    model: RecordModel[Item] = RecordModel(
        [
            replace(each, value=lambda item: states[item.id]) if each.key == "state" else each
            for each in columns()
        ],
        key=lambda item: item.id,
    )
    model.set_records([item for item in ITEMS if item.id in states])
    other = RecordTable(model, "Products")
    model.setParent(other)
    assert other.columnWidth(at) == usual, "what has room keeps its width"

    longest = PillValue("Waits for somebody else", "clock", "neutral")
    states["apron"] = longest
    model.touch(["apron"])
    needed = pill_width(fonts.role_font("label"), longest)
    assert needed < other.columnWidth(at) < needed + dp(40)
    assert other.save_state()["widths"] == {}, "nobody has chosen it"

    other.resize(900, 300)
    other.setColumnWidth(at, usual)
    model.touch(["apron"])
    assert other.columnWidth(at) == usual, "the width that a person chose stands"
    other.deleteLater()


def test_columns_are_remembered(make_table: MakeTable) -> None:
    first = make_table(1200)
    first.show_column("catalogs", False)
    first.setColumnWidth(first.records_model().column("id"), 222)
    first.horizontalHeader().moveSection(3, 1)
    first.sort_by("stock", True)
    state = first.save_state()
    second = make_table(1200)
    second.restore_state(
        {**state, "widths": {**state["widths"], "gone": 5}, "order": [*state["order"], "gone"]}
    )
    assert second.save_state() == state
    assert second.columnWidth(second.records_model().column("id")) == 222
    assert second.horizontalHeader().logicalIndex(1) == 3
    assert second.records_model().record(0).stock == 214
    assert "catalogs" not in _shown_columns(second)


def test_pictures_are_asked_for_only_where_rows_are_painted(make_table: MakeTable) -> None:
    asked: list[str] = []
    items = [Item(f"p{at}", f"Name {at}", 1.0, 1) for at in range(500)]
    table = make_table(items=items, asked=asked)
    table.grab()
    assert "p0" in asked
    assert len(set(asked)) < 20


def test_states_of_a_row_are_painted(make_table: MakeTable) -> None:
    items = [Item(**vars(item)) for item in ITEMS]
    items[1].edited = True
    items[2].wrong = "a letter in it"
    table = make_table(items=items)
    table.set_current("planter")
    picture = table.viewport().grab().toImage()

    def ground(item_id: str, key: str) -> str:
        model = table.records_model()
        row = model.row_of(item_id)
        assert row is not None
        rect = table.visualRect(model.index(row, model.column(key)))
        return picture.pixelColor(rect.left() + 4, rect.top() + 4).name()

    assert ground("planter", "stock") == colour("selection").name()
    assert ground("apron", "price") == colour("edited").name()
    assert ground("mug", "price") == colour("error_cell").name()
    assert ground("box", "stock") == colour("surface").name()
    assert picture.pixelColor(1, 10).name() == colour("accent").name()


def test_the_pointer_marks_one_row(qtbot: QtBot, make_table: MakeTable) -> None:
    table = make_table()
    for row in (3, 4):
        rect = table.visualRect(table.records_model().index(row, 0))
        qtbot.mouseMove(table.viewport(), rect.center())
        hovered = table.viewport().grab().toImage()
        assert hovered.pixelColor(rect.left() + 2, rect.top() + 4).name() == colour("hover").name()
        above = table.visualRect(table.records_model().index(row - 1, 0))
        assert hovered.pixelColor(above.left() + 2, above.top() + 4).name() == colour("surface").name()


def test_the_current_cell_has_a_ring_while_the_table_has_the_focus(
    qtbot: QtBot, make_table: MakeTable
) -> None:
    table = make_table()
    with qtbot.waitActive(table):
        table.activateWindow()
    table.set_current_cell("apron", "stock")
    table.setFocus()
    rect = table.visualRect(table.currentIndex())
    picture = table.viewport().grab().toImage()
    assert picture.pixelColor(rect.left() + 1, rect.center().y()).name() == colour("focus").name()


def test_a_row_has_a_menu(make_table: MakeTable) -> None:
    table = make_table()
    chosen: list[str] = []

    def actions(item: Item) -> list[QAction]:
        act = QAction(f"Edit {item.name}", table)
        act.triggered.connect(lambda: chosen.append(item.id))
        return [act]

    table.set_row_menu(actions)
    menu = table.menu_at(table.records_model().record(1))
    assert [action.text() for action in menu.actions()] == ["Edit Linen Apron"]
    menu.actions()[0].trigger()
    assert chosen == ["apron"]
    menu.deleteLater()


def test_cut_text_is_whole_in_the_tooltip(make_table: MakeTable, qapp: QApplication) -> None:
    items = [
        Item("long", "Linen Apron with Cross-Back Straps and Two Patch Pockets, adult, one size", 1.0, 1)
    ]
    table = make_table(540, items=items)
    assert table.tip_at(table.records_model().index(0, 0)).startswith("Linen Apron with Cross-Back Straps")
    assert table.tip_at(table.records_model().index(0, table.records_model().column("price"))) == ""


def test_addresses_that_differ_at_their_end_are_told_apart_where_they_are_cut(qtbot: QtBot) -> None:
    urls = [f"https://shop.example/collections/all-year-round/{number}" for number in range(6)]
    column = ColumnSpec[str](key="url", title="Page", value=lambda url: url, width=120)
    model = RecordModel([column], key=lambda url: url)
    model.set_records(urls)
    table = RecordTable(model, "Pages")
    model.setParent(table)
    show(qtbot, table, 140, 320)
    shown = [line for line in painted(table).splitlines() if line.startswith("https:")]
    assert len(set(shown)) == len(urls) and not set(shown) & set(urls)


def test_right_to_left_turns_the_table_round(
    qapp: QApplication, make_table: Callable[..., RecordTable[Item]]
) -> None:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        table = make_table()
        table.set_current("planter")
        picture = table.viewport().grab().toImage()
        assert picture.pixelColor(picture.width() - 2, 10).name() == colour("accent").name()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_the_dots_of_a_row_open_its_menu_by_click_and_by_enter(qtbot: QtBot) -> None:
    columns: list[ColumnSpec[Item]] = [
        ColumnSpec(key="name", title="Name", value=lambda item: item.name, stretch=True),
        ColumnSpec(key="menu", title="", value=lambda item: f"More for {item.name}", kind="menu", width=44),
    ]
    model = RecordModel(columns, key=lambda item: item.id)
    model.set_records([Item(**vars(item)) for item in ITEMS])
    table = RecordTable(model, "Products")
    model.setParent(table)
    chosen: list[str] = []
    opened: list[object] = []
    table.opened.connect(opened.append)

    def actions(item: Item) -> list[QAction]:
        action = QAction("Remove", table)
        action.triggered.connect(lambda: chosen.append(item.id))
        return [action]

    table.set_row_menu(actions)
    show(qtbot, table, 300, 300)
    cell = model.index(1, 1)
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == "More for Linen Apron"
    assert "More for Linen Apron" in table.tip_at(cell)
    for key in (None, Key.Key_Return):
        if key is None:
            where = table.visualRect(cell).center()
            qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
        else:
            _press(qtbot, table, key)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        menu.actions()[0].trigger()
        menu.close()
    assert chosen == ["apron", "apron"] and opened == []


def test_what_is_worth_a_look_is_told_apart_from_a_problem(qtbot: QtBot) -> None:
    plain: ColumnSpec[Item] = ColumnSpec(key="nothing", title="", value=lambda item: item.name, width=120)
    columns = [
        plain,
        replace(plain, key="look", look=lambda _: "Higher than the price"),
        replace(plain, key="problem", problem=lambda _: "Not a number"),
    ]
    model = RecordModel(columns, key=lambda item: item.id)
    model.set_records(list(ITEMS[:1]))
    table = RecordTable(model, "Products")
    model.setParent(table)
    show(qtbot, table, 400, 200)
    corners, grounds, said = [], [], []
    for at in range(3):
        cell = model.index(0, at)
        picture = table.viewport().grab(table.visualRect(cell)).toImage()
        grounds.append(picture.pixelColor(2, 6).name())
        corners.append(picture.pixelColor(picture.width() - 2, 1).name())
        said.append(cell.data(Qt.ItemDataRole.AccessibleTextRole).partition(", ")[2])
    surface, warning, error = (colour(token).name() for token in ("surface", "warning", "error_cell"))
    assert grounds == [surface, surface, error]
    assert corners[0] == surface and corners[1] == warning and corners[2] not in (surface, warning, error)
    assert said == ["", "Higher than the price", "Not a number"]


def test_keys_go_on_from_a_search_to_the_first_row_or_the_chosen_one(make_table: MakeTable) -> None:
    table = make_table()
    table.focus_current()
    assert _current(table) == "planter" and [item.id for item in table.selected_records()] == ["planter"]
    table.set_current("mug")
    table.focus_current()
    assert _current(table) == "mug"
