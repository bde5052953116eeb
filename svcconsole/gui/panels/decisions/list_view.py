"""The list of decisions: a click on the box ticks, a click on the row shows, headings are skipped."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListView

from svcconsole.gui.panels.decisions.decision_list import ENTRY_ROLE, DecisionList, Heading, Index, Key, Row
from svcconsole.gui.panels.decisions.list_painter import RowPainter, turn


class DoubtList(QListView):
    """The list itself; `Space` ticks, a click on the box ticks, a click on the row shows it.

    `chosen(Row)`: another one is to be shown.
    """

    chosen = Signal(object)

    def __init__(self, model: DecisionList, name: str) -> None:
        super().__init__()
        self.listing = model
        self.setModel(model)
        self.setItemDelegate(RowPainter(self))
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("bg", "canvas")
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)

    def current(self) -> Row | None:
        """The row that is shown."""
        entry = self.currentIndex().data(ENTRY_ROLE)
        return entry if isinstance(entry, Row) else None

    def show_row(self, key: Key | None) -> None:
        """Make a row the current one; the first where it is not there."""
        found = self.listing.index_of(key) if key is not None else QModelIndex()
        self.setCurrentIndex(found if found.isValid() else self.listing.first())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit(self.current())

    def moveCursor(self, action: QListView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Headings are stepped over."""
        found = super().moveCursor(action, modifiers)
        if isinstance(found.data(ENTRY_ROLE), Heading):
            up = action in (QListView.CursorAction.MoveUp, QListView.CursorAction.MovePageUp)
            beside = self.listing.index(found.row() + (-1 if up and found.row() else 1))
            return beside if beside.isValid() else found
        return found

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            turn(self.listing, self.currentIndex())
            return
        super().keyPressEvent(event)
