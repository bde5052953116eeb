"""Saving a customer: over a fresh read, asking where something would be lost, once and never twice."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.forms.pages.both_versions import BothVersions
from svcconsole.gui.kit.widgets.buttons import Button
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.gui.tabs.customers.tab import SENT, CustomersTab
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import ItemState
from tests.gui.tabs.customers.conftest import (
    MEERA,
    Open,
    edit,
    look_up,
    put,
    retype,
    saved,
    stored,
)
from tests.gui.tabs.customers.test_editing import addresses, write
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import press, question_of, words_of

UPSERT = "customers/createOrUpdate"


def strike(store: PracticeStore, kind: str, **given: Any) -> None:
    """The next save meets this fault."""
    store.add_fault(kind, operation=UPSERT, count=1, **given)


def customers(store: PracticeStore) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = store.control("GET", "/customers?limit=50")["data"]["customers"]
    return found


async def tried(page: CustomerEditorPage) -> None:
    """Press Save and wait until the form can say how it went."""
    page.save.click()
    await until(lambda: not page.scope.is_busy())


async def test_a_number_without_a_country_is_read_as_of_the_store_s_country_as_it_is_now(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(region=None) as tab:
        page = await edit(qtbot, tab, None)
        for name, text in {"partner_customer_id": "C-1", "phone_number": "98450 00001"}.items():
            retype(qtbot, page, name, text)
        assert page.form.fields["phone_number"].error()
        tab.console.edit_card(tab.console.card._replace(region="IN"))
        assert page.form.fields["phone_number"].error() == ""
        await saved(tab, page)
        assert stored(practice_store, "C-1")["phoneNumber"] == "+919845000001"
        assert tab.people.card.store.region == "IN"


async def test_a_new_customer_reaches_the_store_as_typed_and_is_on_the_card(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        for name, text in {
            "partner_customer_id": "C-1",
            "first_name": "Zoë",
            "last_name": "O'Neil <b>",
            "phone_number": "98450 22817",
            "email": "zoe@post.example",
            "secondary_phone_number": "+31612345678",
            "secondary_email": "zoe@work.example",
        }.items():
            retype(qtbot, page, name, text)
        page.form.apply("tags", ["VIP", "a, b"])
        addresses(page).add_button.click()
        write(qtbot, page, 0, address1="Oudegracht 1", city="Utrecht", zip="3511 AB", state="Utrecht")
        write(qtbot, page, 0, country="Netherlands")
        await saved(tab, page)
        now = stored(practice_store, "C-1")
        assert {name: now[name] for name in ("firstName", "lastName", "phoneNumber", "email", "tags")} == {
            "firstName": "Zoë",
            "lastName": "O'Neil <b>",
            "phoneNumber": "+919845022817",
            "email": "zoe@post.example",
            "tags": ["VIP", "a, b"],
        }
        assert {asset["assetValue"] for asset in now["assets"]} == {"+31612345678", "zoe@work.example"}
        (address,) = now["addresses"]
        assert (address["country"], address["countryCode"], address["isDefault"]) == (
            "Netherlands",
            "NL",
            True,
        )
        assert tab.people.card.name.text() == "Zoë O'Neil <b>"
        assert tab.people.side.people.chosen() == f"id:{now['id']}"
        assert await tab.console.db(lambda workspace: workspace.drafts.get("customers:new")) is None


async def test_the_form_begins_with_a_fresh_read_and_keeps_what_others_changed_meanwhile(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        await look_up(qtbot, tab, "C-20418")
        put(practice_store, partnerCustomerId="C-20418", email="new@post.example")
        tab.people.card.edit.click()
        page = await until(lambda: tab.stack.currentWidget() if not tab.stack.is_home() else None)
        assert page.form.values()["email"] == "new@post.example"
        retype(qtbot, page, "first_name", "Mira")
        put(practice_store, partnerCustomerId="C-20418", email="newer@post.example", lastName="Verma")
        await saved(tab, page)
        now = stored(practice_store, "C-20418")
        assert (now["firstName"], now["lastName"], now["email"]) == ("Mira", "Verma", "newer@post.example")


async def test_a_field_both_changed_is_asked_about(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        retype(qtbot, page, "last_name", "Verma")
        put(practice_store, partnerCustomerId="C-20418", email=MEERA["email"], lastName="Kapoor")
        page.save.click()
        dialog = await question_of(page)
        assert isinstance(dialog, BothVersions)
        assert [choice.words.text() for choice in dialog.rows[0]] == ["Kapoor", "Verma"]
        assert "Last name" in words_of(dialog)
        press(dialog, "Keep editing")
        await until(lambda: not page.scope.is_busy())
        assert stored(practice_store, "C-20418")["lastName"] == "Kapoor"
        page.save.click()
        dialog = await question_of(page)
        press(dialog, "Keep all of mine")
        press(dialog, "Save as chosen")
        await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
        assert stored(practice_store, "C-20418")["lastName"] == "Verma"


async def test_replacing_contacts_names_what_vanishes_and_asks(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        page.form.apply("alternate_emails", [])
        page.form.apply("over_write_assets", True)
        page.save.click()
        dialog = await question_of(page)
        assert "E-mail meera.sharma@work.example" in words_of(dialog)
        assert "+912055500161" not in words_of(dialog)
        press(dialog, "Keep editing")
        await until(lambda: not page.scope.is_busy())
        assert len(stored(practice_store, "C-20418")["assets"]) == 2
        page.save.click()
        press(await question_of(page), "Replace them")
        await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
        assert [asset["assetValue"] for asset in stored(practice_store, "C-20418")["assets"]] == [
            "+912055500161"
        ]


async def test_blanks_around_ids_and_e_mails_are_not_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        retype(qtbot, page, "partner_customer_id", " C-9 ")
        retype(qtbot, page, "email", " nina@shop.example ")
        page.form.apply("alternate_emails", ["nina@home.example\t"])
        addresses(page).add_button.click()
        write(qtbot, page, 0, address1="Oudegracht 1", city="Utrecht", zip="3511 AB", state="Utrecht")
        addresses(page).cards[0].more.click()
        write(qtbot, page, 0, country="Netherlands", email=" nina@work.example", partner_address_id="home ")
        await saved(tab, page)
        now = stored(practice_store, "C-9")
        (asset,), (address,) = now["assets"], now["addresses"]
        assert (now["email"], asset["assetValue"]) == ("nina@shop.example", "nina@home.example")
        assert (address["email"], address["partnerAddressId"]) == ("nina@work.example", "home")
        page = await edit(qtbot, tab, None)
        retype(qtbot, page, "partner_customer_id", "C-9 ")
        retype(qtbot, page, "email", "other@post.example")
        await tried(page)
        assert "external id C-9." in page.form.fields["partner_customer_id"].error()
        assert len(customers(practice_store)) == 1


async def test_an_external_id_that_is_somebodys_is_refused_at_its_field(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        retype(qtbot, page, "partner_customer_id", "C-20418")
        retype(qtbot, page, "email", "other@post.example")
        await tried(page)
        assert "already has a customer" in page.form.fields["partner_customer_id"].error()
        assert stored(practice_store, "C-20418")["email"] == "meera.s@post.example"


async def test_an_external_id_typed_onto_a_customer_takes_nobody_else_s(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    made = put(practice_store, firstName="Noor", email="noor@post.example")
    async with open_tab() as tab:
        page = await edit(qtbot, tab, str(made["id"]))
        retype(qtbot, page, "first_name", "Nora")
        retype(qtbot, page, "partner_customer_id", "C-20418")
        await tried(page)
        assert "already has a customer" in page.form.fields["partner_customer_id"].error()
        assert [each["firstName"] for each in customers(practice_store)] == ["Noor", MEERA["firstName"]]
        retype(qtbot, page, "partner_customer_id", "C-7")
        await saved(tab, page)
    now = stored(practice_store, "C-7")
    assert (now["id"], now["firstName"], now["email"]) == (made["id"], "Nora", "noor@post.example")
    assert len(customers(practice_store)) == 2


@pytest.mark.parametrize(
    ("name", "value"), [("phone_number", "+393471000188"), ("email", "nora@post.example")]
)
async def test_without_an_external_id_a_changed_contact_stays_with_the_same_customer(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_tab: Open,
    *,
    name: str,
    value: str,
) -> None:
    made = put(practice_store, firstName="Noor", phoneNumber="+393471000102", email="noor@post.example")
    async with open_tab() as tab:
        page = await edit(qtbot, tab, str(made["id"]))
        retype(qtbot, page, name, value)
        await saved(tab, page)
        (now,) = customers(practice_store)
        wire = {"phone_number": "phoneNumber", "email": "email"}[name]
        assert (now["id"], now["firstName"], now[wire]) == (made["id"], "Noor", value)
        tab.console.notices.open[-1].links[0].run()
        await until(lambda: "as it was before" in tab.console.notices.open[-1].sentence)
        (now,) = customers(practice_store)
        assert (now["id"], now["phoneNumber"], now["email"]) == (
            made["id"],
            "+393471000102",
            "noor@post.example",
        )


async def test_without_an_external_id_one_contact_must_stay_for_the_store_to_find_the_customer_by(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    made = put(practice_store, firstName="Noor", phoneNumber="+393471000102")
    async with open_tab() as tab:
        page = await edit(qtbot, tab, str(made["id"]))
        assert "finds it by phone, so leave the phone as it is" in page.whole_words(0)
        retype(qtbot, page, "phone_number", "+393471000188")
        assert "Add an e-mail address and save" in page.form.fields["phone_number"].error()
        await tried(page)
        assert [each["phoneNumber"] for each in customers(practice_store)] == ["+393471000102"]
        retype(qtbot, page, "phone_number", "+393471000102")
        retype(qtbot, page, "email", "noor@post.example")
        await saved(tab, page)
        page = await edit(qtbot, tab, str(made["id"]))
        assert "by phone or e-mail, so leave one as it is" in page.whole_words(0)
        retype(qtbot, page, "phone_number", "+393471000188")
        retype(qtbot, page, "email", "nora@post.example")
        assert "Change one and save" in page.form.fields["phone_number"].error()
        retype(qtbot, page, "email", "noor@post.example")
        await saved(tab, page)
    (now,) = customers(practice_store)
    assert (now["id"], now["phoneNumber"], now["email"]) == (
        made["id"],
        "+393471000188",
        "noor@post.example",
    )


async def test_a_contact_that_somebody_else_took_away_meanwhile_finds_nobody(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    made = put(practice_store, firstName="Noor", phoneNumber="+393471000102", email="noor@post.example")
    async with open_tab() as tab:
        page = await edit(qtbot, tab, str(made["id"]))
        retype(qtbot, page, "phone_number", "+393471000188")
        put(practice_store, phoneNumber="+393471000102", email="")
        await tried(page)
        assert "makes a second customer" in page.form.fields["phone_number"].error()
        assert [each["phoneNumber"] for each in customers(practice_store)] == ["+393471000102"]


async def test_a_contact_of_somebody_else_known_is_told_before_they_are_changed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    ann = put(practice_store, firstName="Ann", phoneNumber="+393471000188")
    made = put(practice_store, firstName="Noor", phoneNumber="+393471000102", email="noor@post.example")
    async with open_tab() as tab:
        await look_up(qtbot, tab, str(ann["id"]))
        page = await edit(qtbot, tab, str(made["id"]))
        retype(qtbot, page, "phone_number", "+393471000188")
        page.save.click()
        dialog = await question_of(page)
        assert "Ann has this phone or e-mail. Saving may change that customer instead of this one." in (
            words_of(dialog)
        )
        press(dialog, "Keep editing")
        await until(lambda: not page.scope.is_busy())
        assert {each["phoneNumber"] for each in customers(practice_store)} == {
            "+393471000188",
            "+393471000102",
        }


async def test_another_customer_that_the_store_changed_is_told(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    ann = put(practice_store, firstName="Ann", phoneNumber="+393471000188")
    made = put(practice_store, firstName="Noor", phoneNumber="+393471000102", email="noor@post.example")
    async with open_tab() as tab:
        page = await edit(qtbot, tab, str(made["id"]))
        retype(qtbot, page, "phone_number", "+393471000188")
        await saved(tab, page)
        told = [notice.sentence for notice in tab.console.notices.open]
        assert f"The store changed another customer, {ann['id']}, because it has this phone or e-mail." in (
            told
        )


async def test_another_customer_that_the_store_made_is_told(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    ann = put(practice_store, phoneNumber="+393471000188", email="nora@post.example")
    made = put(practice_store, firstName="Noor", phoneNumber="+393471000102", email="noor@post.example")
    async with open_tab() as tab:
        await look_up(qtbot, tab, str(ann["id"]))
        page = await edit(qtbot, tab, str(made["id"]))
        retype(qtbot, page, "email", "nora@post.example")
        page.save.click()
        dialog = await question_of(page)
        put(practice_store, phoneNumber="+393471000188", email="ann@post.example")
        put(practice_store, phoneNumber="+393471000177", email="noor@post.example")
        press(dialog, "Save anyway")
        await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
        told = [notice.sentence for notice in tab.console.notices.open]
        (other,) = (each for each in customers(practice_store) if each["email"] == "nora@post.example")
        assert other["id"] not in (ann["id"], made["id"])
        assert f"The store made another customer, {other['id']}, instead of changing this one." in told


async def test_somebody_known_with_the_same_contact_is_named_before_it_is_changed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, firstName="Ann", email="ann@post.example")
    async with open_tab() as tab:
        await look_up(qtbot, tab, str(customers(practice_store)[0]["id"]))
        page = await edit(qtbot, tab, None)
        retype(qtbot, page, "first_name", "Anne")
        retype(qtbot, page, "email", "Ann@Post.example")
        page.save.click()
        dialog = await question_of(page)
        assert "Ann has this phone or e-mail" in words_of(dialog)
        press(dialog, "Keep editing")
        await until(lambda: not page.scope.is_busy())
        assert [each["firstName"] for each in customers(practice_store)] == ["Ann"]


async def test_what_the_store_refuses_stands_at_its_field_in_its_own_words(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        retype(qtbot, page, "partner_customer_id", "C-5")
        retype(qtbot, page, "email", "five@post.example")
        words = "alternateEmails[0] belongs to somebody else"
        strike(practice_store, "unsuccessful", reason=words)
        await tried(page)
        assert words in page.form.fields["alternate_emails"].error()
        assert customers(practice_store) == []
        await saved(tab, page)
        assert len(customers(practice_store)) == 1


@pytest.mark.parametrize("executed", [True, False])
async def test_without_an_external_id_a_silence_is_decided_by_a_person(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open, executed: bool
) -> None:
    async with open_tab() as tab:
        page = await doubted(qtbot, tab, practice_store, executed=executed)
        assert not page.save.isEnabled() and not page.form.isEnabled()
        for _ in range(3):
            page.actions_here()["save"]()
        await until(lambda: not page.scope.is_busy())
        assert len(customers(practice_store)) == executed
        wanted: list[str] = []
        tab.console.decisions_wanted.connect(wanted.append)
        next(part for part in page.findChildren(Button) if part.text() == "Decide").click()
        (record,) = await tab.console.sends.sent_before("customers")
        assert wanted == [record.run_id] and record.state is ItemState.UNKNOWN
        page.back()
        await until(tab.stack.is_home)
        again = await edit(qtbot, tab, None)
        assert again.form.values()["first_name"] == "Ann" and not again.save.isEnabled()
        decision = Decision.COUNT_AS_SENT if executed else Decision.SEND_AGAIN
        await tab.console.sends.decide(record.run_id, (record.seq,), decision)
        await until(lambda: again.save.isEnabled() and not again.scope.is_busy())
        assert len(customers(practice_store)) == 1
        assert again.form.changes() == []


async def doubted(
    qtbot: QtBot, tab: CustomersTab, store: PracticeStore, *, executed: bool
) -> CustomerEditorPage:
    """A customer without an external id that was handed over and got no answer."""
    page = await edit(qtbot, tab, None)
    retype(qtbot, page, "first_name", "Ann")
    retype(qtbot, page, "email", "ann@post.example")
    strike(store, "silence", seconds=0.2, executed=executed)
    await tried(page)
    return page


async def test_a_customer_asked_for_while_another_is_undecided_takes_no_decision_away(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await doubted(qtbot, tab, practice_store, executed=True)
        asked = page.head_problems
        tab.create_customer("C-77")
        await until(lambda: not tab.scope.is_busy())
        assert page.head_problems == asked and page.form.values()["first_name"] == "Ann"
        told = tab.console.notices.open[-1]
        assert (told.sentence, told.advice) == (
            "This is a new customer that you began before, not C-77.",
            "First decide what became of what was sent.",
        )


async def test_with_an_external_id_a_broken_answer_is_found_out_by_reading(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        retype(qtbot, page, "partner_customer_id", "C-7")
        retype(qtbot, page, "email", "seven@post.example")
        strike(practice_store, "cut")
        await saved(tab, page)
        assert [each["partnerCustomerId"] for each in customers(practice_store)] == ["C-7"]
        assert tab.people.card.seen is not None


async def test_what_was_sent_is_opened_again_over_the_customer_as_it_is_now(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        retype(qtbot, page, "last_name", "Verma")
        page.form.apply("alternate_emails", ["meera.sharma@work.example", "meera@home.example"])
        await saved(tab, page)
        put(practice_store, partnerCustomerId="C-20418", email=MEERA["email"], lastName="Kapoor")
        tab.segments.set_current(SENT)
        await until(lambda: len(tab.sent.model.records()) == 1)
        (row,) = tab.sent.model.records()
        assert (row.name, row.created, row.fields) == (
            "मीरा Verma",
            False,
            "last name, phone number, alternate emails",
        )
        tab.sent.table.opened.emit(row)
        page = await until(lambda: tab.stack.currentWidget() if not tab.stack.is_home() else None)
        changes = [(change.label, change.old, change.new) for change in page.form.changes()]
        assert changes == [("Last name", "Kapoor", "Verma")]
        page.undo.click()
        assert page.form.changes() == []
        page.redo.click()
        await saved(tab, page)
        assert stored(practice_store, "C-20418")["lastName"] == "Verma"


async def test_a_save_that_ends_later_takes_the_keyboard_to_no_page_that_was_left(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        retype(qtbot, page, "last_name", "Verma")
        page.save.click()
        tab.hide()
        await until(lambda: tab.stack.is_home() and not tab.scope.is_busy())
        assert tab.window().focusWidget() is not tab.people.side.search
        assert stored(practice_store, "C-20418")["lastName"] == "Verma"


async def test_a_draft_outlives_the_form(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        write(qtbot, page, 1, zip="4110")
        page.back()
        await until(tab.stack.is_home)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        assert [(change.old, change.new) for change in page.form.changes()] == [("411001", "4110")]


async def test_a_store_that_is_read_only_is_not_written_to(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice=False, safe_level="read-only") as tab:
        page = await edit(qtbot, tab, None)
        retype(qtbot, page, "partner_customer_id", "C-8")
        retype(qtbot, page, "email", "eight@post.example")
        await tried(page)
        assert customers(practice_store) == [] and page.isVisible()
