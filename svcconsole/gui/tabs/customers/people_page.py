"""The people of the tab: the look-up field with its list, a customer's card, what happened."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import TaskScope
from svcconsole.gui.tabs.customers.customer_card import CustomerCard
from svcconsole.gui.tabs.customers.look_up import CARD, EMPTY, LookUp
from svcconsole.gui.tabs.customers.people_side import PeopleSide
from svcconsole.gui.tabs.customers.timeline_column import TimelineColumn
from svcconsole.services.customers.customer_timeline import timeline_of
from svcconsole.services.customers.customers import Include, SeenCustomer
from svcconsole.workspace.known.people import Person

SIDE = 288
STORY = 348
MOST_NARROW_STORY = 264
BESIDE_FROM = 1080
UNBOUND = 16_777_215
SWITCHES = ("also/addresses", "also/contacts", "also/tags")


class PeoplePage(QWidget):
    """`create_wanted(external id)`: a customer the store does not have is to be made."""

    create_wanted = Signal(str)

    def __init__(self, console: Console, scope: TaskScope) -> None:
        super().__init__()
        self.console = console
        self.scope = scope
        self.side = PeopleSide()
        self.card = CustomerCard(console.card, self._include())
        self.empty = EmptyState("customers", "")
        self.middle = QStackedWidget()
        self.loading = LoadingBar(tr("Looking up"), self.middle)
        self.story = TimelineColumn()
        self.look_up = LookUp(self)
        self._beside = True
        self._build()
        self._connect()

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.side, self.middle, self.story)

    def show_seen(self, seen: SeenCustomer) -> None:
        """Put a customer on the card."""
        self.card.show_customer(seen)
        self.middle.setCurrentIndex(CARD)

    def show_empty(self, icon: str, sentence: str, help_: str, *, create: str = "") -> None:
        """Say why there is no card; `create`: the external id a new customer may be given."""
        self.empty.set(icon, sentence, help_)
        self.empty.clear_buttons()
        if create:
            make = button(tr("Create {name}", name=visible(create)), "plus")
            make.clicked.connect(lambda: self.create_wanted.emit(create))
            self.empty.add_button(make)
        self.middle.setCurrentIndex(EMPTY)
        self.story.hide()

    async def show_story(self, person: Person) -> None:
        """Read and show what happened with the person on the card."""
        story = await self.console.db(lambda workspace: timeline_of(workspace, person))
        self.story.show_story(story)
        self.story.show()
        self._fit_story()

    def _build(self) -> None:
        self.middle.addWidget(self.empty)
        self.middle.addWidget(self.card)
        self.side.setFixedWidth(dp(SIDE))
        self.body = QGridLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        self.body.addWidget(self.middle, 0, 0)
        self.body.addWidget(self.story, 0, 1)
        self.body.setColumnStretch(0, 1)
        self.body.setRowStretch(0, 1)
        self.story.setFixedWidth(dp(STORY))
        self.story.hide()
        parts = QHBoxLayout(self)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(0)
        parts.addWidget(self.side)
        parts.addLayout(self.body, 1)
        self.setFocusProxy(self.side.search)
        self.show_empty(
            "customers",
            tr("Look up a customer by an id, or find one this console has seen."),
            tr("The service has no list of customers: whoever was looked up, created or imported here "
                    "is remembered on this computer."),
        )  # fmt: skip

    def _connect(self) -> None:
        self.side.asked.connect(self.look_up.ask)
        self.side.searched.connect(self.look_up.search)
        self.side.people.opened.connect(self.look_up.open)
        self.card.refresh_wanted.connect(self.look_up.again)
        self.card.include_changed.connect(self._include_changed)
        self.console.sends_changed.connect(self.look_up.story_again)
        self.console.store_changed.connect(self.look_up.again)

    def _include(self) -> Include:
        return Include(*(self.console.settings.get(name, True) for name in SWITCHES))

    def _include_changed(self, include: Include) -> None:
        on = (include.addresses, include.contacts, include.tags)
        for name, value in zip(SWITCHES, on, strict=True):
            self.console.settings.put(name, value)
        self.look_up.again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(self.width() >= dp(BESIDE_FROM))

    def _arrange(self, beside: bool) -> None:
        """The story stands beside the card, under it where there is no room."""
        if beside == self._beside:
            return
        self._beside = beside
        self.body.removeWidget(self.story)
        if beside:
            self.story.setFixedWidth(dp(STORY))
            self.story.setMinimumHeight(0)
            self.story.setMaximumHeight(UNBOUND)
        else:
            self.story.setMinimumWidth(0)
            self.story.setMaximumWidth(UNBOUND)
        self.story.setProperty("line", "left" if beside else "top")
        self.body.addWidget(self.story, *((0, 1) if beside else (1, 0)))
        self._fit_story()

    def _fit_story(self) -> None:
        """Under the card it takes the height it needs, and no more than leaves the card its room."""
        if not self._beside:
            needed = self.story.content.sizeHint().height()
            self.story.setFixedHeight(min(dp(MOST_NARROW_STORY), needed))
