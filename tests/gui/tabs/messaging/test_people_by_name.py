"""People are found by name wherever one of them is written to: in To and in tickets, recent ones first."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.people.contact_editor import ContactEditor
from svcconsole.gui.panels.registries.editors import RegistryEditor
from svcconsole.gui.runtime.window_requests import MessageStart
from svcconsole.gui.tabs.messaging.recipient_editor import RecipientEditor
from svcconsole.services.customers.find_people import find_people
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import RegistryKind
from tests.gui.tabs.messaging.conftest import Open
from tests.gui.tabs.messaging.writing import compose
from tests.support.coroutines import until
from tests.support.painted import painted
from tests.support.practice import PracticeStore

PEOPLE = [
    {"id": 1, "firstName": "Ana", "lastName": "Ribeiro", "phoneNumber": "+351912000101"},
    {"id": 2, "firstName": "Anna", "lastName": "Müller", "phoneNumber": "+4915112345678"},
    {"id": 3, "firstName": "Jo", "lastName": "Banana", "phoneNumber": "+393471000188"},
    {"id": 4, "firstName": "Meera", "lastName": "Sharma", "phoneNumber": "+919876543210"},
]  # fmt: skip


async def test_a_name_typed_into_to_finds_the_number(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await tab.console.db(lambda space: space.people.remember(PEOPLE))
        await tab.sources.people.read()
        editor = tab.message_page.form.editors["contact_identifier"]
        assert isinstance(editor, ContactEditor)
        editor.line.setFocus()
        qtbot.keyClicks(editor.line, "ribeiro ana")
        await until(lambda: editor.offered() == ["+351912000101"])
        popup = editor.offer.popup()
        assert popup is not None
        await until(popup.isVisible)
        qtbot.keyClick(popup, Qt.Key.Key_Down)
        qtbot.keyClick(popup, Qt.Key.Key_Return)
        await until(lambda: editor.value() == "+351912000101")
        assert tab.message_page.composed.number() == "+351912000101"
        assert isinstance(editor, RecipientEditor)
        assert editor.chip.known() == ("Portugal, mobile", "Ana Ribeiro")


async def test_an_empty_field_offers_what_was_used_last_by_the_arrow_down(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        numbers = RegistryKind.BRAND_NUMBERS
        await tab.console.db(lambda space: space.registries.learn([(numbers, "+4930111")], "2026-01-01"))
        await tab.console.db(lambda space: space.registries.learn([(numbers, "+4930222")], "2026-02-01"))
        await tab.sources.read_known()
        editor = tab.message_page.form.editors["business_phone_number"]
        assert isinstance(editor, RegistryEditor)
        assert editor.offer.offered() == ["+4930222", "+4930111"]
        editor.line.setFocus()
        qtbot.keyClick(editor.line, Qt.Key.Key_Down)
        popup = editor.offer.popup()
        assert popup is not None and popup.isVisible()
        qtbot.keyClick(popup, Qt.Key.Key_Down)
        qtbot.keyClick(popup, Qt.Key.Key_Return)
        await until(lambda: editor.value() == "+4930222")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("an", ["Jo Banana", "Ana Ribeiro", "Anna Müller"]),
        ("0188", ["Jo Banana"]),
        ("ana rib", ["Ana Ribeiro"]),
    ],
)
def test_people_looked_at_lately_come_first(tmp_path: Path, text: str, found: list[str]) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.people.remember(PEOPLE[2:3], opened=True)
        for other in (1, 3, 0):
            workspace.people.remember(PEOPLE[other : other + 1])
        assert [person.name for person in find_people(workspace, text)] == found
        assert find_people(workspace, "")[0].name == "Jo Banana"


async def test_a_message_begins_with_a_person_or_a_product_and_leaves_the_rest_as_it_was(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        form = tab.message_page.composed
        form.apply("message", "Your lantern is back.")
        tab.write_message(MessageStart("+351912000101"))
        await until(lambda: form.number() == "+351912000101" and not tab.scope.is_busy())
        assert form.values()["message"] == "Your lantern is back."
        tab.write_message(MessageStart(product="lantern", catalog="light"))
        await until(lambda: form.kind == "single_product" and not tab.scope.is_busy())
        values = form.values()
        assert (values["product_id"], values["catalog_id"]) == ("lantern", "light")
        assert form.number() == "+351912000101"


async def test_hidden_people_are_offered_masked_and_found_all_the_same(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await tab.console.db(lambda space: space.people.remember(PEOPLE))
        await tab.sources.people.read()
        settings, privacy = tab.console.program_settings, tab.console.privacy
        editor = tab.message_page.form.editors["contact_identifier"]
        assert isinstance(editor, ContactEditor)
        privacy.choose(settings, True)
        try:
            editor.line.setFocus()
            qtbot.keyClicks(editor.line, "ana rib")
            await until(lambda: editor.offered() == ["+351912000101"])
            said = str(editor.offer.rows().item(0).text())
            assert "Ribeiro" not in said
            assert "912000" not in said
        finally:
            privacy.choose(settings, False)
        assert editor.offer.rows().item(0).text() == "Ana Ribeiro · +351912000101"


async def test_nobody_is_told_on_the_compose_page_while_people_are_hidden(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    told = ("Asha", "Rao", "98450", "22817", "Residency", "560001", "234567")
    async with open_tab() as tab:
        page = tab.message_page
        address = {"name": "Asha Rao", "phone_number": "+919845022817", "pin_code": "560001"}
        address |= {"address": "12 Residency Rd", "city": "Bengaluru"}
        compose(tab, "address", message="Dear Asha, call +49 151 23456789", address=address)
        bubble = page.phone.bubble
        settings, privacy = tab.console.program_settings, tab.console.privacy
        page.discard.setFocus()
        before = painted(page)
        assert [each for each in told if each not in before] == []
        privacy.choose(settings, True)
        try:
            hidden = painted(page) + page.phone.phone.accessibleDescription()
            assert [each for each in told if each in hidden] == []
            assert page.phone.bubble == bubble
            assert page.form.values()["address"]["pin_code"] == "560001"
        finally:
            privacy.choose(settings, False)
        assert painted(page) == before


async def test_nobody_is_told_by_headers_buttons_and_lists_on_the_phone(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    number = "+49 151 23456789"
    async with open_tab() as tab:
        page = tab.message_page
        settings, privacy = tab.console.program_settings, tab.console.privacy
        privacy.choose(settings, True)
        try:
            for kind in ("options", "buttons"):
                rows = [{"id": "a", "name": f"Call {number}"}]
                compose(tab, kind, header_title=f"Ring {number}", choices=rows)
                assert "234567" not in page.phone.phone.accessibleDescription()
        finally:
            privacy.choose(settings, False)
        assert f"Call {number}" in page.phone.phone.accessibleDescription()
