"""Asks for the number that "Send to me first" uses and remembers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.text import ltr
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import phone_text, phone_words
from svcconsole.gui.kit.widgets.field_question import FieldQuestion, Judged, answer_to
from svcconsole.gui.runtime.setting_keys import OWN_NUMBER
from svcconsole.tables.values.phones import Phone, read_phone

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console


def judged(text: str, region: str | None) -> Judged:
    """A phone number will do, in full; its country is said."""
    if not text.strip():
        return Judged("")
    read = read_phone(text, region)
    return (
        Judged(read.e164, phone_words(text, region)) if isinstance(read, Phone) else Judged("", read.sentence)
    )


def sent_to_me(number: str, region: str | None) -> str:
    """What is said once it went there."""
    return tr("Sent to you at {number}.", number=ltr(phone_text(number, region)))


async def own_number(console: Console, parent: QWidget) -> str:
    """The number to send to; blank when the person thought better of it."""
    region = console.card.region
    line = QLineEdit(console.settings.get(OWN_NUMBER, ""))
    line.setAccessibleName(tr("Your phone number"))
    question = FieldQuestion(
        parent,
        tr("Which number is yours?"),
        tr("Send to this number"),
        line,
        lambda text: judged(text, region),
        told=tr("The message goes there just as it would to the customer."),
    )
    given = await answer_to(question)
    if given:
        console.settings.set(OWN_NUMBER, given)
    return given
