"""The list of message types; a combo box where there is no room."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox

from svcconsole.gui.design.icons import icon
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, RowButton
from svcconsole.gui.tabs.messaging.messaging_text import FLOW, ICONS, TEMPLATE, type_words
from svcconsole.services.messaging.messages import TYPES

ALL = (*TYPES, TEMPLATE, FLOW)
WIDTH, NARROW_WIDTH = 184, 178


class TypeList(Ground):
    """Nine types, a line, Template and Initiate flow. `chosen(word)` when a person chooses."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__("canvas", "right")
        self.rows: dict[str, RowButton] = {}
        self.group = QButtonGroup(self)
        column = vbox(parent=self, spacing=2, margins=(12, 14, 12, 12))
        heading = PlainLabel(tr("Type of message"), "label", "text2")
        heading.setContentsMargins(dp(4), 0, 0, dp(4))
        column.addWidget(heading)
        for word in ALL:
            if word == TEMPLATE:
                column.addSpacing(dp(4))
                column.addWidget(Hairline())
                column.addSpacing(dp(4))
            row = self.rows[word] = RowButton(ICONS[word], "text2", type_words(word))
            row.clicked.connect(lambda _=False, word=word: self.chosen.emit(word))
            self.group.addButton(row)
            column.addWidget(row)
        column.addStretch(1)

    def show_type(self, word: str) -> None:
        """Mark a type without telling anybody."""
        self.rows[word].setChecked(True)


class TypeCombo(QComboBox):
    """The same in one field. `chosen(word)` when a person chooses."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Type of message"))
        for word in ALL:
            if word == TEMPLATE:
                self.insertSeparator(self.count())
            self.addItem(icon(ICONS[word], "text2"), type_words(word), word)
        self.activated.connect(lambda _: self.chosen.emit(str(self.currentData())))

    def show_type(self, word: str) -> None:
        """Mark a type without telling anybody."""
        self.setCurrentIndex(self.findData(word))
