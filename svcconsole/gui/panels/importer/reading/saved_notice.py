"""The notice that kept answers about the reading were given, with the way to be asked again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel, isolate, visible
from svcconsole.gui.design.words import mark, show, tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.widgets.buttons import link

if TYPE_CHECKING:
    from svcconsole.services.imports.views import SavedReading


class SavedReadingNotice(QWidget):
    """Nothing for a file of another layout; `wanted(bool)`: give the kept answers, or forget them and ask."""

    wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.sentence = PlainLabel("", "caption", wrap=True)
        self.change = link("")
        self._in_use = False
        words = vbox(self.sentence, self.change, spacing=4)
        top = Qt.AlignmentFlag.AlignTop
        hbox(
            (IconLabel("history", "text2", 14), 0, top), (words, 1),
            parent=self, spacing=8, margins=(8, 4, 10, 8),
        )  # fmt: skip
        self.change.clicked.connect(lambda: self.wanted.emit(not self._in_use))
        self.hide()

    def show_saved(self, saved: SavedReading | None) -> None:
        """Say what is kept for such files, and whether this one is read by it."""
        self.setVisible(saved is not None)
        if saved is None:
            return
        self._in_use = saved.in_use
        told = {
            "day": quantity_words.day(saved.at),
            "file": isolate(visible(saved.file_name)),
            "answers": "\n".join(
                tr("{question} {answer}", question=show(question), answer=show(answer))
                for question, answer in saved.answers
            ),
            "changes": " ".join(show(sentence) for sentence in saved.drift),
        }
        if saved.in_use:
            text = mark("Read as on {day} for {file}, as you wanted it for such files. {changes}\n{answers}")
            self.change.setText(tr("Forget this and ask again"))
        else:
            text = mark("On {day} you answered this for {file}. {changes}\n{answers}")
            self.change.setText(tr("Use these answers"))
        self.sentence.setText(tr(text, **told))
