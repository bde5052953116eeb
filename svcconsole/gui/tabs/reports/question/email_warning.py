"""Counts the e-mails a question may cause: every part goes to every recipient."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import Signal

from svcconsole.api.models.reports import RESUMABLE
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.services.reports.question import ReportQuestion
from svcconsole.workspace.runs.report_runs import ReportRun, Stage

MOST_ROWS = 50_000
"""Rows of one part (specification, Limits)."""
ROOM = 1.25
"""A month may be busier than the one it is judged by."""


@dataclass(frozen=True, slots=True)
class EmailCount:
    """`parts` at most, as far as an earlier export tells; None where nothing tells, 1 where there is one."""

    recipients: int
    parts: int | None

    @property
    def many(self) -> bool:
        """Whether more than one e-mail may reach the same person."""
        return self.parts != 1

    def question(self) -> str:
        """The same as what is asked before the first part."""
        if self.parts is not None:
            return self.sentence()
        people = tr_plural("1 person", "{n} people", self.recipients)
        return tr("This may send several e-mails to {people}.", people=people)

    def short(self) -> str:
        """What the filled button will cause, in a few words."""
        if not self.recipients:
            return ""
        return tr_plural(
            "1 report, e-mailed to 1 person", "1 report, e-mailed to {n} people", self.recipients
        )

    def sentence(self) -> str:
        """What will reach the mailboxes."""
        people = tr_plural("1 person", "{n} people", self.recipients)
        if not self.recipients:
            return ""
        if self.parts is None:
            return tr(
                "A large export comes in parts of 50,000 rows, and every part is e-mailed to {people}.",
                people=people,
            )
        most = self.parts * self.recipients
        if self.parts == 1:
            return tr_plural("It is e-mailed to 1 person.", "It is e-mailed to {n} people.", most)
        return tr(
            "This may send up to {number} to {people}.",
            number=tr_plural("1 e-mail", "{n} e-mails", most),
            people=people,
        )


def email_count(question: ReportQuestion, earlier: Iterable[ReportRun]) -> EmailCount:
    """What a question may cause, judged by the rows a day of the last whole export of the same report."""
    if question.name != RESUMABLE:
        return EmailCount(len(question.emails), 1)
    for run in earlier:
        if run.is_watched:
            continue
        asked = ReportQuestion.of_json(run.question)
        same = (asked.name, asked.channel) == (question.name, question.channel)
        if same and run.stage is Stage.DONE and run.rows is not None:
            rows = run.rows / _days(asked) * _days(question) * ROOM
            return EmailCount(len(question.emails), max(1, math.ceil(rows / MOST_ROWS)))
    return EmailCount(len(question.emails), None)


def _days(question: ReportQuestion) -> int:
    first, last = question.span.days
    return (last - first).days + 1


class EmailWarningLine(Ground):
    """Hidden while there is nothing to warn of. `only_me`: nobody else is to get them."""

    only_me = Signal()

    def __init__(self) -> None:
        super().__init__("well")
        self.icon = IconLabel("mail", "warning", 16)
        self.said = PlainLabel("", "caption", "text", wrap=True)
        self.alone = link(tr("Only me"))
        self.alone.clicked.connect(self.only_me)
        hbox(self.icon, (self.said, 1), self.alone, parent=self, spacing=10, margins=(12, 8, 12, 8))
        self.hide()

    def show_mails(self, mails: EmailCount | None, *, alone: bool) -> None:
        """Warn where the same person may get more than one; `alone`: it goes to the person who asks."""
        warns = mails is not None and mails.many
        self.setVisible(warns)
        if mails is not None:
            self.said.setText(mails.sentence())
        self.alone.setVisible(not alone)
