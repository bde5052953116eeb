"""Notices about a file: several tables, odd rows, an unproved length, columns that read in two ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import mark, show
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.services.analysis.results import ColumnType

GROUNDS = {"warning": "warning_subtle", "danger": "danger_subtle"}

IN_DOUBT: Final[Mapping[str, tuple[str, tuple[ColumnType, ColumnType]]]] = {
    "ambiguous": (
        mark("Numbers in {columns} can have a decimal point or a decimal comma, so they are text for now."),
        ("number", "number_comma"),
    ),
    "ambiguous_date": (
        mark("Dates in {columns} can be read day first or month first, so they are text for now."),
        ("date_day_first", "date_month_first"),
    ),
}
"""The notes of readings that leave it open what cells say: the sentence, and what can be chosen."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Columns that can be read in two ways: the note of their readings, their places and their names."""

    note: str
    columns: tuple[int, ...]
    names: tuple[str, ...]


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
