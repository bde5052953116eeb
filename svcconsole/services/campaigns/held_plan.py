"""The plan of a campaign that is held to terms: the first people first, and everybody in their lane."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from svcconsole.services.campaigns.recipient_zones import LaneOf
from svcconsole.services.campaigns.split import Assignment, assigned
from svcconsole.services.campaigns.terms import CampaignTerms, Lane
from svcconsole.services.imports.freezing import FrozenPlan
from svcconsole.workspace.runs.records import PlanItem


class HeldPlan:
    """The items of a plan in the order they leave; `terms` with all lanes that are in it.

    `first` are the rows of the people who go first, in their order; `zone_named` says which zone the row of a
    number names by itself.
    """

    def __init__(
        self,
        frozen: FrozenPlan,
        terms: CampaignTerms,
        first: Sequence[int],
        zone_named: Callable[[int], str],
        assignment: Assignment,
    ) -> None:
        self._frozen = frozen
        self._assignment = assignment
        self._first = {row: place for place, row in enumerate(first)}
        self._zone_named = zone_named
        self._numbers: dict[Lane, int] = {}
        self._lane_of = LaneOf()
        if terms.window is not None:
            for item in self._items():
                if item.body is not None:
                    self._number(item)
        lanes = sorted(self._numbers, key=lambda lane: (lane.country, lane.zones, lane.rule))
        self._numbers = {lane: number for number, lane in enumerate(lanes)}
        self.terms = terms.model_copy(update={"lanes": tuple(lanes)})

    @property
    def free_until(self) -> int | None:
        """How many of the first records may leave before it is decided about the others; None: all."""
        return len(self._first) if self._first else None

    def __iter__(self) -> Iterator[PlanItem]:
        ahead = sorted(
            (item for item in self._items() if self._goes_first(item)),
            key=lambda item: self._first[item.rows[0].number],
        )
        yield from map(self._placed, ahead)
        yield from (self._placed(item) for item in self._items() if not self._goes_first(item))

    def _items(self) -> Iterator[PlanItem]:
        """Those of the file, each with the text of its person."""
        for item in self._frozen:
            yield assigned(item, self._assignment)

    def _goes_first(self, item: PlanItem) -> bool:
        return item.body is not None and bool(item.rows) and item.rows[0].number in self._first

    def _placed(self, item: PlanItem) -> PlanItem:
        if item.body is None or self.terms.window is None:
            return item
        return replace(item, lane=self._numbers[self._lane(item)])

    def _lane(self, item: PlanItem) -> Lane:
        return self._lane_of(item.record_id, self._zone_named(item.rows[0].number))

    def _number(self, item: PlanItem) -> None:
        self._numbers.setdefault(self._lane(item), len(self._numbers))
