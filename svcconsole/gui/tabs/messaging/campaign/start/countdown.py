"""The ten seconds before a campaign starts: how many people get it, and one way to stop it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Card, Ground, IconLabel, ScrollPage
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.runtime.announcer import announcer
from svcconsole.gui.tabs.messaging.campaign.start.countdown_ring import CountdownRing
from svcconsole.services.messaging.appearance.bubble import Bubble

SECONDS: Final = 10.0
ANNOUNCED: Final = (10, 5, 3, 2, 1)
TICK_MS: Final = 50
SIDE, ROOMY, HIGH = 344, 1_000, 620
"""In a low window the ring stands beside the number, so that the way to stop stays on screen."""


@dataclass(frozen=True, slots=True)
class StartFact:
    """One fact about what is about to start: an icon, what it is, and its value."""

    icon: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Example:
    """One of the messages, and whose it is."""

    person: str
    bubble: Bubble


@dataclass(frozen=True, slots=True)
class StartFacts:
    """What is about to start: how many people, in which countries, what else matters, and under which
    plan."""

    people: int
    countries: str
    facts: tuple[StartFact, ...]
    plan: str
    example: Example


class Countdown(QWidget):
    """Asks by waiting: `ask` is True once the time is up or somebody starts it now, False where it was
    stopped, be it by leaving. `clock` tells seconds."""

    def __init__(self, phone: PhonePreview, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._began = 0.0
        self._told = 0
        self._answer: asyncio.Future[bool] | None = None
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.phone = phone
        self.ring = CountdownRing()
        self.people = PlainLabel("", "hero")
        self.about = PlainLabel("", "title", wrap=True)
        self.countries = PlainLabel("", "caption", "text2", wrap=True)
        self.facts = Card()
        self.whose = PlainLabel("", "section")
        self.stop = button(tr("Stop, nothing is sent"), "stop", kind="primary")
        self.now = button(tr("Start now"))
        self.footer = Footer()
        self._facts_row = hbox(spacing=24)
        self._build_layout()
        self._timer.timeout.connect(self.tick)
        self.stop.clicked.connect(lambda: self._end(go=False))
        self.now.clicked.connect(lambda: self._end(go=True))
        escape = QShortcut(Qt.Key.Key_Escape, self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.stop.click)

    async def ask(self, facts: StartFacts) -> bool:
        """Count down; whether it may start. Nothing is sent before this answers."""
        self._show(facts)
        self._answer = asyncio.get_running_loop().create_future()
        self._began, self._told = self._clock(), 0
        self.tick()
        self._timer.start()
        self.stop.setFocus()
        try:
            return await self._answer
        finally:
            self._timer.stop()
            self._answer = None

    def is_counting(self) -> bool:
        """Whether the ten seconds run."""
        return self._answer is not None

    def cancel(self) -> None:
        """Stop it: whoever leaves does not want it to start."""
        self._end(go=False)

    def tick(self) -> None:
        """Look at the clock."""
        left = SECONDS - (self._clock() - self._began)
        self.ring.set_left(left, SECONDS)
        if left <= 0:
            self._end(go=True)
        elif self.ring.seconds != self._told:
            self._told = self.ring.seconds
            if self._told in ANNOUNCED:
                announcer().say(tr_plural("{n} second", "{n} seconds", self._told), urgent=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.cancel()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.setVisible(self.width() >= dp(ROOMY))
        beside = QBoxLayout.Direction.LeftToRight
        self._head.setDirection(QBoxLayout.Direction.TopToBottom if self.height() >= dp(HIGH) else beside)

    def _end(self, *, go: bool) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(go)

    def _show(self, facts: StartFacts) -> None:
        self.people.setText(count(facts.people))
        self.about.setText(
            tr_plural(
                "person is about to get this message", "people are about to get this message", facts.people
            )
        )
        self._page.setAccessibleName(f"{self.people.text()} {self.about.text()}")
        self.countries.setText(facts.countries)
        self._show_facts(facts.facts)
        self.whose.setText(
            tr("As {person} will see it", person=facts.example.person)
            if facts.example.person
            else tr("As the customer will see it")
        )
        self.phone.show_bubble(facts.example.bubble)
        plan = FooterPart(tr("Plan {code}", code=facts.plan))
        self.footer.set_message(FooterPart(tr("Nothing has left this computer yet."), icon="shield"), plan)

    def _show_facts(self, facts: Sequence[StartFact]) -> None:
        while (item := self._facts_row.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for fact in facts:
            made = QWidget()
            head = hbox(
                IconLabel(fact.icon, "text2", 16), (PlainLabel(fact.name, "body", "text2"), 1), spacing=8
            )
            value = PlainLabel(fact.value, "section", wrap=True)
            vbox(head, value, parent=made, spacing=4)
            self._facts_row.addWidget(made, 1, Qt.AlignmentFlag.AlignTop)
        self.facts.setVisible(bool(facts))

    def _build_layout(self) -> None:
        middle = Qt.AlignmentFlag.AlignHCenter
        for label in (self.people, self.about, self.countries):
            label.setAlignment(middle)
        self.facts.body.addLayout(self._facts_row)
        self.facts.setMaximumWidth(dp(720))
        escape = Ground("well")
        vbox(PlainLabel(tr("Esc"), "label", "text2"), parent=escape, margins=(8, 3, 8, 3))
        buttons = hbox(STRETCH, self.now, self.stop, escape, STRETCH, spacing=12)
        self.stop.setMinimumWidth(dp(220))
        note = PlainLabel(
            tr("Stopping also works later, at any moment, within one second."), "caption", "text2", wrap=True
        )
        note.setAlignment(middle)
        self._page = page = ScrollPage("surface", inset=24)
        body = page.body
        body.addStretch(1)
        body.setSpacing(dp(6))
        self._head = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._head.setSpacing(dp(20))
        self._head.addWidget(self.ring, 0, middle | Qt.AlignmentFlag.AlignVCenter)
        self._head.addWidget(self.people, 0, middle | Qt.AlignmentFlag.AlignVCenter)
        body.addLayout(hbox(STRETCH, self._head, STRETCH))
        body.addWidget(self.about)
        body.addWidget(self.countries)
        body.addSpacing(dp(12))
        body.addLayout(hbox(STRETCH, (self.facts, 6), STRETCH))
        body.addSpacing(dp(12))
        body.addLayout(buttons)
        body.addWidget(note)
        body.addStretch(2)
        self.side = Ground("canvas", "left")
        self.side.setFixedWidth(dp(SIDE))
        vbox(self.whose, (self.phone, 1), parent=self.side, spacing=4, margins=(14, 14, 14, 8))
        vbox((hbox((page, 1), self.side, spacing=0), 1), self.footer, parent=self, spacing=0)
