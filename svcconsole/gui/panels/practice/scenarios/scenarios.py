"""The table of the five scenarios: faults, goals, steps, file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.panels.practice.scenarios import scenario_checks
from svcconsole.gui.panels.practice.scenarios.scenario_attempt import (
    WRITE,
    Evidence,
    ScenarioAttempt,
    Stage,
    Verdict,
)
from svcconsole.gui.panels.practice.scenarios.scenario_checks import DID_NOT, LOOKS, RETRY_AFTER, TOOK_IT


@dataclass(frozen=True, slots=True)
class Scenario:
    """One row. `rows`: how many products its file has, 0 for none; `place` is where the window leads."""

    id: str
    title: str
    learn: str
    steps: tuple[str, ...]
    judge: Callable[[Evidence], Verdict]
    faults: tuple[Mapping[str, Any], ...] = ()
    rows: int = 0
    bad_row: int = 0
    answers: tuple[tuple[str, str], ...] = ()
    release: str = ""

    def specs(self, course: ScenarioAttempt) -> list[dict[str, Any]]:
        """Its faults as control calls take them."""
        return [{**fault, **({"executed": course.executed} if self.answers else {})} for fault in self.faults]


def judged(scenario: Scenario, evidence: Evidence) -> Verdict:
    """How far somebody is; a store that was reset or started again knows nothing of it any more."""
    course = evidence.course
    gone = {fault.id for fault in evidence.faults}.isdisjoint(course.faults) and not course.released
    if course.faults and gone:
        sentence = tr("The faults of this scenario were switched off. Begin it again whenever you like.")
        return Verdict(Stage.LOST, sentence)
    return scenario.judge(evidence)


_IMPORT = mark("Import the file of this scenario: check it, then run it.")

SCENARIOS: tuple[Scenario, ...] = (
    Scenario(
        "silent",
        mark("The server timed out after accepting: what now?"),
        mark(
            "A request without an answer may have been carried out, or not. Looking is safe, sending "
            "again is a "
            "guess."
        ),
        (
            mark("Open a product in the Catalog, change its name and save it."),
            mark("The store keeps silent, and the console says that it cannot know."),
            mark("Refresh the products. Then come back and say what became of the change."),
        ),
        scenario_checks.silent,
        faults=({"kind": "silence", "seconds": 0.8, "operation": WRITE},),
        answers=((TOOK_IT, mark("The store has the change")), (DID_NOT, mark("The store does not have it"))),
    ),
    Scenario(
        "throttled",
        mark("Too many requests"),
        mark("A store that asks to wait means it. The run slows down by itself and loses nothing."),
        (
            _IMPORT,
            mark("The store answers 429 twice and asks to wait. Watch the run's pace."),
            mark("Let it finish."),
        ),
        scenario_checks.throttled,
        faults=(
            {
                "kind": "status",
                "code": 429,
                "retryAfter": RETRY_AFTER,
                "operation": WRITE,
                "after": 1,
                "count": 2,
            },
        ),
        rows=60,
    ),
    Scenario(
        "withdrawn",
        mark("The token was withdrawn in the middle"),
        mark(
            "With a refused token nothing goes through, and trying again makes it worse. Paused work is kept."
        ),
        (
            _IMPORT,
            mark("After the first batch the store refuses the token, and the run pauses."),
            mark("Restore the token here, then choose Resume in the run."),
        ),
        scenario_checks.withdrawn,
        faults=({"kind": "unauthorized", "operation": WRITE, "after": 1},),
        rows=40,
        release=mark("Restore the token"),
    ),
    Scenario(
        "bad row",
        mark("One bad row in a batch"),
        mark("A store refuses a whole batch for one row. The run finds that row and sends the others."),
        (
            mark("Import the file of this scenario: one of its products names a catalog no store has."),
            mark("Look at the result: which product was refused, and in which words."),
            mark(
                "Fix only that one: create it by hand without the catalog, or correct its row and send that."
            ),
        ),
        scenario_checks.bad_row,
        rows=12,
        bad_row=7,
    ),
    Scenario(
        "broken",
        mark("The store went away during an import"),
        mark(
            "A broken connection leaves a batch in doubt. The run reads back what arrived before it goes on."
        ),
        (
            _IMPORT,
            mark("In the middle the connection breaks, and for a moment nothing can be read either."),
            mark("Go on with the same run. Do not import the file again."),
        ),
        scenario_checks.broken,
        faults=(
            {"kind": "reset", "operation": WRITE, "executed": True, "after": 1, "count": 1},
            {"kind": "reset", "operation": LOOKS[0], "executed": False, "count": 2},
        ),
        rows=60,
    ),
)
BY_ID: Mapping[str, Scenario] = {each.id: each for each in SCENARIOS}

HEADER = ("id", "name", "url", "currency", "tags", "catalogIds", "combinations.id", "combinations.price",
          "combinations.quantity", "combinations.image")  # fmt: skip


def file_rows(scenario: Scenario, course: ScenarioAttempt) -> list[tuple[str, ...]]:
    """The file of a scenario, header first: one product a row, new to the store in every try."""
    rows: list[tuple[str, ...]] = [HEADER]
    for number in range(1, scenario.rows + 1):
        key = f"lantern-{course.name}-{number:02}"
        url = f"https://harbour-and-hearth.example/{key}"
        catalog = "a-catalog-no-store-has" if number == scenario.bad_row else ""
        rows.append(
            (key, f"Lantern {number}", url, "EUR", "", catalog, f"{key}-1", f"{18 + number}.00", "5",
             f"{url}.png")
        )  # fmt: skip
    return rows
