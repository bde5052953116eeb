"""The list of people beside the card: two lines each, chosen with the keys or the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QWidget,
)

from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.hiding import hidden_address, hidden_name
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import dotted
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.relative_time import short
from svcconsole.gui.kit.two_lines import Index, TwoLineDelegate, TwoLines
from svcconsole.gui.kit.widgets.avatar import paint_avatar
from svcconsole.workspace.known.people import Person

NO_INDEX = QModelIndex()


@dataclass(frozen=True, slots=True)
class PersonLine:
    """One person as the list shows it; `at` is when it was opened or seen (ISO)."""

    key: str
    name: str
    identity: str
    place: str
    at: str

    @property
    def sub(self) -> str:
        """What explains the name."""
        return dotted(self.identity, hidden_address(self.place))

    @classmethod
    def of(cls, person: Person, region: str | None = None) -> PersonLine:
        phones = [phone_text(phone, region) for phone in person.phones]
        known = (person.name, person.external_id, *phones, *person.emails, person.service_id)
        name = next((text for text in known if text), person.key)
        identity = person.external_id or person.service_id
        return cls(person.key, name, identity, person.place, person.opened_at or person.seen_at)


class PeopleModel(QAbstractListModel):
    """The lines, in the order given."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lines: list[PersonLine] = []

    def set_lines(self, lines: Sequence[PersonLine]) -> None:
        self.beginResetModel()
        self._lines = list(lines)
        self.endResetModel()

    def lines(self) -> Sequence[PersonLine]:
        return self._lines

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return hidden_name(visible(line.name))
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return visible(line.sub)
            case Qt.ItemDataRole.UserRole:
                return line
        return None


class PersonDelegate(TwoLineDelegate):
    """Avatar, name, what explains it, and when."""

    lead = (28, 10)

    def lines_of(self, index: Index) -> TwoLines | None:
        line = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(line, PersonLine):
            return None
        return TwoLines(hidden_name(visible(line.name)), visible(line.sub), short(line.at))

    def paint_lead(self, painter: QPainter, rect: QRect, index: Index) -> None:
        line = index.data(Qt.ItemDataRole.UserRole)
        painter.setFont(role_font("caption"))
        paint_avatar(painter, rect, line.name, line.key)


class PeopleList(QListView):
    """`opened(key)` when a person is clicked or chosen with Enter."""

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.people = PeopleModel(self)
        self.setModel(self.people)
        self.setItemDelegate(PersonDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setProperty("bg", "canvas")
        self.clicked.connect(self._open)

    def show_people(self, people: Sequence[Person]) -> None:
        """Other people; the chosen one stays chosen where it is among them, and what is in sight where it
        was."""
        chosen, bar = self.chosen(), self.verticalScrollBar()
        place, top = bar.value(), self.visualRect(self.currentIndex()).top()
        in_sight = bool(chosen) and 0 <= top < self.viewport().height()
        self.people.set_lines([PersonLine.of(person) for person in people])
        self.executeDelayedItemsLayout()
        self.choose(chosen)
        bar.setValue(place)
        if in_sight and self.currentIndex().isValid():
            bar.setValue(bar.value() + self.visualRect(self.currentIndex()).top() - top)

    def chosen(self) -> str:
        line = self.currentIndex().data(Qt.ItemDataRole.UserRole)
        return line.key if isinstance(line, PersonLine) else ""

    def choose(self, key: str) -> None:
        """Mark a person; nobody where the list does not hold them. One who is marked already stays in or out
        of sight."""
        if key == self.chosen():
            return
        at = next((row for row, line in enumerate(self.people.lines()) if line.key == key), -1)
        self.setCurrentIndex(self.people.index(at) if at >= 0 else QModelIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _open(self, index: Index) -> None:
        line = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(line, PersonLine):
            self.opened.emit(line.key)
