"""The line under the photos of a product that asks for the URL of one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.focus import has_focus_inside
from svcconsole.gui.kit.widgets.buttons import button


class PhotoUrlLine(QWidget):
    """Hidden until it asks. `entered(url, index)`: a URL was typed, for the photo at `index`, or for a new
    one where that is None; leaving the line enters it, too."""

    entered = Signal(str, object)

    def __init__(self, around: QWidget) -> None:
        """`around` has the focus once it is hidden again."""
        super().__init__()
        self._around = around
        self._instead_of = ""
        self._index: int | None = None
        self.line = QLineEdit()
        self.line.setPlaceholderText("https://")
        self.line.setAccessibleName(tr("Photo URL"))
        self.take = button(tr("Add photo"))
        hbox((self.line, 1), self.take, parent=self)
        self.line.returnPressed.connect(self.finish_typing)
        self.take.clicked.connect(self.finish_typing)
        for part in (self.line, self.take):
            part.installEventFilter(self)
        self.hide()

    def ask_for_new(self) -> None:
        """Have a URL typed for a new photo."""
        self.ask("", None)

    def ask(self, instead_of: str, index: int | None) -> None:
        """Have a URL typed: for a new photo, or for the one at `index` in the place of the URL it has."""
        self.finish_typing()
        self._instead_of, self._index = instead_of, index
        self.line.setText(instead_of)
        self.show()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish_typing(self) -> bool:
        """Enter what is typed, and ask no more."""
        url, instead_of, index = self.line.text().strip(), self._instead_of, self._index
        self.cancel()
        if url and url != instead_of:
            self.entered.emit(url, index)
        return True

    def cancel(self) -> None:
        """Ask no more, whatever is typed."""
        self._instead_of, self._index = "", None
        self.line.clear()
        if has_focus_inside(self):
            self._around.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            # Where no other control has the focus, a menu or another window is in front, and typing goes on.
            focus = QApplication.focusWidget()
            if focus is not None and focus not in (self.line, self.take):
                self.finish_typing()
        elif (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            self.cancel()
            return True
        return super().eventFilter(watched, event)
