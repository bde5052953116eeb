"""A popover: a small raised panel at the control that opened it, closed by Esc or a click elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, drop_shadow
from svcconsole.gui.kit.help_key import answer_help_key
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.runtime.display import blends_windows

SHADOW = 12
"""Around the panel, where the window under it shines through; elsewhere the panel is the whole window."""


class Popover(KeyboardWindow, QWidget):
    """Put something into it with `set_content`, show it with `open_at`; `closed` when it is gone."""

    closed = Signal()

    def __init__(self, parent: QWidget, *, answers_help: bool = True) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        if answers_help:
            answer_help_key(self)
        self._edge = dp(SHADOW) if blends_windows(QGuiApplication.platformName()) else 0
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, self._edge > 0)
        self.setWindowFlag(Qt.WindowType.NoDropShadowWindowHint)
        self._body = QVBoxLayout(self)
        edge = self._edge
        self._body.setContentsMargins(QMargins(edge, edge, edge, edge) + dp(12))

    def set_content(self, widget: QWidget) -> None:
        """What the panel holds."""
        while self._body.count():
            item = self._body.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.deleteLater()
        self._body.addWidget(widget)

    def open_at(self, anchor: QWidget) -> None:
        """Open under `anchor`, above it where there is no room, kept on its screen."""
        self.adjustSize()
        edge = self._edge
        below = anchor.mapToGlobal(QPoint(0, anchor.height() + dp(4)))
        x, y = below.x() - edge, below.y() - edge
        if anchor.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            x = below.x() + anchor.width() - self.width() + edge
        screen = anchor.screen() or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        x = max(room.left(), min(x, room.right() - self.width()))
        if y + self.height() > room.bottom():
            y = anchor.mapToGlobal(QPoint(0, 0)).y() - self.height() + edge - dp(4)
        self.move(x, max(room.top(), y))
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            edge, round_by = self._edge, dp(8) if self._edge else 0
            panel = QRectF(self.rect().adjusted(edge, edge, -edge, -edge))
            if edge:
                drop_shadow(painter, panel, round_by)
            box(painter, panel, round_by, fill=colour("raised"), edge=colour("border"))
