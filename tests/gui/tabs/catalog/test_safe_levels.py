"""Writing to a live store: asked first, or only once the store's name is typed, as its safe level says."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from tests.gui.tabs.catalog.conftest import Open, fill, stored
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_product_editor import APRON, LONG, edit, retype
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import press, question_of

STORE = "Wickloom Europe"


def button_of(dialog: QDialog, text: str) -> QPushButton:
    return next(button for button in dialog.findChildren(QPushButton) if button.text() == text)


async def test_a_store_that_asks_sends_only_what_was_answered_with_its_name(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab(practice=False, safe_level="confirm", name=STORE) as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Apron")
        page.save.click()
        press(await question_of(page), "Keep editing")
        await until(lambda: not page.scope.is_busy())
        assert stored(practice_store, APRON)["name"] == LONG
        page.save.click()
        press(await question_of(page), f"Save to {STORE}")
        await until(lambda: tab.stack.count() == 1)
        assert stored(practice_store, APRON)["name"] == "Apron"


async def test_a_store_that_wants_its_name_typed_is_written_to_once_it_is(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab(practice=False, safe_level="name", name=STORE) as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Apron")
        page.save.click()
        dialog = await question_of(page)
        go, field = button_of(dialog, f"Save to {STORE}"), dialog.findChild(QLineEdit)
        assert field is not None
        assert not go.isEnabled() and STORE in go.toolTip()
        qtbot.keyClicks(field, "Wickloom")
        assert not go.isEnabled()
        field.setText(f"  {STORE.lower()} ")
        assert go.isEnabled() and not go.toolTip()
        assert stored(practice_store, APRON)["name"] == LONG
        go.click()
        await until(lambda: tab.stack.count() == 1)
        assert stored(practice_store, APRON)["name"] == "Apron"
