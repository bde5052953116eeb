"""A price, and beside it the one before the reduction, struck through."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox


class StruckLabel(ElidedLabel):
    """Words that no longer hold: struck through, read out as what was there before."""

    def setFont(self, font: QFont | str | Sequence[str]) -> None:
        struck = QFont(font)
        struck.setStrikeOut(True)
        super().setFont(struck)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setAccessibleName(tr("Before: {before}", before=text) if text else "")


class PriceLabel(QWidget):
    """What is to be paid, and what it cost before; hidden where neither is known."""

    def __init__(self, role: str = "strong") -> None:
        super().__init__()
        self.paid = PlainLabel("", role)
        self.before = StruckLabel("", "caption", "text2")
        hbox(self.paid, self.before, STRETCH, parent=self, spacing=8)
        self.set_price("", "")

    def set_price(self, paid: str, before: str) -> None:
        """Another price, each ready to be shown."""
        self.paid.setText(paid)
        self.before.setText(before)
        self.before.setVisible(bool(before))
        self.setVisible(bool(paid))
