"""Sent messages for the palette, found by recipient, text or id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svcconsole.gui.runtime.console import Console

if TYPE_CHECKING:
    from svcconsole.services.deliveries.deliveries import Delivery
    from svcconsole.workspace.database import Workspace

MOST_LINES, MOST = 5_000, 8


@dataclass(frozen=True, slots=True)
class KnownMessage:
    """One message, and everything it is found by."""

    message: Delivery
    words: str


class KnownMessages:
    """Read anew whenever the palette opens; what was read last is found until that is done."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._known: Sequence[KnownMessage] = ()

    async def read(self) -> None:
        """Take in the newest that were sent."""
        self._known = await self._console.db(_read)

    def find(self, words: str, *, by_id: bool) -> list[KnownMessage]:
        """The newest in which every word is found; `by_id`: in the ids alone."""
        wanted = words.casefold().split()
        found = [
            one
            for one in self._known
            if all(word in (one.message.id.casefold() if by_id else one.words) for word in wanted)
        ]
        return found[:MOST]


def _read(space: Workspace) -> list[KnownMessage]:
    from svcconsole.services.deliveries.deliveries import listed

    return [
        KnownMessage(one, f"{one.name}\n{one.phone}\n{one.id}\n{one.title}\n{one.words}".casefold())
        for one in listed(space, MOST_LINES)
    ]
