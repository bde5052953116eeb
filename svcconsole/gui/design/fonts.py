"""Fonts by role, made from the system's own font: sizes and weights of look.md, section 3."""

from __future__ import annotations

import sys
from typing import Final, NamedTuple

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QWidget

LEAST_POINTS: Final = 8.0
ROLE_PROPERTY: Final = "role"
WEIGHT_PROPERTY: Final = "role_weight"
_WEIGHTS: Final = {400: QFont.Weight.Normal, 500: QFont.Weight.Medium, 600: QFont.Weight.DemiBold}


class Role(NamedTuple):
    """How a role differs from the body: points more or less, weight (400, 500, 600), letter spacing in %."""

    points: float
    weight: int = 400
    spacing: float = 100.0
    mono: bool = False


ROLES: Final[dict[str, Role]] = {
    "hero": Role(56, 600),
    "display": Role(14, 600, 98.5),
    "figure": Role(10, 600),
    "title": Role(4, 600),
    "lead": Role(2, 500),
    "section": Role(1, 600),
    "body": Role(0),
    "strong": Role(0, 500),
    "heading": Role(0, 600),
    "caption": Role(-1),
    "label": Role(-1, 500),
    "micro": Role(-2),
    "badge": Role(-2, 600),
    "mono": Role(-1, mono=True),
}


def system_font() -> QFont:
    """The platform's interface font. Without desktop settings Qt falls back to 9 pt, desktops to 10."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if sys.platform not in ("win32", "darwin") and font.pointSizeF() < 10:
        font.setPointSizeF(10)
    return font


def role_font(role: str, *, weight: int | None = None) -> QFont:
    """A new font for a role of `ROLES`, with tabular figures so that counts tick in place."""
    wanted = ROLES[role]
    base = QApplication.font()
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if wanted.mono else QFont(base)
    font.setPointSizeF(max(LEAST_POINTS, base.pointSizeF() + wanted.points))
    font.setWeight(_WEIGHTS[weight or wanted.weight])
    if wanted.spacing != 100.0:
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, wanted.spacing)
    if not wanted.mono:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def set_role(widget: QWidget, role: str, *, weight: int | None = None) -> None:
    """Give a widget a role's font and keep it right when the system's font changes."""
    widget.setProperty(ROLE_PROPERTY, role)
    widget.setProperty(WEIGHT_PROPERTY, weight)
    widget.setFont(role_font(role, weight=weight))


def refresh_role(widget: QWidget) -> None:
    """Set a widget's role anew, after the application's font changed."""
    role = widget.property(ROLE_PROPERTY)
    if role in ROLES:
        widget.setFont(role_font(role, weight=widget.property(WEIGHT_PROPERTY)))
