"""A short list of labels and values; long values are elided with a tooltip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.metrics import dp, line_height
from svcconsole.gui.design.text import ClampedLabel, ElidedLabel, PlainLabel, ltr, set_tip, visible
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.containers.boxes import grid_box, set_margins
from svcconsole.gui.kit.widgets.buttons import Button


class Fact(NamedTuple):
    """One line, or up to `lines`; `link` makes the value a button that leads to `target`, `mono` shows it as
    an id."""

    label: str
    value: str
    mono: bool = False
    link: bool = False
    tone: str = "text"
    lines: int = 1
    target: str = ""


class _LinkValue(Button):
    def __init__(self, text: str) -> None:
        super().__init__(ltr(text), None, "link")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setProperty("align", "leading")
        fonts.set_role(self, "body")
        set_tip(self, text)


class Facts(QWidget):
    """`link_clicked` tells where the value that was clicked leads; its label where it does not say."""

    link_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = grid_box(parent=self, spacing=(10, 2))
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnMinimumWidth(0, dp(70))
        self._facts: tuple[Fact, ...] = ()

    def facts(self) -> tuple[Fact, ...]:
        """What is shown."""
        return self._facts

    def set_facts(self, facts: Sequence[Fact]) -> None:
        """Show other facts."""
        if tuple(facts) == self._facts:
            return
        self._facts = tuple(facts)
        for row in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(row, 0)
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for row, fact in enumerate(facts):
            label = PlainLabel(fact.label, "caption", "text2")
            side = Qt.AlignmentFlag.AlignTop if fact.lines > 1 else Qt.AlignmentFlag.AlignVCenter
            label.setContentsMargins(0, dp(3) if fact.lines > 1 else 0, 0, 0)
            self._grid.addWidget(label, row, 0, side)
            self._grid.addWidget(self._value(fact), row, 1, Qt.AlignmentFlag.AlignVCenter)
            self._grid.setRowMinimumHeight(row, line_height() + dp(4))

    def _value(self, fact: Fact) -> QWidget:
        shown = visible(fact.value)
        name = f"{show(fact.label)}: {shown}"
        if fact.link:
            made = _LinkValue(shown)
            made.setAccessibleName(name)
            made.clicked.connect(lambda _checked=False: self.link_clicked.emit(fact.target or fact.label))
            return made
        value: PlainLabel
        if fact.lines > 1:
            value = ClampedLabel(fact.lines, "mono" if fact.mono else "body", fact.tone)
            value.setText(shown)
        else:
            value = ElidedLabel(shown, "mono" if fact.mono else "body", fact.tone)
        set_margins(value, 2, 0, 0, 0)  # as wide as a link's padding, so that values share one edge
        value.setAccessibleName(name)
        return value
