"""Keys that take a page or leave it: what is still being typed into a cell or a list of chips goes along."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.editors.field_editors import TextsEditor
from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.grid.table import RecordTable
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.gui.tabs.customers.tab import CustomersTab
from svcconsole.gui.tabs.messaging.products.product_editors import SectionsEditor
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.gui.tabs.catalog.conftest import fill
from tests.gui.tabs.catalog.conftest import stored as stored_product
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_price_grid import cell, go_to
from tests.gui.tabs.catalog.test_product_editor import APRON, photos, retype, variants
from tests.gui.tabs.catalog.test_product_editor import edit as edit_product
from tests.gui.tabs.customers.conftest import MEERA, edit, put, stored
from tests.gui.tabs.messaging.conftest import received
from tests.gui.tabs.messaging.writing import at_rest, compose, write
from tests.gui.tabs.user_properties.conftest import at_rest as at_rest_with_entries
from tests.gui.tabs.user_properties.conftest import paste, seen
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

Key, Modifier = Qt.Key, Qt.KeyboardModifier
SAVE = (Key.Key_S, Modifier.ControlModifier)
SEND = (Key.Key_Return, Modifier.ControlModifier)
ESC = (Key.Key_Escape, Modifier.NoModifier)
BACK = (Key.Key_Left, Modifier.AltModifier)


def press(qtbot: QtBot, keys: tuple[Qt.Key, Qt.KeyboardModifier]) -> None:
    """Keys on whatever has the focus."""
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, *keys)


def type_on(qtbot: QtBot, text: str) -> QLineEdit:
    """Type on in what has the focus; the line that the text is in then."""
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClicks(focus, text[0])
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    qtbot.keyClicks(line, text[1:])
    assert line.text() == text
    return line


def open_cell(table: RecordTable[Any], key: Hashable, column: str) -> None:
    table.setFocus()
    assert table.set_current_cell(key, column)


def chips_of(editor: Editor) -> QWidget:
    assert isinstance(editor, TextsEditor)
    return editor.chips.focus_start()


Tab = TypeVar("Tab", CatalogTab, CustomersTab, MessagingTab, UserPropertiesTab)


async def tab_of(window: MainWindow, name: str, kind: type[Tab]) -> Tab:
    """A tab with everything read, where runs can be driven."""
    window.console.runs = RunsController(window.console)
    page = window.show_tab(name)
    assert isinstance(page, kind)
    await until(lambda: not page.scope.is_busy())
    return page


async def test_a_tag_that_is_still_typed_is_saved_or_kept(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_window: OpenWindow
) -> None:
    put(practice_store, **MEERA)
    async with open_window(PRACTICE, tab="Customers") as window:
        tab = await tab_of(window, "Customers", CustomersTab)
        page = await edit(qtbot, tab, "C-20418")
        chips_of(page.form.editors["tags"]).setFocus()
        type_on(qtbot, "wholesale")
        press(qtbot, SAVE)
        await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
        assert "wholesale" in stored(practice_store, "C-20418")["tags"]
        for keys, tag in ((BACK, "by-back"), (ESC, "by-esc")):
            page = await edit(qtbot, tab, "C-20418")
            chips_of(page.form.editors["tags"]).setFocus()
            type_on(qtbot, tag)
            press(qtbot, keys)
            await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
            page = await edit(qtbot, tab, "C-20418")
            assert tag in page.form.values()["tags"]
            press(qtbot, ESC)
            await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())


async def test_a_message_is_sent_with_the_value_and_the_product_still_typed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_window: OpenWindow
) -> None:
    async with open_window(PRACTICE, tab="Messaging") as window:
        tab = await tab_of(window, "Messaging", MessagingTab)
        tab.choose("flow")
        write(tab.flow_page, phone_number="+49 171 5555555", flow_id="f-1", carry_payload={"coupon": ["OLD"]})
        values = tab.flow_page.form.editors["carry_payload"]
        assert isinstance(values, RowsEditor)
        open_cell(values.table, values.lines()[0].key, "value")
        type_on(qtbot, "NEW20")
        press(qtbot, SEND)
        await at_rest(tab)
        (sent,) = await tab.console.sends.sent_before("flow")
        assert "NEW20" in str(sent.body) and "OLD" not in str(sent.body)
        compose(tab, "multiple_product")
        sections = tab.message_page.form.editors["sections"]
        assert isinstance(sections, SectionsEditor)
        sections.sections[0].ids.focus_start().setFocus()
        type_on(qtbot, "mug-9")
        press(qtbot, SEND)
        await at_rest(tab)
        assert "mug-9" in str(received(practice_store)[-1])


async def test_a_product_is_saved_with_the_open_cell_unless_that_is_no_price(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_window: OpenWindow
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_window(PRACTICE) as window:
        tab = await tab_of(window, "Catalog", CatalogTab)
        page = await edit_product(tab, APRON)
        retype(qtbot, page, "name", "Linen Apron")
        for typed in ("abc", "19.90"):
            open_cell(variants(page).table, variants(page).lines()[0].key, "price")
            type_on(qtbot, typed)
            press(qtbot, SAVE)
            if typed == "abc":
                await until(page.form.problems)
                assert stored_product(practice_store, APRON)["name"] != "Linen Apron"
                assert variants(page).table.hasFocus() and page.form.isEnabled()
        await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
        assert stored_product(practice_store, APRON)["combinations"][0]["price"] == 19.9
        page = await edit_product(tab, APRON)
        photos(page).add_tile.click()
        type_on(qtbot, "https://shop.example/new.png")
        press(qtbot, BACK)
        await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
        page = await edit_product(tab, APRON)
        assert photos(page).urls[-1] == "https://shop.example/new.png"


async def test_prices_are_sent_with_the_open_cell_and_not_while_it_holds_no_price(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_window: OpenWindow
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_window(PRACTICE) as window:
        tab = await tab_of(window, "Catalog", CatalogTab)
        tab.open_prices()
        view = tab.products_page.prices
        await until(lambda: view.model.rowCount() == 41 and not tab.scope.is_busy())
        go_to(view, cell(APRON, 1))
        line = type_on(qtbot, "4x")
        press(qtbot, SEND)
        assert QApplication.focusWidget() is line and line.text() == "4x"
        assert "“4x”" in view.footer.message() and not view.pending.changes
        line.selectAll()
        qtbot.keyClicks(line, "41.50")
        press(qtbot, SEND)
        await until(lambda: not view.pending.changes and not view.sending.run_id and not tab.scope.is_busy())
        assert stored_product(practice_store, APRON)["combinations"][0]["price"] == 41.5


async def test_user_properties_are_sent_with_the_open_cell(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_window: OpenWindow
) -> None:
    async with open_window(PRACTICE, tab="User Properties") as window:
        tab = await tab_of(window, "User Properties", UserPropertiesTab)
        await paste(tab, "First name\tLast name\tPhone\tCity\nAsha\tRao\t+919845022817\tPune\n")
        open_cell(tab.page.table, tab.entries.lines[0].row.uid, "city")
        type_on(qtbot, "Mumbai")
        press(qtbot, SEND)
        await until(lambda: seen(practice_store) and at_rest_with_entries(tab))
        held = practice_store.control("GET", "/user-properties")["data"]["userProperties"]
        assert "Mumbai" in str(held) and "Pune" not in str(held)
