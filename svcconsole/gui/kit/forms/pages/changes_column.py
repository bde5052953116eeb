"""The column beside an editor: what will change, old above new, and problems as links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, capital, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, IconLabel, ScrollPage
from svcconsole.gui.kit.forms.problems import Loc, Problem
from svcconsole.gui.kit.forms.record_diff import Change
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton

MOST_CHANGES = 60
LONGEST = 400


class ChangesColumn(ScrollPage):
    """`chosen(loc)` when a problem or a change is clicked."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("canvas", 16)
        self.body.setSpacing(dp(8))
        self._parts = QWidget()
        self._shown: object = None
        self.body.addWidget(self._parts)
        self.body.addStretch(1)

    def show_changes(
        self,
        changes: Sequence[Change],
        problems: Sequence[Problem],
        whole: str,
        words: Callable[[Loc, Any], str],
        *,
        existing: bool,
    ) -> None:
        """Everything anew where it differs; `whole` says how much of the record stays as it is."""
        said = [(change, words(change.loc, change.old), words(change.loc, change.new)) for change in changes]
        shown = (said, list(problems), whole, existing)
        if shown == self._shown:
            return
        self._shown = shown
        parts = QWidget()
        set_property(parts, "bg", "canvas")
        column = vbox(parent=parts, spacing=8)
        if existing:
            column.addWidget(PlainLabel(tr("What will change"), "section"))
            column.addWidget(PlainLabel(whole, "caption", "text2", wrap=True))
            for change in changes[:MOST_CHANGES]:
                column.addLayout(_change(change, words))
                column.addWidget(Hairline())
            if len(changes) > MOST_CHANGES:
                more = tr("And {changes} more.", changes=len(changes) - MOST_CHANGES)
                column.addWidget(PlainLabel(more, "caption", "text2"))
        if problems:
            column.addSpacing(dp(4))
            errors = any(not problem.warning for problem in problems)
            heading = tr("To fix") if errors else tr("Worth a look")
            column.addWidget(PlainLabel(heading, "section"))
            for problem in problems:
                column.addWidget(self._problem(problem))
        elif not existing:
            column.addWidget(PlainLabel(tr("What will be created"), "section"))
            column.addWidget(PlainLabel(whole, "caption", "text2", wrap=True))
        self.body.replaceWidget(self._parts, parts)
        self._parts.hide()
        self._parts.deleteLater()
        self._parts = parts

    def _problem(self, problem: Problem) -> QWidget:
        row = ProblemRow(problem)
        row.clicked.connect(lambda _=False: self.chosen.emit(problem.loc))
        return row


class ProblemRow(PaintedButton):
    """A problem that leads to its field: icon, what, why, and a chevron."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        icon, tone = ("warning", "warning") if problem.warning else ("error", "danger")
        head, sign, rest = visible(problem.sentence).partition(": ")
        self.setText(show(problem.sentence))
        self.setAccessibleName(show(problem.sentence))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        line = hbox(parent=self, spacing=8, margins=(0, 4, 0, 4))
        line.addWidget(IconLabel(icon, tone, 16), 0, Qt.AlignmentFlag.AlignTop)
        words = vbox(spacing=2)
        words.addWidget(PlainLabel(head, "strong", wrap=True))
        if sign:
            words.addWidget(PlainLabel(capital(rest), "caption", "text2", wrap=True))
        line.addLayout(words, 1)
        line.addWidget(IconLabel("right", "text2", 14), 0, Qt.AlignmentFlag.AlignVCenter)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self.underMouse():
                box(painter, self.rect(), dp(4), fill=colour("hover"))
            if self.hasFocus():
                ring(painter, self.rect(), dp(4))


def _change(change: Change, words: Callable[[Loc, Any], str]) -> QVBoxLayout:
    column = vbox(spacing=2)
    column.addWidget(PlainLabel(visible(change.label), "label", "text2", wrap=True))
    if change.old is not None or not change.is_row:
        column.addLayout(_line("minus", "danger", words(change.loc, change.old), "text2"))
    if change.new is not None or not change.is_row:
        column.addLayout(_line("plus", "success", words(change.loc, change.new), "text"))
    return column


def _line(icon: str, tone: str, words: str, text_tone: str) -> QHBoxLayout:
    line = hbox(spacing=8)
    mark = vbox(IconLabel(icon, tone, 12), STRETCH, margins=(0, 3, 0, 0))
    line.addLayout(mark)
    shown = visible(words if len(words) <= LONGEST else f"{words[:LONGEST]}…")
    text = PlainLabel(shown, "body", text_tone, wrap=True)
    line.addWidget(text, 1)
    return line
