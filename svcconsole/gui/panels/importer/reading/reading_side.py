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
ASKED = frozenset({"long_row", "short_row", "bytes"})
"""Repairs that a question is asked about."""
WHOLE_FILE = frozenset({"part", "header"})
"""The codes of questions that are about no rows."""
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
        self._asked = QWidget()
        self._letters: QWidget | None = None
        self._asks_letters = False
        self._questions = vbox(parent=self._asked, spacing=2, margins=(0, 0, 0, 8))
        self._facts = vbox(spacing=8, margins=(8, 4, 10, 4))
        self._repairs = vbox(spacing=8, margins=(8, 4, 10, 4))
        column = self.body
        column.setContentsMargins(dp(16), dp(14), dp(12), dp(16))
        column.setSpacing(dp(4))
        for part in (self.file, self.count):
            column.addWidget(part)
        column.addSpacing(dp(8))
        column.addWidget(self.heading)
        column.addWidget(self._asked)
        column.addWidget(self.saved)
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
        clear_layout(self._facts)
        self._letters = None
        for name, value in _facts_of(overview):
            fact = _fact(name, value)
            if name == tr("Letters"):
                self._letters = fact
            self._facts.addWidget(fact)
        self._show_letters()
        for sentence in _notes_of(overview):
            self._facts.addWidget(_note(sentence))
        self._show_repairs(overview)

    def _show_repairs(self, overview: Overview) -> None:
        """What was repaired in silence; what is asked about is no such thing."""
        clear_layout(self._repairs)
        unasked = [repair for repair in overview.repairs if repair.kind not in ASKED]
        for repair in unasked[:REPAIRS_SHOWN]:
            self._repairs.addWidget(_note(show(repair.sentence)))
        count = sum(number for kind, number in overview.repair_counts.items() if kind not in ASKED)
        self.put_right.setVisible(count > 0)
        self.put_right.set_note(quantity_words.count(count))
        if count > REPAIRS_SHOWN:
            more = count - len(unasked[:REPAIRS_SHOWN])
            self._repairs.addWidget(
                _note(tr_plural("and {n} more like these", "and {n} more like these", more))
            )

    def _show_letters(self) -> None:
        """What nobody has answered yet is not told as read."""
        if self._letters is not None:
            self._letters.setVisible(not self._asks_letters)

    def show_questions(self, questions: Sequence[Question]) -> None:
        """The questions with how many rows each is about; answered ones keep their place, with a tick."""
        self._asks_letters = any(each.code == "encoding" and each.waiting > 0 for each in questions)
        self._show_letters()
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
        for part in (self.heading, self._asked):
            part.setVisible(bool(questions))
        waiting = sum(question.waiting > 0 for question in questions)
        self.heading.set_note(
            tr_plural("{n} waits for an answer", "{n} wait for an answer", waiting)
            if waiting
            else tr("all answered")
        )

    def _show_question(self, question: Question) -> None:
        title = show(question.title)
        if question.code in WHOLE_FILE:
            sub, count = "", ""
        elif question.code == "encoding":
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


def _facts_of(overview: Overview) -> list[tuple[str, str]]:
    """How the file was read; how the text of a workbook is written is nothing of the file's."""
    from svcconsole.tables.reading.unpacked import WORKBOOK

    dialect = overview.dialect
    if overview.packed == WORKBOOK:
        found = [(tr("Sheet"), dialect.part)]
    else:
        found = [(tr("File in it"), dialect.part)] if dialect.part else []
        found.append((tr("Letters"), dialect_words.encoding(dialect)))
        found.append((tr("Separator"), dialect_words.delimiter(dialect)))
    if overview.tables:
        found.append((tr("Table"), tr("{n} of {count}", n=dialect.table, count=len(overview.tables))))
    return [
        *found,
        (tr("Header"), dialect_words.header(dialect)),
        (tr("Rows"), dialect_words.rows(dialect)),
    ]


def _notes_of(overview: Overview) -> list[str]:
    """What of the file is not read."""
    from svcconsole.tables.reading.unpacked import WORKBOOK

    notes = dialect_words.passed_over(overview.dialect)
    others = len(overview.parts) - 1
    if overview.packed == WORKBOOK and others > 0:
        notes.append(tr_plural("{n} other sheet is not read.", "{n} other sheets are not read.", others))
    return notes


def _fact(name: str, value: str) -> QWidget:
    """What was found, with its value at the end."""
    part = QWidget()
    said = ElidedLabel(value, tone="text2")
    said.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
    hbox(IconLabel("check", "success", 14), PlainLabel(name), (said, 1), parent=part, spacing=8)
    return part


def _note(sentence: str) -> QWidget:
    """A sentence that may take several lines."""
    part = QWidget()
    icon = IconLabel("info", "info", 14, line="caption")
    words = PlainLabel(sentence, "caption", wrap=True)
    hbox((icon, 0, Qt.AlignmentFlag.AlignTop), (words, 1), parent=part, spacing=8)
    return part
