"""Runs and templates of this store for the palette, found by what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svcconsole.gui.runtime.console import Console

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace

MOST_RUNS, MOST = 200, 6


@dataclass(frozen=True, slots=True)
class KnownRun:
    """A run: its id, title and plan, and everything it is found by."""

    id: str
    title: str
    code: str
    words: str


@dataclass(frozen=True, slots=True)
class KnownTemplate:
    """A template of the library: its id, its name, and everything it is found by."""

    id: str
    name: str
    words: str


class KnownWork:
    """Read anew whenever the palette opens; what was read last is found until that is done."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._runs: Sequence[KnownRun] = ()
        self._templates: Sequence[KnownTemplate] = ()

    async def read(self) -> None:
        """Take in the newest runs, and the library."""
        self._runs, self._templates = await self._console.db(_read)

    def runs(self, words: str) -> list[KnownRun]:
        """The newest runs in which every word is found."""
        return [one for one in self._runs if _holds(one.words, words)][:MOST]

    def templates(self, words: str) -> list[KnownTemplate]:
        """The templates in which every word is found."""
        return [one for one in self._templates if _holds(one.words, words)][:MOST]


def _holds(text: str, words: str) -> bool:
    return all(word in text for word in words.casefold().split())


def _read(space: Workspace) -> tuple[Sequence[KnownRun], Sequence[KnownTemplate]]:
    runs = [
        KnownRun(
            run.id, run.title, run.code, f"{run.title}\n{run.file_name}\n{run.code}\n{run.id}".casefold()
        )
        for run in space.runs.list()[:MOST_RUNS]
    ]
    found = [
        KnownTemplate(
            str(each["id"]),
            str(each.get("name") or each["id"]),
            f"{each['id']}\n{each.get('name', '')}\n{each.get('body', '')}".casefold(),
        )
        for each in space.templates.all()
        if each.get("id")
    ]
    return runs, found
