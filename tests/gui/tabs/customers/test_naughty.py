"""The naughty strings in every text field of the customer's form: in the store as typed, or refused."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget

from svcconsole.api.models.customers import Address
from svcconsole.gui.design.text import visible
from svcconsole.gui.kit.forms.editors.field_editors import ChoiceEditor
from svcconsole.gui.kit.forms.fields import wire_name
from svcconsole.gui.tabs.customers.addresses_editor import RARE, SHOWN
from svcconsole.gui.tabs.customers.customer_card import person_name
from svcconsole.gui.tabs.customers.customer_form import customer_form
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.services.customers.customers import Include, SeenCustomer, by_service_id, form_values
from svcconsole.services.sends.sending import new_draft_token
from svcconsole.tables.values.phones import Phone, read_phone
from tests.gui.tabs.customers.conftest import Open
from tests.gui.tabs.customers.test_editing import addresses
from tests.support.coroutines import until
from tests.support.naughty import MARK, naughty_strings, paste
from tests.support.practice import PracticeStore

PLAIN = ("partner_customer_id", "first_name", "last_name")
CONTACTS = ("phone_number", "email", "secondary_phone_number", "secondary_email")
LISTS = ("alternate_phone_numbers", "alternate_emails")
NUMBERS = ("latitude", "longitude")
TRIMMED = ("partner_customer_id", "partner_address_id", "email")
IN_ADDRESS = tuple(name for name in (*SHOWN, *RARE) if name not in NUMBERS)
PASTED_EVERY = 20
"""Every so many strings are pasted field by field as a person does; the others are put in at once."""

MAY_BE_REFUSED = {*CONTACTS, *LISTS, "addresses.phone_number", "addresses.email"}
AT_ONCE = 3
"""So many forms are driven side by side: one works while the others wait for the store and the disk."""
PARTS = 4
"""The first is tried each time, the others in the deep tests."""
MOST_TRIES = 3
"""What needs all fields to be sound, an e-mail or a phone, is told when they are."""


def filled(text: str) -> dict[str, Any]:
    """The form with the string in every text field."""
    values: dict[str, Any] = dict.fromkeys((*PLAIN, *CONTACTS), text)
    values |= {name: [text] for name in (*LISTS, "tags")}
    return {**values, "addresses": [dict.fromkeys(IN_ADDRESS, text)], "over_write_assets": None}


def paste_all(page: CustomerEditorPage, text: str) -> None:
    """The same by hand: the lists of chips take what is typed without its edges, so they are put in."""
    page.form.restore({name: [text] for name in (*LISTS, "tags")})
    for name in (*PLAIN, *CONTACTS):
        line: QWidget | None = page.form.editors[name].widget
        assert isinstance(line, QLineEdit)
        paste(line, text)
    for name in IN_ADDRESS:
        editor = addresses(page).cards[0].editor.parts[name]
        line = editor.combo.lineEdit() if isinstance(editor, ChoiceEditor) else editor.widget
        assert isinstance(line, QLineEdit)
        paste(line, text)


def put_right(page: CustomerEditorPage, number: int) -> set[str]:
    """Correct what is refused and nothing else; the names of those fields, an address's with a dot."""
    refused = {problem.loc for problem in page.form.problems() if not problem.warning}
    assert all(problem.sentence.endswith(".") for problem in page.form.problems())
    values = page.form.values()
    names: set[str] = set()
    for loc in refused:
        name = str(loc[0])
        if name == "addresses" and len(loc) > 2:
            names.add(f"addresses.{loc[2]}")
            values["addresses"][0][loc[2]] = "x" if loc[2] not in ("phone_number", "email") else None
        else:
            names.add(name)
            values[name] = f"n{number}@post.example" if name == "email" else None
    page.form.restore({name: values[name] for name in {name.partition(".")[0] for name in names}})
    return names


def differences(text: str, refused: set[str], now: SeenCustomer) -> Iterator[str]:
    """The fields in which the store has not what was typed; a phone number it has in digits, an id or e-mail
    without the blanks around it."""
    back = form_values(now.customer)
    phone = read_phone(text, "IN")
    number = phone.e164 if isinstance(phone, Phone) else text
    sent = {**dict.fromkeys(IN_ADDRESS, text), **dict.fromkeys(TRIMMED, text.strip()), "phone_number": number}
    wanted = {name: sent.get(name, text) for name in (*PLAIN, "email", "phone_number")}
    yield from (name for name, value in wanted.items() if name not in refused and (back[name] or "") != value)
    if (back["tags"] or []) != [text]:
        yield "tags"
    (address,) = now.raw["addresses"]
    for name in IN_ADDRESS:
        has = address.get(wire_name(Address, name), "")
        if f"addresses.{name}" not in refused and has != sent[name]:
            yield f"addresses.{name}"


async def submitted(page: CustomerEditorPage, number: int, text: str) -> tuple[SeenCustomer, set[str]]:
    """Fill the form and save, putting right what is refused; as the store answered, and what was refused."""
    found: list[SeenCustomer] = []
    saved = page.saved.connect(found.append)
    by_hand = number % PASTED_EVERY == 0 or text.startswith(MARK)
    page.form.restore(filled("" if by_hand else text))
    if by_hand:
        paste_all(page, text)
    refused: set[str] = set()
    for _ in range(MOST_TRIES):
        page.save.click()
        await until(lambda: not page.scope.is_busy())
        if found:
            break
        refused |= put_right(page, number)
    page.saved.disconnect(saved)
    page.draft_token = new_draft_token()  # the next one is another customer, as in a form opened anew
    assert found, (text, [each.sentence for each in page.form.problems()])
    return found[0], refused


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.deep) for part in range(1, PARTS))]
)
async def test_every_naughty_string_is_in_the_store_as_typed_or_refused_with_a_sentence(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, part: int
) -> None:
    # Each once, where the list has it twice: an external id is one customer's.
    strings = list(enumerate(dict.fromkeys(naughty_strings())))[part::PARTS]
    wrong: list[str] = []
    async with open_tab(600, 320) as tab:
        client = await tab.console.ready()
        again = customer_form(lambda: "IN", existing=True, external=True)
        pages = [CustomerEditorPage(tab.console, None) for _ in range(AT_ONCE)]

        async def drive(page: CustomerEditorPage, own: Sequence[tuple[int, str]]) -> None:
            for number, text in own:
                sent, refused = await submitted(page, number, text)
                assert refused <= MAY_BE_REFUSED or not text, text
                now = await by_service_id(client, sent.customer.id or "", Include())
                assert now is not None
                wrong.extend(f"{number} {text!r}: {name}" for name in differences(text, refused, now))
                values = form_values(now.customer)
                again.load(values)
                assert again.checked(again.values()) and again.changes() == []
                assert again.read() == again.projected_values(values)
                tab.people.show_seen(now)
                assert tab.people.card.name.text() == visible(person_name(now.customer))

        await asyncio.gather(*(drive(page, strings[at::AT_ONCE]) for at, page in enumerate(pages)))
        assert wrong == []
        labels = [label for place in (tab, *pages) for label in place.findChildren(QLabel)]
        assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}
        for page in pages:
            await page.scope.close()
            page.deleteLater()
        again.deleteLater()
