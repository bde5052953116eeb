"""Beside an editor: what will change, old above new, field by field, and what is to put right, each a link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from svcconsole.gui.forms.differences import Change
from svcconsole.gui.forms.editors import words_of
from svcconsole.gui.forms.problems import Problem
from svcconsole.gui.metrics import dp
from svcconsole.gui.style import set_property
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.widgets.cards import Hairline, IconLabel, RowButton, ScrollPage

MOST_CHANGES = 60
LONGEST = 400


class ChangesColumn(ScrollPage):
    """`chosen(loc)` when a problem or a change is clicked."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("canvas", 16)
        self.body.setSpacing(dp(8))
        self._parts = QWidget()
        self.body.addWidget(self._parts)
        self.body.addStretch(1)

    def show_changes(
        self, changes: Sequence[Change], problems: Sequence[Problem], whole: str, *, existing: bool
    ) -> None:
        """Everything anew; `whole` says how much of the record stays as it is."""
        parts = QWidget()
        set_property(parts, "bg", "canvas")
        column = QVBoxLayout(parts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(dp(8))
        if existing:
            column.addWidget(PlainLabel(self.tr("What will change"), "section"))
            column.addWidget(PlainLabel(whole, "caption", "text2", wrap=True))
            for change in changes[:MOST_CHANGES]:
                column.addLayout(_change(change))
                column.addWidget(Hairline())
            if len(changes) > MOST_CHANGES:
                more = self.tr("And {0} more.").format(len(changes) - MOST_CHANGES)
                column.addWidget(PlainLabel(more, "caption", "text2"))
        if problems:
            column.addSpacing(dp(4))
            column.addWidget(PlainLabel(self.tr("To put right"), "section"))
            for problem in problems:
                column.addWidget(self._problem(problem))
        elif not existing:
            column.addWidget(PlainLabel(whole, "caption", "text2", wrap=True))
        self.body.replaceWidget(self._parts, parts)
        self._parts.hide()
        self._parts.deleteLater()
        self._parts = parts

    def _problem(self, problem: Problem) -> QWidget:
        icon, tone = ("warning", "warning") if problem.warning else ("error", "danger")
        head, sign, rest = problem.sentence.partition(": ")
        row = RowButton(icon, tone, head if sign else problem.sentence, rest, "")
        row.setCheckable(False)
        row.clicked.connect(lambda _=False: self.chosen.emit(problem.loc))
        return row


def _change(change: Change) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(dp(2))
    column.addWidget(PlainLabel(change.label, "label", "text2", wrap=True))
    if change.old is not None:
        column.addLayout(_line("minus", "danger", change.old, "text2"))
    if change.new is not None:
        column.addLayout(_line("plus", "success", change.new, "text"))
    elif not change.loc[1:]:
        column.addLayout(_line("plus", "success", change.new, "text2"))
    return column


def _line(icon: str, tone: str, value: Any, text_tone: str) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setSpacing(dp(8))
    line.addWidget(IconLabel(icon, tone, 12), 0, Qt.AlignmentFlag.AlignTop)
    words = words_of(value)
    text = PlainLabel(words if len(words) <= LONGEST else f"{words[:LONGEST]}…", "body", text_tone, wrap=True)
    line.addWidget(text, 1)
    return line
