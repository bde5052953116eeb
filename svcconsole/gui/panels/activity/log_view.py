"""The log of what was done: filtered, page by page, each entry with its place in the chain of hashes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.grid.table import ColumnSpec, Mark, RecordModel, RecordTable
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.widgets.pills import Pill, PillValue
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.runtime.call_finder import show_call_of
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.workspace.team.audit_entries import ACTION_WORDS, DETAIL_WORDS, RESULT_WORDS

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.team.audit_entries import LogEntry, Verified

SIDE, WIDE = 364, 1100
ICONS = {
    "planned": "clock", "plan changed": "edit", "started": "play", "resumed": "play", "stopped": "stop",
    "finished": "check", "deleted": "delete", "sent": "send", "saved": "edit", "decided": "decide",
    "decision taken back": "undo", "restored": "history", "united": "history", "forgotten": "ban",
    "invited": "plus", "role changed": "person", "removed": "minus", "locked": "lock",
    "limit changed": "settings", "approval asked": "help", "approved": "check", "sent back": "undo",
    "scheduled": "calendar", "schedule changed": "calendar", "schedule removed": "calendar",
}  # fmt: skip
RESULTS = {
    "accepted": ("check", "success"),
    "in part": ("error", "danger"),
    "refused": ("error", "danger"),
    "to decide": ("decide", "warning"),
    "not sent": ("minus", "neutral"),
}


class LogView(QWidget):
    """`opened(run_id)`: show the run of an entry."""

    opened = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self._entries: list[LogEntry] = []
        self.search = SearchField(tr("Search the log"))
        self.who, self.what = QComboBox(), QComboBox()
        self.who.setAccessibleName(tr("Who"))
        self.what.setAccessibleName(tr("What"))
        self.counted = PlainLabel("", "caption", "text2")
        bar = Toolbar(line="bottom")
        for part in (self.search, self.who, self.what):
            bar.add(part)
        bar.add_stretch()
        bar.add(self.counted)
        self.model: RecordModel[LogEntry] = RecordModel(self._columns(), key=lambda row: row.seq)
        self.table = RecordTable(self.model, tr("Log"))
        self.table.set_inset(20)
        self.earlier = link(tr("Show earlier entries"))
        foot = QWidget()
        hbox(STRETCH, self.earlier, STRETCH, parent=foot, margins=(20, 6, 20, 6))
        self._foot = foot
        self.nothing = PlainLabel("", "strong", "text2", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.side = _EntrySide()
        self.side.opened.connect(self.opened)
        self.side.call_wanted.connect(lambda run_id: show_call_of(console, run_id))
        left = QWidget()
        vbox(bar, (self.table, 1), self.nothing, foot, parent=left, spacing=0)
        self._line = Hairline(Qt.Orientation.Vertical)
        hbox((left, 1), self._line, self.side, parent=self, spacing=0)
        set_property(self, "bg", "surface")
        # The state of the chain stands in the page's header.
        self.chain = Pill("", "shield", "success")
        self.chain_words = PlainLabel("", "caption", "text2")
        self.verify = button(tr("Verify again"), "refresh")
        self.chain.hide()
        self.nothing.hide()
        self.who.addItem(tr("Who: any"), "")
        self.what.addItem(tr("What: any"), "")
        self.search.searched.connect(lambda _: self._filter())
        self.search.left_down.connect(self.table.focus_current)
        self.who.activated.connect(lambda _: self._filter())
        self.what.activated.connect(lambda _: self._filter())
        self.earlier.clicked.connect(lambda: self.scope.start(self._read_earlier(), key="read"))
        self.verify.clicked.connect(lambda: self.scope.start(self._verify(), key="verify"))
        self.table.current_changed.connect(self.side.show_entry)
        self.table.opened.connect(self._open)

    def refresh(self) -> None:
        """Read it again, and whether the chain is whole the first time."""
        self.scope.start(self._read(), key="read")
        if self.chain.isHidden():
            self.scope.start(self._verify(), key="verify")

    def find_focus(self) -> None:
        """The keys go to the search."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def set_wide(self, wide: bool) -> None:
        """Whether there is room for the entry beside the list."""
        self.side.setVisible(wide)
        self._line.setVisible(wide)

    def _chosen(self) -> tuple[list[str], list[str], str]:
        actions = [self.what.currentData()] if self.what.currentData() else []
        operators = [self.who.currentData()] if self.who.currentData() else []
        return actions, operators, self.search.text()

    def _filter(self) -> None:
        self.scope.start(self._read(), key="read")

    async def _read(self) -> None:
        chosen = self._chosen()

        def read(space: Workspace) -> tuple[list[LogEntry], int, int, tuple[str, ...], tuple[str, ...]]:
            log = space.log
            return (
                list(log.page(None, *chosen)),
                log.count(*chosen),
                log.count(),
                log.operators(),
                log.actions(),
            )

        self._entries, found, of_all, operators, actions = await self._console.db(read)
        _offer(self.who, tr("Who: any"), [(name, visible(name)) for name in operators])
        _offer(self.what, tr("What: any"), [(name, _action(name)) for name in actions])
        filtered = found != of_all
        words = tr("{found} of {all}", found=count(found), all=count(of_all)) if filtered else (
            tr_plural("{n} entry", "{n} entries", of_all)
        )  # fmt: skip
        self.counted.setText(words)
        self._show(found)

    async def _read_earlier(self) -> None:
        chosen, last = self._chosen(), self._entries[-1].seq
        more, found = await self._console.db(
            lambda space: (space.log.page(last, *chosen), space.log.count(*chosen))
        )
        self._entries += more
        self._show(found)

    def _show(self, found: int) -> None:
        self.model.set_records(self._entries)
        self._foot.setVisible(len(self._entries) < found)
        self.table.setVisible(bool(self._entries))
        self.nothing.setText(
            tr("Nothing was done yet.") if not any(self._chosen()) else tr("Nothing like that was done.")
        )
        self.nothing.setVisible(not self._entries)
        if self._entries and self.table.current_record() is None:
            self.side.show_entry(None)

    async def _verify(self) -> None:
        self.verify.set_busy(tr("Verifying…"))
        try:
            found: Verified = await self._console.db(lambda space: space.log.verify())
        finally:
            self.verify.set_busy(None)
        if found.whole:
            self.chain.set(tr("Chain intact"), "shield", "success")
        else:
            self.chain.set(tr("Broken at entry {n}", n=found.broken or 0), "error", "danger")
        self.chain.show()
        self.chain_words.setText(tr_plural("{n} entry verified", "{n} entries verified", found.entries))

    def _open(self, entry: LogEntry) -> None:
        if entry.run_id:
            self.opened.emit(entry.run_id)

    def _columns(self) -> list[ColumnSpec[LogEntry]]:
        return [
            ColumnSpec(
                key="at", title=tr("When"), value=lambda row: relative_time(row.at), width=120,
                sort=lambda row: row.seq, tip=lambda row: exact(row.at),
            ),
            ColumnSpec(key="who", title=tr("Who"), value=lambda row: row.operator, width=120, drop=3),
            ColumnSpec(key="machine", title=tr("Machine"), value=lambda row: row.machine, width=110, drop=5),
            ColumnSpec(
                key="what", title=tr("What"), value=_what, kind="strong_mark", width=220, stretch=True,
            ),
            ColumnSpec(
                key="count", title=tr("How many"), kind="number", width=84, drop=2,
                value=lambda row: row.count or None,
            ),
            ColumnSpec(key="outcome", title=tr("Outcome"), value=_outcome, kind="pill", width=112, drop=1),
            ColumnSpec(
                key="mark", title=tr("Mark"), value=lambda row: short(row.sha256), kind="mono", width=84,
                drop=4, sortable=False,
            ),
        ]  # fmt: skip


