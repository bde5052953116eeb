"""Recent sends, newest first: searched, opened as a new draft, ids copied."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QVBoxLayout

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, ltr, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Ground, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.two_line_row import TwoLineRow, beside
from svcconsole.gui.kit.widgets.buttons import link, tool_button
from svcconsole.gui.kit.widgets.pills import STATES, Pill
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.tabs.messaging.messaging_text import FLOW, TEMPLATE
from svcconsole.services.messaging.messages import KIND
from svcconsole.workspace.runs.records import SentRecord
from svcconsole.workspace.schema import ItemState

MOST = 50
KINDS = {KIND: "messaging", TEMPLATE: "table", FLOW: "activity"}
PILLS = {
    ItemState.ACKED: STATES["accepted"],
    ItemState.UNKNOWN: STATES["decide"],
    ItemState.REJECTED: STATES["refused"],
    ItemState.LEFT_OUT: STATES["not_sent"],
    ItemState.SENDING: STATES["running"],
    ItemState.PLANNED: STATES["waiting"],
}


class RecentSends(Ground):
    """`reopen(SentRecord)`, `decide(run id)`: what was asked for."""

    reopen = Signal(object)
    decide = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__("canvas", "left")
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.records: tuple[SentRecord, ...] = ()
        self._stale = False
        self.search = SearchField(tr("Person, text, id or reference"))
        self.search.setMaximumWidth(dp(2000))
        self.empty = PlainLabel("", "caption", "text2", wrap=True)
        self.page = ScrollPage("canvas", 16)
        self.page.body.setSpacing(dp(8))
        self._rows = vbox(spacing=10)
        self.page.body.addWidget(self.empty)
        self.page.body.addLayout(self._rows)
        self.page.body.addStretch(1)
        head = vbox(SectionHeading(tr("Sent from here")), self.search, spacing=10, margins=(16, 14, 16, 0))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.page, 1)
        self.search.searched.connect(lambda _: self.read())

    def read(self) -> None:
        """Ask the workspace anew."""
        self.scope.start(self._read(), "read")

    def rows(self) -> list[SentRow]:
        """What is listed, from the top."""
        self._build()
        found = [self._rows.itemAt(at) for at in range(self._rows.count())]
        return [row for item in found if item is not None and isinstance(row := item.widget(), SentRow)]

    async def _read(self) -> None:
        words, sends = self.search.text().strip(), self.console.sends
        found: list[SentRecord] = []
        for kind in KINDS:
            found += await (sends.find(words, kind, MOST) if words else sends.sent_before(kind, MOST))
        found.sort(key=lambda record: record.at, reverse=True)
        records = tuple(found[:MOST])
        self._stale = self._stale or records != self.records
        self.records = records
        self.empty.setVisible(not self.records)
        self.empty.setText(
            tr("Nothing sent from here has these words.")
            if words
            else tr("What you send is listed here, with the id the store gave it.")
        )
        if self.isVisible():
            self._build()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._build()

    def _build(self) -> None:
        """A row for each record: only for who looks, since three pages hold such a list."""
        if not self._stale:
            return
        self._stale = False
        clear_layout(self._rows)
        for record in self.records:
            row = SentRow(record)
            row.reopen.clicked.connect(lambda _=False, record=record: self.reopen.emit(record))
            row.decide.clicked.connect(lambda _=False, record=record: self.decide.emit(record.run_id))
            self._rows.addWidget(row)


class SentRow(TwoLineRow):
    """What, to whom, when, how it ended, its id; the buttons that go on from there."""

    def __init__(self, record: SentRecord) -> None:
        pill = Pill(*PILLS[record.state]) if record.state in PILLS else Pill(record.state)
        icon = KINDS.get(record.kind, "send")
        super().__init__(icon, record.title, ltr(visible(phone_text(record.about, None))), record.at, pill)
        self.record = record
        self.copy = tool_button("copy", tr("Copy {id}", id=visible(record.answer_id or "")))
        self.reopen = tool_button("history", tr("Open as a new draft"))
        self.decide = link(tr("Decide"), "label")
        untracked = record.state is ItemState.ACKED and not record.answer_id
        self.identity = ElidedLabel(
            tr("sent, not trackable") if untracked else ltr(visible(record.answer_id or "")),
            "caption" if untracked else "mono",
            "text2",
        )
        if record.state is ItemState.REJECTED:
            self.add_quote(record.server_words or record.reason)
        self.finish(beside(self.identity, self.copy, self.decide, self.reopen))
        self.copy.setVisible(bool(record.answer_id))
        self.decide.setVisible(record.state is ItemState.UNKNOWN)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(record.answer_id or ""))
        self.setAccessibleName(f"{visible(record.title)} · {visible(record.about)}")
