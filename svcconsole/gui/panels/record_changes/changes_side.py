"""The side of a page that compares records: facts, and lists of which records to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import set_margins, vbox
from svcconsole.gui.kit.containers.cards import RowButton, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts


class Choice(NamedTuple):
    """Records of one kind: the key it is chosen by, icon and tone, its words, how many they are."""

    key: str
    icon: str
    tone: str
    title: str
    sub: str
    number: int


class ChangesSide(ScrollPage):
    """`chosen(key)`: show these records."""

    chosen = Signal(str)

    def __init__(self, heading: str = "") -> None:
        super().__init__("canvas", inset=16)
        self.facts = Facts()
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.choices: dict[str, RowButton] = {}
        set_margins(self.body, 16, 14, 12, 16)
        self.body.setSpacing(dp(4))
        self._head = SectionHeading(heading)
        self._head.setVisible(bool(heading))
        self.facts.setVisible(bool(heading))
        self.body.addWidget(self._head)
        self.body.addWidget(self.facts)
        self._lists = QWidget()
        self._column: QVBoxLayout = vbox(parent=self._lists, spacing=2)
        self.body.addWidget(self._lists)
        self.body.addStretch(1)

    def set_facts(self, facts: Sequence[Fact]) -> None:
        """What is said of the run."""
        self.facts.set_facts(facts)

    def set_lists(self, lists: Sequence[tuple[str, str, Sequence[Choice]]], chosen: str) -> None:
        """The lists with their headings and notes; one without choices is left out."""
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for button in self._group.buttons():
            self._group.removeButton(button)
        self.choices.clear()
        for title, note, choices in lists:
            if not choices:
                continue
            self._column.addSpacing(dp(8))
            self._column.addWidget(SectionHeading(title, note))
            for choice in choices:
                self._add(choice, chosen)

    def _add(self, choice: Choice, chosen: str) -> None:
        row = RowButton(
            choice.icon, choice.tone, choice.title, choice.sub, quantity_words.count(choice.number)
        )
        row.setChecked(choice.key == chosen)
        row.clicked.connect(lambda *_, key=choice.key: self.chosen.emit(key))
        self._group.addButton(row)
        self.choices[choice.key] = row
        self._column.addWidget(row, 0, Qt.AlignmentFlag.AlignTop)
