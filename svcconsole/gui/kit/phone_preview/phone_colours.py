"""The colours of the phone: its own light and dark, whatever theme the window has."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor

from svcconsole.gui.design.tokens import PHONE, contrast

VEIL_ALPHA: Final = 0.42
CONTRASTS: Final = (
    ("text", "bubble"), ("text", "inset"), ("text", "bar"), ("text", "sheet"), ("text", "code"),
    ("text", "place"), ("text", "media"), ("text2", "bubble"), ("text2", "bar"), ("text2", "sheet"),
    ("text2", "inset"), ("text2", "media"), ("link", "bubble"), ("link", "sheet"), ("wrong", "bubble"),
    ("wrong", "media"), ("wrong", "inset"), ("on_film", "film"),
)  # fmt: skip
"""Which words stand on which ground."""


def tone(name: str, dark: bool) -> QColor:
    """A part's colour on the light or the dark phone."""
    return QColor(PHONE[name][dark])


def veil() -> QColor:
    """What lies over the chat while a sheet is open."""
    value = QColor(PHONE["veil"][0])
    value.setAlphaF(VEIL_ALPHA)
    return value


def weakest(dark: bool) -> tuple[float, tuple[str, str]]:
    """The smallest contrast of words on their ground, and where it is."""
    return min((contrast(PHONE[ink][dark], PHONE[ground][dark]), (ink, ground)) for ink, ground in CONTRASTS)
