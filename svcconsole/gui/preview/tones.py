"""The colours of the phone: its own light and dark, whatever theme the window has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtGui import QColor

from svcconsole.gui.tokens import contrast, mix

PHONE: Final[Mapping[str, tuple[str, str]]] = {
    "frame": ("#1E1E24", "#3A3A42"),
    "bar": ("#F4F4F0", "#1B2226"),
    "bar_edge": ("#DAD6CC", "#2A3338"),
    "wall": ("#EDE5DA", "#0D1417"),
    "doodle": ("#DFD5C7", "#172025"),
    "bubble": ("#FFFFFF", "#1F2A30"),
    "bubble_edge": ("#DDD3C4", "#1F2A30"),
    "inset": ("#F1F1EC", "#17211F"),
    "text": ("#16161A", "#EDF0F2"),
    "text2": ("#565C61", "#A3AFB6"),
    "link": ("#075E7A", "#6CC7F0"),
    "line": ("#E3E3DE", "#34424A"),
    "media": ("#E2DDD4", "#2B363B"),
    "film": ("#20262B", "#0A0F12"),
    "on_film": ("#FFFFFF", "#FFFFFF"),
    "code": ("#EDEDE8", "#2E3B42"),
    "place": ("#FBE7C2", "#4A3A17"),
    "wrong": ("#B1261E", "#FF9D94"),
    "veil": ("#000000", "#000000"),
    "sheet": ("#FFFFFF", "#222D33"),
    "hollow": ("#DAD9D3", "#3B4850"),
}
"""Light and dark of each part; `hollow` stands for words that are not written yet."""
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


def raised(name: str, dark: bool) -> QColor:
    """A button under the pointer: its ground with a little of the words' colour."""
    return QColor(mix(PHONE["text"][dark], 0.05, PHONE[name][dark]))