class _EntrySide(Ground):
    """Everything an entry says, and its place in the chain. `opened(run_id)`; `call_wanted(run_id)`: the
    newest call in which something of that run went is to be shown."""

    opened = Signal(str)
    call_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__("canvas")
        self.setFixedWidth(dp(SIDE))
        self._run_id = ""
        self.title = PlainLabel("", "section", wrap=True)
        self.facts, self.chain = Facts(), Facts()
        self.open = button(tr("Open the run"), "right")
        self.call = button(tr("Show the call"), "swap")
        self._chain_head = SectionHeading(tr("Its place in the chain"))
        column = vbox(
            self.title, self.facts, self._chain_head, self.chain,
            hbox(self.open, self.call, STRETCH, spacing=8), STRETCH,
            parent=self, spacing=10, margins=(20, 16, 20, 16),
        )  # fmt: skip
        column.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.open.clicked.connect(lambda: self.opened.emit(self._run_id))
        self.call.clicked.connect(lambda: self.call_wanted.emit(self._run_id))
        self.show_entry(None)

    def show_entry(self, entry: LogEntry | None) -> None:
        """Show one entry; None says how to."""
        shown = entry is not None
        for part in (self.facts, self._chain_head, self.chain):
            part.setVisible(shown)
        self.open.setVisible(entry is not None and bool(entry.run_id))
        self.call.setVisible(entry is not None and bool(entry.run_id))
        if entry is None:
            self.title.setText(tr("Choose an entry to see all of it."))
            return
        self._run_id = entry.run_id
        self.title.setText(visible(_what(entry).text))
        self.facts.set_facts(
            [
                Fact(tr("Who"), entry.operator),
                Fact(tr("Machine"), entry.machine),
                Fact(tr("When"), exact(entry.at)),
                Fact(tr("How many"), count(entry.count)),
                *(
                    Fact(tr(DETAIL_WORDS.get(name, name)), _detail(value), lines=2)
                    for name, value in entry.details.items()
                ),
            ]
        )
        self.chain.set_facts(
            [
                Fact(tr("Entry"), count(entry.seq)),
                Fact(tr("Its mark"), short(entry.sha256), mono=True),
                Fact(tr("The one before"), short(entry.previous_sha256) or tr("none: the first"), mono=True),
            ]
        )


