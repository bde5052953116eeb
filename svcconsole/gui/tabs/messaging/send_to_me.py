"""Sends what a customer is to get to a number of one's own first, which is asked for and remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.api.errors import Outcome
from svcconsole.gui.design.text import ltr
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import phone_text, phone_words
from svcconsole.gui.kit.widgets.field_question import FieldQuestion, Judged, answer_to
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.runtime.setting_keys import OWN_NUMBER
from svcconsole.services.messaging.messages import people_of
from svcconsole.tables.values.phones import Phone, read_phone

if TYPE_CHECKING:
    from svcconsole.gui.kit.forms.pages.send_request import SendRequest
    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.sends.sending import Sent


def judged(text: str, region: str | None) -> Judged:
    """A phone number will do, in full; its country is said."""
    if not text.strip():
        return Judged("")
    read = read_phone(text, region)
    return (
        Judged(read.e164, phone_words(text, region)) if isinstance(read, Phone) else Judged("", read.sentence)
    )


async def own_number(console: Console, parent: QWidget) -> str:
    """The number to send to; blank when the person thought better of it, or where the store is not to be
    written to."""
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
    if not given:
        return ""
    console.settings.set(OWN_NUMBER, given)
    allowed = await may_write(console, parent, tr("Send this to yourself"), tr("Send to me"))
    return given if allowed else ""


async def send_to_me(console: Console, trial: SendRequest, number: str) -> Sent[Any]:
    """Send `trial` to this number, as often as one likes.

    Its reference is one of its own, never the customer's: a webhook that names it would prove theirs.
    """
    region = console.card.region
    sent = await console.sends.send(
        trial.operation,
        trial.request.model_copy(update={trial.recipient: number}),
        kind=trial.kind,
        title=tr("To me first: {title}", title=trial.title),
        about=number,
        reference=trial.reference,
        people=people_of(number, region),
        again=True,
    )
    if sent.outcome is Outcome.OK:
        told = tr("Sent to you at {number}.", number=ltr(phone_text(number, region)))
        console.notices.add("success", told)
    return sent
