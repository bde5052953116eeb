"""The customer's form: what is offered, what is checked as typed, what stands beside it, undo and redo."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit
from pytestqt.qtbot import QtBot

from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.gui.kit.forms.editors.field_editors import ChoiceEditor
from svcconsole.gui.tabs.customers.addresses_editor import AddressesEditor
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from tests.gui.tabs.customers.conftest import MEERA, Open, edit, put, retype, stored
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import words_of


def addresses(page: CustomerEditorPage) -> AddressesEditor:
    editor = page.form.editors["addresses"]
    assert isinstance(editor, AddressesEditor)
    return editor


def write(qtbot: QtBot, page: CustomerEditorPage, number: int, **texts: str) -> None:
    """Type into the fields of an address, a country as a choice of its list."""
    parts = addresses(page).cards[number].editor.parts
    for name, text in texts.items():
        editor = parts[name]
        line = editor.combo.lineEdit() if isinstance(editor, ChoiceEditor) else editor.widget
        assert isinstance(line, QLineEdit)
        line.selectAll()
        qtbot.keyClicks(line, text) if text else qtbot.keyClick(line, Qt.Key.Key_Delete)
        editor.left.emit()


def sent(page: CustomerEditorPage) -> Any:
    """The body that saving would send now."""
    return page.body_of(None)[1]


def problem_at(page: CustomerEditorPage, *loc: str | int) -> str:
    return next(
        (problem.sentence for problem in page.form.problems() if problem.loc == loc and not problem.warning),
        "",
    )


async def test_every_field_is_offered_but_the_deprecated_plurals(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        deprecated = {"secondary_emails", "secondary_phone_numbers"}
        assert set(page.form.editors) == set(UpsertCustomer.model_fields) - deprecated
        addresses(page).add_button.click()
        card = addresses(page).cards[0]
        rare = card.editor.fields["latitude"]
        assert card.more.isVisibleTo(card) and not rare.isVisibleTo(card)
        card.more.click()
        hidden = [name for name, field in card.editor.fields.items() if not field.isVisibleTo(card)]
        assert hidden == ["address_id"]


async def test_a_phone_says_its_country_and_goes_out_as_digits(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        for typed, country, digits in (
            ("98450 22817", "India, mobile", "+919845022817"),
            ("0039 347 1000188", "Italy, mobile", "+393471000188"),
            ("+44 20 7946 0958", "United Kingdom, landline", "+442079460958"),
        ):
            retype(qtbot, page, "phone_number", typed)
            assert problem_at(page, "phone_number") == ""
            assert country in words_of(page.form.fields["phone_number"])
            assert sent(page) == {"phoneNumber": digits}


async def test_a_phone_a_spreadsheet_damaged_is_refused_with_the_reason(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        for name in ("phone_number", "secondary_phone_number"):
            retype(qtbot, page, name, "9.19877E+11")
            assert "its last digits are lost" in problem_at(page, name)
        retype(qtbot, page, "email", "a@b@post.example")
        assert problem_at(page, "email") != ""
        page.save.click()
        assert page.isVisible() and page.form.fields["phone_number"].error()
        addresses(page).add_button.click()
        addresses(page).cards[0].more.click()
        write(qtbot, page, 0, phone_number="9.19877E+11", email="not an e-mail")
        assert "its last digits are lost" in problem_at(page, "addresses", 0, "phone_number")
        assert problem_at(page, "addresses", 0, "email") != ""


async def test_what_the_store_has_wrong_already_is_told_and_may_stay(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, partnerCustomerId="C-9", phoneNumber="919877123456", email="nine@post.example")
    async with open_tab(region="DE") as tab:
        page = await edit(qtbot, tab, "C-9")
        retype(qtbot, page, "first_name", "Nina")
        model = page.form.submit()
        assert model is not None
        assert [problem.loc for problem in page.form.problems() if problem.warning] == [("phone_number",)]
        assert sent(page) == {
            "partnerCustomerId": "C-9",
            "firstName": "Nina",
            "phoneNumber": "919877123456",
        }


async def test_a_country_fills_its_code_and_a_code_its_country(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, None)
        addresses(page).add_button.click()
        parts = addresses(page).cards[0].editor.parts
        write(qtbot, page, 0, country="Netherlands")
        assert parts["country_code"].value() == "NL"
        write(qtbot, page, 0, country_code="de")
        assert parts["country"].value() == "Germany"
        choice = parts["country"]
        assert isinstance(choice, ChoiceEditor)
        choice.combo.setCurrentIndex(choice.combo.findText("India"))
        choice.combo.activated.emit(choice.combo.currentIndex())
        assert addresses(page).value() == [{"country": "India", "country_code": "IN", "is_default": True}]


async def test_what_will_change_stands_beside_old_and_new_and_only_that_is_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        assert page.changes_column is not None and sent(page) == {
            "partnerCustomerId": "C-20418",
            "phoneNumber": "+919845022817",
        }
        retype(qtbot, page, "last_name", "Verma")
        write(qtbot, page, 0, city="Mumbai")
        beside = " ".join(words_of(page.changes_column).split())
        for words in ("Last name शर्मा Verma", "Unit 12, Old Mill › City Pune Mumbai"):
            assert words in beside, beside
        body = sent(page)
        assert body["lastName"] == "Verma" and body["addresses"][0]["city"] == "Mumbai"
        assert set(body) == {"partnerCustomerId", "phoneNumber", "lastName", "addresses"}
        retype(qtbot, page, "email", "")
        assert sent(page)["email"] == ""


async def test_replacing_names_what_vanishes_and_adding_says_what_stays(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        page.form.apply("alternate_emails", [])
        assert "stays in the store" in problem_at(page, "alternate_emails")
        replace = page.form.editors["over_write_assets"].widget
        assert isinstance(replace, QCheckBox)
        replace.click()
        assert problem_at(page, "alternate_emails") == ""
        warnings = [problem.sentence for problem in page.form.problems() if problem.warning]
        assert warnings == ["Replacing: meera.sharma@work.example will vanish from the store."]
        assert sent(page) == {
            "partnerCustomerId": "C-20418",
            "phoneNumber": "+919845022817",
            "overWriteAssets": True,
            "alternatePhoneNumbers": ["+912055500161"],
        }


async def test_a_number_that_the_service_cannot_empty_is_told_at_its_field_and_nothing_is_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    first, second = MEERA["addresses"]
    put(practice_store, **{**MEERA, "addresses": [first, {**second, "latitude": 18.5, "longitude": 73.75}]})
    before = stored(practice_store, "C-20418")
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        write(qtbot, page, 1, latitude="")
        page.save.click()
        await until(lambda: not page.scope.is_busy())
        assert page.isVisible() and stored(practice_store, "C-20418") == before
        assert problem_at(page, "addresses", 1, "latitude") == (
            "Address 2: The service cannot empty the latitude. Put back 18.5, or type another one."
        )
        field = addresses(page).cards[1].editor.fields["latitude"]
        assert field.error() == "The service cannot empty the latitude. Put back 18.5, or type another one."
        write(qtbot, page, 1, latitude="18.5")
        assert problem_at(page, "addresses", 1, "latitude") == "" and page.form.changes() == []
        write(qtbot, page, 1, longitude="73.5")
        assert sent(page)["addresses"][1]["longitude"] == 73.5


async def test_undo_goes_back_over_fields_and_addresses_and_redo_comes_again(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        states = [page.form.values()]
        retype(qtbot, page, "first_name", "Mira")
        states.append(page.form.values())
        write(qtbot, page, 1, zip="411002")
        states.append(page.form.values())
        addresses(page).cards[0].removed.click()
        states.append(page.form.values())
        addresses(page).add_button.click()
        states.append(page.form.values())
        assert page.redo.isEnabled() is False
        for state in reversed(states[:-1]):
            page.undo.click()
            assert page.form.values() == state
        assert page.undo.isEnabled() is False and page.form.changes() == []
        for state in states[1:]:
            page.redo.click()
            assert page.form.values() == state


async def test_one_address_is_the_default(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **MEERA)
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        first, second = (card.editor.parts["is_default"].widget for card in addresses(page).cards)
        assert isinstance(first, QCheckBox) and isinstance(second, QCheckBox)
        first.click()
        assert (first.isChecked(), second.isChecked()) == (True, False)
        assert [entry.get("isDefault") for entry in sent(page)["addresses"]] == [True, False]
        assert addresses(page).cards[0].title.text() == "Address 1, the default"


async def test_characters_that_reorder_text_are_named_wherever_the_form_speaks_of_them(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    put(practice_store, **{**MEERA, "firstName": "gnp\u202e.exe"})
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        retype(qtbot, page, "first_name", "<b>Meera</b>")
        retype(qtbot, page, "email", "a\u202eb")
        said = words_of(page)
        assert "gnp‹RLO›.exe" in said and "<b>Meera</b>" in said
        assert "\u202e" not in said
