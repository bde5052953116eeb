"""The controls of settings: a switch, a track of sizes, choices, numbers, a file or folder, quiet hours.

Each has `chosen(value)` for what a person sets and `set_value` for what holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTime, Signal, SignalInstance
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSizePolicy, QSpinBox, QTimeEdit, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp, line_height
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import PlainLabel, set_tip, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.file_kinds import FileKind
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.runtime.quiet_hours import Days, QuietHours
from svcconsole.gui.runtime.task_scope import TaskScope

LEAST_LINE = 180
BESIDE_WORDS = 24
"""What a line needs beside its words: its padding and the place of its cursor."""


class Control(Protocol):
    """What a row of settings asks of its control."""

    @property
    def chosen(self) -> SignalInstance: ...
    def set_value(self, value: object) -> None: ...


class Switch(QCheckBox):
    """On or off, drawn 36 by 20."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._clicked)

    def set_value(self, value: object) -> None:
        self.setChecked(bool(value))

    def _clicked(self, on: bool) -> None:
        self.chosen.emit(on)

    def sizeHint(self) -> QSize:
        return QSize(dp(44), dp(28))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, at: QPoint) -> bool:
        return self.rect().contains(at)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            track = QRect(0, 0, dp(36), dp(20))
            track.moveCenter(self.rect().center())
            on, usable = self.isChecked(), self.isEnabled()
            fill = colour("accent" if on else "sunken") if usable else colour("sunken")
            box(painter, track, dp(10), fill=fill, edge=colour("accent" if on and usable else "border_input"))
            knob = QRect(0, 0, dp(14), dp(14))
            knob.moveCenter(track.center())
            ahead = on is (self.layoutDirection() == Qt.LayoutDirection.LeftToRight)
            knob.moveLeft(track.right() - dp(16) if ahead else track.left() + dp(3))
            tone = ("on_accent" if on else "text2") if usable else "disabled"
            box(painter, knob, dp(7), fill=colour(tone))
            if self.hasFocus():
                ring(painter, track.adjusted(-dp(3), -dp(3), dp(3), dp(3)), dp(13))


class TextSizeTrack(QWidget):
    """Stops on a line, one of them chosen; the arrow keys move it."""

    accessible_role = QAccessible.Role.Slider

    chosen = Signal(object)

    def __init__(self, stops: Sequence[int]) -> None:
        super().__init__()
        self._stops = tuple(stops)
        self._value = self._stops[0]
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def value(self) -> int:
        """The chosen stop."""
        return self._value

    def set_value(self, value: object) -> None:
        if isinstance(value, int):
            self._value = min(self._stops, key=lambda stop: abs(stop - value))
        self.setAccessibleDescription(self._words(self._value))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(264), dp(18) + line_height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1}.get(
            Qt.Key(event.key())
        )
        if step is None:
            super().keyPressEvent(event)
            return
        sideways = event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        self._choose(self._stops.index(self._value) + (-step if mirrored and sideways else step))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        nearest = min(range(len(self._stops)), key=lambda at: abs(self._place(at) - event.position().x()))
        self._choose(nearest)

    def _choose(self, at: int) -> None:
        stop = self._stops[min(max(at, 0), len(self._stops) - 1)]
        if stop != self._value:
            self.set_value(stop)
            self.chosen.emit(stop)

    def _place(self, at: int) -> int:
        inset = dp(24)
        along = (self.width() - 2 * inset) * at // (len(self._stops) - 1)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return self.width() - inset - along if mirrored else inset + along

    def _words(self, stop: int) -> str:
        return tr("{n} %", n=stop)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            middle = dp(9)
            ends = sorted((self._place(0), self._place(len(self._stops) - 1)))
            box(
                painter,
                QRect(ends[0], middle - dp(2), ends[1] - ends[0], dp(4)),
                dp(2),
                fill=colour("sunken"),
            )
            painter.setFont(role_font("caption"))
            for at, stop in enumerate(self._stops):
                here = self._place(at)
                dot = QRect(here - dp(2), middle - dp(2), dp(4), dp(4))
                box(painter, dot, dp(2), fill=colour("text2"))
                tone = "text" if stop == self._value else "text2"
                label = QRect(here - dp(26), dp(18), dp(52), line_height())
                side = Qt.AlignmentFlag.AlignHCenter
                words(painter, label, self._words(stop), tone, self.layoutDirection(), side=side)
            knob = QRect(0, 0, dp(16), dp(16))
            knob.moveCenter(QPoint(self._place(self._stops.index(self._value)), middle))
            box(painter, knob, dp(8), fill=colour("surface"), edge=colour("accent"), width=2)
            if self.hasFocus():
                ring(painter, knob.adjusted(-dp(3), -dp(3), dp(3), dp(3)), dp(11))


