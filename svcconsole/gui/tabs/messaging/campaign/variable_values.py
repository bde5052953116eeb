"""The variables of one recipient's message: each with its source and its value."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.hiding import hidden_cell
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.services.campaigns.views import VariableValue

LONG = 400


class VariableValues(QWidget):
    """One line of label and source, and the text under it; blank texts say so."""

    def __init__(self) -> None:
        super().__init__()
        self._column = vbox(SectionHeading(tr("In this message")), parent=self, spacing=10)
        self.entries: list[VariableEntry] = []

    def show_fillings(self, fillings: Sequence[VariableValue]) -> None:
        """Those of another row; the lines stay, so that nothing jumps."""
        while len(self.entries) < len(fillings):
            entry = VariableEntry()
            self.entries.append(entry)
            self._column.addWidget(entry)
        for place, entry in enumerate(self.entries):
            entry.setVisible(place < len(fillings))
            if place < len(fillings):
                entry.show_filling(fillings[place])


class VariableEntry(QWidget):
    """One variable."""

    def __init__(self) -> None:
        super().__init__()
        self.label = ElidedLabel("", "label", "text2")
        self.source = ElidedLabel("", "caption", "text2")
        self.text = PlainLabel("", "body", wrap=True)
        head = hbox((self.label, 3), (self.source, 2), spacing=8)
        self.source.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        vbox(head, self.text, parent=self, spacing=2)

    def show_filling(self, filling: VariableValue) -> None:
        """Another text."""
        self.label.setText(visible(filling.label))
        self.source.setText(visible(filling.source) or tr("fixed"))
        text = filling.text[:LONG] + ("…" if len(filling.text) > LONG else "")
        self.text.setText(hidden_cell(filling.source, visible(text)) if text.strip() else tr("(blank)"))
        self.text.set_tone("text" if text.strip() else "text2")
