"""Finds a customer, in the store by an id or offline among the people seen here, and shows the card."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.api.errors import ApiError
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import grid_box, hbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import TaskScope
from svcconsole.gui.tabs.customers.customer_card import CustomerCard
from svcconsole.gui.tabs.customers.people_side import PeopleSide
from svcconsole.gui.tabs.customers.timeline_column import TimelineColumn
from svcconsole.services.customers.customer_timeline import timeline_of
from svcconsole.services.customers.customers import Include, SeenCustomer, look_up, read_again, seen_before
from svcconsole.tables.values.phones import Phone, read_phone
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.people import Person

EMPTY, CARD = range(2)
MOST = 50
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
        self.person: Person | None = None
        """Whom the card shows."""
        self._words = ""
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

    # -- finding

    async def begin(self) -> None:
        """The people opened last, and a connection for the first look-up."""
        await self._list()
        await self.console.ready()

    def search(self, words: str) -> None:
        """Other words in the field: find them among the people seen here."""
        self._words = words.strip()
        self.scope.start(self._list(), "list")

    def ask(self, text: str) -> None:
        """Look `text` up in the store."""
        self.scope.start(self._ask(text), "look up")

    def open(self, key: str) -> None:
        """Show a person seen here at once, then as the store has them now."""
        self.scope.start(self._open(key), "look up")

    def refresh(self) -> None:
        """Read the customer on the card again."""
        if self.person is not None:
            self.open(self.person.key)

    def refresh_story(self) -> None:
        """Something was sent or decided: read what happened again."""
        if self.person is not None and self.card.seen is not None:
            self.scope.start(self.show_story(self.person), "story")

    def refresh_list(self) -> None:
        """People came in from elsewhere: read the list again."""
        self.scope.start(self._list(), "list")

    async def read_fresh(self, seen: SeenCustomer) -> SeenCustomer | None:
        """The customer with everything, read now; says so when the store has it no more."""
        found = await read_again(await self.console.ready(), seen.customer, Include())
        if found is None:
            self._gone(seen)
        return found

    async def _others_changed(self, keys: frozenset[str]) -> None:
        """Somebody else saved or forgot people: the card that is open is read again, and so is the list."""
        if self.person is not None and keys & {self.person.key, ""}:
            self.open(self.person.key)
        await self._list()

    async def _ask(self, text: str) -> None:
        if "@" in text or isinstance(read_phone(text), Phone) or any(sign.isspace() for sign in text):
            people = await self.console.db(lambda workspace: workspace.people.search(text, MOST))
            if len(people) == 1:
                await self._open(people[0].key)
                return
            if people:
                return  # the list shows them; one of them is to be chosen
        self.loading.start()
        try:
            client = await self.console.ready()
            found = await look_up(client, text, self.card.include())
        finally:
            self.loading.stop()
        if not found:
            self._nobody(text)
            return
        await self._show(found[0])
        if len(found) > 1:
            other = found[1].customer
            name = visible(
                " ".join(part for part in (other.first_name, other.last_name) if part) or str(other.id)
            )
            self.console.notices.add(
                "info",
                tr(
                    "{text} is also the service's id of another customer, {name}.",
                    text=visible(text),
                    name=name,
                ),
            )
            await self._remember(found[1], opened=False)

    async def _open(self, key: str) -> None:
        person = await self.console.db(lambda workspace: workspace.people.get(key))
        if person is None:
            return
        before = seen_before(person.body, person.seen_at)
        self.person = person
        self.show_seen(before)
        await self.show_story(person)
        self.loading.start()
        try:
            client = await self.console.ready()
            found = await read_again(client, before.customer, self.card.include())
        except ApiError as error:
            self.console.notices.report(error)  # the card stays, with the time it was read at
            return
        finally:
            self.loading.stop()
        if found is None:
            self._gone(before)
        else:
            await self._show(found)

    async def _show(self, seen: SeenCustomer) -> None:
        self.person = await self._remember(seen, opened=True)
        self.show_seen(seen)
        await self.show_story(self.person)
        await self._list()

    async def _remember(self, seen: SeenCustomer, *, opened: bool) -> Person:
        (person,) = await self.console.db(
            lambda workspace: workspace.people.remember([seen.raw], opened=opened)
        )
        return person

    async def _list(self) -> None:
        words = self._words
        people, count = await self.console.db(
            lambda workspace: (
                workspace.people.search(words, MOST) if words else workspace.people.recent(MOST),
                workspace.people.count(),
            )
        )
        self.side.set_count(count)
        self.side.show_people(people, words)
        self.side.people.choose("" if self.person is None else self.person.key)

    def _nobody(self, text: str) -> None:
        """406 is an answer: this store has no such customer."""
        shown = visible(text)
        if "@" in text or isinstance(read_phone(text), Phone):
            self.show_empty(
                "customers",
                tr("No one with {shown} among the people this console has seen.", shown=shown),
                tr("The service looks customers up by their ids alone."),
            )
            return
        self.show_empty(
            "customers",
            tr("No customer {shown} in this store.", shown=shown),
            tr("No customer has it as external id or as the service's id."),
            create=text,
        )

    def _gone(self, seen: SeenCustomer) -> None:
        identity = seen.customer.partner_customer_id or seen.customer.id or ""
        self.show_empty(
            "customers",
            tr("No customer {identity} in this store any more.", identity=visible(identity)),
            tr("What this console knew of it is kept on this computer."),
            create=seen.customer.partner_customer_id or "",
        )

    # -- building

    def _build(self) -> None:
        self.middle.addWidget(self.empty)
        self.middle.addWidget(self.card)
        self.side.setFixedWidth(dp(SIDE))
        self.body = grid_box(spacing=0)
        self.body.addWidget(self.middle, 0, 0)
        self.body.addWidget(self.story, 0, 1)
        self.body.setColumnStretch(0, 1)
        self.body.setRowStretch(0, 1)
        self.story.setFixedWidth(dp(STORY))
        self.story.hide()
        hbox(self.side, (self.body, 1), parent=self, spacing=0)
        self.show_empty(
            "customers",
            tr("Look up a customer by an id, or find one this console has seen."),
            tr("The service has no list of customers: whoever was looked up, created or imported here "
                    "is remembered on this computer."),
        )  # fmt: skip

    def _connect(self) -> None:
        self.side.asked.connect(self.ask)
        self.side.searched.connect(self.search)
        self.side.people.opened.connect(self.open)
        self.card.refresh_wanted.connect(self.refresh)
        self.card.include_changed.connect(self._include_changed)
        self.live = LiveRefresh(
            self, self.console.events, self.scope, (EventKind.CUSTOMERS,), self._others_changed
        )
        self.console.sends_changed.connect(self.refresh_story)
        self.console.day_watch.changed.connect(self.card.show_times)
        self.console.store_changed.connect(self.refresh)
        self.console.card_changed.connect(lambda: self.card.show_store(self.console.card))

    def _include(self) -> Include:
        return Include(*(self.console.settings.get(name, True) for name in SWITCHES))

    def _include_changed(self, include: Include) -> None:
        on = (include.addresses, include.contacts, include.tags)
        for name, value in zip(SWITCHES, on, strict=True):
            self.console.settings.set(name, value)
        self.refresh()

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
