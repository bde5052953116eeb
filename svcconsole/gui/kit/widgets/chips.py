"""Chips: filters above a table, and the editor of a list of short values."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QToolTip,
    QWidget,
)

from svcconsole.gui.design import colours, fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.controls import field_box
from svcconsole.gui.design.metrics import dp, field_height
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton

LEAST = 120
"""A filter gives way to what stands beside it, but not below this."""


class FilterChip(PaintedButton):
    """ "Stock: any" with a chevron; once set, "stock under 15 ×" on the accent's ground.

    `clicked` opens whatever sets it, `cleared` comes from the cross and from Delete.
    """

    cleared = Signal()

    def __init__(
        self, text: str, icon: str | None = None, menu: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        text = show(text)
        self._rest = text
        self._icon = icon
        self._menu = menu
        self._set = False
        self._count = ""
        self.setText(text)
        self.setAccessibleName(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        fonts.set_role(self, "strong")

    def set_filter(self, words: str | None, count: int | None = None) -> None:
        """What it filters by now, with how many rows that leaves; None: nothing."""
        self._set = words is not None
        self._count = "" if count is None else self.locale().toString(count)
        self.setText(show(words) if words is not None else self._rest)
        self.setAccessibleName(", ".join(part for part in (self.text(), self._count) if part))
        self.setAccessibleDescription(tr("Filter is set; press Delete to clear it") if self._set else "")
        self.updateGeometry()
        self.update()

    def set_rest(self, words: str) -> None:
        """What it says while it does not filter."""
        self._rest = show(words)

    def is_set(self) -> bool:
        """Whether it filters."""
        return self._set

    def _font_text(self) -> str:
        return self.text() + (f"  {self._count}" if self._count else "")

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self.font()).horizontalAdvance(self._font_text()) + 2 * dp(12)
        if self._icon:
            width += dp(16) + dp(6)
        if self._set or self._menu:
            width += dp(14) + dp(2)
        return QSize(width, max(dp(28), QFontMetrics(self.font()).height() + dp(10)))

    def minimumSizeHint(self) -> QSize:
        wanted = self.sizeHint()
        return QSize(min(wanted.width(), dp(LEAST)), wanted.height())

    def tip_words(self) -> str:
        return self._font_text()

    def _cross(self) -> QRect:
        place = QRect(self.width() - dp(12) - dp(14), 0, dp(14), self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), place)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            direction = self.layoutDirection()
            rect = self.rect()
            ink = "accent_text" if self._set else "text" if self.isEnabled() else "disabled"
            ground = "accent_subtle" if self._set else "hover" if self.underMouse() else "raised"
            edge = "accent_text" if self._set else "edge"
            box(painter, rect, rect.height() / 2, fill=colour(ground), edge=colour(edge))
            if self.hasFocus():
                ring(painter, rect, rect.height() / 2)
            inner = rect.adjusted(dp(12), 0, -dp(12), 0)
            if self._icon:
                place = QStyle.visualRect(direction, rect, QRect(inner.left(), 0, dp(16), rect.height()))
                icons.paint(painter, self._icon, "accent_text" if self._set else "text2", place, dp(16))
                inner.setLeft(inner.left() + dp(16) + dp(6))
            if self._set or self._menu:
                inner.setRight(inner.right() - dp(14) - dp(2))
            words(painter, QStyle.visualRect(direction, rect, inner), self._font_text(), ink, direction)
            if self._set:
                icons.paint(painter, "close", ink, self._cross(), dp(12))
            elif self._menu:
                icons.paint(painter, "down", "text", self._cross(), dp(12))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._set and self._cross().adjusted(-dp(5), 0, dp(12), 0).contains(event.position().toPoint()):
            self.setDown(False)
            self.cleared.emit()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._set and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.cleared.emit()
            return
        super().keyPressEvent(event)


class ValueChip(PaintedButton):
    """One value of a list with a cross; Press Delete to remove it too."""

    removed = Signal()

    def __init__(self, value: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.value = value
        self.setText(visible(value))
        self.setAccessibleName(value)
        self.setAccessibleDescription(tr("Press Delete to remove it"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        fonts.set_role(self, "label")

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        width = min(metrics.horizontalAdvance(self.text()), dp(220)) + dp(7) + dp(4) + dp(12) + dp(6)
        return QSize(width, max(dp(22), metrics.height() + dp(6)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            direction = self.layoutDirection()
            rect = self.rect()
            edge = colour("border") if colours.current() == "contrast" else None
            box(painter, rect, dp(4), fill=colour("neutral_subtle"), edge=edge)
            if self.hasFocus():
                ring(painter, rect, dp(4))
            place = QStyle.visualRect(direction, rect, rect.adjusted(dp(7), 0, -dp(21), 0))
            words(painter, place, self.text(), "text" if self.isEnabled() else "disabled", direction)
            if self.isEnabled():
                icons.paint(painter, "close", "text2", self._cross(), dp(10))

    def _cross(self) -> QRect:
        place = QRect(self.width() - dp(20), 0, dp(16), self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._cross().contains(event.position().toPoint()):
            self.removed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
            return
        super().keyPressEvent(event)


class ChipsEdit(QWidget):
    """A field that holds several short values; Enter, Tab and comma add, Backspace takes the last away."""

    changed = Signal()

    def __init__(self, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[ValueChip] = []
        self._placeholder = placeholder
        self._flow = FlowLayout(self)
        self._flow.setContentsMargins(dp(4), dp(4), dp(4), dp(4))
        self._line = QLineEdit(self)
        self._line.setFrame(False)
        self._line.setPlaceholderText(placeholder)
        self._line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._line.setMinimumWidth(dp(90))
        self._line.setFixedHeight(max(dp(22), self._line.fontMetrics().height() + dp(6)))
        self._line.installEventFilter(self)
        self._flow.addWidget(self._line)
        self._show_hint()
        self._suggestions = QStringListModel(self)
        self._closed = False
        completer = QCompleter(self._suggestions, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        popup = completer.popup()
        if popup is not None:
            popup.setProperty("popup", True)
        completer.activated.connect(self._add_typed, Qt.ConnectionType.QueuedConnection)
        self._line.setCompleter(completer)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumHeight(field_height())
        fonts.set_role(self, "body")

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self._line.setAccessibleName(name)

    def focus_start(self) -> QWidget:
        """The line that is typed into."""
        return self._line

    def values(self) -> list[str]:
        """The values in order."""
        return [chip.value for chip in self._chips]

    def set_values(self, values: Sequence[str]) -> None:
        """Show other values; `changed` does not follow."""
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips.clear()
        for value in values:
            self._add(value)
        self._show_hint()

    def set_suggestions(self, words: Sequence[str], *, closed: bool = False) -> None:
        """What typing offers. `closed`: there are no other values, so a part of a word stands for the one
        word that is offered for it."""
        self._suggestions.setStringList(list(words))
        self._closed = closed

    def setReadOnly(self, read_only: bool) -> None:
        """Whether values can be added and taken away."""
        self._line.setReadOnly(read_only)
        self._line.setVisible(not read_only)
        for chip in self._chips:
            chip.setEnabled(not read_only)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:  # nothing is typed now: no line invites to it
            self._line.setVisible(self.isEnabled() and not self._line.isReadOnly())

    def _add(self, value: str) -> None:
        chip = ValueChip(value, self)
        chip.removed.connect(lambda: self._remove(chip))
        self._flow.insert_widget(len(self._chips), chip)
        self._chips.append(chip)
        chip.show()
        self._show_hint()
        self.updateGeometry()

    def _show_hint(self) -> None:
        """Beside values "not set" would be untrue."""
        self._line.setPlaceholderText(tr("Add another") if self._chips else self._placeholder)
        self._line.setTextMargins(0 if self._chips else dp(4), 0, 0, 0)  # as in any other field

    def _add_typed(self) -> None:
        value = self._completed(self._line.text().strip().strip(",").strip())
        self._line.clear()
        if value and value not in self.values():
            self._add(value)
            self.changed.emit()

    def finish_typing(self) -> bool:
        """Take what is typed as one more value."""
        completer = self._line.completer()
        if (popup := completer.popup() if completer is not None else None) is not None:
            popup.hide()
        self._add_typed()
        return True

    def _completed(self, typed: str) -> str:
        """The one suggestion that `typed` is a part of, where nothing but the suggestions can be meant."""
        if not self._closed or not typed:
            return typed
        lowered = typed.lower()
        offered = [word for word in self._suggestions.stringList() if lowered in word.lower()]
        begun = [word for word in offered if word.lower().startswith(lowered)]
        same = [word for word in begun if word.lower() == lowered]
        meant = same or begun or offered
        return meant[0] if len(meant) == 1 else typed

    def _remove(self, chip: ValueChip) -> None:
        if self._line.isReadOnly():
            return
        self._chips.remove(chip)
        self._flow.removeWidget(chip)
        chip.hide()
        chip.deleteLater()
        self._line.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_hint()
        self.updateGeometry()
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
            if kind == QEvent.Type.FocusOut and not QToolTip.isVisible() and not self._popup_open():
                self._add_typed()
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._typed_key(event)
        return False

    def _popup_open(self) -> bool:
        completer = self._line.completer()
        popup = completer.popup() if completer is not None else None
        return popup is not None and popup.isVisible()

    def _typed_key(self, event: QKeyEvent) -> bool:
        has_text = bool(self._line.text().strip())
        adds = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Comma)
        if has_text and (adds or event.key() == Qt.Key.Key_Tab):
            self._add_typed()
            return event.key() != Qt.Key.Key_Tab
        if event.key() == Qt.Key.Key_Comma:
            return True
        if event.key() == Qt.Key.Key_Backspace and not self._line.text() and self._chips:
            self._remove(self._chips[-1])
            return True
        return False

    def sizeHint(self) -> QSize:
        return QSize(dp(220), max(field_height(), self._flow.heightForWidth(max(dp(200), self.width()))))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(field_height(), self._flow.heightForWidth(width))

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOption()
        option.initFrom(self)
        if self._line.hasFocus():
            option.state |= QStyle.StateFlag.State_HasFocus
        else:
            option.state &= ~QStyle.StateFlag.State_HasFocus
        with QPainter(self) as painter:
            field_box(painter, option, self)
