"""The line of words below a field: its room is kept, and what does not fit lies over the form, not in it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QEnterEvent, QFontMetrics, QMoveEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from shiboken6 import isValid

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.design.text import ClampedLabel, PlainLabel

LINE: Final = 16
"""The icon and the link of an error are no higher."""
EDGE: Final = 6
MOST_LINES: Final = 99


class MessageLine(ClampedLabel):
    """As high as the help that belongs here, one line at least, whatever is said: nothing below it moves.

    A message that needs more lines ends in "…"; all of it is its hint, and lies over what is below while the
    focus is in `field` or the pointer on the message. That note takes no clicks.
    """

    def __init__(self, field: QWidget, editor: QWidget) -> None:
        self._room = ""
        self._note: _WholeMessage | None = None
        super().__init__(MOST_LINES, "caption", "text2")
        self._field, self._editor = field, editor
        field.installEventFilter(self)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._show_note)

    def set_room(self, help_text: str) -> None:
        """The words whose height is kept for whatever is said."""
        self._room = help_text
        self.updateGeometry()

    def setText(self, text: str) -> None:
        super().setText(text)
        if self._note is not None or (text and self.isVisible()):
            self._show_note()

    def is_cut(self) -> bool:
        """Whether the whole message has no room here."""
        return self._needed(self.text(), self.width()) > self.heightForWidth(self.width())

    def heightForWidth(self, width: int) -> int:
        return max(self._needed(self._room, width), self._line())

    def sizeHint(self) -> QSize:
        return QSize(dp(120), self.heightForWidth(max(dp(120), self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(24), self._line())

    def _lines(self, width: int) -> list[str]:
        self._most = max(1, self.heightForWidth(width) // max(1, self.fontMetrics().height()))
        return super()._lines(width)

    def _needed(self, text: str, width: int) -> int:
        if not text:
            return 0
        room = QRect(0, 0, max(1, width), 1 << 20)
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()

    def _line(self) -> int:
        return max(self.fontMetrics().height(), dp(LINE))

    # -- all of it, over the form

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Hide):
            self._show_note()
        return False

    def enterEvent(self, event: QEnterEvent) -> None:
        self._show_note()

    def leaveEvent(self, event: QEvent) -> None:
        self._show_note()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._show_note()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_note()

    def _wanted(self) -> bool:
        focus = QApplication.focusWidget()
        here = focus is not None and (focus is self._editor or self._editor.isAncestorOf(focus))
        return (here or self.underMouse()) and self.isVisible() and self.is_cut()

    def _show_note(self) -> None:
        """Show the whole message where it is wanted, take it away where it is not."""
        if not isValid(self._field):
            return  # the form is being taken down, and the focus leaves it
        if not self._wanted():
            if self._note is not None:
                self._note.hide()
            return
        around = _form_around(self._field)
        if self._note is None or self._note.parentWidget() is not around:
            self._note = _WholeMessage(around)
        place = QRect(self.mapTo(around, QPoint()), self.size())
        self._note.show_words(self.text(), str(self.property("tone")), place)


def _form_around(field: QWidget) -> QWidget:
    """All that scrolls together with `field`, or its window: what lies over this is cut off nowhere."""
    around = field
    while not around.isWindow() and (parent := around.parentWidget()) is not None:
        if isinstance(parent.parentWidget(), QAbstractScrollArea):
            return around
        around = parent
    return around


class _WholeMessage(PlainLabel):
    """A message with an edge around it, over other widgets; the pointer goes through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", "caption", "text2", wrap=True, parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setContentsMargins(dp(EDGE), dp(EDGE) // 2, dp(EDGE), dp(EDGE) // 2)

    def show_words(self, text: str, tone: str, place: QRect) -> None:
        """Lie where these words begin at `place`, as high as they need to be at its width."""
        self.setText(text)
        self.set_tone(tone)
        room = QRect(0, 0, max(1, place.width()), 1 << 20)
        high = QFontMetrics(self.font()).boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()
        place.setHeight(high)
        side, top = dp(EDGE), dp(EDGE) // 2
        self.setGeometry(place.adjusted(-side, -top, side, top))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            box(painter, self.rect(), dp(4), fill=colour("raised"), edge=colour("border"))
        super().paintEvent(event)
