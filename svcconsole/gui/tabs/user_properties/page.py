"""The page of entries: the table, what blocks sending, one button to send."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.footer import Footer
from svcconsole.gui.kit.containers.page_header import PageHeader, Toolbar
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.file_drop import FileDropWidget
from svcconsole.gui.kit.grid.table import RecordModel
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.user_properties import entry_rows as states
from svcconsole.gui.tabs.user_properties import footer_text
from svcconsole.gui.tabs.user_properties.cell_message_bar import CellMessageBar
from svcconsole.gui.tabs.user_properties.columns import columns
from svcconsole.gui.tabs.user_properties.entries import Entries
from svcconsole.gui.tabs.user_properties.entry_rows import EntryRow
from svcconsole.gui.tabs.user_properties.run_bar import RunBar
from svcconsole.gui.tabs.user_properties.sent_before import SentBefore
from svcconsole.gui.tabs.user_properties.sheet_actions import SheetActions
from svcconsole.gui.tabs.user_properties.table import SheetTable

FILTERS: Final = (
    "", states.READY, states.WRONG, states.REFUSED, states.CHECK, states.ACCEPTED, states.LOOK,
)  # fmt: skip
"""What each segment shows; nothing stands for everything."""
NARROW: Final = 900


class EntriesPage(FileDropWidget):
    """The table of entries with its checks, its sending and what became of each entry."""

    def __init__(self, console: Console, entries: Entries, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.entries = entries
        self.scope = entries.scope
        self.header = PageHeader(tr("User Properties"))
        self.paste_button = button(tr("Paste from a spreadsheet"), "table")
        self.import_button = button(tr("Import a file"), "import")
        self.sent_before = SentBefore(console, self.scope)
        self.segments = Segments()
        self.undo = tool_button("undo", tr("Undo (Ctrl+Z)"))
        self.redo = tool_button("redo", tr("Redo (Ctrl+Y)"))
        self.run_bar = RunBar(entries)
        self.model: RecordModel[EntryRow] = RecordModel(
            columns(entries.number), key=lambda line: line.row.uid
        )
        self.table = SheetTable(self.model, tr("Entries"))
        self.editing = SheetActions(self.table, entries)
        self.strip = CellMessageBar()
        self.footer = Footer()
        self.clear_accepted = button(tr("Remove the accepted"), kind="quiet")
        self.send_button = button("", "send", "primary")
        self._leads_to: tuple[str, ...] = ()
        self._build()
        self._connect()
        self._replace()
        self._show()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do here."""
        return {"primary": self.send_button.click, "new": self.editing.add, "refresh": self.refresh}

    def focus_start(self) -> QWidget:
        """The table."""
        return self.table

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.segments, self.table, self.footer)

    async def open(self) -> None:
        """The table as it was left, at the first problem, else at the first empty row."""
        await self.entries.load()
        self.sent_before.read()
        if self.entries.counts()[states.WRONG]:
            self.show_first(states.WRONG)
        else:
            self.editing.add()

    def refresh(self) -> None:
        """Ask the ledger again what became of the entries."""
        self.scope.start(self.entries.reread(), "reread")
        self.sent_before.read()

    def show_first(self, wanted: str) -> None:
        """Go to the first entry that stands so, on the cell that says why."""
        line = next((line for line in self.entries.lines if line.state == wanted), None)
        if line is None:
            return
        if self.model.row_of(line.row.uid) is None:
            self.show_all()
        self.table.choose_cell(line.row.uid, line.cell)
        self.table.setFocus()

    def show_all(self) -> None:
        """No filter: what is done to rows is done to those that are seen."""
        self.segments.set_current(0)

    def send(self) -> None:
        """Send what is ready; with nothing ready go to what stands in the way."""
        counts = self.entries.counts()
        if _sendable(counts):
            self.scope.start(self._send(), "send")
            return
        wanted = next((state for state in (states.WRONG, states.REFUSED) if counts[state]), None)
        if wanted is None:
            self.editing.add()
        else:
            self.show_first(wanted)

    async def _send(self) -> None:
        count = _sendable(self.entries.counts())
        what = tr("Send {entries}", entries=footer_text.entries_words(count))
        if not await may_write(self.console, self, what):
            return
        await self.console.ready()
        self.watch()
        name = tr_plural("{n} user property", "{n} user properties", count)
        await self.entries.send(name)
        self.sent_before.read()

    def watch(self) -> None:
        """Follow the runs as soon as the window has them."""
        if self.console.runs is not None:
            self.run_bar.watch(self.console.runs)

    def _build(self) -> None:
        self.setProperty("bg", "surface")
        self.accept_files(self.console.notices)
        for action in (self.sent_before, self.import_button, self.paste_button):
            self.header.add_action(action)
        for title in (
            tr("All"),
            tr("Ready"),
            tr("To fix"),
            tr("Refused"),
            tr("To decide"),
            tr("Accepted"),
            tr("Worth a look"),
        ):
            self.segments.add(title)
        tools = Toolbar(line="bottom")
        tools.add(self.segments)
        tools.add_stretch()
        tools.add(self.undo)
        tools.add(self.redo)
        self.footer.add(self.clear_accepted)
        self.footer.add(self.send_button)
        vbox(
            self.header, tools, self.run_bar, (self.table, 1), self.strip, self.footer, parent=self, spacing=0
        )
        self.setMinimumSize(dp(480), dp(320))

    def _connect(self) -> None:
        entries = self.entries
        entries.replaced.connect(self._replace)
        entries.updated.connect(self.model.update)
        entries.changed.connect(self._show)
        entries.turn.changed.connect(self._show_turn)
        self.editing.told.connect(lambda sentence: self.console.notices.add("info", sentence))
        self.editing.all_wanted.connect(self.show_all)
        self.run_bar.ended.connect(self.sent_before.read)
        self.sent_before.reopened.connect(self.editing.add_entries)
        self.paste_button.clicked.connect(self.editing.paste)
        self.undo.clicked.connect(entries.undo)
        self.redo.clicked.connect(entries.redo)
        self.clear_accepted.clicked.connect(self.editing.remove_accepted)
        self.send_button.clicked.connect(self.send)
        self.segments.currentChanged.connect(self._filter)
        self.table.cell_changed.connect(self._show_cell)
        self.footer.part_clicked.connect(lambda index: self._lead_to(self._leads_to[index]))
        self.console.sends_changed.connect(self.refresh)

    def _filter(self, index: int) -> None:
        wanted = FILTERS[index]
        self.model.set_filter((lambda line: line.state == wanted) if wanted else None)
        first = next((line for line in self.entries.lines if line.state == wanted), None)
        if first is not None and wanted in (states.WRONG, states.LOOK):
            self.table.choose_cell(first.row.uid, first.cell)
        self._show_cell()

    def _replace(self) -> None:
        self.model.set_records(self.entries.lines)
        self._show_cell()

    def _show(self) -> None:
        counts = self.entries.counts()
        self.segments.set_count(0, counts.total() or None)
        for index, state in enumerate(FILTERS[1:], 1):
            self.segments.set_count(index, counts[state] or None)
        self.undo.setEnabled(self.entries.sheet.undo_step() is not None)
        self.redo.setEnabled(self.entries.sheet.redo_step() is not None)
        self.clear_accepted.setVisible(counts[states.ACCEPTED] > 0 and not self._narrow())
        many = _sendable(counts)
        what = footer_text.entries_words(many) if many else tr("entries")
        self.send_button.setText(self.console.save_words(tr("Send {entries}", entries=what)))
        self._show_turn()
        self._show_cell()
        self.run_bar.refresh()

    def _show_turn(self) -> None:
        """What is being done, in the footer and as a bar under the header."""
        doing = self.entries.turn.what
        counts, totals = self.entries.counts(), self.entries.standing.counts
        parts = footer_text.parts(counts, totals, doing, narrow=self._narrow())
        self._leads_to = tuple(state for _, state in parts)
        self.footer.set_message(*(part for part, _ in parts))
        self.table.hold_cells(bool(doing))
        if doing:
            self.table.loading.start()
        else:
            self.table.loading.stop()

    def _narrow(self) -> bool:
        return self.width() < dp(NARROW)

    def _lead_to(self, state: str) -> None:
        if not state:
            return
        self.show_first(state)
        if state == states.CHECK:
            found = self.table.current_cell()
            self.run_bar.open_run(self.entries.standing.run_of(found[0].row.uid) if found else "")

    def _show_cell(self) -> None:
        self.strip.show_cell(self.table.current_cell())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self._narrow()
        for each, short, words in (
            (self.paste_button, tr("Paste"), tr("Paste from a spreadsheet")),
            (self.import_button, tr("Import"), tr("Import a file")),
        ):
            each.setText(short if narrow else words)
            each.setAccessibleName(words)
        self._show()


def _sendable(counts: Counter[str]) -> int:
    """How many entries would be sent now."""
    return sum(counts[state] for state in states.SENDABLE)
