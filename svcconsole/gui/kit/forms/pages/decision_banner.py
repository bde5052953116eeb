"""The banner at the head of a form whose last send has an unknown outcome."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.cards import DecisionBox
from svcconsole.gui.kit.widgets.buttons import button


class Answer(StrEnum):
    """What a person says of it."""

    ARRIVED = "arrived"
    AGAIN = "again"
    LATER = "later"


class DecisionBanner(DecisionBox):
    """Hidden until it is asked; `answered(Answer)`. `arrived` and `again` are what the first two buttons
    say."""

    answered = Signal(object)

    def __init__(self, arrived: str, again: str) -> None:
        super().__init__("decide", "warning", "", "")
        self.arrived, self.again = button(arrived), button(again)
        self.later = button(tr("Decide later"))
        ways = ((Answer.ARRIVED, self.arrived), (Answer.AGAIN, self.again), (Answer.LATER, self.later))
        for answer, way in ways:
            way.clicked.connect(lambda _=False, answer=answer: self.answered.emit(answer))
            self.add_button(way)
        self.hide()

    def ask(self, question: str, known: str) -> None:
        """Show the one thing to answer, what is known, and how to find out the rest."""
        self.set_texts(question, known)
        self.show()

    def set_busy(self, busy: bool) -> None:
        """While an answer is carried out there is nothing else to choose."""
        for way in (self.arrived, self.again, self.later):
            way.setEnabled(not busy)
