"""How much of a picture is drawn in a colour."""

from __future__ import annotations

import numpy
from PySide6.QtGui import QColor, QImage

from svcconsole.gui.design.colours import colour


def inked(image: QImage, token: str) -> int:
    """How many pixels are of a token's colour."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)  # its bits live as long as it does
    pixels = numpy.frombuffer(plain.constBits(), numpy.uint32)
    return int((pixels == QColor(colour(token)).rgb()).sum())
