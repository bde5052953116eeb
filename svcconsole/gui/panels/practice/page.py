"""The Practice page: whether the practice store runs, where, and putting it back to its beginning."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from svcconsole.gui import dialogs
from svcconsole.gui.console import Console
from svcconsole.gui.dialogs import Answer
from svcconsole.gui.metrics import dp
from svcconsole.gui.practice_process import PracticeProcess
from svcconsole.gui.tasks import TaskScope
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.widgets.buttons import button
from svcconsole.gui.widgets.cards import ScrollPage
from svcconsole.gui.widgets.facts import Fact, Facts
from svcconsole.gui.widgets.page_header import PageHeader


class PracticePage(QWidget):
    """What the practice store is, its address, Reset; from a live store: Open it."""

    def __init__(
        self, console: Console, practice: PracticeProcess | None, open_practice: Callable[[], None]
    ) -> None:
        super().__init__()
        self._console = console
        self._practice = practice
        self.scope = TaskScope(self, console.notices)
        header = PageHeader(self.tr("Practice store"))
        page = ScrollPage()
        self._facts = Facts()
        self.open_button = button(self.tr("Open the practice store"), "practice", "primary")
        self.reset_button = button(self.tr("Reset the practice store"), "undo", "danger")
        self.empty_button = button(self.tr("Empty the practice store"), "delete", "danger")
        lead = PlainLabel(
            self.tr(
                "A whole store on this computer. It answers as the real one does, mistakes included; "
                "nothing in it reaches a customer and nothing leaves this computer."
            ),
            wrap=True,
        )
        lead.setMaximumWidth(dp(560))
        row = QHBoxLayout()
        row.setSpacing(dp(8))
        for part in (self.open_button, self.reset_button, self.empty_button):
            row.addWidget(part)
        row.addStretch(1)
        page.body.setSpacing(dp(16))
        page.body.addWidget(lead)
        page.body.addWidget(self._facts)
        page.body.addLayout(row)
        page.body.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(page, 1)
        self.open_button.setVisible(not console.card.practice)
        self.reset_button.setVisible(console.card.practice)
        self.empty_button.setVisible(console.card.practice)
        self.open_button.clicked.connect(open_practice)
        self.reset_button.clicked.connect(lambda: self.scope.start(self._reset("demo"), key="reset"))
        self.empty_button.clicked.connect(lambda: self.scope.start(self._reset("empty"), key="reset"))
        if practice is not None:
            practice.changed.connect(self.show_state)
        self.show_state()

    def activate(self) -> None:
        """Show how it stands now."""
        self.show_state()

    def show_state(self) -> None:
        """Write the facts anew."""
        address = self._practice.running if self._practice else None
        if self._practice is None or address is None:
            facts = [Fact(self.tr("State"), self.tr("Not running"))]
        else:
            since = datetime.fromtimestamp(self._practice.started_at or time.time()).astimezone()
            facts = [
                Fact(self.tr("State"), self.tr("Running since {time}").format(time=f"{since:%H:%M}")),
                Fact(self.tr("Address"), address.base_url, mono=True),
                Fact(self.tr("Data"), str(self._practice.folder), mono=True),
            ]
        self._facts.set_facts(facts)

    async def _reset(self, seed: str) -> None:
        if self._practice is None:
            return
        texts = {
            "demo": (
                self.tr("Reset the practice store?"),
                self.tr("Everything changed in it is replaced by the sample products it began with."),
                self.tr("Reset the practice store"),
            ),
            "empty": (
                self.tr("Empty the practice store?"),
                self.tr("Everything in it is deleted. Reset brings the sample products back."),
                self.tr("Empty the practice store"),
            ),
        }
        question, text, verb = texts[seed]
        answers = (Answer("do", verb, destroys=True), Answer("keep", self.tr("Keep it as it is")))
        if await dialogs.ask(self, question, text, answers, safe="keep") != "do":
            return
        await self._practice.reset(seed)
        self._console.store_changed.emit()
        self._console.notices.tell("success", self.tr("The practice store is as it was at the beginning."))
