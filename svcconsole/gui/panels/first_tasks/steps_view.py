"""The steps of one task as a time line, where to look for the next one, and the result once all are done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel, ScrollPage
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.round_mark import RoundMark
from svcconsole.gui.panels.first_tasks.place_drawing import PlaceDrawing

if TYPE_CHECKING:
    from svcconsole.gui.panels.first_tasks.checks import Progress, Seen
    from svcconsole.gui.panels.first_tasks.tasks import Step, Task


BESIDE = 660
TOP, ANY = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag(0)
STATES = {
    "seen": ("check", "success", "strong", "text"),
    "next": ("right", "info", "heading", "text"),
    "later": ("clock", "neutral", "strong", "text2"),
}
"""How a step stands → its mark and that mark's tone, the role and the tone of its words."""


class StepsView(ScrollPage):
    """Shown anew only where something else is to be said: what is read every second does not flicker."""

    def __init__(self) -> None:
        super().__init__("surface", 40)
        self._shown: object = None
        self.title = PlainLabel("", "title", wrap=True)
        self.minutes = PlainLabel("", "caption", "text2")
        self.lead = PlainLabel("", "body", "text2", wrap=True)
        self.again = PlainLabel("", "body", "warning", wrap=True)
        self._steps: QWidget | None = None
        self.drawing = PlaceDrawing()
        self.where = PlainLabel("", "body", "text2", wrap=True)
        look = PlainLabel(tr("Where to look"), "section")
        said = tr("The button is ringed there once. Esc puts the ring away.")
        keys = PlainLabel(said, "body", "text2", wrap=True)
        words = vbox(look, self.where, keys, spacing=8)
        words.addStretch(1)
        self.well = Ground("well")
        self._look = hbox(self.drawing, (words, 1), parent=self.well, spacing=20, margins=16)
        self.result = Ground("well")
        self.well_done = PlainLabel("", "body", wrap=True)
        self.live = PlainLabel("", "body", "text2", wrap=True)
        done = vbox(
            PlainLabel(tr("What you did well"), "section"),
            self.well_done,
            PlainLabel(tr("What a live store would have done differently"), "section"),
            self.live,
            spacing=6,
        )
        mark = vbox(IconLabel("check", "success", 20))
        mark.addStretch(1)
        hbox(mark, (done, 1), parent=self.result, spacing=14, margins=16)
        head = hbox((self.title, 1), spacing=12)
        head.addWidget(self.minutes, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(head)
        self.body.addWidget(self.lead)
        self.body.addWidget(self.again)
        self.body.addWidget(self.well)
        self.body.addWidget(self.result)
        self.body.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow: where to look stands under the drawing of it."""
        beside = self.viewport().width() >= dp(BESIDE)
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if direction != self._look.direction():
            self._look.setDirection(direction)
        super().resizeEvent(event)

    def show_task(self, task: Task, progress: Progress, passed: Mapping[str, Any] | None) -> None:
        """The steps of a task with those that were seen; its result once it is `passed`."""
        shown = (task.id, progress, passed is not None)
        if shown == self._shown:
            return
        self._shown = shown
        self.title.setText(tr(task.title))
        self.minutes.setText(tr_plural("{n} minute", "{n} minutes", task.minutes))
        self.lead.setText(tr(task.lead))
        self.again.setText(progress.again)
        self.again.setVisible(bool(progress.again) and passed is None)
        if self._steps is not None:
            self.body.removeWidget(self._steps)
            self._steps.hide()
            self._steps.deleteLater()
        self._steps = _steps(task, progress, passed is not None)
        self.body.insertWidget(3, self._steps)
        self.well.setVisible(passed is None)
        self.result.setVisible(passed is not None)
        step = task.steps[progress.next or 0]
        self.drawing.show_step(step)
        self.where.setText(tr(step.where))
        self.well_done.setText(tr(task.well))
        self.live.setText(tr(task.live))


def _steps(task: Task, progress: Progress, done: bool) -> QWidget:
    """The time line; a task that was passed before shows its steps as done."""
    whole = QWidget()
    column = vbox(parent=whole, spacing=0)
    for at, (step, seen) in enumerate(zip(task.steps, progress.steps, strict=True)):
        is_next = not done and at == progress.next
        state = "seen" if seen or done else "next" if is_next else "later"
        icon, tone, role, ink = STATES[state]
        mark = RoundMark(icon, tone, size=24, joined=at < len(task.steps) - 1)
        title = tr("Next: {step}", step=tr(step.words)) if is_next else tr(step.words)
        words = vbox(
            PlainLabel(title, role, ink, wrap=True),
            PlainLabel(_below(step, seen, done), "caption", "text2", wrap=True),
            spacing=2,
            margins=(0, 0, 0, 16),
        )
        row = hbox(spacing=12)
        last = at == len(task.steps) - 1
        row.addWidget(mark, 0, TOP if last else ANY)
        row.addLayout(words, 1)
        column.addLayout(row)
    whole.setMinimumWidth(dp(240))
    return whole


def _below(step: Step, seen: Seen | None, done: bool) -> str:
    """When it was seen, else where it is done."""
    if seen is None:
        return "" if done else tr(step.where)
    if not seen.at:
        return tr("Seen")
    at = tr("Seen at {time}", time=clock_of(seen.at))
    return tr("{seen}: {what}", seen=at, what=seen.words) if seen.words else at
