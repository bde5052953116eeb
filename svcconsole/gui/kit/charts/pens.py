"""The pens of lines: a colour and a dash of its own for each."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPen

from svcconsole.gui.design.colours import colour
from svcconsole.gui.kit.charts.figures import DASHES

PEN: Final = 2.0


def line_pen(at: int) -> QPen:
    """The pen of the line at `at`: its colour and its own dash."""
    pen = QPen(colour(f"chart{at + 1}"), PEN)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if DASHES[at]:
        pen.setDashPattern(DASHES[at])
    return pen


def curve_pen(at: int, ratio: float) -> QPen:
    """The same for a curve, whose own scale must not widen it; such a pen counts the device's pixels."""
    pen = line_pen(at)
    pen.setWidthF(PEN * ratio)
    pen.setCosmetic(True)
    return pen
