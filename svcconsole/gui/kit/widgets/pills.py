"""Pills and delivery ticks: a state shown by icon, word and colour."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import colours, fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, words
from svcconsole.gui.design.text import set_tip, visible
from svcconsole.gui.design.words import message, show


class PillValue(NamedTuple):
    """What a pill shows; `tone` is success, warning, danger, info, neutral or accent."""

    word: str
    icon: str | None = None
    tone: str = "neutral"
    outlined: bool = False


STATES: Final = {
    "accepted": PillValue(message("Accepted"), "check", "success"),
    "refused": PillValue(message("Refused"), "error", "danger"),
    "decide": PillValue(message("To decide"), "decide", "warning"),
    "waiting": PillValue(message("Waiting"), "clock", "neutral"),
    "running": PillValue(message("Running"), "play", "accent"),
    "paused": PillValue(message("Paused"), "pause", "neutral"),
    "not_sent": PillValue(message("Not sent"), "minus", "neutral"),
    "failed": PillValue(message("Failed"), "close", "danger"),
}


class Tick(NamedTuple):
    """How one delivery state is drawn."""

    word: str
    icon: str
    token: str


TICKS: Final = {
    "waiting": Tick(message("Waiting"), "clock", "text2"),
    "sent": Tick(message("Sent"), "tick", "text2"),
    "delivered": Tick(message("Delivered"), "ticks", "text2"),
    "read": Tick(message("Read"), "ticks", "info"),
    "failed": Tick(message("Failed"), "close", "danger"),
}


def unknown_pill(word: str) -> PillValue:
    """A word of the store's that we do not know, in quotes."""
    return PillValue(f"“{visible(word)}”", "unknown", "warning")


def tick_for(word: str) -> Tick:
    """The tick of a delivery word; unknown words stand in quotes, in grey (decisions, row 6)."""
    return TICKS.get(word.lower(), Tick(f"“{visible(word)}”", "unknown", "text2"))


def pill_height(font: QFont) -> int:
    """20 at 10 pt."""
    return max(dp(20), QFontMetrics(font).height() + dp(2))


def pill_width(font: QFont, value: PillValue) -> int:
    """The room a pill wants."""
    icon = dp(12) + dp(4) if value.icon else 0
    return QFontMetrics(font).horizontalAdvance(show(value.word)) + icon + 2 * dp(8)


def paint_pill(painter: QPainter, rect: QRect, value: PillValue, direction: Qt.LayoutDirection) -> None:
    """Paint a pill filling `rect` with the painter's font."""
    ink = "accent_text" if value.tone == "accent" else value.tone
    ground = colour(f"{value.tone}_subtle")
    outlined = value.outlined or colours.current() == "contrast"
    edge = colour(ink) if outlined else None
    box(painter, QRectF(rect), rect.height() / 2, fill=None if value.outlined else ground, edge=edge)
    inner = rect.adjusted(dp(8), 0, -dp(8), 0)
    if value.icon:
        place = QStyle.visualRect(direction, inner, QRect(inner.left(), inner.top(), dp(12), inner.height()))
        icons.paint(painter, value.icon, ink, place, dp(12))
        inner = QStyle.visualRect(direction, inner, inner.adjusted(dp(12) + dp(4), 0, 0, 0))
    words(painter, inner, value.word, ink, direction)


class Pill(QWidget):
    """One pill as a widget."""

    accessible_role = QAccessible.Role.StaticText

    def __init__(
        self,
        word: str = "",
        icon: str | None = None,
        tone: str = "neutral",
        outlined: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        fonts.set_role(self, "label")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._value = PillValue(word, icon, tone, outlined)
        self.set_value(self._value)

    def set(self, word: str, icon: str | None = None, tone: str = "neutral") -> None:
        """Show another state."""
        self.set_value(PillValue(word, icon, tone, self._value.outlined))

    def set_value(self, value: PillValue) -> None:
        """Show another state, e.g. one of `STATES`."""
        self._value = value
        self.setAccessibleName(show(value.word))
        self.updateGeometry()
        self.update()

    def value(self) -> PillValue:
        """What is shown."""
        return self._value

    def sizeHint(self) -> QSize:
        return QSize(pill_width(self.font(), self._value), pill_height(self.font()))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(dp(48), self.sizeHint().width()), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            width = self.sizeHint().width()
            set_tip(self, show(self._value.word) if width > self.width() else "")
            rect = QRect(0, 0, min(width, self.width()), self.height())
            rect = QStyle.visualRect(self.layoutDirection(), self.rect(), rect)
            paint_pill(painter, rect, self._value, self.layoutDirection())


class TickLabel(QWidget):
    """A delivery tick with its word beside it."""

    accessible_role = QAccessible.Role.StaticText

    def __init__(self, word: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        fonts.set_role(self, "caption")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.set_word(word)

    def set_word(self, word: str) -> None:
        """Another delivery word of the store's."""
        self._tick = tick_for(word)
        self.setAccessibleName(show(self._tick.word))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        width = dp(16) + dp(6) + metrics.horizontalAdvance(show(self._tick.word))
        return QSize(width, max(dp(20), metrics.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            direction = self.layoutDirection()
            place = QStyle.visualRect(direction, self.rect(), QRect(0, 0, dp(16), self.height()))
            icons.paint(painter, self._tick.icon, self._tick.token, place, dp(16))
            place = QStyle.visualRect(direction, self.rect(), self.rect().adjusted(dp(16) + dp(6), 0, 0, 0))
            words(painter, place, self._tick.word, "text", direction)
