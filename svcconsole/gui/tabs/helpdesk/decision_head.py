"""The decision line at the head of the form: a ticket of which nobody knows whether the store has it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from svcconsole.gui.text import visible
from svcconsole.gui.when import exact
from svcconsole.gui.widgets.buttons import button
from svcconsole.gui.widgets.cards import DecisionBox
from svcconsole.services.tickets import mark

if TYPE_CHECKING:
    from svcconsole.workspace.records import SentRecord


class Answer(StrEnum):
    """What a person says of it."""

    CREATED = "created"
    AGAIN = "again"
    LATER = "later"


class DecisionHead(DecisionBox):
    """Hidden until it is asked about a ticket; `answered(Answer)`."""

    answered = Signal(object)

    def __init__(self) -> None:
        super().__init__("decide", "warning", "", "")
        self.created = button(self.tr("The store has it"))
        self.again = button(self.tr("The store does not have it: create it again"))
        self.later = button(self.tr("Decide later"))
        for answer, way in (
            (Answer.CREATED, self.created),
            (Answer.AGAIN, self.again),
            (Answer.LATER, self.later),
        ):
            way.clicked.connect(lambda _=False, answer=answer: self.answered.emit(answer))
            self.add_button(way)
        self.hide()

    def ask(self, record: SentRecord) -> None:
        """Show what is known of this ticket, and how to find out the rest."""
        known = [visible(record.reason)]
        if record.reference:
            known.append(
                self.tr(
                    "Search for “{0}” in the store's helpdesk: if a ticket has it, the store has this one. "
                    "Not finding it proves nothing yet."
                ).format(mark(record.reference))
            )
        known.append(self.tr("Nothing is sent again until you say so."))
        self.set_texts(
            self.tr("Was this ticket created? It was handed to the network on {0}.").format(exact(record.at)),
            " ".join(part for part in known if part),
        )
        self.show()

    def set_busy(self, busy: bool) -> None:
        """While an answer is carried out there is nothing else to choose."""
        for way in (self.created, self.again, self.later):
            way.setEnabled(not busy)
