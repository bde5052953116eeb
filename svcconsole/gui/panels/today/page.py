"""The start page: what waits for a person, what was begun, what yesterday brought; nothing is a dead end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, ScrollPage
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.relative_time import clock_of, long_day, short
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.today.group import TodayGroup
from svcconsole.gui.panels.today.line import TodayLine
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.notices import Expected
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind

if TYPE_CHECKING:
    from svcconsole.gui.panels.today.contents import Contents
    from svcconsole.gui.panels.today.quiet import QuietDay
    from svcconsole.gui.runtime.runs_controller import RunsController
    from svcconsole.services.runs.run import RunProgress

LOADED = (
    "svcconsole.gui.panels.today.reading",
    "svcconsole.gui.panels.today.contents",
    "svcconsole.gui.runtime.reports_controller",
)
"""What reads the store's records: heavy, so none of it is loaded in the window's thread."""
GROUPS = ("decisions", "plans", "unfinished", "reports", "begun")
"""The main column, in the order of what cannot wait."""
SIDE_GROUPS = ("yesterday", "others", "last")
SIDE, WIDE = 364, 900
TOGETHER_SECONDS = 0.3
"""What changes in one go is read in one go."""
QUIET_MS = 300
"""A reading that is done sooner needs no word about how old the rest is."""
AT_LEAST_SECONDS = 60.0
"""The store is asked about yesterday's messages again after this at the soonest."""
KINDS = (
    EventKind.RUN, EventKind.PROGRESS, EventKind.DECISION, EventKind.SEND, EventKind.IMPORT, EventKind.REPORT,
    EventKind.DELIVERY,
)  # fmt: skip


