"""The Catalogs segment and its editor on the practice store."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
from svcconsole.gui.tabs.catalog.tab import CATALOGS as SEGMENT
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from tests.gui.tabs.catalog.conftest import Open, fill, post
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


def told(tab: CatalogTab) -> list[str]:
    return [notice.sentence for notice in tab.console.notices.open]


async def opened(tab: CatalogTab) -> EditorPage:
    await until(lambda: isinstance(tab.stack.currentWidget(), EditorPage))
    page = tab.stack.currentWidget()
    assert isinstance(page, EditorPage)
    return page


async def test_catalogs_are_listed_with_how_many_products_they_hold(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        tab.segments.set_current(SEGMENT)
        page = tab.catalogs_page
        await until(lambda: not page.model.is_arranging())
        shown = [(row.name, page.counts[row.id]) for row in page.model.shown()]
        assert shown == [
            ("Autumn", 1), ("Garden", 2), ("Gifts", 6), ("Home", 1),
            ("Kitchen", 3), ("Tea", 1), ("Textiles", 2),
        ]  # fmt: skip
        page.search.setText("ga")
        await until(lambda: [row.name for row in page.model.shown()] == ["Garden"])
        page.products_wanted.emit("garden")
        await until(lambda: tab.products_page.model.rowCount() == 2)


async def test_a_catalog_is_created_then_changed_and_the_change_undone(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.segments.set_current(SEGMENT)
        assert tab.catalogs_page.state.sentence() == "No catalogs here yet"
        assert tab.new_button.text() == "New catalog"
        tab.new_button.click()
        page = await opened(tab)
        for name, text in (("name", "Kitchen"), ("id", "kitchen"), ("url", "https://shop.example/kitchen")):
            qtbot.keyClicks(page.form.editors[name].widget, text)
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        made = tab.console.notices.open[-1]
        assert (made.links, made.advice) == (
            (),
            "It is new. The service cannot delete it, so there is no Undo.",
        )
        wire = {"name": "Kitchen", "id": "kitchen", "url": "https://shop.example/kitchen"}
        assert post(practice_store, "catalogs/list", {})["data"]["catalogs"] == [wire]
        assert [row.name for row in tab.catalogs_page.model.shown()] == ["Kitchen"]
        tab.edit_catalog("kitchen")
        page = await opened(tab)
        qtbot.keyClicks(page.form.editors["name"].widget, "My ")
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        assert post(practice_store, "catalogs/list", {})["data"]["catalogs"] == [
            {**wire, "name": "My Kitchen"}
        ]
        await until(lambda: tab.products_page.names == {"kitchen": "My Kitchen"})
        [undo] = tab.console.notices.open[-1].links
        assert undo.text == "Undo"
        undo.run()
        await until(lambda: post(practice_store, "catalogs/list", {})["data"]["catalogs"] == [wire])
        await until(lambda: tab.products_page.names == {"kitchen": "Kitchen"} and not tab.scope.is_busy())
        assert tab.console.notices.open[-1].sentence == "My Kitchen is as it was before."


async def test_blanks_around_a_typed_id_are_not_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.segments.set_current(SEGMENT)
        tab.new_button.click()
        page = await opened(tab)
        for name, text in (("name", "Kitchen"), ("id", " kitchen ")):
            qtbot.keyClicks(page.form.editors[name].widget, text)
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        wire = {"name": "Kitchen", "id": "kitchen"}
        assert post(practice_store, "catalogs/list", {})["data"]["catalogs"] == [wire]


async def test_a_catalog_that_was_saved_is_listed_whatever_was_searched_for(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, [], CATALOGS)
    async with open_tab() as tab:
        tab.segments.set_current(SEGMENT)
        listed = tab.catalogs_page
        listed.search.setText("garden")
        await until(lambda: [row.name for row in listed.model.shown()] == ["Garden"])
        tab.new_button.click()
        page = await opened(tab)
        for name, text in (("name", "Winter"), ("id", "winter"), ("url", "https://shop.example/winter")):
            qtbot.keyClicks(page.form.editors[name].widget, text)
        page.save.click()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        chosen = listed.table.current_record()
        assert chosen is not None and chosen.id == "winter"
        assert listed.search.text() == "" and listed.model.rowCount() == len(CATALOGS) + 1


async def test_a_catalog_opens_by_its_id_and_a_missing_one_is_said_so(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, [], CATALOGS)
    async with open_tab() as tab:
        for identity, there in (("garden", True), ("nowhere", False)):
            tab.catalogs_page.open_by_id_wanted.emit()
            await until(lambda: any(dialog.isVisible() for dialog in tab.findChildren(QDialog)))
            dialog = next(dialog for dialog in tab.findChildren(QDialog) if dialog.isVisible())
            line = dialog.findChild(QLineEdit)
            assert line is not None
            line.setText(identity)
            next(each for each in dialog.findChildren(QPushButton) if each.text() == "Open").click()
            if there:
                page = await opened(tab)
                assert page.form.values()["name"] == "Garden"
                page.back()
                await until(lambda: tab.stack.count() == 1)
            else:
                await until(lambda: "No catalog nowhere in this store." in told(tab))
