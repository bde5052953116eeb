"""The rules a person confirms, each with its count, its choices and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, Space, grid_box, vbox
from svcconsole.gui.kit.containers.cards import Hairline, IconLabel, SectionHeading
from svcconsole.gui.kit.widgets.calm_combo import CalmCombo

if TYPE_CHECKING:
    from svcconsole.services.imports.views import ChoiceView, RuleView


class Question(QWidget):
    """One rule. `answered(id, choice, text)`."""

    answered = Signal(str, str, str)

    def __init__(self, rule: RuleView) -> None:
        super().__init__()
        self.rule = rule
        self.icon = IconLabel("decide", "warning")
        self.sentence = PlainLabel("", role="strong", wrap=True)
        self.why = PlainLabel("", role="caption", tone="text2", wrap=True)
        self.choice = CalmCombo()
        self.choice.setMinimumWidth(dp(260))
        self.text = QLineEdit()
        grid = grid_box(parent=self, spacing=(12, 2), margins=(4, 10, 4, 10))
        grid.addWidget(self.icon, 0, 0, Qt.AlignmentFlag.AlignTop)
        said = vbox(self.sentence, self.why, STRETCH, spacing=2)
        grid.addLayout(said, 0, 1)
        answer = vbox(self.choice, self.text, STRETCH, spacing=4)
        grid.addLayout(answer, 0, 2)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 2)
        self.choice.activated.connect(self._chosen)
        self.text.editingFinished.connect(self._typed)
        self.set_rule(rule)

    def set_rule(self, rule: RuleView) -> None:
        self.rule = rule
        self.icon.set(*(("check", "success") if rule.decided else ("decide", "warning")))
        self.sentence.setText(rule.question)
        self.why.setText(rule.why)
        self.choice.setAccessibleName(show(rule.question))
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItem(tr("Choose an answer"), "")
            for offered in rule.choices:
                self.choice.addItem(show(offered.label), offered.key)
            self.choice.setCurrentIndex(max(0, self.choice.findData(rule.choice or "")))
        self.text.setText(rule.text)
        self._update_look()

    def _offered(self) -> ChoiceView | None:
        """The choice that is chosen now."""
        key = self.choice.currentData()
        return next((offered for offered in self.rule.choices if offered.key == key), None)

    def _needs(self) -> str:
        """What it wants typed, or nothing."""
        offered = self._offered()
        return show(offered.needs_text) if offered is not None else ""

    def _update_look(self) -> None:
        needs = self._needs()
        self.text.setVisible(bool(needs))
        self.text.setAccessibleName(needs)
        offered = self._offered()
        self.text.setPlaceholderText((show(offered.example) or needs) if offered is not None else "")
        set_property(self.text, "state", "" if self.text.text() or not needs else "edited")

    def _chosen(self, _index: int) -> None:
        self._update_look()
        if self._needs() and not self.text.text().strip():
            self.text.setFocus()
        else:
            self.answered.emit(self.rule.id, str(self.choice.currentData()), self.text.text().strip())

    def finish_typing(self) -> bool:
        """Take the text as it is typed now."""
        self._typed()
        return True

    def _typed(self) -> None:
        text = self.text.text().strip()
        if text and (text, self.choice.currentData()) != (self.rule.text, self.rule.choice):
            self.answered.emit(self.rule.id, str(self.choice.currentData()), text)


class Questions(QWidget):
    """All rules that concern this file, undecided ones first. `answered(id, choice, text)`."""

    answered = Signal(str, str, str)

    def __init__(self) -> None:
        super().__init__()
        self.heading = SectionHeading(tr("To confirm"))
        self._rows: dict[str, Question] = {}
        self._body = vbox(self.heading, Space(4), parent=self, spacing=0)

    def set_rules(self, rules: Sequence[RuleView]) -> Iterator[None]:
        """Show `rules`, one more at each step."""
        for rule in sorted(rules, key=lambda rule: rule.decided):
            if rule.id in self._rows:
                self._rows[rule.id].set_rule(rule)
            else:
                self._add(rule)
            yield
        known = {rule.id for rule in rules}
        for rule_id, row in self._rows.items():
            row.setVisible(rule_id in known)
        waiting = sum(not rule.decided for rule in rules)
        self.heading.set_note(
            tr_plural("{n} waits for an answer", "{n} wait for an answer", waiting)
            if waiting
            else tr("all answered")
        )
        self.setVisible(bool(rules))

    def questions(self) -> tuple[Question, ...]:
        return tuple(self._rows.values())

    def _add(self, rule: RuleView) -> None:
        row = Question(rule)
        row.answered.connect(self.answered)
        self._rows[rule.id] = row
        self._body.addWidget(Hairline())
        self._body.addWidget(row)