class TodayPage(QWidget):
    """`done(id)`: do a row of the table of actions. Light until the window is painted: what groups are made
    of is loaded when the first is known."""

    done = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.header = PageHeader(tr("Today"))
        self.date = PlainLabel("", "caption", "text2")
        self.as_of = PlainLabel("", "caption", "text2")
        self.import_file = button(tr("Import a file"), "import")
        self.write = button(tr("Write a message"), "messaging")
        self.loading = LoadingBar(tr("Reading what waits for you"))
        self.main = ScrollPage()
        self.groups = {
            "decisions": TodayGroup(""),
            "plans": TodayGroup(tr("Waiting for your approval")),
            "unfinished": TodayGroup(tr("Stopped and running")),
            "reports": TodayGroup(tr("New for you")),
            "begun": TodayGroup(tr("Go on where you stopped")),
        }
        self.side = Ground("canvas")
        self.middle = QStackedWidget()
        self.quiet: QuietDay | None = None
        self.contents: Contents | None = None
        self._runs: RunsController | None = None
        self._wanted: set[str] = set()
        self._known: set[str] = set()
        self._failed: dict[str, str] = {}
        self._waits_for_lines = False
        self._read_at = ""
        self._reading = self._ask_next = False
        self._old = QTimer(self, interval=QUIET_MS, singleShot=True)
        self._old.timeout.connect(self._show_age)
        self._build()
        self._connect()

    # What the window does with it

    def activate(self) -> None:
        """Shown: what is known at once, then everything as it is now."""
        self.refresh()

    def refresh(self) -> None:
        """Read everything again; what is shown stays until it is known."""
        self._ask_next = True
        self.read((*GROUPS, *SIDE_GROUPS))

    def read(self, names: Sequence[str]) -> None:
        """Read these groups again, now where they can be seen, else when they are."""
        self._wanted.update(names)
        if self.isVisible():
            self._begin_reading()

    def _begin_reading(self) -> None:
        self.date.setText(long_day(display_zone().now().date()))
        if not self._reading and not self.scope.is_closed():
            self._reading = True
            self.scope.start(self._read(), "read")

    def is_reading(self) -> bool:
        """Whether something is being read now."""
        return self._reading

    async def aclose(self) -> None:
        """End what is under way here."""
        await self.scope.close()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        here: dict[str, Callable[[], None]] = {"refresh": self.refresh, "new": self._write}
        if (filled := self.filled()) is not None:
            here["primary"] = filled
        return here

    def filled(self) -> Callable[[], None] | None:
        """What the one filled button does: about what cannot wait; None where nothing is urgent."""
        answer = self.groups["decisions"]
        if not answer.isHidden() and not answer.filled.isHidden():
            return answer.filled.click
        first = next((line for line in self.lines() if line.way.property("kind") == "primary"), None)
        return None if first is None else first.way.click

    def lines(self) -> list[TodayLine]:
        """Every line that is shown, from the first."""
        shown = [group for group in self.groups.values() if not group.isHidden()]
        return [line for group in shown for line in group.lines()]

    def focus_start(self) -> QWidget | None:
        """The first line's way on; on a quiet day the first invitation; the header while nothing is known."""
        if self.quiet is not None and self.middle.currentWidget() is self.quiet:
            return self.quiet.focus_start()
        first = next((line.way for line in self.lines()), None)
        self._waits_for_lines = first is None
        return first or self.write

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.middle, self.side)

    # Building

    def _build(self) -> None:
        set_property(self, "bg", "surface")
        self.header.add_leading(self.date)
        self.header.add_leading(self.as_of)
        self.header.add_action(self.import_file)
        self.header.add_action(self.write)
        self.main.body.setSpacing(dp(24))
        for name, group in self.groups.items():
            self.main.body.addWidget(group)
            group.again.connect(partial(self.read, (name,)))
            group.stepped.connect(self._step)
        self._side_scroll = ScrollPage("canvas")
        self._side_scroll.setFixedWidth(dp(SIDE))
        self.main.body.addStretch(1)
        self._side_scroll.body.addWidget(self.side)
        self._side_scroll.body.addStretch(1)
        self._side_scroll.hide()
        self.middle.addWidget(QWidget())  # until anything is known
        self.middle.addWidget(self.main)
        row = hbox((vbox(self.loading, (self.middle, 1), spacing=0), 1), self._side_scroll, spacing=0)
        vbox(self.header, (row, 1), parent=self, spacing=0)

    def _connect(self) -> None:
        console = self.console
        self.import_file.clicked.connect(partial(self.done.emit, "import"))
        self.write.clicked.connect(self._write)
        console.sends_changed.connect(partial(self.read, ("decisions", "unfinished", "yesterday")))
        console.connection_changed.connect(self._connection_changed)
        console.runs_there.connect(self._watch_runs)
        console.day_watch.changed.connect(self.refresh)
        self.live = LiveRefresh(self, console.events, self.scope, KINDS, self._others_did)

    def _watch_runs(self) -> None:
        runs = self.console.runs
        if runs is not None and self._runs is None:
            self._runs = runs
            runs.changed.connect(self._runs_changed)
            runs.progressed.connect(self._run_progressed)

    # Reading

    async def _read(self) -> None:
        try:
            await self.console.may_load.wait()
            self.loading.start()
            self._old.start()
            contents = await self._made()
            while self._wanted:
                for name in (*GROUPS, *SIDE_GROUPS):
                    if name in self._wanted:
                        self._wanted.discard(name)
                        await self._read_group(contents, name)
                await asyncio.sleep(TOGETHER_SECONDS if self._wanted else 0)
        finally:
            self.loading.stop()
            self._reading = False
            self._old.stop()
        if not self._failed:
            self._read_at = now()
        self._show_age()
        if self._ask_next:
            self._ask_next = False
            self.scope.start(contents.ask_about_yesterday(AT_LEAST_SECONDS), "ask")

    async def _made(self) -> Contents:
        """What shows the groups, made when the first is to be shown."""
        if self.contents is None:
            for module in LOADED:
                await asyncio.to_thread(import_module, module)
            from svcconsole.gui.panels.today.contents import Contents

            self.contents = Contents(self.console, self.groups, self.side, self.read)
            for signal in (self.console.reports.listed, self.console.reports.ended):
                signal.connect(self._reports_changed)
        self._watch_runs()
        return self.contents

    async def _read_group(self, contents: Contents, name: str) -> None:
        try:
            await contents.read(name)
        except Exception as error:
            if not isinstance(error, Expected):
                raise
            self._failed[name] = error.sentence
        else:
            self._failed.pop(name, None)
        self._known.add(name)
        self._show(contents)

    def _show(self, contents: Contents) -> None:
        """Every group whose turn has come: one that is known later moves none above it, nor comes before."""
        for name in GROUPS:
            if name not in self._known:
                break
            if name in self._failed:
                self.groups[name].show_failed(self._failed[name])
            else:
                contents.show(name)
        contents.show_side(self._known, self._failed)
        settled = self._known.issuperset((*GROUPS, *SIDE_GROUPS))
        is_quiet = settled and not self.lines() and not self._failed
        if is_quiet:
            if self.quiet is None:
                self.quiet = contents.make_quiet()
                self.quiet.wanted.connect(self._do_wanted)
                self.middle.addWidget(self.quiet)
            contents.show_quiet(self.quiet)
        if self.lines() or is_quiet:
            self.middle.setCurrentWidget(self.quiet if is_quiet and self.quiet is not None else self.main)
        waits = self._waits_for_lines and self.write.hasFocus()
        for each in (self.import_file, self.write):
            each.setVisible(not is_quiet)
        self._arrange()
        if waits and (start := self.focus_start()) is not self.write and start is not None:
            self._waits_for_lines = False
            start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_age(self) -> None:
        """How old what is shown is, while it is read again; of a copy, when that was made."""
        state = self.console.workspace.state
        if state.away and state.as_of:
            self.as_of.setText(tr("as of {when}", when=short(state.as_of)))
        elif self._read_at and (self._reading or self._failed):
            self.as_of.setText(tr("as of {when}", when=clock_of(self._read_at)))
        else:
            self.as_of.setText("")

    # What happens meanwhile

    def _connection_changed(self) -> None:
        self._show_age()

    def _runs_changed(self) -> None:
        self.read(("decisions", "unfinished"))

    def _reports_changed(self, _run_id: str = "") -> None:
        self.read(("unfinished", "reports"))

    async def _others_did(self, _keys: frozenset[str]) -> None:
        self.read((*GROUPS, *SIDE_GROUPS))

    def _run_progressed(self, run_id: str, progress: RunProgress) -> None:
        if self.contents is not None and self.isVisible():
            self.contents.show_progress(run_id, progress)

    # Doing

    def _write(self) -> None:
        self.console.page_wanted.emit("Messaging", "message:new")

    def _do_wanted(self, what: str) -> None:
        if what == "import":
            self.done.emit("import")
        elif what == "report":
            self.console.page_wanted.emit("Reports", "report:new")
        else:
            self._write()

    def _step(self, line: TodayLine, by: int) -> None:
        lines = self.lines()
        at = lines.index(line) + by
        if 0 <= at < len(lines):
            lines[at].way.setFocus()
            self.main.reveal(lines[at])

    # Room

    def _arrange(self) -> None:
        """The side column beside the others, under them where there is no room."""
        beside = self.width() >= dp(WIDE)
        shown = self.contents is not None and self.contents.has_side()
        front = self.middle.currentWidget()
        if beside:
            self._side_scroll.body.insertWidget(0, self.side)
        elif isinstance(front, ScrollPage):
            front.body.addWidget(self.side)
        self.side.setContentsMargins(0, 0 if beside else dp(24), 0, 0)
        set_property(self.side, "bg", "canvas" if beside else "surface")
        self._side_scroll.setVisible(beside and shown)
        self.side.setVisible(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._wanted:
            self._begin_reading()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.scope.cancel("ask")
