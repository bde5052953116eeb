"""The Customers tab: look-up, the people seen here, a customer's card, and the pages over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from svcconsole.gui.console import Console
from svcconsole.gui.metrics import dp
from svcconsole.gui.tabs.customers.card import CustomerCard
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.gui.tabs.customers.look_up import CARD, EMPTY, LookUp
from svcconsole.gui.tabs.customers.side import LookUpSide
from svcconsole.gui.tabs.customers.story_column import StoryColumn
from svcconsole.gui.tasks import TaskScope
from svcconsole.gui.text import visible
from svcconsole.gui.widgets.bars import LoadingBar
from svcconsole.gui.widgets.buttons import button
from svcconsole.gui.widgets.empty import EmptyState
from svcconsole.gui.widgets.opened import OpenedPages
from svcconsole.gui.widgets.page_header import PageHeader
from svcconsole.gui.wishes import Whom
from svcconsole.services.customers import Include, Seen
from svcconsole.services.person_story import story_of
from svcconsole.workspace.people import Person, key_of

SIDE = 288
STORY = 348
NARROW_STORY = 264
BESIDE_FROM = 1080
SWITCHES = ("also/addresses", "also/contacts", "also/tags")
MOST_FOUND = 10


class CustomersTab(QWidget):
    """`chosen_page_changed` when a page was opened over the card or closed again."""

    chosen_page_changed = Signal()

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.scope = TaskScope(self, console.notices)
        self.stack = OpenedPages(self)
        self.home = QWidget(self.stack)
        self.header = PageHeader(self.tr("Customers"), parent=self.home)
        self.new_button = button(self.tr("New customer"), "plus", "primary")
        self.side = LookUpSide()
        self.card = CustomerCard(console.card, self._include())
        self.empty = EmptyState("customers", "")
        self.middle = QStackedWidget()
        self.loading = LoadingBar(self.tr("Looking up"), self.middle)
        self.story = StoryColumn()
        self.look_up = LookUp(self)
        self._opened = False
        self._beside = True
        self._build()
        self._connect()

    def activate(self) -> None:
        """Shown: the people seen here, at once and without the store."""
        if not self._opened:
            self._opened = True
            self.scope.start(self.look_up.begin(), "open")

    async def can_leave(self) -> bool:
        """Ask the pages that are open, the one on top first."""
        for at in reversed(range(self.stack.count())):
            asked = getattr(self.stack.widget(at), "can_leave", None)
            if asked is not None and not await asked():
                return False
        return True

    async def aclose(self) -> None:
        """End what is under way here, the open pages first."""
        for at in range(self.stack.count()):
            scope = getattr(self.stack.widget(at), "scope", None)
            if scope is not None:
                await scope.close()
        await self.scope.close()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do now: the open page's own, or the card's."""
        own = getattr(self.stack.currentWidget(), "actions_here", None)
        if own is not None:
            actions: Mapping[str, Callable[[], None]] = own()
            return actions
        return {
            "find": self.side.search.setFocus,
            "new": self.new_customer,
            "primary": self.new_button.click,
            "refresh": self.look_up.again,
        }

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        own = getattr(self.stack.currentWidget(), "regions", None)
        if own is not None:
            parts: Sequence[QWidget] = own()
            return parts
        return (self.header, self.side, self.middle, self.story)

    def find_customers(self, words: str, *, by_id: bool) -> Sequence[tuple[str, str]]:
        """Keys and names of people seen here who hold every word, for the palette."""
        return self.look_up.find(words, by_id=by_id)[:MOST_FOUND]

    def show_customer(self, key: str) -> None:
        """Open the card of a person seen here."""
        self.look_up.open(key)

    def look_up_customer(self, identity: str) -> None:
        """Look a customer up in the store by the external id or the service's."""
        self.side.search.setText(identity)
        self.look_up.ask(identity)

    def is_list_open(self) -> bool:
        """Whether no page, a half-typed customer say, lies over the card."""
        return self.stack.is_home()

    def new_customer(self) -> None:
        """Open the form of a new customer."""
        self.create_customer("")

    def create_customer(self, external_id: str) -> None:
        """Open the form of a new customer that is to have this external id."""
        self.scope.start(self._edit(None, external_id), "edit")

    def edit_customer(self) -> None:
        """Open the form of the customer on the card."""
        if self.card.seen is not None:
            self.scope.start(self._edit_fresh(self.card.seen), "edit")

    def open_person(self) -> None:
        """Open the page with everything known of the person on the card."""
        person = self.look_up.person
        if person is not None:
            self.console.person_wanted.emit(Whom(person.keys, person.name))

    def show_seen(self, seen: Seen) -> None:
        """Put a customer on the card."""
        self.card.show_customer(seen)
        self.middle.setCurrentIndex(CARD)

    def show_empty(self, icon: str, sentence: str, help_: str, *, create: str = "") -> None:
        """Say why there is no card; `create`: the external id a new customer may be given."""
        self.empty.set(icon, sentence, help_)
        self.empty.clear_buttons()
        if create:
            make = button(self.tr("Create {0}").format(visible(create)), "plus")
            make.clicked.connect(lambda: self.create_customer(create))
            self.empty.add_button(make)
        self.middle.setCurrentIndex(EMPTY)
        self.story.hide()

    async def show_story(self, person: Person) -> None:
        """Read and show what happened with the person on the card."""
        story = await self.console.db(lambda workspace: story_of(workspace, person))
        self.story.show_story(story)
        self.story.show()

    def _build(self) -> None:
        self.header.add_action(self.new_button)
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
        parts = QHBoxLayout()
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(0)
        parts.addWidget(self.side)
        parts.addLayout(self.body, 1)
        column = QVBoxLayout(self.home)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(parts, 1)
        self.stack.addWidget(self.home)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.stack)
        self.setProperty("bg", "surface")
        self.setMinimumSize(dp(480), dp(320))
        self.setFocusProxy(self.side.search)
        self.show_empty(
            "customers",
            self.tr("Look up a customer by an id, or find one this console has seen."),
            self.tr("The service has no list of customers: whoever was looked up, created or imported here "
                    "is remembered on this computer."),
        )  # fmt: skip

    def _connect(self) -> None:
        self.stack.uncovered.connect(self.chosen_page_changed)
        self.new_button.clicked.connect(self.new_customer)
        self.side.asked.connect(self.look_up.ask)
        self.side.searched.connect(self.look_up.search)
        self.side.people.opened.connect(self.look_up.open)
        self.card.edit_wanted.connect(self.edit_customer)
        self.card.refresh_wanted.connect(self.look_up.again)
        self.card.include_changed.connect(self._include_changed)
        self.story.page_wanted.connect(self.open_person)
        self.console.sends_changed.connect(self.look_up.story_again)
        self.console.store_changed.connect(self.look_up.again)

    def _include(self) -> Include:
        return Include(*(self.console.settings.get(name, True) for name in SWITCHES))

    def _include_changed(self, include: Include) -> None:
        on = (include.addresses, include.contacts, include.tags)
        for name, value in zip(SWITCHES, on, strict=True):
            self.console.settings.put(name, value)
        self.look_up.again()

    async def _edit_fresh(self, seen: Seen) -> None:
        """The form begins with a fresh read of everything, whatever the card shows."""
        found = await self.look_up.fresh(seen)
        if found is not None:
            await self._edit(found)

    async def _edit(self, seen: Seen | None, external_id: str = "") -> None:
        page = CustomerEditorPage(self.console, seen)
        page.hide()
        await page.open(external_id)
        page.closed.connect(lambda: self._close(page))
        page.saved.connect(lambda found: self._saved(page, found))
        self.stack.open_page(page)
        page.begin()

    def _saved(self, page: CustomerEditorPage, found: Seen) -> None:
        name = page.title()
        self._close(page)
        self.console.notices.tell("success", self.tr("{0} is saved.").format(visible(name)))
        self.look_up.open(key_of(found.raw))

    def _close(self, page: QWidget) -> None:
        self.stack.close_page(page)
        self.look_up.story_again()
        self.side.search.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(self.width() >= dp(BESIDE_FROM))

    def _arrange(self, beside: bool) -> None:
        """The story stands beside the card, under it where there is no room."""
        if beside == self._beside:
            return
        self._beside = beside
        self.body.removeWidget(self.story)
        unbound = 16_777_215
        if beside:
            self.story.setFixedWidth(dp(STORY))
            self.story.setMinimumHeight(0)
            self.story.setMaximumHeight(unbound)
        else:
            self.story.setFixedHeight(dp(NARROW_STORY))
            self.story.setMinimumWidth(0)
            self.story.setMaximumWidth(unbound)
        self.story.setProperty("line", "left" if beside else "top")
        self.body.addWidget(self.story, *((0, 1) if beside else (1, 0)))
