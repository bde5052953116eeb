"""The faults view: every fault as a card with a switch, and what is on now."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.card_grid import CardGrid
from svcconsole.gui.kit.containers.cards import Card, ScrollPage, SectionHeading
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.panels.practice.faults import fault_text
from svcconsole.gui.panels.practice.faults.fault_card import FaultCard
from svcconsole.gui.panels.practice.faults.fault_text import GROUPS, OTHER
from svcconsole.gui.panels.practice.store_polling import StorePolling
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.practice_control import Control, ControlError
from svcconsole.gui.runtime.practice_records import Fault, FaultKind
from svcconsole.gui.runtime.task_scope import make_scope


class FaultLine(QWidget):
    """One fault that is on, and the link that switches it off."""

    def __init__(self, fault: Fault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fault = fault
        self.off = link(tr("Switch off"))
        self._title = PlainLabel(fault_text.title(fault.kind), "strong")
        self._words = ElidedLabel("", "caption", "text2")
        hbox(self._title, (self._words, 1), self.off, parent=self, spacing=10)
        self.show_fault(fault)

    def show_fault(self, fault: Fault) -> None:
        """As it stands now."""
        self.fault = fault
        where = fault.operation or tr("wherever it can")
        words = f"{where} · {fault_text.often(fault)} · {fault_text.strike_count(fault)}"
        self._words.setText(visible(words))
        self.off.setAccessibleName(f"{self.off.text()}: {self._title.text()}")


class FaultsView(ScrollPage):
    """The faults of the store that `watch` looks at."""

    def __init__(self, watch: StorePolling, notices: Notices, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._watch = watch
        self.scope = make_scope(self, notices)
        self.cards: dict[str, FaultCard] = {}
        self.lines: dict[int, FaultLine] = {}
        self.body.setSpacing(dp(16))
        lead = PlainLabel(
            tr(
                "Networks break and stores have bad days. Switch one on, work as always, and see what the "
                "console says and what arrives. Nothing here reaches the store you work with."
            ),
            "body",
            "text2",
            wrap=True,
        )
        lead.setMaximumWidth(dp(620))
        self._on = Card()
        self._on.body.addWidget(SectionHeading(tr("On now")))
        self._on_lines = vbox(spacing=6)
        self._on.body.addLayout(self._on_lines)
        self._groups = vbox(spacing=16)
        self.body.addWidget(lead)
        self.body.addWidget(self._on)
        self.body.addLayout(self._groups)
        self.body.addStretch(1)
        watch.told.connect(self.show_seen)
        self.show_seen()

    def show_seen(self) -> None:
        """What the last look showed."""
        seen = self._watch.seen
        if seen.kinds and not self.cards and self.isVisible():
            self._build(seen.kinds)
        self._on.setVisible(bool(seen.faults))
        wanted = {fault.id: fault for fault in seen.faults}
        for number in [number for number in self.lines if number not in wanted]:
            gone = self.lines.pop(number)
            self._on_lines.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for fault in seen.faults:
            line = self.lines.get(fault.id)
            if line is not None:
                line.show_fault(fault)
                continue
            line = self.lines[fault.id] = FaultLine(fault)
            line.off.clicked.connect(lambda _checked=False, number=fault.id: self.switch_off(number))
            self._on_lines.addWidget(line)
        for kind, card in self.cards.items():
            if not self.scope.is_busy(kind):
                card.show_faults([fault for fault in seen.faults if fault.kind == kind])

    def showEvent(self, event: QShowEvent) -> None:
        """The cards are made when they are first wanted."""
        super().showEvent(event)
        self.show_seen()

    def switch_off(self, number: int) -> None:
        """Take one fault away."""
        self.scope.start(self._watch.do(lambda control: control.switch_off(number)))

    def switch_all_off(self) -> None:
        """Take every fault away."""
        self.scope.start(self._watch.do(lambda control: control.all_off()), key="all")

    def _build(self, kinds: tuple[FaultKind, ...]) -> None:
        for group in (*GROUPS, OTHER):
            order = list(GROUPS.get(group, ()))
            of_group = [kind for kind in kinds if fault_text.group_of(kind.name) == group]
            if not of_group:
                continue
            grid = CardGrid()
            for kind in sorted(of_group, key=lambda kind: order.index(kind.name) if order else 0):
                card = self.cards[kind.name] = FaultCard(kind)
                card.on_wanted.connect(self._switch_on)
                card.off_wanted.connect(self._switch_kind_off)
                grid.add(card)
            self._groups.addWidget(SectionHeading(tr(group)))
            self._groups.addWidget(grid)

    def _switch_on(self, body: dict[str, object]) -> None:
        kind = str(body["kind"])
        self.scope.start(self._put_on(kind, body), key=kind)

    async def _put_on(self, kind: str, body: dict[str, object]) -> None:
        card = self.cards[kind]
        try:
            await self._watch.do(lambda control: control.switch_on(body))
        except ControlError as trouble:
            card.set_error(" ".join(trouble.server_words) or trouble.sentence)
            card.switch.setChecked(False)
            focus_if_visible(card.switch)
        else:
            card.show_faults([fault for fault in self._watch.seen.faults if fault.kind == kind])

    def _switch_kind_off(self, kind: str) -> None:
        numbers = [fault.id for fault in self._watch.seen.faults if fault.kind == kind]

        async def off() -> None:
            for number in numbers:
                await self._watch.do(partial(_switch_off, number))

        self.scope.start(off(), key=f"off {kind}")


def _switch_off(number: int, control: Control) -> None:
    control.switch_off(number)
