"""Segments: one of a few views, in one sunken frame, with counts."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import colours, fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import control_height, dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.focus import has_focus_inside
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton

_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class _Segment(PaintedButton):
    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.count = ""
        self.setText(text)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding)
        fonts.set_role(self, "strong")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()), 0)
        segments = self.parentWidget()
        if not step or not isinstance(segments, Segments):
            super().keyPressEvent(event)
            return
        sideways = event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        mirrored = sideways and self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        segments.step(-step if mirrored else step)

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self.font()).horizontalAdvance(self.text()) + 2 * dp(12)
        if self.count:
            width += dp(8) + QFontMetrics(fonts.role_font("caption")).horizontalAdvance(self.count)
        return QSize(width, control_height() - 2 * dp(2))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            direction = self.layoutDirection()
            if self.isChecked():
                edge = colour("border") if colours.current() != "contrast" else colour("text")
                box(painter, self.rect(), dp(5), fill=colour("raised"), edge=edge)
            elif self.underMouse() and self.isEnabled():
                box(painter, self.rect(), dp(5), fill=colour("hover"))
            if self.hasFocus():
                ring(painter, self.rect(), dp(5))
            inner = self.rect().adjusted(dp(12), 0, -dp(12), 0)
            token = "text" if self.isChecked() else "text2"
            words(painter, inner, self.text(), token if self.isEnabled() else "disabled", direction)
            if self.count:
                after = QFontMetrics(self.font()).horizontalAdvance(self.text()) + dp(8)
                place = QRect(
                    inner.left() + after, inner.top(), inner.width() - after + dp(12), inner.height()
                )
                painter.setFont(fonts.role_font("caption"))
                tone = "text2" if self.isEnabled() else "disabled"
                words(painter, QStyle.visualRect(direction, inner, place), self.count, tone, direction)


class Segments(QWidget):
    """Exclusive choices; arrow keys move between them, `currentChanged` tells the new index."""

    accessible_role = QAccessible.Role.Grouping

    currentChanged = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.idToggled.connect(self._toggled)
        self._row = hbox(parent=self, spacing=0, margins=2)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def add(self, text: str, count: int | None = None) -> int:
        """One more choice; returns its index. The first becomes the current one."""
        index = len(self._group.buttons())
        segment = _Segment(text, self)
        segment.setAccessibleName(show(text))
        self._group.addButton(segment, index)
        self._row.addWidget(segment)
        self.set_count(index, count)
        if index == 0:
            self._group.blockSignals(True)
            segment.setChecked(True)
            self._group.blockSignals(False)
        return index

    def _segment(self, index: int) -> _Segment:
        found = self._group.button(index)
        if not isinstance(found, _Segment):
            raise IndexError(f"no segment {index}")
        return found

    def set_count(self, index: int, count: int | None) -> None:
        """Show a count after the word, or none."""
        segment = self._segment(index)
        words = "" if count is None else self.locale().toString(count)
        if words != segment.count:
            segment.count = words
            segment.setAccessibleDescription(words)
            segment.updateGeometry()
            segment.update()

    def set_text(self, index: int, text: str) -> None:
        """Another word."""
        self._segment(index).setText(text)
        self._segment(index).setAccessibleName(text)
        self._segment(index).updateGeometry()

    def set_enabled(self, index: int, enabled: bool) -> None:
        """Whether the choice can be made now."""
        self._segment(index).setEnabled(enabled)

    def current(self) -> int:
        """The chosen index; -1 while there is none."""
        return self._group.checkedId()

    def set_current(self, index: int) -> None:
        """Choose; `currentChanged` follows if it was another."""
        self._segment(index).setChecked(True)

    def focus_current(self) -> None:
        """Put the focus on the choice that is made."""
        self._segment(self.current()).setFocus(Qt.FocusReason.OtherFocusReason)

    def step(self, by: int) -> None:
        """An arrow: the next choice that can be made on this side. It keeps the focus while it is on screen:
        whoever goes through the choices is not led away from them by what each of them shows.
        """
        at = self.current() + by
        while 0 <= at < self.count() and not self._segment(at).isEnabled():
            at += by
        if 0 <= at < self.count():
            self.set_current(at)
            if self.isVisible():
                self.focus_current()

    def count(self) -> int:
        """How many choices there are."""
        return len(self._group.buttons())

    def _toggled(self, index: int, checked: bool) -> None:
        if not checked:
            return
        if has_focus_inside(self):
            self.focus_current()
        self.currentChanged.emit(index)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            edge = None if colours.current() == "light" else colour("border")
            box(painter, self.rect(), dp(7), fill=colour("sunken"), edge=edge)
