"""What keys ask of a grid; each kind of grid does those that mean something there."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

NO_KEY: Final = Qt.KeyboardModifier.NoModifier
CONTROL: Final = Qt.KeyboardModifier.ControlModifier
SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
KEYPAD: Final = Qt.KeyboardModifier.KeypadModifier
CHORDS: Final = CONTROL | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
"""With one of these held, what is typed is no text."""


class Command(StrEnum):
    """What a key asks for."""

    COPY = "copy"
    COPY_ROWS = "copy_rows"
    CUT = "cut"
    PASTE = "paste"
    CLEAR = "clear"
    UNDO = "undo"
    REDO = "redo"
    DUPLICATE = "duplicate"
    REMOVE = "remove"
    INSERT = "insert"
    SELECT_ALL = "select_all"
    OPEN = "open"
    TOGGLE = "toggle"
    EDIT = "edit"


STANDARD: Final = (
    (QKeySequence.StandardKey.Copy, Command.COPY),
    (QKeySequence.StandardKey.SelectAll, Command.SELECT_ALL),
)
KEYS: Final = {
    QKeyCombination(modifiers, key).toCombined(): command
    for modifiers, key, command in (
        (CONTROL | SHIFT, Qt.Key.Key_C, Command.COPY_ROWS),
        (CONTROL, Qt.Key.Key_X, Command.CUT),
        (CONTROL, Qt.Key.Key_V, Command.PASTE),
        (CONTROL, Qt.Key.Key_Z, Command.UNDO),
        (CONTROL, Qt.Key.Key_Y, Command.REDO),
        (CONTROL | SHIFT, Qt.Key.Key_Z, Command.REDO),
        (CONTROL, Qt.Key.Key_D, Command.DUPLICATE),
        (CONTROL, Qt.Key.Key_Minus, Command.REMOVE),
        (CONTROL, Qt.Key.Key_Plus, Command.INSERT),
        (CONTROL | SHIFT, Qt.Key.Key_Plus, Command.INSERT),
        (NO_KEY, Qt.Key.Key_Delete, Command.CLEAR),
        (NO_KEY, Qt.Key.Key_Backspace, Command.CLEAR),
        (NO_KEY, Qt.Key.Key_Return, Command.OPEN),
        (NO_KEY, Qt.Key.Key_Enter, Command.OPEN),
        (NO_KEY, Qt.Key.Key_Space, Command.TOGGLE),
        (NO_KEY, Qt.Key.Key_F2, Command.EDIT),
    )
}


def command_of(event: QKeyEvent) -> Command | None:
    """What a key asks for, wherever on the keyboard it is; None for keys that move, and for text."""
    standard = next((command for keys, command in STANDARD if event.matches(keys)), None)
    return standard or KEYS.get(event.keyCombination().toCombined() & ~KEYPAD.value)


def typed_text(event: QKeyEvent) -> str:
    """The text that a key types; "" for any other key."""
    text = event.text()
    return text if text.isprintable() and not event.modifiers() & CHORDS else ""