class Choices(Segments):
    """One of a few words, each standing for a value."""

    chosen = Signal(object)

    def __init__(self, choices: Sequence[tuple[object, str]]) -> None:
        super().__init__()
        self._values = [value for value, _ in choices]
        for _, text in choices:
            self.add(show(text))
        self.currentChanged.connect(lambda at: self.chosen.emit(self._values[at]))

    def set_value(self, value: object) -> None:
        blocked = self.blockSignals(True)
        self.set_current(self._values.index(value) if value in self._values else 0)
        self.blockSignals(blocked)


class ChoiceBox(QComboBox):
    """One of many words, each standing for a value."""

    chosen = Signal(object)

    def __init__(self, choices: Sequence[tuple[object, str]]) -> None:
        super().__init__()
        for value, text in choices:
            self.addItem(show(text), value)
        self.activated.connect(lambda at: self.chosen.emit(self.itemData(at)))

    def set_value(self, value: object) -> None:
        self.setCurrentIndex(max(0, self.findData(value)))


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a row: its limits, the words after it, and what a zero is called."""

    least: int
    most: int
    after: str
    name: str
    zero: str = ""


class Numbers(QWidget):
    """One or more whole numbers with words after each; their value is a tuple."""

    chosen = Signal(object)

    def __init__(self, numbers: Sequence[Number]) -> None:
        super().__init__()
        row = hbox(parent=self, spacing=8)
        self.boxes: list[QSpinBox] = []
        for number in numbers:
            spin = QSpinBox()
            spin.setRange(number.least, number.most)
            spin.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
            spin.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
            spin.setAccessibleName(show(number.name))
            spin.setSpecialValueText(show(number.zero))
            spin.setFixedWidth(dp(72))
            spin.setKeyboardTracking(False)
            spin.editingFinished.connect(self._edited)
            row.addWidget(spin)
            row.addWidget(PlainLabel(number.after, "body", "text2"))
            self.boxes.append(spin)
        self._held: tuple[int, ...] = ()

    def set_value(self, value: object) -> None:
        numbers = value if isinstance(value, tuple) else (value,)
        for spin, number in zip(self.boxes, numbers, strict=True):
            spin.setValue(int(number))
        self._held = tuple(spin.value() for spin in self.boxes)

    def _edited(self) -> None:
        now = tuple(spin.value() for spin in self.boxes)
        if now != self._held:
            self._held = now
            self.chosen.emit(now)


class NamedLine(QLineEdit):
    """A line that says inside it what belongs there, which is its name, too; it has room for these words."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setPlaceholderText(name)
        self.setAccessibleName(name)

    def minimumSizeHint(self) -> QSize:
        wide = self.fontMetrics().horizontalAdvance(self.placeholderText()) + dp(BESIDE_WORDS)
        return QSize(max(dp(LEAST_LINE), wide), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(self.minimumSizeHint())


class PathChoice(QWidget):
    """A file or a folder: its path, which can be typed, and a button that has one chosen."""

    chosen = Signal(object)

    def __init__(self, scope: TaskScope, title: str, kinds: Sequence[FileKind] = (), *, folder: bool) -> None:
        super().__init__()
        self._scope, self._title, self._kinds, self._folder = scope, title, kinds, folder
        self.line = QLineEdit()
        self.line.setPlaceholderText(tr("not set"))
        self.line.setMinimumWidth(dp(150))
        self.button = button(tr("Choose…"))
        hbox((self.line, 1), self.button, parent=self, spacing=8)
        self.setMinimumWidth(dp(320))
        self._held = ""
        self.line.editingFinished.connect(self._typed)
        self.button.clicked.connect(lambda: self._scope.start(self._choose(), key=self._title))

    def set_value(self, value: object) -> None:
        self._held = str(value or "")
        self.line.setText(self._held)
        self.line.setCursorPosition(0)
        set_tip(self.line, visible(self._held))

    def _typed(self) -> None:
        typed = self.line.text().strip()
        if typed != self._held:
            self.chosen.emit(typed)

    async def _choose(self) -> None:
        start = Path(self._held) if self._held else None
        if self._folder:
            found = await dialogs.choose_folder(self, self._title, folder=start)
        else:
            found = await dialogs.choose_file(
                self, self._title, kinds=self._kinds, folder=start.parent if start else None
            )
        if found is not None:
            self.chosen.emit(str(found))


class ProxyChoice(QWidget):
    """The computer's proxy, none, or one of one's own, whose address is typed beside it."""

    chosen = Signal(object)
    KEYS = ("system", "none", "own")

    def __init__(self) -> None:
        super().__init__()
        self.choice = Segments()
        for text in (tr("System"), tr("None"), tr("Own")):
            self.choice.add(text)
        self.line = QLineEdit()
        self.line.setPlaceholderText("proxy.example:8080")
        self.line.setAccessibleName(tr("Address of the proxy"))
        self.line.setFixedWidth(dp(190))
        self._held = "system"
        hbox(self.line, self.choice, parent=self, spacing=8)
        self.line.hide()
        self.choice.currentChanged.connect(self._chose)
        self.line.editingFinished.connect(self._typed)

    def set_value(self, value: object) -> None:
        self._held = str(value)
        own = self._held not in self.KEYS[:2]
        blocked = self.choice.blockSignals(True)
        self.choice.set_current(2 if own else self.KEYS.index(self._held))
        self.choice.blockSignals(blocked)
        self.line.setText(self._held if own else "")  # before it is hidden: leaving it ends the editing
        self.line.setVisible(own)

    def _chose(self, at: int) -> None:
        own = self.KEYS[at] == "own"
        self.line.setVisible(own)
        if not own:
            self._held = self.KEYS[at]
            self.chosen.emit(self._held)
        else:
            self.line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._typed()

    def _typed(self) -> None:
        typed = self.line.text().strip()
        if typed and typed != self._held:
            self.chosen.emit(typed)


class QuietHoursChoice(QWidget):
    """From when to when nothing pops up, and whether the weekend is quiet; the value is QuietHours' text."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.begins, self.ends = QTimeEdit(), QTimeEdit()
        self.begins.setAccessibleName(tr("Quiet from"))
        self.ends.setAccessibleName(tr("Quiet until"))
        self.days = QComboBox()
        self.days.setAccessibleName(tr("Quiet days"))
        self.days.addItem(tr("every day"), Days.NONE)
        self.days.addItem(tr("and all weekend"), Days.WEEKEND)
        for edit in (self.begins, self.ends):
            edit.setDisplayFormat("HH:mm")
            edit.setButtonSymbols(QTimeEdit.ButtonSymbols.NoButtons)
            edit.setKeyboardTracking(False)
            edit.editingFinished.connect(self._edited)
        self.days.activated.connect(self._edited)
        self._held = ""
        hbox(self.begins, PlainLabel(tr("to"), "body", "text2"), self.ends, self.days, parent=self, spacing=8)

    def set_value(self, value: object) -> None:
        self._held = str(value)
        quiet = QuietHours.read(self._held)
        self.begins.setTime(QTime(quiet.begins.hour, quiet.begins.minute))
        self.ends.setTime(QTime(quiet.ends.hour, quiet.ends.minute))
        self.days.setCurrentIndex(self.days.findData(quiet.days))

    def _edited(self) -> None:
        begins, ends = (time(each.time().hour(), each.time().minute()) for each in (self.begins, self.ends))
        now = str(QuietHours(begins, ends, Days(self.days.currentData())))
        if now != self._held:
            self._held = now
            self.chosen.emit(now)
