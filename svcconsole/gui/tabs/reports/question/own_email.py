"""Asks for the address of "Only me" once per store and remembers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.widgets.field_question import FieldQuestion, Judged, answer_to
from svcconsole.gui.runtime.setting_keys import OWN_EMAIL
from svcconsole.tables.values.emails import email_problem

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console


def judged(text: str) -> Judged:
    """An address mail can be sent to will do."""
    address = text.strip()
    problem = email_problem(address) if address else None
    return Judged("", problem) if problem else Judged(address)


async def own_email(console: Console, parent: QWidget) -> str:
    """The person's own address, asked for where it is not known; blank when they thought better of it."""
    known = console.settings.get(OWN_EMAIL, "")
    if known:
        return known
    line = QLineEdit()
    line.setAccessibleName(tr("Your e-mail address"))
    question = FieldQuestion(
        parent,
        tr("Which e-mail address is yours?"),
        tr("Send to this address"),
        line,
        judged,
        told=tr("It is remembered for this store as “Only me”."),
    )
    given = await answer_to(question)
    if given:
        console.settings.set(OWN_EMAIL, given)
    return given
