"""The list of kinds with their counts; a combo box when narrow."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import RowButton, ScrollPage
from svcconsole.gui.panels.practice.received.received_kinds import KINDS
from svcconsole.gui.panels.practice.received.received_query import EVERYTHING

WIDTH = 200


class KindsList(ScrollPage):
    """`chosen` names the kind, EVERYTHING for all; `combo` is the same choice for where there is no room."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("canvas", 8, parent)
        self.setFixedWidth(dp(WIDTH))
        self.setAccessibleName(tr("Kinds"))
        self.body.setSpacing(dp(2))
        self.combo = QComboBox()
        self.combo.setAccessibleName(tr("Kind"))
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.buttons: dict[str, RowButton] = {}
        self._names = {EVERYTHING: tr("Everything")} | {key: tr(kind.name) for key, kind in KINDS.items()}
        icons = {EVERYTHING: "list"} | {key: kind.icon for key, kind in KINDS.items()}
        column = vbox(spacing=2)
        for key, name in self._names.items():
            button = self.buttons[key] = RowButton(icons[key], "text2", name)
            button.clicked.connect(lambda _checked=False, key=key: self.choose(key))
            column.addWidget(button)
            self.combo.addItem(name, key)
        self.buttons[EVERYTHING].setChecked(True)
        self.body.addLayout(column)
        self.body.addStretch(1)
        self.combo.currentIndexChanged.connect(lambda _at: self.choose(str(self.combo.currentData())))

    def current(self) -> str:
        """The kind that is chosen."""
        return str(self.combo.currentData())

    def choose(self, key: str) -> None:
        """Choose a kind, as a click would."""
        self.buttons[key].setChecked(True)
        with QSignalBlocker(self.combo):
            self.combo.setCurrentIndex(self.combo.findData(key))
        self.chosen.emit(key)

    def show_totals(self, totals: Mapping[str, int]) -> None:
        """How many there are of each; nothing is said of those that were not counted."""
        every = {EVERYTHING: sum(totals.values()), **totals} if totals else {}
        for key, button in self.buttons.items():
            count = self.locale().toString(every[key]) if key in every else ""
            button.set_texts(self._names[key], trailing=count)
            words = f"{self._names[key]} ({count})" if count else self._names[key]
            at = self.combo.findData(key)
            if self.combo.itemText(at) != words:
                self.combo.setItemText(at, words)
