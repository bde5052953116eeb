"""Looking customers up: by either id, offline by all that is known, and what there is to say of nobody."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.tabs.customers.address_block import AddressBlock
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.gui.tabs.customers.people_page import CARD, EMPTY
from tests.gui.tabs.customers.conftest import MEERA, Open, edit, look_up, put, retype, stored
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import words_of


def texts(widget: QWidget) -> list[str]:
    labels = [label.text() for label in widget.findChildren(PlainLabel)]
    return labels + [pill.value().word for pill in widget.findChildren(Pill)]


async def test_a_customer_is_found_by_external_and_by_service_id(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    made = put(practice_store, **MEERA)
    async with open_tab() as tab:
        for identity in ("C-20418", str(made["id"])):
            await look_up(qtbot, tab, identity)
            assert tab.people.middle.currentIndex() == CARD
            assert tab.people.card.name.text() == "मीरा शर्मा"
        assert (
            tab.people.card.seen is not None
            and tab.people.card.seen.customer.partner_customer_id == "C-20418"
        )
        shown = texts(tab.people.card)
        for words in (
            "+91 98450 22817",
            "India, mobile",
            "India, landline",
            "meera.sharma@work.example",
            "VIP",
        ):
            assert any(words in text for text in shown), words
        assert any(text.endswith("Berlin") for text in shown)
        blocks = tab.people.card.findChildren(AddressBlock)
        assert ["Default" in texts(block) for block in blocks] == [True, False]
        assert '"partnerCustomerId": "C-20418"' in tab.people.card.json.toPlainText()


async def test_the_switches_say_what_is_read_and_are_kept(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        await look_up(qtbot, tab, "C-20418")
        assert [chip.accessibleDescription() for chip in tab.people.card.chips()] == ["2", "2", "3"]
        tab.people.card.tags_chip.click()
        await until(lambda: not tab.scope.is_busy())
        assert tab.people.card.seen is not None and tab.people.card.seen.customer.tags is None
        assert tab.people.card.tags_chip.accessibleDescription() == ""
    async with open_tab() as tab:
        assert [chip.isChecked() for chip in tab.people.card.chips()] == [True, True, False]
        await look_up(qtbot, tab, "vip")
        assert [line.key for line in tab.people.side.people.people.lines()] != []


async def test_nobody_is_an_answer_and_can_be_created(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await look_up(qtbot, tab, "C-1042")
        assert tab.people.middle.currentIndex() == EMPTY
        assert tab.people.empty.accessibleName() == "No customer C-1042 in this store."
        assert tab.console.notices.open == ()
        create = next(
            part for part in tab.people.empty.findChildren(QPushButton) if part.text() == "Create C-1042"
        )
        create.click()
        await until(lambda: isinstance(tab.stack.currentWidget(), CustomerEditorPage))
        page = tab.stack.currentWidget()
        assert isinstance(page, CustomerEditorPage)
        assert page.form.values()["partner_customer_id"] == "C-1042"


@pytest.mark.parametrize("open_still", [True, False])
async def test_another_new_customer_that_was_begun_is_said_to_be_that_with_a_way_to_this_one(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open, open_still: bool
) -> None:
    async with open_tab() as tab:
        begun = await edit(qtbot, tab, None)
        retype(qtbot, begun, "first_name", "Lena")
        if not open_still:
            begun.back()
            await until(tab.stack.is_home)
        tab.create_customer("C-77")
        await until(lambda: not tab.scope.is_busy())
        page = tab.stack.currentWidget()
        assert isinstance(page, CustomerEditorPage)
        values = page.form.values()
        assert (values["first_name"], values["partner_customer_id"]) == ("Lena", None)
        (told,) = page.head_problems
        assert told.sentence == "This is a new customer that you began before, not C-77."
        (way,) = (each for each in page.findChildren(QPushButton) if each.text() == "Start with C-77")
        way.click()
        values = page.form.values()
        assert (values["first_name"], values["partner_customer_id"]) == (None, "C-77")
        assert page.head_problems == []
        page.undo.click()
        assert page.form.values()["first_name"] == "Lena"


async def test_whoever_was_seen_is_found_again_without_the_store(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    put(practice_store, partnerCustomerId="C-2", firstName="Zoë", email="zoe@post.example")
    async with open_tab() as tab:
        await look_up(qtbot, tab, "C-20418")
        await look_up(qtbot, tab, "C-2")
        tab.people.side.search.clear()
        await until(lambda: not tab.scope.is_busy())
        assert [line.name for line in tab.people.side.people.people.lines()] == ["Zoë", "मीरा शर्मा"]
    async with open_tab(connects=False) as tab:
        await until(lambda: len(tab.people.side.people.people.lines()) == 2)
        qtbot.keyClicks(tab.people.side.search, "98450")
        await until(lambda: [line.name for line in tab.people.side.people.people.lines()] == ["मीरा शर्मा"])
        qtbot.keyClick(tab.people.side.search, Qt.Key.Key_Down)
        qtbot.keyClick(tab.people.side.people, Qt.Key.Key_Return)
        await until(lambda: tab.people.middle.currentIndex() == CARD and not tab.scope.is_busy())
        assert tab.people.card.name.text() == "मीरा शर्मा"
        assert tab.people.card.read_words.text().startswith("read ")


async def test_an_id_that_names_two_customers_says_so(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    first = put(practice_store, partnerCustomerId="C-1", firstName="First", email="first@post.example")
    put(practice_store, partnerCustomerId=str(first["id"]), firstName="Second", email="second@post.example")
    async with open_tab() as tab:
        await look_up(qtbot, tab, str(first["id"]))
        assert tab.people.card.name.text() == "Second"
        (notice,) = tab.console.notices.open
        assert "another customer, First" in notice.sentence


async def test_an_address_that_is_no_id_is_looked_for_among_the_people_seen_here(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        await look_up(qtbot, tab, "nobody@post.example")
        assert "among the people this console has seen" in tab.people.empty.accessibleName()
        await look_up(qtbot, tab, "C-20418")
        await look_up(qtbot, tab, "meera.sharma@work.example")
        assert tab.people.card.name.text() == "मीरा शर्मा"


async def test_hostile_names_are_shown_as_they_are(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    name = "Raj <Admin> <img src=file:///etc/passwd> &amp; 🌊"
    put(practice_store, partnerCustomerId="C-3", firstName=name, lastName="نور", email="raj@post.example",
        tags=["<b>bold</b>"])  # fmt: skip
    async with open_tab() as tab:
        await look_up(qtbot, tab, "C-3")
        assert tab.people.card.name.text() == f"{name} نور"
        assert "<b>bold</b>" in texts(tab.people.card)
        assert tab.people.side.people.people.lines()[0].name == f"{name} نور"


async def test_at_900_the_story_stands_under_the_card(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab(width=848) as tab:
        await look_up(qtbot, tab, "C-20418")
        assert tab.people.story.y() >= tab.people.middle.height()
        assert tab.people.card.horizontalScrollBar().maximum() == 0


async def test_the_card_shows_every_field_of_addresses_and_further_contacts(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    place = {
        **MEERA["addresses"][0],
        "partnerAddressId": "A-7",
        "stateCode": "MH",
        "latitude": 18.5362,
        "longitude": 73.894,
        "timezone": "Asia/Kolkata",
        "phoneNumber": "+912055500161",
    }
    put(practice_store, **{**MEERA, "addresses": [place]})
    held = stored(practice_store, MEERA["partnerCustomerId"])
    async with open_tab() as tab:
        await look_up(qtbot, tab, MEERA["partnerCustomerId"])
        (block,) = tab.people.card.findChildren(AddressBlock)
        said = {fact.label: fact.value for fact in block.more.facts()}
        assert said == {
            "Partner address id": "A-7",
            "Address id": str(held["addresses"][0]["addressId"]),
            "State code": "MH",
            "Latitude": "18.5362",
            "Longitude": "73.894",
            "Timezone": "Asia/Kolkata",
        }
        shown = words_of(tab.people.card)
        for asset in held["assets"]:
            assert f"Id: {asset['id']} · Created: " in shown
        assert shown.count("+91 20 5550 0161") == 2


async def test_the_list_of_people_reads_again_with_the_chosen_one_where_it_was(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    made = [
        put(practice_store, partnerCustomerId=f"L-{at}", firstName=f"Person {at}", email=f"p{at}@x.example")
        for at in range(41)
    ]
    async with open_tab() as tab:
        await tab.console.db(lambda space: space.people.remember(made[:40], opened=True))
        side = tab.people.side
        tab.people.refresh_list()
        await until(lambda: len(side.people.people.lines()) == 40)
        tab.people.open(side.people.people.lines()[0].key)
        await until(lambda: tab.people.person and not tab.scope.is_busy())
        chosen = tab.people.person
        assert chosen is not None and side.people.chosen() == chosen.key
        bar = side.people.verticalScrollBar()
        bar.setValue(bar.maximum())
        place = bar.value()
        assert place > 0
        await tab.console.db(lambda space: space.people.remember(made[40:], opened=True))
        tab.actions_here()["refresh"]()
        await until(lambda: len(side.people.people.lines()) == 41 and not tab.scope.is_busy())
        assert side.people.chosen() == chosen.key
        assert bar.value() == place, "what is looked at stays in sight"
