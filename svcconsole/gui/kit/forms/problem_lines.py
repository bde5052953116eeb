"""Problems of a part of the page as lines under it: icon, sentence, and a link that puts it right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.widgets.buttons import link

MOST = 4


class ProblemLines(QWidget):
    """A blank line while all is well, so that nothing moves when it is not. `fix_wanted(problem)` when its
    link is clicked."""

    fix_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._column = vbox(parent=self, spacing=4)
        self._shown: list[Problem] = []
        self._keep_line()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show other problems; the first few, then how many more."""
        if list(problems) == self._shown:
            return
        self._shown = list(problems)
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for problem in problems[:MOST]:
            self._column.addWidget(self._line(problem))
        if len(problems) > MOST:
            more = tr("And {problems} more.", problems=len(problems) - MOST)
            self._column.addWidget(PlainLabel(more, "caption", "text2"))

    def _keep_line(self) -> None:
        line = self.fontMetrics().height()
        self.setMinimumHeight(line)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_line()

    def _line(self, problem: Problem) -> QWidget:
        icon, tone = ("warning", "warning") if problem.warning else ("error", "danger")
        box = QWidget()
        line = hbox(parent=box, spacing=8)
        top = Qt.AlignmentFlag.AlignTop if not problem.fix else Qt.AlignmentFlag.AlignVCenter
        line.addWidget(IconLabel(icon, tone, 14), 0, top)
        if not problem.fix:
            line.addWidget(PlainLabel(problem.sentence, "caption", tone, wrap=True), 1)
        else:
            sentence = ElidedLabel(problem.sentence, "caption", tone)
            sentence.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
            line.addWidget(sentence)
            fixes = link(problem.fix, "label")
            fixes.setFixedHeight(self.fontMetrics().height())
            fixes.clicked.connect(lambda _=False: self.fix_wanted.emit(problem))
            line.addWidget(fixes)
            line.addStretch(1)
        return box
