"""What a window and the program that opened it say to each other: stores to choose from, and wishes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Wish:
    """What a window wants from the program.

    `open` another store, `connect` or `edit` one, `quit`; `end` is a quit that asks nothing (a signal).
    """

    kind: str
    profile_id: str = ""
    file: Path | None = None


@dataclass(frozen=True, slots=True)
class StoreChoice:
    """One line of the store menu."""

    id: str
    name: str
    practice: bool
