"""How wide a column has to be for what it holds."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QFontMetrics

from svcconsole.gui.design import fonts
from svcconsole.gui.design.metrics import scale
from svcconsole.gui.design.text import visible

MEASURED = 20
"""So many rows tell how wide a column is."""
NARROWEST, WIDEST, PADDING = 72, 260, 22


def content_width(title: str, texts: Iterable[str], *, widest: int = WIDEST, more: int = 0) -> int:
    """How wide a column of these texts is, in units of look.md; `more` is the room of an icon."""
    body, head = QFontMetrics(fonts.role_font("body")), QFontMetrics(fonts.role_font("caption"))
    longest = max((visible(text[:widest]) for text in texts), key=len, default="")
    wanted = max(head.horizontalAdvance(visible(title[:widest])), body.horizontalAdvance(longest)) / scale()
    return round(min(max(wanted + PADDING + more, NARROWEST), widest))
