"""The left side of step File: the file, the questions it raises, how it was read, what was put right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel, RowButton, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.panels.importer import dialect_words
from svcconsole.gui.panels.importer.reading.saved_notice import SavedReadingNotice

if TYPE_CHECKING:
    from svcconsole.services.imports.views import Overview
    from svcconsole.tables.reading.questions import Question

REPAIRS_SHOWN = 40
ASKED = frozenset({"long_row", "short_row"})
"""Repairs that a question is asked about."""
FIRST_ROWS = ""
"""The key of the row that shows the file's first rows."""


class ReadingSide(ScrollPage):
    """`chosen(key)`: show this question; blank: the first rows of the file."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__("canvas", inset=16)
        self.file = ElidedLabel("", role="section")
        self.count = ElidedLabel("", role="caption", tone="text2")
        self.heading = SectionHeading(tr("Questions"))
        self.read = SectionHeading(tr("How it was read"))
        self.put_right = SectionHeading(tr("Put right without asking"))
        self.saved = SavedReadingNotice()
        self.rows: dict[str, RowButton] = {}
        self._group = QButtonGroup(self)
        self._questions = vbox(spacing=2)
        self._facts = vbox(spacing=8, margins=(8, 4, 10, 4))
        self._repairs = vbox(spacing=8, margins=(8, 4, 10, 4))
        column = self.body
        column.setContentsMargins(dp(16), dp(14), dp(12), dp(16))
        column.setSpacing(dp(4))
        for part in (self.file, self.count):
            column.addWidget(part)
        column.addSpacing(dp(8))
        column.addWidget(self.heading)
        column.addLayout(self._questions)
        column.addWidget(self.saved)
        column.addSpacing(dp(8))
        column.addWidget(self.read)
        column.addLayout(self._facts)
        column.addSpacing(dp(8))
        column.addWidget(self.put_right)
        column.addLayout(self._repairs)
        column.addStretch(1)

    def show_overview(self, overview: Overview) -> None:
        """The file, how it was read and what was repaired for it."""
        self.file.setText(overview.file_name)
        columns = tr_plural("{n} column", "{n} columns", len(overview.header))
        size = quantity_words.file_size(overview.size)
        self.count.setText(f"{quantity_words.rows(overview.rows)} · {columns} · {size}")
        dialect = overview.dialect
        first = dialect.header_row + 1 if dialect.header else 1
        last = dialect.last
        place = tr("from line {n}", n=first) if not last else tr("lines {n} to {last}", n=first, last=last)
        lines = [
            (tr("Letters"), dialect_words.encoding(dialect)),
            (tr("Separator"), dialect_words.delimiter(dialect)),
            (tr("Header"), dialect_words.header(dialect)),
            (tr("Rows"), place),
        ]
        if overview.tables:
            lines.append((tr("Table"), tr("{n} of {count}", n=dialect.table, count=len(overview.tables))))
        clear_layout(self._facts)
        for name, value in lines:
            self._facts.addWidget(_fact("check", "success", name, value))
        self._show_repairs(overview)

    def _show_repairs(self, overview: Overview) -> None:
        """What was repaired in silence; what is asked about is no such thing."""
        clear_layout(self._repairs)
        unasked = [repair for repair in overview.repairs if repair.kind not in ASKED]
        for repair in unasked[:REPAIRS_SHOWN]:
            self._repairs.addWidget(_fact("info", "info", show(repair.sentence), ""))
        count = sum(number for kind, number in overview.repair_counts.items() if kind not in ASKED)
        self.put_right.setVisible(count > 0)
        self.put_right.set_note(quantity_words.count(count))

    def show_questions(self, questions: Sequence[Question]) -> None:
        """The questions with how many rows each is about; answered ones keep their place, with a tick."""
        known = {question.key for question in questions} | {FIRST_ROWS}
        for key in [key for key in self.rows if key not in known]:
            row = self.rows.pop(key)
            self._group.removeButton(row)
            self._questions.removeWidget(row)
            row.hide()
            row.deleteLater()
        for question in questions:
            self._show_question(question)
        if FIRST_ROWS not in self.rows:
            self._add(FIRST_ROWS, RowButton("table", "text2", tr("The first rows of the file")))
        self._questions.removeWidget(self.rows[FIRST_ROWS])
        self._questions.addWidget(self.rows[FIRST_ROWS], 0, Qt.AlignmentFlag.AlignTop)
        waiting = sum(question.waiting > 0 for question in questions)
        self.heading.set_note(
            tr_plural("{n} waits for an answer", "{n} wait for an answer", waiting)
            if waiting
            else tr("all answered")
        )

    def _show_question(self, question: Question) -> None:
        title = show(question.title)
        if question.code == "encoding":
            sub = tr_plural("{n} row reads differently", "{n} rows read differently", question.count)
            count = ""
        else:
            alike = question.count - 1
            sub = tr_plural("and {n} row like it", "and {n} rows like it", alike) if alike > 0 else ""
            count = quantity_words.count(question.count) if question.count > 1 else ""
        icon = ("decide", "warning") if question.waiting else ("check", "success")
        if question.key not in self.rows:
            self._add(question.key, RowButton(*icon, title, sub, count))
        self.rows[question.key].set_icon(*icon)
        self.rows[question.key].set_texts(title, sub, count)

    def _add(self, key: str, row: RowButton) -> None:
        row.clicked.connect(lambda *_: self.chosen.emit(key))
        self._group.addButton(row)
        self.rows[key] = row
        self._questions.addWidget(row, 0, Qt.AlignmentFlag.AlignTop)

    def set_chosen(self, key: str) -> None:
        """Mark the question that is shown."""
        self._group.setExclusive(False)
        for known, row in self.rows.items():
            row.setChecked(known == key)
        self._group.setExclusive(True)


def _fact(icon: str, tone: str, name: str, value: str) -> QWidget:
    """What was found, with its value at the end; one that is only a sentence may take several lines."""
    part = QWidget()
    words = PlainLabel(name) if value else PlainLabel(name, "caption", wrap=True)
    mark = (IconLabel(icon, tone, 14), 0, Qt.AlignmentFlag.AlignTop)
    row = hbox(mark, (words, 0 if value else 1), parent=part, spacing=8)
    if value:
        said = ElidedLabel(value, tone="text2")
        said.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(said, 1)
    return part
