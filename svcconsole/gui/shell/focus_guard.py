"""Keeps the focus in the page when the control that had it is hidden, disabled or deleted."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.shell.pages import Pages


class FocusGuard(QObject):
    """Qt hands such a focus to whatever comes next in the chain, which is the frame around the pages."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self._pages = pages
        self._landed: QWidget | None = None
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._bring_back)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._moved)

    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        if not isValid(self._pages) or old is None:
            return
        deleted = not isValid(old)
        gone = deleted or not old.isVisible() or not old.isEnabled()
        was_here = deleted or self._pages.isAncestorOf(old)
        if gone and was_here and (new is None or self._is_frame(new)):
            self._landed = new
            self._soon.start()

    def _is_frame(self, widget: QWidget) -> bool:
        same_window = widget.window() is self._pages.window()
        return same_window and self._pages is not widget and not self._pages.isAncestorOf(widget)

    def _bring_back(self) -> None:
        landed, self._landed = self._landed, None
        page = self._pages.currentWidget()
        if page is not None and self._pages.window().focusWidget() is landed:
            focus_on(page)
