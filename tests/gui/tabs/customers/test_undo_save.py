"""The Undo in the notice of a saved customer, on the practice store."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.person.page import PersonPage
from svcconsole.gui.runtime.window_requests import MessageStart, PersonRef
from tests.gui.tabs.customers.conftest import MEERA, Open, edit, put, retype, saved, stored
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show


def told(customer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in customer.items() if name != "updatedAt"}


async def test_undo_gives_the_customer_back_as_it_was(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    before = told(stored(practice_store, "C-20418"))
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        retype(qtbot, page, "first_name", "Mira")
        page.form.apply("tags", ["VIP"])
        await saved(tab, page)
        assert stored(practice_store, "C-20418")["tags"] == ["VIP"]
        [undo] = tab.console.notices.open[-1].links
        undo.run()
        await until(lambda: told(stored(practice_store, "C-20418")) == before and not tab.scope.is_busy())
        person = await tab.console.db(lambda space: space.people.search("C-20418"))
        assert person[0].name == "मीरा शर्मा"


async def test_undo_of_one_without_an_external_id_is_noted_first_and_sent_once(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    made = put(practice_store, firstName="Noor", phoneNumber="+393471000102")
    async with open_tab() as tab:
        page = await edit(qtbot, tab, str(made["id"]))
        retype(qtbot, page, "first_name", "Nora")
        await saved(tab, page)
        tab.console.notices.open[-1].links[0].run()
        await until(lambda: "as it was before" in tab.console.notices.open[-1].sentence)
        now = practice_store.control("GET", "/customers?limit=5")["data"]["customers"]
        assert [each["firstName"] for each in now] == ["Noor"]
        await until(lambda: not tab.scope.is_busy())


async def test_a_customer_that_was_made_has_no_undo_and_the_notice_says_why(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        retype(qtbot, page, "first_name", "Noor")
        retype(qtbot, page, "email", "noor@post.example")
        retype(qtbot, page, "partner_customer_id", "C-9")
        await saved(tab, page)
        assert stored(practice_store, "C-9")["firstName"] == "Noor"
        notice = tab.console.notices.open[-1]
        assert notice.links == ()
        assert notice.advice == "It is new. The service cannot delete it, so there is no Undo."


async def test_the_history_of_a_person_takes_back_a_save_of_long_ago(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    before = told(stored(practice_store, "C-20418"))
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        retype(qtbot, page, "first_name", "Mira")
        await saved(tab, page)
    async with open_tab() as tab:
        person: PersonPage = show(qtbot, PersonPage(tab.console), 1000, 700)
        person.show_whom(PersonRef(("external:C-20418",)))
        await until(lambda: person.story and not person.scope.is_busy())
        assert [entry.undo for entry in person.story] == [True]
        asked: list[MessageStart] = []
        tab.console.message_wanted.connect(asked.append)
        person.card.message.click()
        assert asked == [MessageStart(MEERA["phoneNumber"])]
        [undo] = [each for each in person.happened.findChildren(QPushButton) if each.text() == "Undo"]
        undo.click()
        await until(lambda: told(stored(practice_store, "C-20418")) == before)
        await until(lambda: len(person.story) == 2 and not person.scope.is_busy())
        await person.scope.close()
