"""The User Properties tab: the table is the form, what stands in the way below it, one button to send."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from svcconsole.gui.console import Console
from svcconsole.gui.metrics import dp
from svcconsole.gui.panels.runs.activity import RunLine
from svcconsole.gui.permission import may_write
from svcconsole.gui.tabs.user_properties import entries as states
from svcconsole.gui.tabs.user_properties.cells import CELLS
from svcconsole.gui.tabs.user_properties.columns import columns
from svcconsole.gui.tabs.user_properties.editing import Editing
from svcconsole.gui.tabs.user_properties.entries import REREAD_SECONDS, Entries, Line
from svcconsole.gui.tabs.user_properties.strip import CellStrip
from svcconsole.gui.tabs.user_properties.table import SheetTable
from svcconsole.gui.widgets.buttons import button, link, tool_button
from svcconsole.gui.widgets.cards import Ground
from svcconsole.gui.widgets.footer import Footer, FooterPart
from svcconsole.gui.widgets.page_header import PageHeader, Toolbar
from svcconsole.gui.widgets.segments import Segments
from svcconsole.gui.widgets.table import RecordModel

if TYPE_CHECKING:
    from svcconsole.gui.panels.runs.controller import LiveRun, RunsController

FILTERS: Final[tuple[tuple[str, ...], ...]] = (
    (),
    (states.WRONG,),
    (states.REFUSED,),
    (states.CHECK,),
    (states.ACCEPTED,),
)
"""What each segment shows; nothing stands for everything."""
NARROW = 900


class UserPropertiesTab(QWidget):
    """The table of entries with its checks, its sending and what became of each entry."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.entries = Entries(console, self)
        self.scope = self.entries.scope
        self.header = PageHeader(self.tr("User properties"))
        self.paste_button = button(self.tr("Paste from a spreadsheet"), "table")
        self.segments = Segments()
        self.undo = tool_button("undo", self.tr("Undo (Ctrl+Z)"))
        self.redo = tool_button("redo", self.tr("Redo (Ctrl+Y)"))
        self.run_line = RunLine(with_stop=True)
        self.run_link = link(self.tr("Show the run"))
        self._run_bar = Ground("surface", "bottom")
        self.model: RecordModel[Line] = RecordModel(columns(), key=lambda line: line.row.uid)
        self.table = SheetTable(self.model, self.tr("Entries"))
        self.editing = Editing(self.table, self.entries)
        self.strip = CellStrip()
        self.footer = Footer()
        self.clear_accepted = button(self.tr("Remove the accepted"), kind="quiet")
        self.send_button = button("", "send", "primary")
        self._runs: RunsController | None = None
        self._run_id = ""
        self._opened = False
        self._parts: tuple[Callable[[], None] | None, ...] = ()
        self._build()
        self._connect()
        self._show()

    def activate(self) -> None:
        """Shown: the table as it was left, and what became of what was sent."""
        self._watch()
        if not self._opened:
            self._opened = True
            self.scope.start(self._open(), "open")
        else:
            self.refresh()

    async def can_leave(self) -> bool:
        """Everything typed is kept, so nothing is to be asked."""
        return True

    async def aclose(self) -> None:
        """Keep what was typed, then end."""
        await self.entries.aclose()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do here."""
        return {
            "primary": self.send_button.click,
            "new": self.editing.add,
            "refresh": self.refresh,
        }

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.segments, self.table, self.footer)

    def refresh(self) -> None:
        """Ask the ledger again what became of the entries."""
        self.scope.start(self.entries.reread(), "reread")

    def show_first(self, *wanted: str) -> None:
        """Go to the first entry that stands so, on the cell that says why."""
        line = next((line for line in self.entries.lines if line.state in wanted), None)
        if line is None:
            return
        if self.model.row_of(line.row.uid) is None:
            self.segments.set_current(0)
        name = next((cell.name for cell in CELLS if cell.name in line.problems), CELLS[0].name)
        self.table.set_current_cell(line.row.uid, name)
        self.table.setFocus()

    def send(self) -> None:
        """Send what is ready; with nothing ready go to what stands in the way."""
        if self.entries.ready():
            self.scope.start(self._send(), "send")
        elif self.entries.counts()[states.WRONG]:
            self.show_first(states.WRONG)
        elif self.entries.counts()[states.REFUSED]:
            self.show_first(states.REFUSED)
        else:
            self.editing.add()

    # Under way

    async def _open(self) -> None:
        await self.entries.load()
        wrong = self.entries.counts()[states.WRONG]
        if wrong:
            self.show_first(states.WRONG)
        else:
            self.editing.add()

    async def _send(self) -> None:
        count = len(self.entries.ready())
        what = self._entries_words(count)
        if not await may_write(self.console, self, self.tr("Send {entries}").format(entries=what)):
            return
        await self.console.ready()
        self._watch()
        name = self.tr("{n} user properties").format(n=self.locale().toString(count))
        await self.entries.send(self.tr("Send user properties"), name)

    def _watch(self) -> None:
        """Follow the runs as soon as the window has them."""
        runs = self.console.runs
        if runs is None or self._runs is runs:
            return
        self._runs = runs
        self.run_line.watch(runs)
        self.run_line.opened.connect(runs.show_wanted)
        runs.progressed.connect(self._progressed)
        runs.finished.connect(self._finished)
        runs.changed.connect(self._show_run)

    def _progressed(self, run_id: str, _progress: object) -> None:
        if self.entries.is_ours(run_id):
            self._show_run()
            if not self.scope.is_busy("reread soon"):
                self.scope.start(self._reread_soon(), "reread soon")

    async def _reread_soon(self) -> None:
        await asyncio.sleep(REREAD_SECONDS)
        await self.entries.reread()

    def _finished(self, run_id: str) -> None:
        if self.entries.is_ours(run_id):
            if self._runs is not None:
                self._runs.look_at(run_id)
            self.refresh()

    # What is shown

    def _build(self) -> None:
        self.setProperty("bg", "surface")
        self.header.add_action(self.paste_button)
        for title in (
            self.tr("All"),
            self.tr("To put right"),
            self.tr("Refused"),
            self.tr("To decide"),
            self.tr("Accepted"),
        ):
            self.segments.add(title)
        tools = Toolbar(line="bottom")
        tools.add(self.segments)
        tools.add_stretch()
        tools.add(self.undo)
        tools.add(self.redo)
        running = QHBoxLayout(self._run_bar)
        running.setContentsMargins(dp(20), dp(6), dp(16), dp(6))
        running.addWidget(self.run_line, 1)
        running.addWidget(self.run_link)
        self.footer.add(self.clear_accepted)
        self.footer.add(self.send_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.header, tools, self._run_bar):
            column.addWidget(part)
        column.addWidget(self.table, 1)
        column.addWidget(self.strip)
        column.addWidget(self.footer)
        self._run_bar.hide()
        self.setMinimumSize(dp(480), dp(320))
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self.entries.changed.connect(self._show)
        self.editing.told.connect(lambda sentence: self.console.notices.tell("info", sentence))
        self.paste_button.clicked.connect(self.editing.paste)
        self.undo.clicked.connect(self.editing.undo)
        self.redo.clicked.connect(self.editing.redo)
        self.clear_accepted.clicked.connect(self.editing.remove_accepted)
        self.send_button.clicked.connect(self.send)
        self.segments.currentChanged.connect(self._filter)
        self.table.cell_changed.connect(self._show_cell)
        self.footer.part_clicked.connect(self._follow)
        self.console.sends_changed.connect(self.refresh)
        self.run_link.clicked.connect(lambda: self._open_run(self._run_id))

    def _filter(self, index: int) -> None:
        wanted = FILTERS[index]
        self.model.set_filter((lambda line: line.state in wanted) if wanted else None)
        self._show_cell()

    def _show(self) -> None:
        before, lines = self.model.records(), self.entries.lines
        if [line.row.uid for line in before] == [line.row.uid for line in lines]:
            self.model.update([new for old, new in zip(before, lines, strict=True) if new != old])
        else:
            self.model.set_records(lines)
        counts = self.entries.counts()
        self.segments.set_count(0, counts.total() or None)
        for index, wanted in enumerate(FILTERS[1:], 1):
            self.segments.set_count(index, sum(counts[state] for state in wanted) or None)
        self.undo.setEnabled(self.entries.sheet.can_undo)
        self.redo.setEnabled(self.entries.sheet.can_redo)
        self.clear_accepted.setVisible(counts[states.ACCEPTED] > 0)
        self._show_footer()
        self._show_cell()
        self._show_run()

    def _show_footer(self) -> None:
        counts, totals = self.entries.counts(), self.entries.standing.counts
        ready = counts[states.READY]
        verb = self.tr("Send {entries}").format(
            entries=self._entries_words(ready) if ready else self.tr("entries")
        )
        self.send_button.setText(self.console.save_words(verb))
        parts: list[tuple[FooterPart, Callable[[], None] | None]] = []
        for state, words, tone in (
            (states.WRONG, self.tr("{n} to put right"), "danger"),
            (states.REFUSED, self.tr("{n} refused"), "danger"),
            (states.CHECK, self.tr("{n} to decide"), "warning"),
        ):
            if counts[state]:
                text = words.format(n=self.locale().toString(counts[state]))
                icon = "decide" if state == states.CHECK else "error"
                parts.append((FooterPart(text, tone, icon, link=True), partial(self._go_to, state)))
        if counts[states.CHECKING]:
            parts.append((FooterPart(self.tr("Checking"), icon="clock"), None))
        if totals.created is not None or totals.updated is not None:
            words = self.tr("The store’s totals: {created} created, {updated} updated")
            text = words.format(
                created=self.locale().toString(totals.created or 0),
                updated=self.locale().toString(totals.updated or 0),
            )
            parts.append((FooterPart(text, icon="info"), None))
        if not parts:
            kept = self.tr("What is typed here is kept on this computer until you remove it.")
            parts.append((FooterPart(kept, icon="shield"), None))
        self._parts = tuple(do for _, do in parts)
        self.footer.set_message(*(part for part, _ in parts))

    def _follow(self, index: int) -> None:
        if (do := self._parts[index]) is not None:
            do()

    def _go_to(self, state: str) -> None:
        self.show_first(state)
        if state == states.CHECK:
            found = self.table.current_cell()
            run_id = self.entries.run_of(found[0].row.uid) if found is not None else ""
            self._open_run(run_id)

    def _open_run(self, run_id: str) -> None:
        if self._runs is not None and run_id:
            self._runs.show_wanted.emit(run_id)

    def _show_cell(self) -> None:
        self.strip.show_cell(self.table.current_cell())

    def _show_run(self) -> None:
        """The run of this table that is under way, or that waits to be resumed."""
        run = self._current_run()
        self._run_bar.setVisible(run is not None)
        if run is not None:
            self._run_id = run.info.id
            self.run_line.show_run(run)

    def _current_run(self) -> LiveRun | None:
        if self._runs is None:
            return None
        ours = [run for run in self._runs.runs() if self.entries.is_ours(run.info.id)]
        return next((run for run in ours if run.state != "finished"), None)

    def _entries_words(self, count: int) -> str:
        one, many = self.tr("1 entry"), self.tr("{n} entries")
        return one if count == 1 else many.format(n=self.locale().toString(count))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < dp(NARROW)
        words = self.tr("Paste from a spreadsheet")
        self.paste_button.setText(self.tr("Paste") if narrow else words)
        self.paste_button.setAccessibleName(words)
