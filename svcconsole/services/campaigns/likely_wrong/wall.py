"""The wall of a campaign's messages that are most likely wrong: what it shows, and what puts a kind right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from svcconsole.services.campaigns.audience import recipient
from svcconsole.services.campaigns.likely_wrong.links import Opened
from svcconsole.services.campaigns.likely_wrong.price_check import CatalogPrices
from svcconsole.services.campaigns.likely_wrong.search import Search
from svcconsole.services.campaigns.likely_wrong.suspicions import REASON_OF, Ground, LikelyWrong, Tile
from svcconsole.services.campaigns.split import Texts
from svcconsole.services.imports.check import Check
from svcconsole.services.imports.corrections import Step, cells_step
from svcconsole.tables.mapping.fields import TargetField
from svcconsole.tables.reading.row import Row

EVERY = 2_000
Going = Callable[[int], None]
"""Hears how many rows were read; raises to stop."""


class Wall:
    """Reads every row that would be sent once, with the text of its person; what the links answer is judged
    without reading them again."""

    def __init__(
        self,
        check: Check,
        texts: Texts,
        fields: Sequence[TargetField],
        folder: Path,
        going: Going,
    ) -> None:
        self._check = check
        self._fields = fields
        self._texts = texts
        self._search = Search(check, texts.shapes, CatalogPrices.kept_in(folder))
        for row, arm in self._rows(going):
            self._search.add(row, arm)

    def view(self, opened: Opened) -> LikelyWrong:
        """What is shown; `opened` says what is wrong with the links that were opened."""
        search = self._search
        found = search.chosen(opened)
        counts = Counter(REASON_OF[each.ground] for each in found)
        shown = found or search.by_chance()
        return LikelyWrong(
            search.messages,
            tuple(Tile(each, recipient(self._check, each.row, self._fields, self._texts)) for each in shown),
            dict(counts),
            search.people(opened),
            search.repairable,
            search.links(),
            not found,
        )

    def repair_step(self, ground: Ground, going: Going) -> Step:
        """Everything of a kind put right, in all rows."""
        cells = (cell for row, arm in self._rows(going) for cell in self._search.repairs(row, arm, ground))
        return cells_step(self._check.sheet, list(cells))

    def rows_with(self, ground: Ground, opened: Opened, going: Going) -> list[int]:
        """All rows with this ground."""
        return [row.number for row, arm in self._rows(going) if self._search.has(row, arm, ground, opened)]

    def _rows(self, going: Going) -> Iterator[tuple[Row, int]]:
        """The rows that go out, each with the number of its text."""
        arm_of = self._texts.assignment.arm_of
        for row, look in zip(self._check.sheet.rows, self._check.results.looks(), strict=True):
            if row.number % EVERY == 0:
                going(row.number)
            if self._check.is_sent(row.number) and (arm := arm_of(look.number)) is not None:
                yield row, arm
