"""The card of one scenario: what it teaches, its steps, its progress."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import message, tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Card, Ground, IconLabel
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.relative_time import within_sentence
from svcconsole.gui.kit.widgets.buttons import Button, button
from svcconsole.gui.kit.widgets.pills import Pill, PillValue
from svcconsole.gui.panels.practice.scenarios.scenario_attempt import Stage, Verdict
from svcconsole.gui.panels.practice.scenarios.scenarios import Scenario

STAGES = {
    Stage.WAITING: PillValue(message("Your turn"), "play", "accent"),
    Stage.GOING: PillValue(message("Going on"), "clock", "neutral"),
    Stage.PASSED: PillValue(message("Passed"), "check", "success"),
    Stage.FAILED: PillValue(message("Not this time"), "warning", "warning"),
    Stage.LOST: PillValue(message("Ended"), "minus", "neutral"),
}


class ScenarioCard(Card):
    """The signals say what the person wants; the view does it."""

    begin_wanted = Signal()
    leave_wanted = Signal()
    place_wanted = Signal()
    answered = Signal(str)
    release_wanted = Signal()

    def __init__(self, scenario: Scenario, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scenario = scenario
        self._verdict: Verdict | None = None
        self._icon = IconLabel("practice", "text2", 20)
        title = PlainLabel(tr("{n}. {title}", n=number, title=tr(scenario.title)), "section", wrap=True)
        self._passed = Pill()
        top = hbox(spacing=10)
        top.addWidget(self._icon)
        top.addWidget(title, 1)
        top.addWidget(self._passed)
        self.begin = button(tr("Begin"), "play")
        self.begin.set_compact()
        self.begin.setAccessibleName(tr("Start: {title}", title=tr(scenario.title)))
        top.addWidget(self.begin)
        self.body.addLayout(top)
        self.body.addWidget(PlainLabel(tr(scenario.learn), "body", "text2", wrap=True))
        self._course = QWidget()
        column = vbox(parent=self._course, spacing=10, margins=(0, 4, 0, 0))
        for at, step in enumerate(scenario.steps, 1):
            line = hbox(
                (PlainLabel(f"{at}", "strong", "accent_text"), 0, Qt.AlignmentFlag.AlignTop),
                (PlainLabel(tr(step), "body", wrap=True), 1),
                spacing=10,
            )
            column.addLayout(line)
        column.addWidget(self._verdict_box())
        column.addWidget(self._ways())
        self.body.addWidget(self._course)
        self.begin.clicked.connect(self.begin_wanted)
        self.show_course(None)
        self.show_passed("")

    def _verdict_box(self) -> QWidget:
        box = Ground("well")
        row = hbox(parent=box, spacing=10, margins=(12, 8, 12, 8))
        self._stage = Pill()
        self._sentence = PlainLabel("", "body", wrap=True)
        row.addWidget(self._stage, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._sentence, 1)
        return box

    def _ways(self) -> QWidget:
        scenario = self.scenario
        self.place = button(
            tr("Open the file of this scenario") if scenario.rows else tr("Open the Catalog"),
            "import" if scenario.rows else "catalog",
            "primary",
        )
        self.answers: dict[str, Button] = {}
        for key, words in scenario.answers:
            answer = self.answers[key] = button(tr(words))
            answer.clicked.connect(partial(self.answered.emit, key))
        self.release = button(tr(scenario.release), "unlock")
        self.again = button(tr("Try again"), "refresh", "primary")
        self.leave = button(tr("Quit the scenario"), None, "quiet")
        box = QWidget()
        flow = FlowLayout(box, gap=8)
        for way in (self.place, *self.answers.values(), self.release, self.again, self.leave):
            flow.addWidget(way)
        self.place.clicked.connect(self.place_wanted)
        self.release.clicked.connect(self.release_wanted)
        self.again.clicked.connect(self.begin_wanted)
        self.leave.clicked.connect(self.leave_wanted)
        return box

    def verdict(self) -> Verdict | None:
        """How far it is said to be; None while it is not under way."""
        return self._verdict

    def show_passed(self, at: str) -> None:
        """When it was passed first; empty: not yet."""
        self._icon.set("check" if at else "practice", "success" if at else "text2")
        self._passed.setVisible(bool(at))
        if at:
            words = tr("Passed {when}", when=within_sentence(at))
            self._passed.set(words, "check", "success")

    def show_course(self, verdict: Verdict | None, *, released: bool = False) -> None:
        """How far it is, or None while it is not under way."""
        self._verdict = verdict
        self._course.setVisible(verdict is not None)
        self.begin.setVisible(verdict is None)
        if verdict is None:
            return
        stage = STAGES[verdict.stage]
        self._stage.set_value(stage)
        self._sentence.setText(visible(verdict.sentence))
        over = verdict.stage in (Stage.PASSED, Stage.FAILED, Stage.LOST)
        going = verdict.stage is Stage.GOING
        self.place.setVisible(not over)
        self.place.set_kind("plain" if going and (self.answers or self.release.text()) else "primary")
        for answer in self.answers.values():
            answer.setVisible(going)
        self.release.setVisible(bool(self.scenario.release) and going and not released)
        self.again.setVisible(over and verdict.stage is not Stage.PASSED)
        self.leave.setText(tr("Close") if verdict.stage is Stage.PASSED else tr("Quit the scenario"))
