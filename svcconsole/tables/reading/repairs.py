"""Counts what the reader repaired and keeps the first repairs with their place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

KEPT = 1000


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair: its kind, where (row 0 = the header; column None = the whole row), and a sentence."""

    kind: str
    row: int
    line: int
    column: str | None
    sentence: str


@dataclass(slots=True)
class Repairs:
    """The repairs of one reading: all counted by kind, the first 1,000 kept."""

    counts: Counter[str] = field(default_factory=Counter)
    kept: list[Repair] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Whether further repairs are only counted."""
        return len(self.kept) >= KEPT

    def add(self, kind: str, row: int, line: int, column: str | None, sentence: str) -> None:
        self.counts[kind] += 1
        if not self.is_full:
            self.kept.append(Repair(kind, row, line, column, sentence))
