"""FlatButton: a painted button with a hover background, a focus ring and no border."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import icons
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.theme import colour
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton


class FlatButton(PaintedButton):
    """Hover ground, ring and space for content; a subclass paints what it says in `paint_content`."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(name)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def paint_content(self, painter: QPainter) -> None:
        """Draw the content; the ground is there."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self.underMouse() or self.isDown() or self.isChecked():
                box(painter, self.rect(), dp(6), fill=colour("hover"))
            self.paint_content(painter)
            if self.hasFocus():
                ring(painter, self.rect(), dp(6))

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)


class IconButton(FlatButton):
    """An icon alone; its name is the tooltip and the accessible name."""

    def __init__(
        self, icon: str, name: str, *, tone: str = "text2", size: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, parent)
        self._icon = icon
        self._tone = tone
        self._size = size
        set_tip(self, name)

    def set_icon(self, icon: str, name: str) -> None:
        """Show another icon under another name."""
        self._icon = icon
        self.setText(name)
        self.setAccessibleName(name)
        set_tip(self, name)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(28), dp(28))

    def paint_content(self, painter: QPainter) -> None:
        tone = self._tone if self.isEnabled() else "disabled"
        icons.paint(painter, self._icon, tone, self.rect(), dp(self._size))
