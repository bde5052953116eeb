"""The undo and redo buttons of a form: what each would do, or why it cannot."""

from __future__ import annotations

from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QToolButton
from shiboken6 import isValid

from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.widgets.buttons import tool_button


def undo_buttons(stack: QUndoStack) -> tuple[QToolButton, QToolButton]:
    """Undo and redo, with their keys."""
    undo, redo = tool_button("undo", tr("Undo")), tool_button("redo", tr("Redo"))
    undo.setShortcut("Ctrl+Z")
    redo.setShortcut("Ctrl+Shift+Z")
    undo.clicked.connect(stack.undo)
    redo.clicked.connect(stack.redo)

    def say_steps() -> None:
        if not isValid(stack) or not isValid(undo):
            return  # the stack tells of being emptied even while it is deleted with the page
        undo.setEnabled(stack.canUndo())
        redo.setEnabled(stack.canRedo())
        back, again = (
            tr("Undo: {action}", action=stack.undoText()),
            tr("Redo: {action}", action=stack.redoText()),
        )
        set_tip(undo, back if stack.canUndo() else tr("Nothing to undo: nothing was changed yet."))
        set_tip(redo, again if stack.canRedo() else tr("Nothing to redo: nothing was undone."))

    stack.indexChanged.connect(lambda _: say_steps())
    say_steps()
    return undo, redo
