"""People seen here for the palette, found by name, id, phone, e-mail, tag or town."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svcconsole.gui.runtime.console import Console

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace

MOST_LINES, MOST = 5_000, 10


@dataclass(frozen=True, slots=True)
class Known:
    """One person: the key they are kept under, the name, the ids, and everything they are found by."""

    key: str
    name: str
    ids: str
    words: str


class KnownPeople:
    """Those written to or looked at lately come first.

    Read anew whenever the palette opens; what was read last is found until that is done."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._known: Sequence[Known] = ()

    async def read(self) -> None:
        """Take in whom the workspace knows."""
        lines = await self._console.db(_read)
        self._known = [Known(key, name, text.partition("\n")[0].strip(), text) for key, name, text in lines]

    def find(self, words: str, *, by_id: bool) -> Sequence[Known]:
        """Those in whom every word is found; `by_id`: in the ids alone."""
        wanted = words.casefold().split()
        found = [
            one for one in self._known if all(word in (one.ids if by_id else one.words) for word in wanted)
        ]
        return found[:MOST]


def _read(workspace: Workspace) -> list[tuple[str, str, str]]:
    from svcconsole.services.customers.find_people import recent_people

    recent = {person.key: at for at, person in enumerate(recent_people(workspace))}
    lines = workspace.people.lines(MOST_LINES)
    return sorted(lines, key=lambda line: recent.get(line[0], MOST_LINES))
