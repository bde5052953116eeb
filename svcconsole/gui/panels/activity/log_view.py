"""The log of what was done: filtered, page by page, each entry with its place in the chain of hashes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline
from svcconsole.gui.kit.dialogs import choose_place
from svcconsole.gui.kit.file_kinds import CSV
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import clock, exact, relative_time
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.activity.log_filters import LogFilter, LogFilters
from svcconsole.gui.panels.activity.log_side import EntrySide, EntryStrip, read_around
from svcconsole.gui.panels.activity.log_words import outcome_pill, short, what_mark
from svcconsole.gui.runtime.call_finder import show_call_of
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.team.audit_entries import LogEntry, Verified

WIDE = 1100
FILE_NAME = "activity-log.csv"
AROUND = 50
MOST_EXPORTED = 1_000_000


class LogView(QWidget):
    """`opened(run_id)`: show the run of an entry; `taken_back(run_id)`: give back what it changed."""

    opened = Signal(str)
    taken_back = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self._entries: list[LogEntry] = []
        self._verified: Verified | None = None
        self._wanted_entry = 0
        self.filters = LogFilters()
        self.search, self.counted = self.filters.search, self.filters.counted
        self.loading = LoadingBar(tr("Verifying"))
        self.model: RecordModel[LogEntry] = RecordModel(self._columns(), key=lambda row: row.seq)
        self.table = RecordTable(self.model, tr("Log"))
        self.table.set_inset(20)
        self.earlier = link(tr("Show earlier entries"))
        self._foot = QWidget()
        hbox(STRETCH, self.earlier, STRETCH, parent=self._foot, margins=(20, 6, 20, 6))
        self.nothing = PlainLabel("", "strong", "text2", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.clear = link(tr("Clear the filters"))
        self._none = QWidget()
        vbox(
            STRETCH, self.nothing, hbox(STRETCH, self.clear, STRETCH), STRETCH,
            parent=self._none, spacing=6, margins=20,
        )  # fmt: skip
        card = console.card
        practice, live = tr("{store} (practice)", store=card.name), tr("{store} (live)", store=card.name)
        self.side = EntrySide(practice if card.practice else live)
        self.strip = EntryStrip(self.side)
        left = QWidget()
        vbox(
            self.filters, self.loading, (self.table, 1), (self._none, 1), self._foot, self.strip,
            parent=left, spacing=0,
        )  # fmt: skip
        self._line = Hairline(Qt.Orientation.Vertical)
        hbox((left, 1), self._line, self.side, parent=self, spacing=0)
        set_property(self, "bg", "surface")
        # The state of the chain stands in the page's header.
        self.chain = Pill("", "shield", "success")
        self.broken = link(tr("Show it"))
        self.chain_words = PlainLabel("", "caption", "text2")
        self.verify = button(tr("Verify again"), "refresh")
        self.export = button(tr("Export"), "export", kind="primary")
        for part in (self.chain, self.broken, self._none, self.strip):
            part.hide()
        self._connect()

    def _connect(self) -> None:
        self.filters.changed.connect(lambda: self.scope.start(self._read(), key="read"))
        self.search.left_down.connect(self.table.focus_current)
        self.clear.clicked.connect(self.filters.clear)
        self.earlier.clicked.connect(lambda: self.scope.start(self._read_earlier(), key="read"))
        self.verify.clicked.connect(lambda: self.scope.start(self._verify(), key="verify"))
        self.export.clicked.connect(lambda: self.scope.start(self._export(), key="export"))
        self.broken.clicked.connect(self._show_broken)
        self.table.current_changed.connect(self._choose)
        self.table.opened.connect(self._open)
        self.side.opened.connect(self.opened)
        self.side.taken_back.connect(self.taken_back)
        self.side.call_wanted.connect(lambda run_id: show_call_of(self._console, run_id))

    def refresh(self) -> None:
        """Read it again, and whether the chain is whole the first time."""
        self.scope.start(self._read(), key="read")
        if self._verified is None and not self.scope.is_busy("verify"):
            self.scope.start(self._verify(), key="verify")

    def find_focus(self) -> None:
        """The keys go to the search."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def set_wide(self, wide: bool) -> None:
        """Whether there is room for the entry beside the list; else it is a strip below."""
        self.side.setVisible(wide)
        self._line.setVisible(wide)
        self.strip.setVisible(not wide)

    async def _read(self, before: int | None = None) -> None:
        chosen, more = self.filters.wanted.arguments()

        def read(space: Workspace) -> tuple[list[LogEntry], int, int, tuple[str, ...], tuple[str, ...]]:
            log = space.log
            return (
                list(log.page(before, *chosen, **more)),
                log.count(*chosen, **more),
                log.count(),
                log.operators(),
                log.actions(),
            )

        self._entries, found, of_all, operators, actions = await self._console.db(read)
        self.filters.know(operators, actions)
        words = tr("{found} of {all}", found=count(found), all=count(of_all))
        if found == of_all:
            words = tr_plural("{n} entry", "{n} entries", of_all)
        self.counted.setText(words)
        self._show(found)

    async def _read_earlier(self) -> None:
        (chosen, more), last = self.filters.wanted.arguments(), self._entries[-1].seq
        entries, found = await self._console.db(
            lambda space: (space.log.page(last, *chosen, **more), space.log.count(*chosen, **more))
        )
        self._entries += entries
        self._show(found)

    def _show(self, found: int) -> None:
        self.model.set_records(self._entries)
        self._foot.setVisible(0 < len(self._entries) < found)
        self.table.setVisible(bool(self._entries))
        self._none.setVisible(not self._entries)
        self.nothing.setText(self.filters.wanted.nothing())
        self.clear.setVisible(self.filters.wanted != LogFilter())
        if self._wanted_entry:
            self.table.set_current(self._wanted_entry)
            self._wanted_entry = 0
        if self.table.current_record() is None:
            self._choose(None)

    def _choose(self, entry: LogEntry | None) -> None:
        self.side.show_entry(entry)
        self.strip.follow()
        if entry is not None:
            self.scope.start(self._read_around(entry), key="entry")

    async def _read_around(self, entry: LogEntry) -> None:
        around = await self._console.db(lambda space: read_around(space, entry))
        self.side.show_around(entry, around, self._broken_at())
        self.strip.follow()

    async def _verify(self) -> None:
        """Compute every mark anew; until that is done the old word stays."""
        from svcconsole.workspace.team.audit_entries import WHOSE_CHAIN

        self.verify.set_busy(tr("Verifying…"))
        self.loading.start()
        try:
            found = self._verified = await self._console.db(lambda space: space.log.verify())
        finally:
            self.loading.stop()
            self.verify.set_busy(None)
        if found.whole:
            self.chain.set(tr("Chain intact"), "shield", "success")
        else:
            self.chain.set(tr("Broken at entry {n}", n=found.broken or 0), "error", "danger")
        self.chain.setVisible(not self.verify.isHidden())
        self.broken.setVisible(not self.verify.isHidden() and not found.whole)
        workspace = self._console.workspace.workspace
        set_tip(self.chain, tr(WHOSE_CHAIN[workspace is not None and workspace.shared]))
        when = clock(time.time())
        self.chain_words.setText(
            tr_plural(
                "{n} entry, verified at {time}",
                "{n} entries, verified at {time}",
                found.entries,
                time=when,
            )
        )
        self.model.touch()
        if (entry := self.table.current_record()) is not None:
            self._choose(entry)

    def _show_broken(self) -> None:
        """The first entry that is not as it was written, with those around it."""
        if (broken := self._broken_at()) is not None:
            self.filters.clear()
            self._wanted_entry = broken
            self.scope.start(self._read(broken + AROUND), key="read")

    def is_broken(self) -> bool:
        """Whether an entry is not as it was written."""
        return self._broken_at() is not None

    def _broken_at(self) -> int | None:
        return None if self._verified is None else self._verified.broken

    async def _export(self) -> None:
        path = await choose_place(self, tr("Export the log"), FILE_NAME, kinds=(CSV,))
        if path is not None:
            await self.write(path)

    async def write(self, path: Path) -> None:
        """Write the entries that are shown, all pages of them, with a file beside that proves them."""
        from svcconsole.workspace.team.log_export import export_log, proof_of

        chosen, more = self.filters.wanted.arguments()

        def export(space: Workspace) -> int:
            found = space.log.page(None, *chosen, **more, limit=MOST_EXPORTED)
            entries = space.log.as_stored([entry.seq for entry in found])
            export_log(path, entries, space.log.head(), space.log.verify())
            return len(entries)

        self.export.set_busy(tr("Exporting…"))
        try:
            number = await self._console.db(export)
        finally:
            self.export.set_busy(None)
        self._console.notices.add(
            "success",
            tr_plural("{n} entry is in {file}.", "{n} entries are in {file}.", number, file=path.name),
            advice=tr("{proof} beside it proves them.", proof=proof_of(path).name),
        )

    def _open(self, entry: LogEntry) -> None:
        if entry.run_id:
            self.opened.emit(entry.run_id)

    def _tone(self, entry: LogEntry) -> str | None:
        """What comes after a break says nothing for certain."""
        broken = self._broken_at()
        return "disabled" if broken is not None and entry.seq >= broken else None

    def _columns(self) -> list[ColumnSpec[LogEntry]]:
        return [
            ColumnSpec(
                key="at", title=tr("When"), value=lambda row: relative_time(row.at), width=120,
                sort=lambda row: row.seq, tip=lambda row: exact(row.at), tone=self._tone,
            ),
            ColumnSpec(
                key="who", title=tr("Who"), value=lambda row: called(row.operator), width=120, drop=3,
                tip=lambda row: row.operator, tone=self._tone,
            ),
            ColumnSpec(
                key="machine", title=tr("Machine"), value=lambda row: row.machine, width=110, drop=5,
                tone=self._tone,
            ),
            ColumnSpec(
                key="what", title=tr("What"), value=what_mark, kind="strong_mark", width=220, stretch=True,
                tone=self._tone,
            ),
            ColumnSpec(
                key="count", title=tr("How many"), kind="number", width=84, drop=2,
                value=lambda row: row.count or None, tone=self._tone,
            ),
            ColumnSpec(
                key="outcome", title=tr("Outcome"), value=outcome_pill, kind="pill", width=112, drop=1
            ),
            ColumnSpec(
                key="mark", title=tr("Mark"), value=lambda row: short(row.sha256), kind="mono", width=84,
                drop=4, sortable=False, tone=self._tone,
            ),
        ]  # fmt: skip
