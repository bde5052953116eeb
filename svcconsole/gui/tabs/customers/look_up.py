"""Looks up customers in the store by either id, or offline among people seen here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from svcconsole.api.errors import ApiError
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.services.customers.customers import Include, SeenCustomer, look_up, read_again, seen_before
from svcconsole.tables.values.phones import Phone, read_phone
from svcconsole.workspace.known.people import Person

if TYPE_CHECKING:
    from svcconsole.gui.tabs.customers.people_page import PeoplePage

EMPTY, CARD = range(2)
MOST = 50
MOST_LINES = 5_000
"""So many people the palette finds; all of them are found by the field over the list."""


class LookUp(QObject):
    """What the field, the list and the card do."""

    def __init__(self, page: PeoplePage) -> None:
        super().__init__(page)
        self._page = page
        self.person: Person | None = None
        self._words = ""
        self._lines: list[tuple[str, str, str]] = []

    async def begin(self) -> None:
        """The people opened last, and a connection for the first look-up."""
        await self._list()
        await self._page.console.ready()

    def find(self, words: str, *, by_id: bool) -> Sequence[tuple[str, str]]:
        """Key and name of those in whom every word is found; `by_id`: in the ids alone."""
        wanted = words.casefold().split()
        return [
            (key, name)
            for key, name, text in self._lines
            if all(word in (text.partition("\n")[0] if by_id else text) for word in wanted)
        ]

    def search(self, words: str) -> None:
        """Other words in the field: find them among the people seen here."""
        self._words = words.strip()
        self._page.scope.start(self._list(), "list")

    def ask(self, text: str) -> None:
        """Look `text` up in the store."""
        self._page.scope.start(self._ask(text), "look up")

    def open(self, key: str) -> None:
        """Show a person seen here at once, then as the store has them now."""
        self._page.scope.start(self._open(key), "look up")

    def again(self) -> None:
        """Read the customer on the card again."""
        if self.person is not None:
            self.open(self.person.key)

    def story_again(self) -> None:
        """Something was sent or decided: read what happened again."""
        if self.person is not None and self._page.card.seen is not None:
            self._page.scope.start(self._page.show_story(self.person), "story")

    def list_again(self) -> None:
        """People came in from elsewhere: read the list again."""
        self._page.scope.start(self._list(), "list")

    async def fresh(self, seen: SeenCustomer) -> SeenCustomer | None:
        """The customer with everything, read now; says so when the store has it no more."""
        found = await read_again(await self._page.console.ready(), seen.customer, Include())
        if found is None:
            self._gone(seen)
        return found

    async def _ask(self, text: str) -> None:
        if "@" in text or isinstance(read_phone(text), Phone) or any(sign.isspace() for sign in text):
            people = await self._page.console.db(lambda workspace: workspace.people.search(text, MOST))
            if len(people) == 1:
                await self._open(people[0].key)
                return
            if people:
                return  # the list shows them; one of them is to be chosen
        self._page.loading.start()
        try:
            client = await self._page.console.ready()
            found = await look_up(client, text, self._page.card.include())
        finally:
            self._page.loading.stop()
        if not found:
            self._nobody(text)
            return
        await self._show(found[0])
        if len(found) > 1:
            other = found[1].customer
            name = visible(
                " ".join(part for part in (other.first_name, other.last_name) if part) or str(other.id)
            )
            self._page.console.notices.add(
                "info",
                tr(
                    "{text} is also the service's id of another customer, {name}.",
                    text=visible(text),
                    name=name,
                ),
            )
            await self._remember(found[1], opened=False)

    async def _open(self, key: str) -> None:
        person = await self._page.console.db(lambda workspace: workspace.people.get(key))
        if person is None:
            return
        before = seen_before(person.body, person.seen_at)
        self.person = person
        self._page.show_seen(before)
        await self._page.show_story(person)
        self._page.loading.start()
        try:
            client = await self._page.console.ready()
            found = await read_again(client, before.customer, self._page.card.include())
        except ApiError as error:
            self._page.console.notices.report(error)  # the card stays, with the time it was read at
            return
        finally:
            self._page.loading.stop()
        if found is None:
            self._gone(before)
        else:
            await self._show(found)

    async def _show(self, seen: SeenCustomer) -> None:
        self.person = await self._remember(seen, opened=True)
        self._page.show_seen(seen)
        await self._page.show_story(self.person)
        await self._list()

    async def _remember(self, seen: SeenCustomer, *, opened: bool) -> Person:
        (person,) = await self._page.console.db(
            lambda workspace: workspace.people.remember([seen.raw], opened=opened)
        )
        return person

    async def _list(self) -> None:
        words = self._words
        people, count, lines = await self._page.console.db(
            lambda workspace: (
                workspace.people.search(words, MOST) if words else workspace.people.recent(MOST),
                workspace.people.count(),
                workspace.people.lines(MOST_LINES),
            )
        )
        self._lines = lines
        self._page.side.set_count(count)
        self._page.side.show_people(people, words)
        self._page.side.people.choose("" if self.person is None else self.person.key)

    def _nobody(self, text: str) -> None:
        """406 is an answer: this store has no such customer."""
        shown = visible(text)
        if "@" in text or isinstance(read_phone(text), Phone):
            self._page.show_empty(
                "customers",
                tr("No one with {shown} among the people this console has seen.", shown=shown),
                tr("The service looks customers up by their ids alone."),
            )
            return
        self._page.show_empty(
            "customers",
            tr("No customer {shown} in this store.", shown=shown),
            tr("Neither as an external id nor as an id of the service."),
            create=text,
        )

    def _gone(self, seen: SeenCustomer) -> None:
        identity = seen.customer.partner_customer_id or seen.customer.id or ""
        self._page.show_empty(
            "customers",
            tr("No customer {identity} in this store any more.", identity=visible(identity)),
            tr("What this console knew of it is kept on this computer."),
            create=seen.customer.partner_customer_id or "",
        )
