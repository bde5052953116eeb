"""Sizes of look.md in units of the window's font, so that everything grows with it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QFont, QFontInfo, QFontMetrics
from PySide6.QtWidgets import QApplication

REFERENCE_PIXELS = 13.0
"""The pixel size of the 10 pt font that look.md's sizes are written for."""
ROW_PADDING = {"compact": 10, "normal": 16, "roomy": 24, "two lines": 12}


DENSITIES = ("compact", "normal", "roomy")
_density = ["normal"]

QWIDGETSIZE_MAX = (1 << 24) - 1
"""The largest size of a widget, by its name in Qt, which PySide leaves out."""


def scale() -> float:
    """How much larger than look.md's pictures everything is drawn; never smaller."""
    return _body_font().scale


class _BodyFont(NamedTuple):
    """The window's font with what is measured by it."""

    font: QFont
    scale: float
    line: int


_measured: list[_BodyFont] = []
"""The last one: to ask the font system costs more than to paint a cell, and every size asks."""


def _body_font() -> _BodyFont:
    font = QApplication.font()
    if not _measured or _measured[-1].font != font:
        pixels = QFontInfo(font).pixelSize()
        # Fonts for many scripts carry tall ascents; past 1.25 of their size that is air, not ink.
        line = min(QFontMetrics(font).height(), round(pixels * 1.32))
        _measured[:] = [_BodyFont(font, max(1.0, pixels / REFERENCE_PIXELS), line)]
    return _measured[-1]


def dp(units: float) -> int:
    """`units` of look.md's 4-unit grid in logical pixels of this window."""
    return round(units * scale())


def line_height() -> int:
    """The height of one line of body text."""
    return _body_font().line


def control_height(*, compact: bool = False) -> int:
    """Buttons, segments and combo boxes: 32, compact 28."""
    return max(dp(28 if compact else 32), line_height() + dp(10 if compact else 14))


def field_height() -> int:
    """One-line text fields: 30."""
    return max(dp(30), line_height() + dp(12))


def density() -> str:
    """How high the rows of tables are that ask for nothing special: one of `DENSITIES`."""
    return _density[-1]


def set_density(density: str) -> None:
    """Give them another height, for whoever asks from now on."""
    _density[:] = [density]


def row_height(density: str = "normal") -> int:
    """Table rows: normal 34 (as a person set it: compact 28, roomy 42), compact 28; two lines 46."""
    density = _density[-1] if density == "normal" else density
    lines = 2 if density == "two lines" else 1
    least = {"compact": 28, "normal": 34, "roomy": 42, "two lines": 46}[density]
    return max(dp(least), line_height() * lines + dp(ROW_PADDING[density]))
