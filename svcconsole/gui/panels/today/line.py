"""One line of the start page: an icon, a name, a sentence, how far it is, and one way on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.widgets.bars import Part, ProportionBar
from svcconsole.gui.kit.widgets.buttons import Button
from svcconsole.gui.kit.widgets.pills import Pill, PillValue

HIGH, LOW = 56, 40
ICON, INDENT, TRAILING = 20, 32, 104
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


@dataclass(frozen=True, slots=True)
class Way:
    """What a line leads to: the words of its button, what pressing it does, and what kind of button it is."""

    words: str
    go: Callable[[], None]
    kind: str = "plain"
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class LineTexts:
    """What a line shows; `key` is the same for the same thing whenever it is shown. Without `parts` it has no
    bar; one that is `short` says its sentence beside its name."""

    key: str
    icon: str
    name: str
    sentence: str
    way: Way
    tone: str = "text2"
    pill: PillValue | None = None
    parts: Sequence[Part] = ()
    short: bool = False


class WayButton(Button):
    """The way on of a line. `stepped(by)`: the line below is wanted (1), or the one above (-1)."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in STEPS:
            self.stepped.emit(STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


class TodayLine(QWidget):
    """Draws the hairline above itself, unless it is the first of its group."""

    def __init__(self, texts: LineTexts) -> None:
        super().__init__()
        self.texts = texts
        self.first = False
        self.icon = IconLabel(texts.icon, texts.tone, ICON)
        self.name = ElidedLabel("", "strong")
        self.sentence = ElidedLabel("", "caption", "text2")
        self.way = WayButton("", None, texts.way.kind)
        self.way.clicked.connect(self._go)
        self.pill: Pill | None = None
        self.bar: ProportionBar | None = None
        self._head = hbox(self.name, spacing=8)
        trailing = QWidget()
        trailing.setFixedWidth(dp(TRAILING))
        end = hbox(STRETCH, parent=trailing)
        end.addWidget(self.way, 0, Qt.AlignmentFlag.AlignVCenter)
        row = hbox(parent=self, spacing=12, margins=(0, 6, 0, 6))
        row.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignVCenter)
        if texts.short:
            self._head.addWidget(self.sentence, 1)
            row.addLayout(self._head, 1)
        else:
            self._head.addStretch(1)
            self._column = vbox(STRETCH, self._head, self.sentence, STRETCH, spacing=2)
            row.addLayout(self._column, 1)
        row.addWidget(trailing)
        self.show_texts(texts)

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(least.width(), max(least.height(), dp(LOW if self.texts.short else HIGH)))

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(0, self.minimumSizeHint().height()))

    def show_texts(self, texts: LineTexts) -> None:
        """Other words about the same thing; nothing of the line moves for them."""
        self.texts = texts
        self.icon.set(texts.icon, texts.tone)
        self.name.setText(texts.name)
        self.sentence.setText(texts.sentence)
        if texts.pill is not None:
            if self.pill is None:
                self.pill = Pill()
                self._head.insertWidget(1, self.pill, 0, Qt.AlignmentFlag.AlignVCenter)
            self.pill.set_value(texts.pill)
            self.pill.setMinimumWidth(self.pill.sizeHint().width())  # the name gives way, not the state
        if texts.parts:
            if self.bar is None:
                self.bar = ProportionBar(8, texts.name)
                self._column.insertWidget(2, self.bar)
                self._column.setSpacing(dp(4))
            self.bar.set_parts(texts.parts)
        self.way.setText(texts.way.words)
        self.set_kind(texts.way.kind)
        if texts.way.kind != "link":
            self.way.setFixedWidth(max(dp(TRAILING - 16), self.way.widths()[0]))
        self.way.setAccessibleName(texts.way.words)
        self.way.setAccessibleDescription(f"{texts.name}. {texts.sentence}")

    def set_kind(self, kind: str) -> None:
        """The filled button of the page stands in this line, or no longer does."""
        if self.way.property("kind") != kind:
            self.way.set_kind(kind)
        self.way.set_icon(self.texts.way.icon)

    def _go(self) -> None:
        self.texts.way.go()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.first:
            return
        with QPainter(self) as painter:
            line = QRect(dp(INDENT), 0, self.width() - dp(INDENT), 1)
            line = QStyle.visualRect(self.layoutDirection(), self.rect(), line)
            painter.fillRect(line, colour("border"))
