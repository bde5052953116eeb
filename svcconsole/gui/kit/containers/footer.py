"""The sticky footer of a page: what stands in the way at the leading side, the buttons at the end."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from svcconsole.gui.design.metrics import control_height, dp
from svcconsole.gui.design.text import ClampedLabel, PlainLabel, set_tip
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, set_margins
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.widgets.buttons import Button, link
from svcconsole.gui.kit.widgets.uncovered import places
from svcconsole.gui.runtime.announcer import announcer
from svcconsole.words.message import sentences


class FooterPart(NamedTuple):
    """One part of the sentence; parts are set apart by a dot. `link` makes it a button, `hint` tells more of
    it."""

    text: str
    tone: str = "text2"
    icon: str | None = None
    link: bool = False
    hint: str = ""


LEAST = 120
"""The first part of a message that would be narrower than this says nothing."""


class _Words(ClampedLabel):
    """One part in words: on one line where there is room, on two before anything of it is cut."""

    def __init__(self, part: FooterPart) -> None:
        self._hint = part.hint
        super().__init__(2, "strong" if part.tone not in ("text", "text2") else "body", part.tone)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.setText(part.text)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        # A line is broken by its exact width, with room for what the last letter reaches over.
        return QSize(metrics.horizontalAdvance(self.text()) + 3, metrics.height())

    def least_width(self) -> int:
        """Narrower than this some of it would be cut."""
        metrics = self.fontMetrics()
        words = [metrics.horizontalAdvance(word) for word in self.text().split()]
        return min(self.sizeHint().width(), self.sizeHint().width() // 2 + max(words, default=0))

    def _update_tip(self) -> None:
        super()._update_tip()
        if self._hint and not self.toolTip():
            set_tip(self, self._hint)


class FooterFrame(Ground):
    """What stands at the bottom of a page or of a column in it; no notice covers it."""

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        places.follow(event)
        return handled


class Footer(FooterFrame):
    """Outside the page's scroll area, 56 high."""

    part_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "top", parent)
        self.setFixedHeight(control_height() + dp(24))
        row = self._row = QHBoxLayout(self)
        set_margins(row, 20, 0, 16, 0)
        row.setSpacing(dp(8))
        self._message = hbox(STRETCH, spacing=8)
        row.addLayout(self._message, 1)
        self._buttons = hbox(spacing=8)
        row.addLayout(self._buttons)
        self._parts: tuple[FooterPart, ...] = ()
        self._told = ""
        self._said: list[list[QWidget]] = []
        self._texts: list[Button | _Words] = []

    @property
    def parts(self) -> tuple[FooterPart, ...]:
        """What it says now."""
        return self._parts

    def set_message(self, *parts: FooterPart) -> None:
        """What will happen, or what stands in the way."""
        if parts == self._parts:
            return
        same = [part._replace(text="") for part in parts] == [part._replace(text="") for part in self._parts]
        self._parts = parts
        if same:
            for part, words in zip(parts, self._texts, strict=True):
                words.setText(part.text)
        else:
            self._build_message(parts)
        self._fold()
        self.setAccessibleDescription(" · ".join(show(part.text) for part in parts))

    def tell(self) -> None:
        """Say what stands here to whoever does not see it, once."""
        words = sentences(*(show(part.text) for part in self._parts))
        if self.isVisible() and words != self._told:
            self._told = words
            announcer().say(words, about=f"footer {id(self)}")

    def _build_message(self, parts: tuple[FooterPart, ...]) -> None:
        while self._message.count():
            item = self._message.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._said, self._texts = [], []
        for index, part in enumerate(parts):
            said: list[QWidget] = [PlainLabel("·", "body", "text2")] if index else []
            if part.icon:
                said.append(IconLabel(part.icon, part.tone, 16))
            words = self._words(index, part)
            self._texts.append(words)
            said.append(words)
            for widget in said:
                self._message.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
            self._said.append(said)
        self._message.addStretch(1)

    def _words(self, index: int, part: FooterPart) -> Button | _Words:
        if part.link:
            made = link(part.text)
            made.clicked.connect(lambda _checked=False: self.part_clicked.emit(index))
            return made
        return _Words(part)

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fold()
        return handled

    def _fold(self) -> None:
        """Where not all of it fits, whole parts give way, from the last one on, not a word of each;
        links and the first stay as long as something of them can be read."""
        gap = self._row.spacing()
        margins = self._row.contentsMargins()
        items = (self._row.itemAt(at) for at in range(self._row.count()))
        first = [item.widget() for item in items if item is not None]
        beside = [self._buttons.sizeHint().width()]
        beside += [part.sizeHint().width() for part in first if part is not None and not part.isHidden()]
        room = self.width() - margins.left() - margins.right() - sum(beside) - gap * len(beside)
        widths = [sum(_least_width(part) + gap for part in said) for said in self._said]
        shown = list(range(len(widths)))
        for at in reversed(shown[1:]):
            if sum(widths[each] for each in shown) > room and not self._parts[at].link:
                shown.remove(at)
        if len(shown) > 1 and room - sum(widths[each] for each in shown[1:]) < min(widths[0], dp(LEAST)):
            shown.remove(0)
        for at, said in enumerate(self._said):
            for widget in said:
                widget.setVisible(at in shown)
        if shown and shown[0] > 0:
            self._said[shown[0]][0].hide()
        self._share(room - sum(widths[each] for each in shown), shown)

    def _share(self, left: int, shown: list[int]) -> None:
        """Give each part its least and what is `left` to the first ones: a layout alone takes as much from a
        short part as from a long one, of which then no word is left."""
        for part in (self._texts[at] for at in shown):
            if isinstance(part, _Words):
                least, wanted = part.least_width(), part.sizeHint().width()
                wide = max(part.minimumSizeHint().width(), least + min(left, wanted - least))
                part.setMaximumWidth(wide)
                left -= wide - least

    def message(self) -> str:
        """The sentence as text."""
        return " · ".join(show(part.text) for part in self._parts)

    def add(self, button: QWidget) -> None:
        """One more button; order them quiet, plain, filled."""
        self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)

    def add_gap(self, width: int) -> None:
        """Room after the last button, in units of look.md."""
        self._buttons.addSpacing(dp(width))

    def add_first(self, widget: QWidget) -> None:
        """Something that stands at the leading side, before the sentence."""
        self._row.insertWidget(0, widget, 0, Qt.AlignmentFlag.AlignVCenter)


def _least_width(part: QWidget) -> int:
    return part.least_width() if isinstance(part, _Words) else part.sizeHint().width()
