"""Notices about a file: several tables, odd rows, an unproved length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.widgets.buttons import link

GROUNDS = {"warning": "warning_subtle", "danger": "danger_subtle"}


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence with what can be done about it: the words of a link and what it does, given its button."""

    sentence: str
    icon: str = "warning"
    tone: str = "warning"
    way: str = ""
    run: Callable[[QWidget], None] | None = None


class FileNotices(QWidget):
    """A line for each note; no room at all without any."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: tuple[Note, ...] = ()
        self._lines: list[QWidget] = []
        self._column = vbox(parent=self, spacing=0)
        self.hide()

    def set_notes(self, notes: Sequence[Note]) -> None:
        """Other notes."""
        for line in self._lines:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.notes = tuple(notes)
        self._lines = [self._line(note) for note in notes]
        self.setVisible(bool(notes))

    def _line(self, note: Note) -> QWidget:
        line = Ground(GROUNDS.get(note.tone, "canvas"), "top")
        row = hbox(parent=line, spacing=8, margins=(20, 6, 20, 6))
        row.addWidget(IconLabel(note.icon, note.tone, 14))
        row.addWidget(PlainLabel(note.sentence, "caption", wrap=True), 1)
        if note.run is not None:
            way, run = link(note.way, "label"), note.run
            way.clicked.connect(lambda: run(way))
            row.addWidget(way)
        self._column.addWidget(line)
        return line

    def sentences(self) -> str:
        """All of them as text."""
        return " ".join(show(note.sentence) for note in self.notes)
