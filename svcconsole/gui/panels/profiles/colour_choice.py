"""The eight store colours to choose from."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QWidget

from svcconsole.gui.design import icons
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.theme import store_colour
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton

NAMES = {
    "marine": mark("Marine"),
    "forest": mark("Forest"),
    "brick": mark("Brick"),
    "slate": mark("Slate"),
    "teal": mark("Teal"),
    "ochre": mark("Ochre"),
    "rose": mark("Rose"),
    "plum": mark("Plum"),
}


class Swatch(PaintedButton):
    """One colour; chosen it carries a tick."""

    def __init__(self, colour: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = colour
        self.setCheckable(True)
        self.setText(name)
        self.setAccessibleName(name)
        set_tip(self, name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        return QSize(dp(32), dp(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            inner = self.rect().adjusted(dp(4), dp(4), -dp(4), -dp(4))
            box(painter, inner, dp(6), fill=store_colour(self._colour))
            if self.isChecked():
                icons.paint(painter, "check", "surface", inner, dp(16))
            if self.hasFocus() or self.isChecked():
                ring(painter, self.rect(), dp(8))


class ColourChoice(QWidget):
    """A row of swatches, one of them chosen. Plum is the practice store's, so it comes last."""

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._swatches: dict[str, Swatch] = {}
        group = QButtonGroup(self)
        row = hbox(parent=self, spacing=4)
        for colour, name in NAMES.items():
            swatch = Swatch(colour, tr(name))
            swatch.clicked.connect(lambda _checked=False, chosen=colour: self.changed.emit(chosen))
            group.addButton(swatch)
            row.addWidget(swatch)
            self._swatches[colour] = swatch
        row.addStretch(1)
        self.set_value("marine")

    def focus_start(self) -> QWidget:
        """The chosen swatch."""
        return self._swatches[self.value()]

    def value(self) -> str:
        """The chosen colour's name."""
        return next(colour for colour, swatch in self._swatches.items() if swatch.isChecked())

    def set_value(self, colour: str) -> None:
        """Choose one of the eight."""
        self._swatches[colour].setChecked(True)
