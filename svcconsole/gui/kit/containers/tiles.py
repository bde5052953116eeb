"""Tiles: the numbers of a run side by side, each with its state and a link to its rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, hairline
from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, set_margins
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.widgets.buttons import link


class Tile(QWidget):
    """An icon and a word, the number, and under it a link or nothing."""

    link_clicked = Signal()

    def __init__(self, icon: str, tone: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        # A link has 2 of padding of its own; with it icon, number and link share one edge at 16.
        set_margins(column, 14, 10, 12, 10)
        column.setSpacing(dp(2))
        head = hbox(spacing=6, margins=(2, 0, 0, 0))
        self._icon = IconLabel(icon, tone, 16)
        self._title = ElidedLabel(title, "body", "text2")
        head.addWidget(self._icon)
        head.addWidget(self._title, 1)
        column.addLayout(head)
        self._value = PlainLabel("0", "figure")
        set_margins(self._value, 2, 0, 0, 0)
        column.addWidget(self._value)
        self._link = link("")
        policy = self._link.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        policy.setHorizontalPolicy(QSizePolicy.Policy.Maximum)
        self._link.setSizePolicy(policy)
        self._link.setVisible(False)
        self._link.clicked.connect(self.link_clicked)
        self._note: ElidedLabel | None = None
        self._way = hbox(self._link, STRETCH)
        column.addLayout(self._way)
        self._name()

    def _name(self) -> None:
        self.setAccessibleName(f"{self._title.text()} {self._value.text()}")

    def set_value(self, text: str) -> None:
        """The number as it is shown."""
        if text != self._value.text():
            self._value.setText(text)
            self._name()

    def value(self) -> str:
        """The number as it is shown."""
        return self._value.text()

    def set_state(self, icon: str, tone: str, value_tone: str = "text") -> None:
        """Another icon and colour, e.g. a sum that does not add up."""
        self._icon.set(icon, tone)
        self._value.set_tone(value_tone)

    def set_title(self, title: str) -> None:
        """Another word."""
        self._title.setText(title)
        self._name()

    def set_note(self, text: str) -> None:
        """A quiet line under the number, in the place of a link."""
        self._link.hide()
        policy = self._link.sizePolicy()
        policy.setRetainSizeWhenHidden(False)
        self._link.setSizePolicy(policy)
        if self._note is None:
            self._note = ElidedLabel("", "caption", "text2")
            set_margins(self._note, 2, 0, 0, 0)
            self._way.insertWidget(1, self._note, 100)
        self._note.setText(text)

    def set_link(self, text: str | None) -> None:
        """A way to the rows behind the number; None shows none."""
        self._link.setVisible(text is not None)
        if text is not None:
            self._link.setText(text)
            self._link.setAccessibleName(f"{text}: {self._title.text()}")


class TileRow(QWidget):
    """Tiles of equal width in one frame with hairlines between them."""

    def __init__(self, tiles: Sequence[Tile], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        self._tiles = tuple(tiles)
        for tile in tiles:
            row.addWidget(tile, 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            box(painter, self.rect(), dp(8), fill=colour("surface"), edge=colour("border"))
            right_to_left = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            for tile in [tile for tile in self._tiles if not tile.isHidden()][1:]:
                x = tile.geometry().right() if right_to_left else tile.geometry().left()
                hairline(painter, QPointF(x, 1), QPointF(x, self.height() - 2))
