"""The people seen here in memory: those to offer first, and whose a number or an address is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.kit.widgets.offer import Offered
from svcconsole.services.customers.find_people import find_people
from svcconsole.tables.values.phones import phone_key

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.known.people import Person

MOST = 500
"""Of so many people it is known at once whose a number is."""
PHONE, EMAIL = "phones", "emails"
"""How people are reached: the names of what `Person` holds."""


class PeopleCache(QObject):
    """People of this store who were seen here. `changed` when they were read anew, or numbers without a
    country code are of another country now."""

    changed = Signal()

    def __init__(self, console: Console, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self._first: Sequence[Person] = ()
        self._names: dict[str, str] = {}
        console.card_changed.connect(self.changed)

    @property
    def region(self) -> str | None:
        """Where numbers without a country code belong, as the store's profile says now."""
        return self.console.card.region

    async def read(self) -> None:
        """Ask the workspace anew."""
        self._first, known = await self.console.db(_read)
        self._names = {phone: person.name for person in known for phone in person.phones}
        self.changed.emit()

    def first(self, way: str) -> list[Offered]:
        """Those offered before anything is typed: whom somebody wrote to or looked at lately, then others."""
        return offers(self._first, way)

    async def find(self, text: str, way: str) -> list[Offered]:
        """Those in whom every word of `text` is found, who can be reached that way."""
        return offers(await self.console.db(partial(find_people, text=text)), way)

    def name_of(self, number: str) -> str:
        """Whose number it is; blank where nobody here knows."""
        return self._names.get(phone_key(number, self.region), "") if number.strip() else ""


def offers(people: Sequence[Person], way: str) -> list[Offered]:
    """Each number or address of these people, with whose it is."""
    return [
        Offered(contact, person.name or person.external_id)
        for person in people
        for contact in (person.phones if way == PHONE else person.emails)
    ]


def _read(workspace: Workspace) -> tuple[Sequence[Person], Sequence[Person]]:
    return find_people(workspace, ""), workspace.people.search("", MOST)
