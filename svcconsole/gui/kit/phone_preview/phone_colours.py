"""The colours of the phone: its own light and dark, whatever theme the window has."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor

from svcconsole.gui.design.tokens import PHONE

VEIL_ALPHA: Final = 0.42


def tone(name: str, dark: bool) -> QColor:
    """A part's colour on the light or the dark phone."""
    return QColor(PHONE[name][dark])


def veil() -> QColor:
    """What lies over the chat while a sheet is open."""
    value = QColor(PHONE["veil"][0])
    value.setAlphaF(VEIL_ALPHA)
    return value
