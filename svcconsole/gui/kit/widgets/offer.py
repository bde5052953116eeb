"""The list under a field of what may be meant: chosen by its words, typed into the field as its value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit

from svcconsole.gui.design.text import visible

TYPED_ROLE = Qt.ItemDataRole.UserRole + 1


class Offered(NamedTuple):
    """One choice: what is typed for it, and what the list says, where that is more."""

    typed: str
    words: str = ""


class Offer(QCompleter):
    """Offers its rows while `line` is typed into, those that hold what was typed; an empty line is given all
    of them by the arrow down. `taken` once one was chosen.

    Not `filtered`, whoever sets the rows has found them by what was typed (`searched(text)` asks for that).
    """

    taken = Signal()
    searched = Signal(str)

    def __init__(self, line: QLineEdit, *, filtered: bool = True) -> None:
        super().__init__(line)
        self._line = line
        self._filtered = filtered
        self._given: tuple[Offered, ...] = ()
        self._rows = QStandardItemModel(self)
        self.setModel(self._rows)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        popup = self.popup()
        if popup is not None:
            popup.setProperty("popup", True)
        self._settled = QTimer(self, interval=0, singleShot=True)
        self._settled.timeout.connect(self.taken)
        if filtered:
            # The line takes the text over after this signal; what is told must come later than that.
            self.activated.connect(lambda _: self._settled.start())
            line.setCompleter(self)
        else:
            self.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
            self.setWidget(line)
            self.activated.connect(self._take)
            line.textEdited.connect(self.searched)
        line.installEventFilter(self)

    def rows(self) -> QStandardItemModel:
        """What can be offered."""
        return self._rows

    def offered(self) -> list[str]:
        """What can be chosen, as it would be typed."""
        return [str(self._rows.item(at).data(TYPED_ROLE)) for at in range(self._rows.rowCount())]

    def set_rows(self, rows: Iterable[Offered]) -> None:
        """Offer other choices."""
        self._given = tuple(rows)
        self._rows.clear()
        for each in self._given:
            item = QStandardItem(visible(f"{each.words} · {each.typed}" if each.words else each.typed))
            item.setData(each.typed, TYPED_ROLE)
            self._rows.appendRow(item)

    def open_list(self) -> None:
        """Show what is offered now; nothing where there is nothing."""
        popup = self.popup()
        if self._rows.rowCount():
            self.setCompletionPrefix(self._line.text() if self._filtered else "")
            self.complete()
        elif popup is not None:
            popup.hide()

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return str(index.data(TYPED_ROLE))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self._line
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Down
            and not self._line.text()
        ):
            self.open_list()
            return True
        if watched is self._line and event.type() == QEvent.Type.LanguageChange:
            self.set_rows(self._given)  # said anew: in another language, or with people hidden
        return super().eventFilter(watched, event)

    def _take(self, typed: str) -> None:
        self._line.setText(typed)
        self._settled.start()
