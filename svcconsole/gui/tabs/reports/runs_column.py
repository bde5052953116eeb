"""The requested reports, newest first, each as a card that updates in place."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Ground, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.runtime.reports_controller import ReportsController
from svcconsole.gui.tabs.reports.run_card import RunCard
from svcconsole.workspace.runs.report_runs import UNDER_WAY, Stage

REPAINT_MS, TICK_MS = 100, 1000
UNFINISHED = (*UNDER_WAY, Stage.NEEDS, Stage.STOPPED)
MOST = 20
"""So many of the newest have a card at first; those that are not over always have one."""


class RunsColumn(Ground):
    """`wanted(verb, run_id)`: what is to be done with one of them; `watch_wanted`: one that was asked for
    elsewhere. While it is hidden nothing is painted; the
    reports go on."""

    wanted = Signal(str, str)
    watch_wanted = Signal()

    def __init__(self, reports: ReportsController, actions: QWidget | None = None) -> None:
        super().__init__("canvas", "left")
        self.reports = reports
        self.cards: dict[str, RunCard] = {}
        self._stale: set[str] = set()
        self._most = MOST
        self.heading = SectionHeading(tr("Your reports"), trailing=actions)
        self.page = ScrollPage("canvas", 16)
        self.page.body.setContentsMargins(dp(16), 0, dp(16), dp(16))
        self.page.body.setSpacing(dp(8))
        self._column = vbox(spacing=8)
        self.older = link("", "label")
        self.older.clicked.connect(self._show_older)
        self.page.body.addLayout(self._column)
        self.page.body.addWidget(self.older, 0, Qt.AlignmentFlag.AlignLeading)
        self.page.body.addStretch(1)
        self.empty = EmptyState(
            "reports",
            tr("No reports yet"),
            tr("Reports you ask for are followed here, downloaded and merged into one file."),
        )
        self.watch = link(tr("Watch a report by its id…"), "label")
        self.watch.clicked.connect(self.watch_wanted)
        head = vbox(
            self.heading,
            (self.watch, 0, Qt.AlignmentFlag.AlignLeading),
            spacing=2,
            margins=(16, 14, 16, 10),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.page, 1)
        column.addWidget(self.empty, 1)
        self._repaint = QTimer(self, interval=REPAINT_MS, singleShot=True)
        self._repaint.timeout.connect(self._show_stale)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._tick_all)
        reports.listed.connect(self.show_all)
        reports.changed.connect(self._changed)
        self.show_all()

    def show_all(self) -> None:
        """Which reports there are, in their order; cards that stay are the same ones."""
        everything = self.reports.all()
        live = [each for at, each in enumerate(everything) if at < self._most or each.run.stage in UNFINISHED]
        self.older.setVisible(len(live) < len(everything))
        self.older.setText(
            tr("Show {number} older ones", number=QLocale().toString(len(everything) - len(live)))
        )
        known = {each.run.id for each in live}
        for run_id in [run_id for run_id in self.cards if run_id not in known]:
            card = self.cards.pop(run_id)
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        for at, each in enumerate(live):
            card = self.cards.get(each.run.id) or self._add(each.run.id)
            if self._column.indexOf(card) != at:
                self._column.insertWidget(at, card)
            card.show_report(each)
        self._update_look()

    def reveal(self, run_id: str, *, focus: bool = False) -> None:
        """Bring one of them into view; `focus`: the keys go there, too."""
        card = self.cards.get(run_id)
        if card is not None:
            self.page.reveal(card)
            if focus:
                card.first_way().setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_older(self) -> None:
        self._most = len(self.reports.all())
        self.show_all()

    def _add(self, run_id: str) -> RunCard:
        card = self.cards[run_id] = RunCard(run_id)
        card.wanted.connect(self.wanted)
        return card

    def _changed(self, run_id: str) -> None:
        self._stale.add(run_id)
        if self.isVisible() and not self._repaint.isActive():
            self._repaint.start()

    def _show_stale(self) -> None:
        stale, self._stale = self._stale, set()
        for run_id in stale:
            card, live = self.cards.get(run_id), self.reports.find(run_id)
            if card is not None and live is not None:
                card.show_report(live)
        self._update_look()

    def _update_look(self) -> None:
        self.empty.setVisible(not self.cards)
        self.page.setVisible(bool(self.cards))
        busy = sum(live.run.stage in UNDER_WAY for live in self.reports.all())
        waiting = sum(live.run.stage is Stage.NEEDS for live in self.reports.all())
        under_way = tr_plural("{n} under way", "{n} under way", busy) if busy else ""
        note = tr_plural("{n} waits for you", "{n} wait for you", waiting) if waiting else under_way
        self.heading.set_note(note)
        if busy and self.isVisible():
            self._tick.start()
        else:
            self._tick.stop()

    def _tick_all(self) -> None:
        for card in self.cards.values():
            card.tick()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.reports.on_screen = True
        self._show_stale()

    def hideEvent(self, event: QHideEvent) -> None:
        self.reports.on_screen = False
        self._tick.stop()
        self._repaint.stop()
        super().hideEvent(event)
