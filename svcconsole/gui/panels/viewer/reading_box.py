"""The popover that shows how a file was read and reads it another way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, literal
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.panels.importer import dialect_words
from svcconsole.gui.panels.viewer.decision_words import decision_words

if TYPE_CHECKING:
    from svcconsole.tables.reading.dialect import Dialect
    from svcconsole.tables.viewing.decisions import Decision

WIDTH: Final = 400
MOST: Final = 12
SAID: Final = {
    "encoding": (mark("Encoding"), dialect_words.encoding),
    "delimiter": (mark("Delimiter"), dialect_words.delimiter),
    "quote": (mark("Quotes"), dialect_words.quote),
    "header": (mark("Header"), dialect_words.header),
}


class ReadingBox(QWidget):
    """`dialect_wanted(changes)`: read the file so; `reset_wanted()`: decide anew from what is in it."""

    dialect_wanted = Signal(object)
    reset_wanted = Signal()

    def __init__(self, dialect: Dialect, decisions: Sequence[Decision], *, chosen: bool) -> None:
        super().__init__()
        self.setFixedWidth(dp(WIDTH))
        column = vbox(parent=self, spacing=8)
        column.addWidget(PlainLabel(tr("How this file was read"), "section"))
        self.sentences = [decision_words(decision) for decision in decisions]
        for sentence in self.sentences[:MOST]:
            column.addWidget(PlainLabel(sentence, "caption", "text2", wrap=True))
        if len(self.sentences) > MOST:
            column.addWidget(
                PlainLabel(
                    tr("and {sentences} more", sentences=len(self.sentences) - MOST), "caption", "text2"
                )
            )
        column.addWidget(PlainLabel(tr("Read it in another way; the file itself is never changed."), "label"))
        chips = QWidget()
        flow = FlowLayout(chips, 8)
        self.chips: dict[str, FilterChip] = {}
        for element, (title, said) in SAID.items():
            chip = self.chips[element] = FilterChip(
                tr("{title}: {value}", title=tr(title), value=said(dialect))
            )
            chip.clicked.connect(partial(self._offer, element))
            flow.addWidget(chip)
        chips.setFixedHeight(flow.heightForWidth(dp(WIDTH)))
        column.addWidget(chips)
        if chosen:
            reset = link(tr("Detect again"), "label")
            reset.clicked.connect(self.reset_wanted)
            column.addWidget(reset)

    def _offer(self, element: str) -> None:
        menu = QMenu(self)
        for text, changes in dialect_words.choices(element):
            menu.addAction(literal(text)).triggered.connect(partial(self._want, changes))
        menu.aboutToHide.connect(menu.deleteLater)
        chip = self.chips[element]
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height() + 2)))

    def _want(self, changes: Mapping[str, str | int | bool]) -> None:
        self.dialect_wanted.emit(changes)
