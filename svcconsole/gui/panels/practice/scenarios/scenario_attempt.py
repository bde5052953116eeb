"""One attempt at a scenario: its start, the store's log since then, and its progress."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from svcconsole.gui.runtime.practice_records import Asked, Fault

WRITE = "products/createOrUpdate"


class Stage(StrEnum):
    """How far somebody is."""

    WAITING = "waiting"
    GOING = "going"
    PASSED = "passed"
    FAILED = "failed"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far, and a sentence about it."""

    stage: Stage
    sentence: str


@dataclass(frozen=True, slots=True)
class ScenarioAttempt:
    """One try at a scenario: the log's number and the products when it began, its faults, what was answered.

    `name` makes its products new; `executed` is what only the store knows; `released`: its faults were taken
    back as one of the steps.
    """

    scenario: str
    name: str
    mark: int
    products: int
    faults: tuple[int, ...] = ()
    executed: bool = True
    answer: str = ""
    released: bool = False

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> ScenarioAttempt | None:
        """None where there is none, or of another version."""
        try:
            found = json.loads(text)
            return replace(cls(**found), faults=tuple(found["faults"]))
        except (ValueError, TypeError, KeyError):
            return None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the store itself says: the requests since the beginning, its faults, how many products it holds;
    `rows` is how many products the scenario's file has."""

    course: ScenarioAttempt
    requests: Sequence[Asked]
    faults: Sequence[Fault]
    products: int
    rows: int = 0

    def writes(self) -> list[Asked]:
        return [each for each in self.requests if each.operation == WRITE]

    def hits(self) -> list[Asked]:
        """The writes that this scenario's faults struck."""
        return [each for each in self.writes() if each.fault and each.fault.id in self.course.faults]

    def arrived(self) -> int:
        """How many products are new since the beginning."""
        return self.products - self.course.products

    def twice(self) -> tuple[Asked, Asked] | None:
        """The very same request, carried out two times."""
        first: dict[str, Asked] = {}
        for each in self.writes():
            if each.executed and (before := first.setdefault(each.digest, each)) is not each:
                return before, each
        return None
