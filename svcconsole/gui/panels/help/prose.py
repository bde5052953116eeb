"""Wrapped text no wider than a line that reads well, and as high as that width makes it."""

from __future__ import annotations

from svcconsole.gui.metrics import dp
from svcconsole.gui.text import PlainLabel

WIDTH = 620


class Prose(PlainLabel):
    """At most some 76 characters a line, whatever the page's width."""

    def __init__(self, text: str, role: str = "body", tone: str = "text") -> None:
        super().__init__(text, role, tone, wrap=True)
        self.setMaximumWidth(dp(WIDTH))

    def heightForWidth(self, width: int) -> int:
        # a layout asks with the width it has, not with the one the label will get
        return super().heightForWidth(min(width, self.maximumWidth()))
