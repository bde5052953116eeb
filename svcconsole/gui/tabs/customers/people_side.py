"""The side of the customer card: the look-up field, and the people found or opened last."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.tabs.customers.people_list import PeopleList
from svcconsole.workspace.known.people import Person


class PeopleSide(QWidget):
    """`asked(text)`: Enter, an id for the store; `searched(text)`: typing, among the people seen here."""

    asked = Signal(str)
    searched = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.search = SearchField(tr("Id, phone or e-mail"))
        self.search.setMaximumWidth(16_777_215)
        self.help = PlainLabel("", "caption", "text2", wrap=True)
        self.heading = PlainLabel(tr("Recent"), "label", "text2")
        self.people = PeopleList()
        set_property(self, "bg", "canvas")
        set_property(self, "line", "right")
        column = vbox(parent=self, spacing=4, margins=(14, 14, 14, 0))
        column.addWidget(self.search)
        # A wrapped label asks for its height by its width; without a page around it the window would grow.
        words = ScrollPage("canvas", 0)
        words.body.setContentsMargins(0, 0, 0, 0)
        words.body.addWidget(self.help)
        words.setFixedHeight(self.help.fontMetrics().lineSpacing() * 3 + dp(2))
        column.addWidget(words)
        column.addSpacing(dp(6))
        column.addWidget(self.heading)
        column.addWidget(self.people, 1)
        self.search.searched.connect(self.searched)
        self.search.returnPressed.connect(self._asked)
        self.search.left_down.connect(self._down)
        self.set_count(0)

    def set_count(self, count: int) -> None:
        """Say how many people can be found without the store."""
        many = tr_plural(
            "Enter looks an id up in the store. This console has seen one person, who is found by name, "
            "phone and e-mail, too.",
            "Enter looks an id up in the store; names, phones and e-mails are found among the {n} people "
            "this console has seen.",
            count,
        )
        none = tr("Enter looks an id up in the store. Whom this console has seen is found again by "
                       "name, phone and e-mail.")  # fmt: skip
        self.help.setText(many if count else none)

    def show_people(self, people: Sequence[Person], words: str) -> None:
        """The people found for `words`; those opened last where there are none."""
        self.heading.setText(tr("Seen here") if words else tr("Recent"))
        self.heading.setVisible(bool(people))
        self.people.setAccessibleName(self.heading.text())
        self.people.show_people(people)

    def _asked(self) -> None:
        text = self.search.text().strip()
        if text:
            self.asked.emit(text)

    def _down(self) -> None:
        if self.people.people.rowCount():
            self.people.setFocus()
            if not self.people.currentIndex().isValid():
                self.people.setCurrentIndex(self.people.people.index(0))
