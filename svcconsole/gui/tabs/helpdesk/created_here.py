"""The tickets created here, newest first: searched, and opened as a new draft."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Ground, ScrollPage, SectionHeading
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.registries.registry_cache import RegistryCache
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.tabs.helpdesk.created_rows import CreatedRow
from svcconsole.services.helpdesk.tickets import KIND
from svcconsole.workspace.runs.records import SentRecord

MOST = 50
WIDEST_SEARCH = 2000


class CreatedHere(Ground):
    """`reopen(Made)`, `decide(run id)`: what was asked for."""

    reopen = Signal(object)
    decide = Signal(str)
    counted = Signal(int)

    def __init__(self, console: Console, known: RegistryCache) -> None:
        super().__init__("canvas", "left")
        self.console = console
        self.known = known
        self.scope = make_scope(self, console.notices)
        self.records: tuple[SentRecord, ...] = ()
        self.heading = SectionHeading(tr("Tickets created here"))
        self.search = SearchField(tr("Reference, id, customer or title"))
        self.search.setMaximumWidth(dp(WIDEST_SEARCH))
        self.empty = PlainLabel("", "caption", "text2", wrap=True)
        self.page = ScrollPage("canvas", 16)
        self.page.body.setSpacing(dp(8))
        self._rows: dict[str, CreatedRow] = {}
        self._names = known.names()
        self._column = vbox(spacing=12)
        self.page.body.addWidget(self.empty)
        self.page.body.addLayout(self._column)
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
        known.changed.connect(self._known_changed)
        display_zone().changed.connect(self._show_times)
        console.day_watch.changed.connect(self._show_times)

    def _show_times(self) -> None:
        """Times are shown in another zone, or it is another day: every row says its own anew."""
        self._put_away(list(self._rows))
        self._show()

    def read(self) -> None:
        """Ask the workspace anew."""
        self.scope.start(self._read(), "read")

    def set_alone(self, alone: bool) -> None:
        """Alone on the page it needs no edge, and its inset is the page's."""
        set_property(self, "line", "" if alone else "left")
        inset = dp(20) if alone else dp(16)
        self._head.setContentsMargins(inset, dp(16), inset, 0)
        self.page.body.setContentsMargins(inset, dp(16), inset, dp(16))

    def rows(self) -> list[CreatedRow]:
        """What is listed, from the top."""
        return [self._rows[record.run_id] for record in self.records]

    async def _read(self) -> None:
        words, sender = self.search.text().strip(), self.console.sends
        sought = words.removeprefix("Ref ").strip()
        self.records = await (sender.find(sought, KIND, MOST) if sought else sender.sent_before(KIND, MOST))
        self._show()
        if not words:
            self.counted.emit(len(self.records))

    def _known_changed(self) -> None:
        names = self.known.names()
        if names != self._names:
            self._names = names
            self._put_away(list(self._rows))
            self._show()

    def _show(self) -> None:
        """What is the same stays as it is: nothing jumps, and the focus keeps its place."""
        listed = {record.run_id: record for record in self.records}
        self._put_away([key for key, row in self._rows.items() if listed.get(key) != row.made.record])
        for place, record in enumerate(self.records):
            if record.run_id not in self._rows:
                self._column.insertWidget(place, self._made(record))
        sought = bool(self.search.text().strip())
        self.empty.setVisible(not self.records)
        self.empty.setText(
            tr("No ticket created here has these words.")
            if sought
            else tr("Tickets you create are listed here, with their id and reference.")
        )
        full = len(self.records) >= MOST and not sought
        self.heading.set_note(tr("the last {number}", number=MOST) if full else "")

    def _made(self, record: SentRecord) -> CreatedRow:
        row = self._rows[record.run_id] = CreatedRow(record, self.known)
        row.copy_wanted.connect(_copy)
        row.reopen_wanted.connect(self.reopen)
        row.decide_wanted.connect(self.decide)
        row.person_wanted.connect(self.console.person_wanted)
        return row

    def _put_away(self, keys: Sequence[str]) -> None:
        for key in keys:
            row = self._rows.pop(key)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
