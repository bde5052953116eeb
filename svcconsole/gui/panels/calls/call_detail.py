"""One call: request and answer side by side, the time of each attempt by phase, and why it ended so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from svcconsole.api.call_reasons import Rule, rule_of_call, why
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip
from svcconsole.gui.design.words import sentences, show, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.calls import call_texts, call_words
from svcconsole.gui.panels.calls.body_well import BodyWell
from svcconsole.gui.panels.calls.phases_chart import PhasesChart, seconds_words
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.api.call_log import KeptCall
    from svcconsole.gui.panels.calls.call_list import CallRow
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.database import Workspace

SIDE_BY_SIDE = 440
IN_DOUBT = (Rule.MAY_HAVE_HAPPENED, Rule.WRITTEN_OVER)
EXPLANATION_WIDTH = 320


class CallDetail(ScrollPage):
    """Shows one call; `decision_wanted(run_id)`: somebody wants to decide about it."""

    decision_wanted = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__(inset=16)
        self._console = console
        self.scope = make_scope(self, console.notices)
        self._call: KeptCall | None = None
        self._run_id = ""
        self.title = ElidedLabel("", role="section")
        self.pill = Pill("", None)
        self.pill.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.decide = link(tr("Decide"))
        self.curl = button(tr("Copy as cURL"), "copy")
        self.curl.set_compact()
        self.request, self.answer = BodyWell(tr("Request")), BodyWell(tr("Answer"))
        self.took = PlainLabel("", "label")
        self.chart = PhasesChart()
        self.why_title = PlainLabel("", "label")
        self.why = PlainLabel("", "caption", wrap=True)
        self.rule = link("", "caption")
        self.nothing = PlainLabel(tr("Choose a call to see all of it."), "strong", "text2")
        self._parts = QWidget()
        self._build()
        self.decide.clicked.connect(lambda: self.decision_wanted.emit(self._run_id))
        self.curl.clicked.connect(self.copy_curl)
        self.request.more.clicked.connect(lambda: self._fill(self.request, whole=True))
        self.answer.more.clicked.connect(lambda: self._fill(self.answer, whole=True))
        self.rule.clicked.connect(self._explain)
        self.show_call(None)

    def _build(self) -> None:
        head = hbox(self.title, self.pill, STRETCH, self.decide, self.curl, spacing=10)
        self._wells = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._wells.setSpacing(dp(12))
        self._wells.addWidget(self.request, 1)
        self._wells.addWidget(self.answer, 1)
        self._below = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._below.setSpacing(dp(16))
        self._below.addLayout(vbox(self.took, self.chart, STRETCH, spacing=4), 3)
        reason = vbox(self.why_title, self.why, hbox(self.rule, STRETCH), STRETCH, spacing=4)
        self._below.addLayout(reason, 2)
        vbox(head, (self._wells, 1), self._below, parent=self._parts, spacing=8)
        self.body.setContentsMargins(dp(16), dp(8), dp(16), dp(12))
        self.body.addWidget(self.nothing)
        self.body.addWidget(self._parts, 1)

    def show_call(self, row: CallRow | None) -> None:
        """Show another call; None says how to choose one."""
        self._parts.setVisible(row is not None)
        self.nothing.setVisible(row is None)
        if row is None:
            self._call = None
            return
        call = row.call
        if call is not self._call:
            self._call = call
            self.decide.hide()
            self._run_id = ""
            for well in (self.request, self.answer):
                self._fill(well, whole=False)
            if rule_of_call(call) in IN_DOUBT:
                self.scope.start(self._find_decision(call), key="decision")
        self.title.setText(call_words.title(call, row.of))
        self.pill.set_value(row.pill)
        self.took.setText(tr("Where {time} went", time=seconds_words(call.elapsed)))
        self.chart.set_attempts(call.attempts)
        self.why_title.setText(tr("Why “{outcome}”", outcome=show(row.pill.word).lower()))
        self.why.setText(sentences(*why(call)))
        self.rule.setText(tr("Rule “{name}”", name=tr(rule_of_call(call))))

    def say_anew(self, row: CallRow | None) -> None:
        """People are hidden from now on, or shown: request and answer are laid out anew."""
        self._call = None
        self.show_call(row)

    def copy_answer(self) -> None:
        """The whole answer to the clipboard."""
        if self._call is not None:
            QGuiApplication.clipboard().setText(call_texts.copied_answer(self._call))

    def copy_curl(self) -> None:
        """The call as a command, the token masked, to the clipboard."""
        if self._call is not None:
            QGuiApplication.clipboard().setText(call_texts.curl_text(self._call))
            self._console.notices.add(
                "info",
                tr("The call is in the clipboard."),
                advice=tr("Where the token stands as dots, its own characters have to be put in."),
                about="curl",
            )

    def _fill(self, well: BodyWell, *, whole: bool) -> None:
        call = self._call
        if call is None:
            return
        if well is self.request:
            text, body = call_texts.request_text(call, whole=whole), call.request
            note = _handed_over(call)
        else:
            text, body = call_texts.answer_text(call, whole=whole), call.answer
            note = (
                tr("try {n} of {all}", n=call.answered + 1, all=len(call.attempts)) if call.attempts else ""
            )
            text = text or tr("No answer came.")
        well.show_text(text, note)
        well.more.setVisible(not whole and call_texts.is_folded(body))
        set_tip(well.heading, call.url if well is self.request else "")

    async def _find_decision(self, call: KeptCall) -> None:
        """Whether what this call carried still needs a decision, and of which run."""

        def find(space: Workspace) -> str:
            from svcconsole.services.runs.completing import bodies_sent

            sent = call.request.data or b""
            of_runs: dict[str, list[int]] = {}
            for doubt in space.decisions.open():
                of_runs.setdefault(doubt.run_id, []).append(doubt.seq)
            for run_id, seqs in of_runs.items():
                if any(body and body in sent for body in bodies_sent(space, run_id, seqs)):
                    return run_id
            return ""

        self._run_id = await self._console.db(find)
        self.decide.setVisible(bool(self._run_id) and self._call is call)

    def _explain(self) -> None:
        if self._call is None:
            return
        popover = Popover(self)
        text = PlainLabel(tr(call_words.RULE_TEXTS[rule_of_call(self._call)]), wrap=True)
        text.setFixedWidth(dp(EXPLANATION_WIDTH))
        popover.set_content(text)
        popover.closed.connect(popover.deleteLater)
        popover.open_at(self.rule)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.viewport().width() >= dp(SIDE_BY_SIDE)
        row, column = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._wells.setDirection(row if wide else column)
        self._below.setDirection(row if wide else column)


def _handed_over(call: KeptCall) -> str:
    """How much of the request left, as far as that is known."""
    last = call.attempts[call.answered] if call.attempts else None
    if last is None or not last.connected:
        return tr_plural("{n} byte, not handed over", "{n} bytes, not handed over", call.request.size)
    return tr_plural("{n} byte, handed over", "{n} bytes, handed over", call.request.size)
