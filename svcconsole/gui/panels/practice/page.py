"""The Practice page: the practice store's state, and Received, Faults and Scenarios below."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.relative_time import clock
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.practice.faults import fault_text
from svcconsole.gui.panels.practice.faults.faults_view import FaultsView
from svcconsole.gui.panels.practice.received.received import ReceivedView
from svcconsole.gui.panels.practice.scenarios.scenario_view import ScenarioView
from svcconsole.gui.panels.practice.state_line import MisbehavingStrip, StateLine
from svcconsole.gui.panels.practice.store_maintenance import StoreMaintenance
from svcconsole.gui.panels.practice.store_polling import StorePolling
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.practice_process import PracticeAddress, PracticeProcess
from svcconsole.gui.runtime.task_scope import make_scope

RECEIVED, MISBEHAVE, SCENARIOS = range(3)


class PracticePage(QWidget):
    """In a live store's window it only says how the practice store stands, and opens it.

    `misbehaving` tells how many faults can still strike; `practice_wanted`: open the practice store's window;
    `catalog_wanted`: go to the Catalog, with a file to import where one is given. The store is looked at
    while the page is shown, and now and then while a fault is on.
    """

    misbehaving = Signal(int)
    practice_wanted = Signal()
    catalog_wanted = Signal(object)

    def __init__(self, console: Console, practice: PracticeProcess | None) -> None:
        super().__init__()
        self.console = console
        self._practice = practice
        self.scope = make_scope(self, console.notices)
        self.watch = StorePolling(self._address, console.notices, self)
        self.keeping = StoreMaintenance(self, console, practice, self.watch)
        self.line = StateLine()
        self.strip = MisbehavingStrip()
        self.segments = Segments()
        self.open_button = button(tr("Open the practice store"), "practice", "primary")
        self.start_button = button(tr("Start"), "play", "primary")
        self.stop_button = button(tr("Stop"), "stop")
        self.more_button = button(tr("Copies"), "history")
        self.reset_button = button(tr("Reset"), "undo", "danger")
        self.stack = QStackedWidget()
        self._build()
        self._connect()
        self.show_state()

    def activate(self) -> None:
        """Show how it stands now."""
        self.show_state()

    def focus_start(self) -> QWidget | None:
        """What is looked at, rather than the button that stops the store."""
        return self.stack.currentWidget()

    def regions(self) -> Sequence[QWidget]:
        """The top and what is in front."""
        front = self.stack.currentWidget()
        return [self.header, *([front] if front is not None else [])]

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's own keys do here."""
        if not self.console.card.practice:
            return {}
        return {"find": self._find, "refresh": self._look}

    def show_received(self, kind: str = "") -> None:
        """Bring Received to the front, one kind of it where one is given."""
        self.segments.set_current(RECEIVED)
        self.received.show_kind(kind)

    def show_misbehave(self) -> None:
        """Bring the faults to the front."""
        self.segments.set_current(MISBEHAVE)

    def show_scenarios(self) -> None:
        """Bring the scenarios to the front."""
        self.segments.set_current(SCENARIOS)

    def practise(self, action_id: str) -> None:
        """Do a row of the action table; a live store's window has nothing to do them with."""
        rows: Mapping[str, Callable[[], None]] = {
            "practice.reset": self.keeping.reset,
            "practice.empty": self.keeping.empty,
            "practice.save_copy": self.keeping.save_copy,
            "practice.run": self.start_or_stop,
            "practice.received": self.show_received,
            "practice.faults": self.show_misbehave,
            "practice.off": self.misbehave.switch_all_off,
            "practice.scenarios": self.show_scenarios,
        }
        if self.console.card.practice:
            rows[action_id]()

    def start_or_stop(self) -> None:
        """Start the store where it does not run, else stop it."""
        if self._practice is None:
            return
        running = self._practice.running is not None
        self.scope.start(self._stop() if running else self._start(), key="run")

    def show_state(self) -> None:
        """Write the top anew."""
        address, seen = self._address(), self.watch.seen
        practice = self.console.card.practice
        if address is None or self._practice is None:
            trouble = self._practice.trouble if self._practice is not None else None
            self.line.show_stopped(tr("Not running"), trouble)
        else:
            since = clock(self._practice.started_at or time.time())
            words = tr("Running since {time}", time=since)
            if seen.trouble:
                words = tr("Running, but not answering")
            seed = seen.health.seed if seen.health else ""
            self.line.show_running(
                words, address.base_url, seed, str(self._practice.folder), answering=not seen.trouble
            )
        running = address is not None
        self.start_button.setVisible(practice and not running)
        for part in (self.stop_button, self.more_button, self.reset_button):
            part.setVisible(practice and running)

    async def aclose(self) -> None:
        """End what is under way here."""
        for scope in (
            self.watch.scope, self.misbehave.scope, self.scenarios.scope, self.keeping.scope, self.scope
        ):  # fmt: skip
            await scope.close()

    def _build(self) -> None:
        self.header = PageHeader(tr("Practice store"))
        self.received = ReceivedView(self.watch, self.console.notices)
        self.misbehave = FaultsView(self.watch, self.console.notices)
        self.scenarios = ScenarioView(self.console, self.watch)
        practice = self.console.card.practice
        for name in (tr("Received"), tr("Faults"), tr("Scenarios")):
            self.segments.add(name)
        self.header.add_leading(self.segments)
        self.segments.setVisible(practice)
        for part in (
            self.start_button, self.stop_button, self.more_button, self.reset_button, self.open_button,
        ):  # fmt: skip
            self.header.add_action(part)
        self.open_button.setVisible(not practice)
        for view in (self.received, self.misbehave, self.scenarios):
            self.stack.addWidget(view)
        self._elsewhere = _elsewhere(
            tr(
                "A whole store on this computer. It answers as the real one does, mistakes included; "
                "nothing in it reaches a customer and nothing leaves this computer."
            )
        )
        self.stack.addWidget(self._elsewhere)
        if not practice:
            self.stack.setCurrentWidget(self._elsewhere)
        vbox(self.header, self.line, self.strip, (self.stack, 1), parent=self, spacing=0)

    def _connect(self) -> None:
        self.open_button.clicked.connect(self.practice_wanted)
        self.scenarios.catalog_wanted.connect(self.catalog_wanted)
        self.start_button.clicked.connect(self.start_or_stop)
        self.watch.relieved.connect(self.console.reconnect)
        self.stop_button.clicked.connect(self.start_or_stop)
        self.reset_button.clicked.connect(lambda: self.keeping.reset_menu(self.reset_button))
        self.more_button.clicked.connect(lambda: self.keeping.copies_menu(self.more_button))
        self.segments.currentChanged.connect(self._show_segment)
        self.watch.told.connect(self._seen)
        self.strip.off_wanted.connect(self.misbehave.switch_all_off)
        self.line.copied.connect(lambda: self.console.notices.add("success", tr("The address is copied.")))
        if self._practice is not None:
            self._practice.changed.connect(self._store_changed)

    def _address(self) -> PracticeAddress | None:
        return self._practice.running if self._practice is not None else None

    def _show_segment(self, index: int) -> None:
        self.stack.setCurrentIndex(index)

    def _seen(self) -> None:
        count = fault_text.active(self.watch.seen.faults) if not self.watch.seen.trouble else 0
        self.strip.show_count(count)
        self.misbehaving.emit(count)
        self.show_state()
        if not count and not self.isVisible():
            self.watch.rest(seldom=False)

    def _store_changed(self) -> None:
        self.show_state()
        if self._address() is None:
            self.watch.rest(seldom=False)
            self.strip.show_count(0)
            self.misbehaving.emit(0)
        else:
            self._look()

    def _look(self) -> None:
        if self.isVisible() and self.console.card.practice and self._address() is not None:
            self.watch.begin()

    async def _start(self) -> None:
        if self._practice is not None:
            self.start_button.set_busy(tr("Starting…"))
            try:
                await self._practice.address()
            finally:
                self.start_button.set_busy(None)
            await self.console.try_now()

    async def _stop(self) -> None:
        if self._practice is not None:
            await self._practice.stop()

    def _find(self) -> None:
        self.show_received()
        self.received.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.watch.rest(seldom=fault_text.active(self.watch.seen.faults) > 0)


def _elsewhere(sentence: str) -> QWidget:
    page = ScrollPage()
    lead = PlainLabel(sentence, wrap=True)
    lead.setMaximumWidth(dp(560))
    page.body.addWidget(lead)
    page.body.addStretch(1)
    return page
