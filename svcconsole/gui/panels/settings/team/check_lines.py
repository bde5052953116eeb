"""The test of a shared workspace's address, step by step, each line with its own way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Framed, Ground, Hairline, SectionHeading
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.round_mark import RoundMark

if TYPE_CHECKING:
    from svcconsole.workspace.engines.postgresql_check import CheckStep

MARKS = {
    "good": ("check", "success"),
    "look": ("warning", "warning"),
    "failed": ("error", "danger"),
    "skipped": ("minus", "neutral"),
}
LEAST = 43


class CheckLine(Ground):
    """One step: its mark, its name over what was found, and what to do. `port_wanted(port)`."""

    port_wanted = Signal(int)

    def __init__(self, step: CheckStep) -> None:
        state = str(step.state)
        super().__init__("surface")
        icon, tone = MARKS[state]
        column = vbox(spacing=0)
        column.addWidget(PlainLabel(visible(step.name), "strong", "text2" if state == "skipped" else "text"))
        said = visible(step.sentence)
        column.addWidget(
            PlainLabel(said, "caption", tone if state in ("look", "failed") else "text2", wrap=True)
        )
        if step.advice:
            column.addWidget(PlainLabel(visible(step.advice), "caption", "text2", wrap=True))
        row = hbox(
            (RoundMark(icon, tone, size=24), 0, Qt.AlignmentFlag.AlignVCenter), (column, 1), spacing=12,
            margins=(12, 4, 12, 4),
        )  # fmt: skip
        if step.note:
            row.addWidget(PlainLabel(visible(step.note), "caption", "text2"))
        if step.other_port is not None:
            use = button(tr("Use port {port}", port=str(step.other_port)))
            use.clicked.connect(lambda: self.port_wanted.emit(step.other_port))
            row.addWidget(use)
        if step.statements:
            copy = button(tr("Copy the SQL"), "copy")
            copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(step.statements))
            row.addWidget(copy)
            column.addWidget(PlainLabel(step.statements, "mono", "text", wrap=True))
        vbox(row, Hairline(), parent=self, spacing=0)
        self.setMinimumHeight(dp(LEAST))
        self.setAccessibleName(
            sentences(tr("{step}: {sentence}", step=step.name, sentence=step.sentence), step.advice)
        )


class CheckLines(QWidget):
    """The steps of one test as they are done, under their sum. `port_wanted(port)`."""

    port_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.heading = SectionHeading(tr("The test, step by step"))
        inside = Ground("surface")
        self._column = vbox(parent=inside, spacing=0)
        vbox(self.heading, Framed(inside), parent=self, spacing=8)
        self.steps: list[CheckStep] = []
        self.lines: list[CheckLine] = []
        self.hide()

    def clear(self) -> None:
        """Forget the last test: what it tried has changed since."""
        for line in self.lines:
            line.hide()
            line.deleteLater()
        self.steps.clear()
        self.lines.clear()
        self.hide()

    def add(self, step: CheckStep) -> None:
        """One more step was done."""
        line = CheckLine(step)
        line.port_wanted.connect(self.port_wanted)
        self.steps.append(step)
        self.lines.append(line)
        self._column.addWidget(line)
        states = [str(each.state) for each in self.steps]
        good, look, failed = (states.count(state) for state in ("good", "look", "failed"))
        parts = [tr_plural("{n} good", "{n} good", good)]
        if look:
            parts.append(tr_plural("{n} worth a look", "{n} worth a look", look))
        if failed:
            parts.append(tr("stopped"))
        self.heading.set_note(" · ".join(parts))
        self.show()

    def failure(self) -> str:
        """What the step that failed says; blank where none did."""
        return next((step.sentence for step in self.steps if str(step.state) == "failed"), "")
