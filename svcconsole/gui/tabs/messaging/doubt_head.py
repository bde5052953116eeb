"""The decision line at the head of a form: something of which nobody knows whether it went out."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from svcconsole.gui.tabs.messaging.words import tr
from svcconsole.gui.text import visible
from svcconsole.gui.when import exact
from svcconsole.gui.widgets.buttons import button
from svcconsole.gui.widgets.cards import DecisionBox

if TYPE_CHECKING:
    from svcconsole.workspace.records import SentRecord


class Answer(StrEnum):
    """What a person says of it."""

    SENT = "sent"
    AGAIN = "again"
    LATER = "later"


class DoubtHead(DecisionBox):
    """Hidden until it is asked; `answered(Answer)`. `question` is the one thing to answer."""

    answered = Signal(object)

    def __init__(self, question: str) -> None:
        super().__init__("decide", "warning", "", "")
        self.question = question
        self.sent = button(tr("It arrived"))
        self.again = button(tr("It did not arrive: send it once more"))
        self.later = button(tr("Decide later"))
        for answer, way in ((Answer.SENT, self.sent), (Answer.AGAIN, self.again), (Answer.LATER, self.later)):
            way.clicked.connect(lambda _=False, answer=answer: self.answered.emit(answer))
            self.add_button(way)
        self.hide()

    def ask(self, record: SentRecord) -> None:
        """Show what is known, and how to find out the rest."""
        looks = tr("Look into the conversation with {0}.").format(visible(record.about))
        proof = tr("A webhook whose callback data has “{0}” proves that it went out; none proves nothing.")
        known = (looks if record.about else "", proof.format(record.reference) if record.reference else "")
        handed = tr("It was handed to the network on {0}.").format(exact(record.at))
        waits = tr("Nothing is sent again until you say so.")
        self.set_texts(
            self.question,
            " ".join(part for part in (handed, visible(record.reason), *known, waits) if part),
        )
        self.show()

    def set_busy(self, busy: bool) -> None:
        """While an answer is carried out there is nothing else to choose."""
        for way in (self.sent, self.again, self.later):
            way.setEnabled(not busy)
