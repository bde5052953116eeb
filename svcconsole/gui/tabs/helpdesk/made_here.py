"""The tickets made here, newest first: searched by reference, id, customer or title, and opened anew."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.console import Console
from svcconsole.gui.metrics import dp
from svcconsole.gui.style import set_property
from svcconsole.gui.tabs.helpdesk.known import Known
from svcconsole.gui.tabs.helpdesk.made_rows import MadeRow
from svcconsole.gui.tasks import TaskScope
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.widgets.cards import Ground, ScrollPage, SectionHeading
from svcconsole.gui.widgets.search_field import SearchField
from svcconsole.services.tickets import KIND
from svcconsole.workspace.records import SentRecord

MOST = 50
WIDEST_SEARCH = 2000


class MadeHere(Ground):
    """`reopen(Made)`, `decide(run id)`: what was asked for."""

    reopen = Signal(object)
    decide = Signal(str)
    counted = Signal(int)

    def __init__(self, console: Console, known: Known) -> None:
        super().__init__("canvas", "left")
        self.console = console
        self.known = known
        self.scope = TaskScope(self, console.notices)
        self.records: tuple[SentRecord, ...] = ()
        self.heading = SectionHeading(self.tr("Tickets made here"))
        self.search = SearchField(self.tr("Reference, id, customer or title"))
        self.search.setMaximumWidth(dp(WIDEST_SEARCH))
        self.empty = PlainLabel("", "caption", "text2", wrap=True)
        self.page = ScrollPage("canvas", 16)
        self.page.body.setSpacing(dp(8))
        self._rows = QWidget()
        self.page.body.addWidget(self.empty)
        self.page.body.addWidget(self._rows)
        self.page.body.addStretch(1)
        head = self._head = QVBoxLayout()
        head.setContentsMargins(dp(16), dp(16), dp(16), 0)
        head.setSpacing(dp(12))
        head.addWidget(self.heading)
        head.addWidget(self.search)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.page, 1)
        self.search.searched.connect(lambda _: self.read())
        console.sends_changed.connect(self.read)
        known.changed.connect(self._show)

    def read(self) -> None:
        """Ask the workspace anew."""
        self.scope.start(self._read(), "read")

    def set_alone(self, alone: bool) -> None:
        """Alone on the page it needs no edge, and its inset is the page's."""
        set_property(self, "line", "" if alone else "left")
        inset = dp(20) if alone else dp(16)
        self._head.setContentsMargins(inset, dp(16), inset, 0)
        self.page.body.setContentsMargins(inset, dp(16), inset, dp(16))

    def rows(self) -> list[MadeRow]:
        """What is listed, from the top."""
        return self._rows.findChildren(MadeRow)

    async def _read(self) -> None:
        words, sender = self.search.text().strip(), self.console.sends
        sought = words.removeprefix("Ref ").strip()
        found = await (sender.find(sought, KIND, MOST) if sought else sender.sent_before(KIND, MOST))
        self.records = found
        self._show()
        if not words:
            self.counted.emit(len(found))

    def _show(self) -> None:
        rows = QWidget()
        column = QVBoxLayout(rows)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(dp(12))
        for record in self.records:
            row = MadeRow(record, self.known)
            row.copy_wanted.connect(_copy)
            row.reopen_wanted.connect(self.reopen)
            row.decide_wanted.connect(self.decide)
            column.addWidget(row)
        self.page.body.replaceWidget(self._rows, rows)
        self._rows.hide()
        self._rows.deleteLater()
        self._rows = rows
        sought = self.search.text().strip()
        self.empty.setVisible(not self.records)
        self.empty.setText(
            self.tr("No ticket made here has these words.")
            if sought
            else self.tr("Tickets you create stand here, with their id and reference.")
        )
        full = len(self.records) >= MOST
        self.heading.set_note(self.tr("the last {0}").format(MOST) if full and not sought else "")


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
