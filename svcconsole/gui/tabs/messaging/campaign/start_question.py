"""The question before a campaign starts: its plan in one sentence, and a typed count for large ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.dialogs import Answer, Question, run
from svcconsole.gui.kit.forms.editors.numbers import parse_number
from svcconsole.gui.kit.quantity_words import count, limited, rows
from svcconsole.gui.panels.importer.write_consent import may_write
from svcconsole.services.campaigns.views import Audience

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console

TYPED_ABOVE = 500
"""More messages than these are started only by typing their number (reliability, T17)."""
MOST_COUNTRIES = 5


def plan_words(outlook: Audience, limit: int | None) -> str:
    """Who gets it, what is held back and how fast it goes, in sentences."""
    named = [
        tr(
            "{messages} to {country}",
            messages=count(each.messages),
            country=country_words(each.code) or tr("no country"),
        )
        for each in outlook.countries[:MOST_COUNTRIES]
    ]
    rest = outlook.countries[MOST_COUNTRIES:]
    if rest:
        named.append(
            tr(
                "{value} to {rest} more countries",
                value=count(sum(each.messages for each in rest)),
                rest=count(len(rest)),
            )
        )
    held = outlook.rows - outlook.ready
    sentences = [", ".join(named) + "."]
    if held:
        sentences.append(tr("{rows} of the file are not sent.", rows=rows(held)))
    if limit is not None:
        sentences.append(tr("They go {limited}.", limited=limited(limit)))
    sentences.append(tr("What has left cannot be called back."))
    return " ".join(sentences)


async def may_start(
    console: Console, parent: QWidget, outlook: Audience, limit: int | None, verb: str
) -> bool:
    """Whether it may: as the store's safe level asks, and above a number once that number was typed."""
    many, card = outlook.ready > TYPED_ABOVE, console.card
    asked = card.safe_level in ("read-only", "name") or not many
    if asked and not await may_write(parent, card, verb, plan_words(outlook, limit)):
        return False
    return not many or await NumberTyped(parent, outlook, limit, verb).asked()


class NumberTyped(Question):
    """The plan, and a field for how many messages it is; the verb can be pressed once that is typed."""

    def __init__(self, parent: QWidget, outlook: Audience, limit: int | None, verb: str) -> None:
        question = tr_plural("Send {n} message?", "Send {n} messages?", outlook.ready)
        text = sentences(plan_words(outlook, limit), tr("Type how many messages it is to go on."))
        answers = (Answer("start", verb), Answer("cancel", tr("Cancel")))
        super().__init__(parent, question, text, answers, "cancel")
        self.number = QLineEdit()
        self.number.setAccessibleName(tr("How many messages"))
        self.number.setPlaceholderText(count(outlook.ready))
        self.body.insertWidget(2, self.number)
        self._same: Callable[[str], bool] = lambda text: parse_number(text) == outlook.ready
        self._wanted = count(outlook.ready)
        self.number.textChanged.connect(self._typed)
        self._typed("")
        self.number.setFocus(Qt.FocusReason.OtherFocusReason)

    async def asked(self) -> bool:
        """Ask; whether it was typed and the verb pressed."""
        accepted = await run(self)
        return bool(accepted) and self.answer == "start"

    def _typed(self, text: str) -> None:
        go, same = self.by_id["start"], self._same(text)
        go.setEnabled(same)
        set_tip(go, "" if same else tr("Type {wanted} first.", wanted=self._wanted))
