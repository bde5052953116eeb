"""Ctrl+Z and Ctrl+Shift+Z in the fields of a form: one history for all of them, tables included."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence, QUndoStack
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import isValid


class UndoKeys(QObject):
    """Takes the two keys from the text field with the focus, whose own undo knows nothing of the others.

    The editor of a table's cell keeps its own: until Enter nothing has come into the form.
    """

    def __init__(self, form: QWidget, stack: QUndoStack) -> None:
        super().__init__(form)
        self._form = form
        self._stack = stack
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and (step := self._step(event)) is not None:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # the key comes here next: not to the field, and to no shortcut
                return True
            if event.type() == QEvent.Type.KeyPress:
                step()
                return True
        return super().eventFilter(watched, event)

    def _step(self, event: QKeyEvent) -> Callable[[], None] | None:
        if event.matches(QKeySequence.StandardKey.Undo):
            return self._stack.undo
        # Where redo is Ctrl+Y by custom, Ctrl+Shift+Z means it, too.
        again = QKeySequence(event.keyCombination()) == QKeySequence("Ctrl+Shift+Z")
        return self._stack.redo if again or event.matches(QKeySequence.StandardKey.Redo) else None

    def _focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if not isinstance(new, QLineEdit | QPlainTextEdit) or not isValid(self._form):
            return
        if self._form.isAncestorOf(new) and not _is_cell(new, self._form):
            new.removeEventFilter(self)
            new.installEventFilter(self)


def _is_cell(field: QWidget, form: QWidget) -> bool:
    above = field.parentWidget()
    while above is not None and above is not form:
        if isinstance(above, QAbstractItemView):
            return True
        above = above.parentWidget()
    return False
