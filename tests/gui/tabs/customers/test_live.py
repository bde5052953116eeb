"""The card of a customer whom somebody else saves is read again."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.workspace.database import Workspace
from tests.gui.tabs.customers.conftest import MEERA, Open, look_up, put
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


async def test_a_customer_that_somebody_else_saved_is_shown_as_they_are_now(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        await look_up(qtbot, tab, "C-20418")
        person = tab.people.person
        assert person is not None
        put(practice_store, partnerCustomerId="C-20418", email=MEERA["email"], lastName="Kapoor")
        with Workspace.open(tab.console.store_folder) as other:
            other.changes.record("customers", [person.key], "updated", source="editor")
        await until(lambda: tab.people.person and tab.people.person.name.endswith("Kapoor"))
        seen = tab.people.card.seen
        assert seen is not None and seen.customer.last_name == "Kapoor"
