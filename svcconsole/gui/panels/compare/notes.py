"""Warnings about a comparison: duplicate keys, columns that only one file has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.panels.compare import compare_text
from svcconsole.services.analysis.compare import Comparison

MOST_SHOWN: Final = 12
WIDTH: Final = 320


class Notes(QWidget):
    """Two lines at most; hidden when there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headings: Mapping[str, str] = {}
        column = vbox(parent=self, spacing=4, margins=(20, 0, 20, 10))
        self.twice = QWidget()
        row = hbox(parent=self.twice, spacing=6)
        self.sentence = ElidedLabel("", "caption", "warning")
        self.show_them = link(tr("Show them"), "label")
        self.show_them.clicked.connect(self._open)
        row.addWidget(IconLabel("warning", "warning", 14))
        row.addWidget(self.sentence)
        row.addWidget(self.show_them)
        row.addStretch(1)
        self.only = ElidedLabel("", "caption", "text2")
        column.addWidget(self.twice)
        column.addWidget(self.only)
        self._lines: tuple[str, ...] = ()
        self.popover: Popover | None = None
        self.hide()

    def set_comparison(self, compared: Comparison) -> None:
        """Another comparison."""
        duplicates, only = (
            compare_text.duplicates(compared),
            compare_text.only_in_one(compared, self.headings),
        )
        self.sentence.setText(duplicates)
        self.twice.setVisible(bool(duplicates))
        self.only.setText(only)
        self.only.setVisible(bool(only))
        self._lines = tuple(compare_text.duplicate(each) for each in compared.duplicate_keys[:MOST_SHOWN])
        more = compared.duplicates - len(self._lines)
        if more > 0:
            self._lines = (*self._lines, compare_text.more(more))
        self.setVisible(bool(duplicates or only))

    def _open(self) -> None:
        content = QWidget()
        content.setMinimumWidth(dp(WIDTH))
        column = vbox(parent=content, spacing=4)
        for line in self._lines:
            label = PlainLabel(line, "body", wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        self.popover = Popover(self)
        self.popover.set_content(content)
        self.popover.closed.connect(self.popover.deleteLater)
        self.popover.open_at(self.show_them)
