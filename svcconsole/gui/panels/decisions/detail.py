"""One record of unknown outcome: the question, what was sent, the evidence, and three equal choices."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QWidget

from svcconsole.gui.design.hiding import hidden_json, hidden_name
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import dotted, tr
from svcconsole.gui.kit import quantity_words as runs
from svcconsole.gui.kit.containers.boxes import grid_box, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, IconLabel, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.panels.decisions import decision_text as say
from svcconsole.gui.panels.decisions.timeline import Timeline, evidence, steps
from svcconsole.gui.panels.runs.decide_unknown import Choice
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.runtime.window_requests import PersonRef

if TYPE_CHECKING:
    from svcconsole.gui.panels.decisions.decision_list import Row
    from svcconsole.gui.panels.decisions.evidence import Evidence

SIDE_BY_SIDE = 640
LONGEST_SHOWN = 20_000


class Detail(ScrollPage):
    """`answered()`: another choice was made. `run_wanted(run_id)`: the run it belongs to is to be shown.
    `person_wanted(Whom)`: so is what is known of the person. `report_wanted(reference)`: so is the report.
    `call_wanted(run_id, seq)`: so is the call in which it went."""

    answered = Signal()
    run_wanted = Signal(str)
    person_wanted = Signal(object)
    report_wanted = Signal(str)
    call_wanted = Signal(str, int)

    def __init__(self) -> None:
        super().__init__(inset=24)
        self._run_id = self._reference = ""
        self._seq = 0
        self._whom = PersonRef(())
        self._words: Mapping[str, say.ChoiceWords] = {}
        self.question = PlainLabel("", "title", wrap=True)
        self.reason = PlainLabel("", "body", "text2", wrap=True)
        self.facts = FactColumns()
        self.see = link(tr("See what was sent"))
        self.see.clicked.connect(self._turn_sent)
        self.person = link(tr("What happened with this person"))
        self.person.clicked.connect(lambda: self.person_wanted.emit(self._whom))
        self.run = link(tr("Show the run"))
        self.run.clicked.connect(lambda: self.run_wanted.emit(self._run_id))
        self.report = link(tr("Show the report"))
        self.report.clicked.connect(lambda: self.report_wanted.emit(self._reference))
        self.call = link(tr("Show the call"))
        self.call.clicked.connect(lambda: self.call_wanted.emit(self._run_id, self._seq))
        self.sent = PlainLabel("", "mono", "text2", wrap=True)
        self.sent.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.evidence = _note("")
        self.known = SectionHeading(tr("What we know"), trailing=self.evidence)
        self.story = Timeline()
        self.what = SectionHeading(
            tr("What should count?"), trailing=_note(tr("your name and the time are kept with it"))
        )
        self.decided = PlainLabel("", "body", wrap=True)
        self._cards = QWidget()
        self._side = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._cards)
        self._side.setContentsMargins(0, 0, 0, 0)
        self._side.setSpacing(dp(12))
        self.group = QButtonGroup(self)
        self.choices: dict[str, Choice] = {}
        self._build_layout()
        for at in range(len(say.SINGLE)):
            key = QShortcut(Qt.Key.Key_1 + at, self)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(lambda at=at: self.choose(list(self.choices)[at]))
        self.group.idToggled.connect(lambda *_: self.answered.emit())

    def _build_layout(self) -> None:
        head = hbox(spacing=14)
        head.addWidget(IconLabel("decide", "warning", 22, line="title"), 0, Qt.AlignmentFlag.AlignTop)
        said = vbox(self.question, self.reason, spacing=4)
        head.addLayout(said, 1)
        well = Ground("well")
        column = vbox(parent=well, spacing=6, margins=(14, 8, 14, 8))
        column.addWidget(self.facts)
        ways = FlowLayout(gap=16, row_gap=4)
        ways.setContentsMargins(-dp(5), 0, 0, 0)  # a link's padding: its words begin at the edge
        for way in (self.see, self.call, self.run, self.report, self.person):
            ways.addWidget(way)
        column.addLayout(ways)
        for part in (well, self.sent, self.known, self.story, Hairline(), self.what, self.decided):
            self.body.addWidget(part)
        self.body.insertLayout(0, head)
        self.body.addWidget(self._cards)
        self.body.addStretch(1)
        self.sent.hide()
        self.person.hide()

    def show_row(self, row: Row, known: Evidence) -> None:
        """Ask about another one; nothing is chosen beforehand."""
        doubt, decided = row.doubt, row.decided
        self._run_id, self._seq, self._reference = doubt.run_id, doubt.seq, doubt.reference
        self._whom = PersonRef(known.people, known.name or doubt.about)
        self.question.setText(say.question(doubt, known.name))
        self.reason.setText(visible(doubt.reason))
        place = say.place_of(doubt)
        self.facts.set_facts(
            [
                (tr("What"), say.name_of(doubt)),
                (tr("Person"), hidden_name(visible(known.name))),
                (tr("Reference"), visible(known.reference)),
                (tr("Run"), f"{visible(doubt.title)}, {place}" if place else ""),
                (tr("Left for the store"), f"{runs.day(doubt.at)} {clock_of(doubt.at)}" if doubt.at else ""),
            ]
        )
        self.run.setVisible(not doubt.single)
        self.report.setVisible(doubt.kind == say.REPORT)
        self.person.setVisible(bool(known.people))
        self.sent.setText(hidden_json(_shown(known.body)))
        self.sent.hide()
        self.see.setVisible(bool(known.body))
        self.see.setText(tr("See what was sent"))
        self.evidence.setText(evidence(known))
        self.story.set_steps(steps(doubt, known))
        self._set_choices(say.choices(doubt.kind, single=doubt.single))
        self.what.setVisible(decided is None)
        self._cards.setVisible(decided is None)
        self.decided.setVisible(decided is not None)
        if decided is not None:
            self.decided.setText(_told(row))
        self.clear()

    def answer(self) -> str:
        """The chosen answer, or nothing."""
        return next((key for key, choice in self.choices.items() if choice.radio.isChecked()), "")

    def choose(self, answer: str) -> None:
        """Choose as a click would."""
        if self._cards.isVisible():
            self.choices[answer].radio.click()

    def clear(self) -> None:
        """Nothing is chosen."""
        self.group.setExclusive(False)
        for choice in self.choices.values():
            choice.radio.setChecked(False)
        self.group.setExclusive(True)
        self.answered.emit()

    def _set_choices(self, table: Mapping[str, say.ChoiceWords]) -> None:
        """Three cards with these words."""
        if self._words is table:
            return
        self._words = table
        for choice in self.choices.values():
            self.group.removeButton(choice.radio)
            self._side.removeWidget(choice)
            choice.hide()
            choice.deleteLater()
        self.choices = {
            answer: Choice(tr(said.title), at, tr(said.text), tr(said.right), tr(said.wrong))
            for at, (answer, said) in enumerate(table.items(), 1)
        }
        for choice in self.choices.values():
            self.group.addButton(choice.radio)
            self._side.addWidget(choice, 1)

    def _turn_sent(self) -> None:
        self.sent.setVisible(self.sent.isHidden())
        words = tr("See what was sent") if self.sent.isHidden() else tr("Hide what was sent")
        self.see.setText(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        row, column = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        wide = self.viewport().width() >= dp(SIDE_BY_SIDE)
        self._side.setDirection(row if wide else column)
        self.facts.set_columns(4 if wide else 2)


def _note(text: str) -> PlainLabel:
    return PlainLabel(text, "caption", "text2")


def _told(row: Row) -> str:
    """What was decided, by whom and when."""
    decided = row.decided
    if decided is None:
        return ""
    parts = (
        tr(say.DECIDED[decided.decision]),
        called(decided.by),
        runs.day(decided.at),
        clock_of(decided.at),
    )
    return dotted(*parts)


def _shown(body: bytes) -> str:
    """The request as lines people can read, hidden characters named; the whole of it unless it is huge."""
    try:
        text = json.dumps(json.loads(body), ensure_ascii=False, indent=2)
    except ValueError:
        text = body.decode(errors="replace")
    lines = text[:LONGEST_SHOWN].split("\n")
    return "\n".join(visible(line) for line in lines)


class FactColumns(QWidget):
    """Labels over values, side by side; blank ones are left out."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = grid_box(parent=self, spacing=(24, 2))
        self._facts: list[tuple[str, str]] = []
        self._columns = 4

    def set_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Show other facts."""
        self._facts = [(label, value) for label, value in facts if value]
        self._fill()

    def set_columns(self, columns: int) -> None:
        """How many stand side by side."""
        if columns != self._columns:
            self._columns = columns
            self._fill()

    def _fill(self) -> None:
        clear_layout(self._grid)
        for at, (label, value) in enumerate(self._facts):
            row, column = divmod(at, self._columns)
            self._grid.addWidget(PlainLabel(label, "caption", "text2"), 2 * row, column)
            shown = PlainLabel(value, "strong", wrap=True)
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            shown.setAccessibleName(f"{label}: {value}")
            self._grid.addWidget(shown, 2 * row + 1, column, Qt.AlignmentFlag.AlignTop)
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column < min(self._columns, len(self._facts)) else 0)
