"""The notice that a saved mapping was applied, with the way back to the automatic one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel, isolate, visible
from svcconsole.gui.design.words import mark, show, tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.widgets.buttons import link

if TYPE_CHECKING:
    from svcconsole.services.imports.views import Remembered


class SavedMappingNotice(QWidget):
    """Nothing for a file with other columns; `wanted(bool)`: map as remembered, or by itself."""

    wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.sentence = PlainLabel("", wrap=True)
        self.change = link("")
        self._in_use = False
        row = hbox(parent=self, spacing=8, margins=(0, 0, 0, 12))
        top = Qt.AlignmentFlag.AlignTop
        row.addWidget(IconLabel("history", "text2"), 0, top)
        row.addWidget(self.sentence, 1, top)
        row.addWidget(self.change, 0, top)
        self.change.clicked.connect(lambda: self.wanted.emit(not self._in_use))
        self.hide()

    def show_mapping(self, remembered: Remembered | None) -> None:
        """Say what is remembered for such a file, and whether this one is mapped by it."""
        self.setVisible(remembered is not None)
        if remembered is None:
            return
        self._in_use = remembered.in_use
        told = {"day": quantity_words.day(remembered.at), "file": isolate(visible(remembered.file_name))}
        if remembered.drift:
            told["changes"] = " ".join(show(sentence) for sentence in remembered.drift)
        if remembered.in_use and remembered.drift:
            text = mark("Mapped as on {day} for {file}, whose columns were others. {changes}")
            self.change.setText(tr("Use the automatic mapping"))
        elif remembered.drift:
            text = mark(
                "Mapped automatically. On {day} you mapped {file}, whose columns were others. {changes}"
            )
            self.change.setText(tr("Use that mapping"))
        elif remembered.in_use:
            text = mark("Mapped as on {day}; fixed values and answers are those of {file}.")
            self.change.setText(tr("Use the automatic mapping"))
        else:
            text = mark(
                "Mapped automatically. On {day} you mapped {file}, with the same columns, in another way."
            )
            self.change.setText(tr("Use that mapping"))
        self.sentence.setText(tr(text, **told))
