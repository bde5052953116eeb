"""Something painted over a window that takes no clicks and goes away again, such as a ring or letters."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


class WindowOverlay(QWidget):
    """Hears in its `eventFilter` whatever happens in the program, until it is put away."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def put_away(self) -> None:
        """It has done its work; nothing of it is left once the event loop runs again."""
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.hide()
        self.deleteLater()