def _detail(value: object) -> str:
    """A detail as a person reads it: a rule with its parts one after the other."""
    if isinstance(value, int):
        return count(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{part} {_detail(each)}" for part, each in value.items() if each not in (None, ""))
    return "" if value is None else visible(str(value))


def short(digest: str) -> str:
    """The first and the last letters of a hash."""
    return f"{digest[:4]}…{digest[-2:]}" if digest else ""


def _offer(box: QComboBox, first: str, names: list[tuple[str, str]]) -> None:
    """The choices there are now, the chosen one kept."""
    chosen = box.currentData()
    if [box.itemData(at) for at in range(1, box.count())] == [name for name, _ in names]:
        return
    box.clear()
    box.addItem(first, "")
    for name, words in names:
        box.addItem(words, name)
    box.setCurrentIndex(max(0, box.findData(chosen)))


def _action(name: str) -> str:
    return tr(ACTION_WORDS[name]) if name in ACTION_WORDS else visible(name)


def _what(entry: LogEntry) -> Mark:
    action = _action(entry.action)
    words = tr("{action}: {subject}", action=action, subject=tr(entry.subject)) if entry.subject else action
    return Mark(ICONS.get(entry.action, "activity"), "text2", words)


def _outcome(entry: LogEntry) -> PillValue | None:
    if not entry.outcome:
        return None
    icon, tone = RESULTS.get(entry.outcome, ("unknown", "neutral"))
    return PillValue(tr(RESULT_WORDS.get(entry.outcome, entry.outcome)), icon, tone)
