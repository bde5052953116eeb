"""What no notice covers: which widgets these are, and the signal that one appeared, went or moved."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

UNCOVERED: Final = "uncovered"
"""The property of a widget that no notice is laid over."""
_MOVES = (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Move, QEvent.Type.Resize)


class Places(QObject):
    """`changed()`: what lies over a page looks for its place anew."""

    changed = Signal()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.follow(event)
        return False

    def follow(self, event: QEvent) -> None:
        """Tell that a widget appeared, went or moved, if this event says so."""
        if event.type() in _MOVES:
            self.changed.emit()


places = Places()


def keep_uncovered(widget: QWidget) -> None:
    """No notice is laid over `widget` from now on, and none stays where it appears."""
    widget.setProperty(UNCOVERED, True)
    widget.installEventFilter(places)
