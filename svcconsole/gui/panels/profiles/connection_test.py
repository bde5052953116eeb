"""Test connection: each step as a line, so that the failing one is seen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from svcconsole.api.connection import Connection
from svcconsole.api.connection_check import Step, diagnose
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import sentences, tr
from svcconsole.gui.kit.containers.boxes import grid_box, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel

MARKS = {"ok": ("check", "success"), "failed": ("error", "danger"), "skipped": ("minus", "text2")}


class StepLine(QWidget):
    """Icon, the step's name, what was found, and what to do where it failed."""

    def __init__(self, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        icon, tone = MARKS[str(step.state)]
        grid = grid_box(parent=self, spacing=(8, 0))
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(IconLabel(icon, tone, 14), 0, 0, top)
        grid.addWidget(PlainLabel(step.name, "label"), 0, 1, top)
        grid.addWidget(PlainLabel(visible(step.sentence), "caption", tone, wrap=True), 0, 2)
        if step.advice:
            grid.addWidget(PlainLabel(visible(step.advice), "caption", "text2", wrap=True), 1, 2)
        grid.setColumnMinimumWidth(1, dp(120))
        grid.setColumnStretch(2, 1)
        self.setAccessibleName(
            sentences(tr("{step}: {sentence}", step=step.name, sentence=step.sentence), step.advice)
        )


class ConnectionTest(Ground):
    """The steps of one test, appearing as they are done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("canvas", "top", parent)
        self._column = vbox(parent=self, spacing=8, margins=(20, 12, 20, 12))
        self._lines: list[StepLine] = []
        self._failure = ""
        self.hide()

    def steps(self) -> list[str]:
        """What is on screen, as a screen reader reads it."""
        return [line.accessibleName() for line in self._lines]

    def failure(self) -> str:
        """What the last test's failing step found; blank where every step went well."""
        return self._failure

    def clear(self) -> None:
        """Forget the last test: what it tried has changed since."""
        for line in self._lines:
            self._column.removeWidget(line)
            line.deleteLater()
        self._lines.clear()
        self._failure = ""
        self.hide()

    async def run(self, connection: Connection) -> bool:
        """Try `connection` step by step; whether every step went well."""
        self.clear()
        good = True
        async for step in diagnose(connection):
            line = StepLine(step)
            self._lines.append(line)
            self._column.addWidget(line)
            self.show()
            if str(step.state) == "failed":
                good, self._failure = False, step.sentence
        return good
