"""The undo history of all fields of a form, tables included, and its two keys."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence, QUndoCommand, QUndoStack
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import isValid

from svcconsole.gui.kit.forms.editors.editor import Editor


class EditStep(QUndoCommand):
    """One field from one value to another; typing in one visit to a field (`session`) is one step.

    `put(name, value)` makes the form hold a value again.
    """

    def __init__(
        self, editor: Editor, put: Callable[[str, Any], None], old: Any, new: Any, session: int
    ) -> None:
        super().__init__(editor.spec.label)
        self.name, self.old, self.new = editor.spec.name, old, deepcopy(new)
        self._put = put
        self._session = -1 if editor.whole_steps else session
        self._done = True

    def id(self) -> int:
        return self._session

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, EditStep) or other.name != self.name:
            return False
        self.new = other.new
        vars(other).clear()  # PySide keeps the object of every step for ever, and a text in it with each key
        return True

    def undo(self) -> None:
        self._done = False
        self._put(self.name, self.old)

    def redo(self) -> None:
        if not self._done:
            self._put(self.name, self.new)


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
