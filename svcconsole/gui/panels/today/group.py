"""A group of lines of the start page under one heading; a line that comes or goes moves only those below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.focus import has_focus_inside
from svcconsole.gui.kit.widgets.buttons import Button, link
from svcconsole.gui.panels.today.line import LineTexts, TodayLine, Way

FAILED = "failed"


class TodayGroup(QWidget):
    """Absent, its heading included, while there is nothing in it. `again()`: read it once more.
    `stepped(line, by)`: the line below that one is wanted (1), or the one above (-1)."""

    again = Signal()
    stepped = Signal(object, int)

    def __init__(self, title: str) -> None:
        super().__init__()
        self._lines: dict[str, TodayLine] = {}
        self.filled = Button("", None, "primary")
        self.filled.hide()
        self._filled: Callable[[], None] | None = None
        self.filled.clicked.connect(self._press)
        self.heading = SectionHeading(title, trailing=self.filled)
        self.more = link("")
        self._more: Callable[[], None] | None = None
        self.more.clicked.connect(self._show_more)
        self._under = QWidget()
        hbox(self.more, parent=self._under, margins=(32 - 5, 0, 0, 0)).addStretch(1)
        self._body = vbox(spacing=0)
        vbox(self.heading, self._body, self._under, parent=self, spacing=4)
        self._under.hide()
        self.hide()

    def lines(self) -> list[TodayLine]:
        """Its lines, from the first."""
        return list(self._lines.values())

    def show_lines(self, lines: Sequence[LineTexts]) -> None:
        """These; the line of what is there already stays, with the focus that it has."""
        had_focus = has_focus_inside(self)
        wanted = {each.key: each for each in lines}
        for key in [key for key in self._lines if key not in wanted or self._is_another(key, wanted[key])]:
            gone = self._lines.pop(key)
            self._body.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        known, self._lines = self._lines, {}
        for at, texts in enumerate(lines):
            line = known.get(texts.key)
            if line is None:
                line = TodayLine(texts)
                line.way.stepped.connect(partial(self.stepped.emit, line))
            else:
                line.show_texts(texts)
            line.first = at == 0
            line.update()
            self._lines[texts.key] = line
            if self._body.indexOf(line) != at:
                self._body.insertWidget(at, line)
        self.setVisible(bool(lines))
        if had_focus and not has_focus_inside(self) and self._lines:
            next(iter(self._lines.values())).way.setFocus()

    def show_failed(self, sentence: str) -> None:
        """It cannot be read: one line says so, and offers to try again."""
        way = Way(tr("Try again"), self.again.emit)
        self.set_filled("", None)
        self.set_more("", None)
        self.show_lines([LineTexts(FAILED, "error", tr("This could not be read"), sentence, way, "danger")])

    def set_heading(self, title: str, note: str = "") -> None:
        """Another heading."""
        self.heading.set_title(title)
        self.heading.set_note(note)

    def set_filled(self, words: str, press: Callable[[], None] | None) -> None:
        """The button at the end of the heading; blank takes it away."""
        self._filled = press
        self.filled.setText(words)
        self.filled.setVisible(bool(words))

    def set_more(self, words: str, show: Callable[[], None] | None) -> None:
        """Where those are that have no line here; blank for none."""
        self._more = show
        self.more.setText(words)
        self._under.setVisible(bool(words))

    def _is_another(self, key: str, texts: LineTexts) -> bool:
        """Whether the line that is there cannot show these: it has parts they lack."""
        before = self._lines[key].texts
        return (before.short, bool(before.parts), before.pill is None) != (
            texts.short, bool(texts.parts), texts.pill is None,
        )  # fmt: skip

    def _press(self) -> None:
        if self._filled is not None:
            self._filled()

    def _show_more(self) -> None:
        if self._more is not None:
            self._more()
