"""The command palette: one field that finds what can be done, by its words, with its place and shortcut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QVBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, drop_shadow
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.theme import colour
from svcconsole.gui.design.words import tr
from svcconsole.gui.shell.palette_list import HEADING, ROW, Entry, Group, Match, Matches, MatchPainter, find

WIDTH, TOP, ROWS = 600, 96, 10
SHADOW = 20
SIGNS: Mapping[str, frozenset[Group]] = {
    ">": frozenset({Group.ACTIONS}),
    "#": frozenset({Group.PRODUCTS, Group.CUSTOMERS, Group.MESSAGES}),
    "?": frozenset({Group.HELP}),
}
"""A first letter that looks in one group only."""

FindRecords = Callable[[str, bool], list[Entry]]
"""Products, people and messages that hold the typed words; True: in their ids alone."""


class Palette(QFrame):
    """A card over the window: type, choose with the arrows, Enter runs, Esc gives the focus back."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._area = parent
        self._entries: Sequence[Entry] = ()
        self._records: FindRecords | None = None
        self._before: QWidget | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Search or run a command"))
        self.field.setAccessibleName(tr("Search or run a command"))
        self._model = Matches(self)
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setItemDelegate(MatchPainter(self._model))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("What can be done"))
        self.list.viewport().setAutoFillBackground(False)
        self._nothing = PlainLabel("", "caption", "text2")
        column = QVBoxLayout(self)
        margin = dp(SHADOW)
        column.setContentsMargins(margin + dp(8), margin + dp(8), margin + dp(8), margin + dp(8))
        column.setSpacing(dp(8))
        column.addWidget(self.field)
        column.addWidget(self.list)
        column.addWidget(self._nothing)
        self.setAccessibleName(tr("Commands"))
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.list.clicked.connect(lambda index: self._run(index.row()))
        parent.installEventFilter(self)
        self.hide()

    def open(
        self, entries: Sequence[Entry], before: QWidget | None, records: FindRecords | None = None
    ) -> None:
        """Show `entries`; the focus goes back to `before` when the palette closes unused.

        `records` finds products, people and messages by typed words, by their ids alone when typed after "#".
        """
        self._entries = entries
        self._records = records
        self._before = before
        self.field.clear()
        self._search("")
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_up(self) -> None:
        """Close and give the focus back."""
        if self.isVisible():
            self.hide()
            if self._before is not None:
                self._before.setFocus(Qt.FocusReason.PopupFocusReason)
            self.closed.emit()

    def shown(self) -> list[str]:
        """The titles on screen, in order."""
        return [row.entry.title for row in self._model.rows if isinstance(row, Match)]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() == QEvent.Type.Resize:
            self._place()
        if watched is self.field:
            if event.type() == QEvent.Type.FocusOut and self.isVisible():
                self.hide()
                self.closed.emit()
            if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
                return self._takes(event)
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._key(event)
        return super().eventFilter(watched, event)

    def _takes(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        row = self.list.currentIndex().row()
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: ROWS, Qt.Key.Key_PageUp: -ROWS}
        key = Qt.Key(event.key())
        if key in steps:
            self._choose(row + steps[key], back=steps[key] < 0)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run(row)
        elif key == Qt.Key.Key_Escape:
            self.close_up()
        else:
            return False
        return True

    def _search(self, text: str) -> None:
        found = self._find(text.strip())
        self._model.show(found)
        self._choose(0)
        high = sum(dp(ROW if isinstance(row, Match) else HEADING) for row in self._model.rows[:ROWS])
        self.list.setFixedHeight(max(dp(ROW), high) + 2)
        self.list.setVisible(bool(found))
        self._nothing.setText(tr("Nothing is called “{text}”.", text=text))
        self._nothing.setVisible(not found)
        self._place()

    def _find(self, text: str) -> list[Match]:
        only, words = (text[:1], text[1:].strip()) if text[:1] in SIGNS else ("", text)
        groups = SIGNS[only] if only else frozenset(Group)
        entries = [entry for entry in self._entries if entry.group in groups]
        if words and self._records is not None and Group.PRODUCTS in groups:
            entries += self._records(words, only == "#")
        if only == "#":  # the name need not hold what the id holds
            return [Match(entry) for entry in entries]
        return find(words, entries)

    def _choose(self, row: int, *, back: bool = False) -> None:
        """Choose a row; a heading gives way to the line after it, or before it on the way up."""
        last = len(self._model.rows) - 1
        row = max(0, min(row, last))
        if self._model.match_at(row) is None:
            row += -1 if back and row > 0 else 1
        if row <= last:
            index = self._model.index(row)
            self.list.setCurrentIndex(index)
            if row == 1:
                self.list.scrollToTop()  # its heading with it

    def _run(self, row: int) -> None:
        match = self._model.match_at(row)
        if match is None or match.entry.reason:
            return
        self.close_up()
        match.entry.run()

    def _place(self) -> None:
        area = self._area.rect()
        width = min(dp(WIDTH), area.width() - dp(32)) + 2 * dp(SHADOW)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((area.width() - width) // 2, dp(TOP) - dp(SHADOW))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            margin = dp(SHADOW)
            card = self.rect().adjusted(margin, margin, -margin, -margin)
            drop_shadow(painter, card.toRectF(), dp(8))
            box(painter, card, dp(8), fill=colour("raised"), edge=colour("edge"))
