"""What a widget paints, as text: it is drawn into an SVG, in which every text stands as such."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import QBuffer, QByteArray, QPoint
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget


def painted(widget: QWidget) -> str:
    """All the texts that are painted, a line each."""
    content = QByteArray()
    buffer = QBuffer(content)
    made = QSvgGenerator()
    made.setOutputDevice(buffer)
    made.setSize(widget.size())
    with QPainter(made) as painter:
        widget.render(painter, QPoint())
    found = re.findall(r"<text[^>]*>(.*?)</text>", bytes(content.data()).decode(), re.DOTALL)
    return "\n".join(html.unescape(each).strip() for each in found)
