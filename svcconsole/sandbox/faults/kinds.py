"""The table of faults: what each does, where it applies, and its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from svcconsole.sandbox.faults import fault_effects
from svcconsole.words.message import mark


class Place(StrEnum):
    """Where a fault can strike."""

    OPERATIONS = "operations"
    WRITES = "writes"
    ENTRIES = "entries"
    DOWNLOADS = "downloads"
    REPORTS = "reports"


REQUESTS = (Place.OPERATIONS, Place.DOWNLOADS)


@dataclass(frozen=True, slots=True)
class Kind:
    """One row. `says` is one sentence about the store, marked for translation.

    `executed` tells whether the store carries the request out before the fault strikes; with `either` the one
    who switches it on may choose. `parameters` are its own, with what holds when one is not given. `state` is
    what the application behind is told. A kind without `play` strikes in work behind the answers.
    """

    name: str
    says: str
    executed: bool
    play: fault_effects.Play | None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    either: bool = False
    places: tuple[Place, ...] = (Place.OPERATIONS,)
    state: Mapping[str, Any] = field(default_factory=dict)


_ROWS = (
    Kind(
        "status",
        mark("The store answers with the status code, on request with a Retry-After header."),
        False,
        fault_effects.status,
        {"code": 503, "retryAfter": None},
        either=True,
        places=REQUESTS,
    ),
    Kind(
        "unauthorized",
        mark("The store no longer accepts the token, as if it had been withdrawn, and carries nothing out."),
        False,
        fault_effects.unauthorized,
    ),
    Kind(
        "latency",
        mark("The store carries the request out and answers only after the given seconds."),
        True,
        fault_effects.latency,
        {"seconds": 2.0},
        places=REQUESTS,
    ),
    Kind(
        "drip",
        mark(
            "The store carries the request out and sends the answer's body a few bytes at a time, with a "
            "pause before each."
        ),
        True,
        fault_effects.drip,
        {"bytes": 1, "seconds": 0.5},
        places=REQUESTS,
    ),
    Kind(
        "silence",
        mark("The store takes the request and never answers."),
        True,
        fault_effects.silence,
        {"seconds": None},
        either=True,
        places=REQUESTS,
    ),
    Kind(
        "reset",
        mark("The store breaks the connection instead of answering."),
        True,
        fault_effects.reset,
        either=True,
        places=REQUESTS,
    ),
    Kind(
        "close",
        mark("The store closes the connection in order without an answer."),
        True,
        fault_effects.close,
        either=True,
        places=REQUESTS,
    ),
    Kind(
        "cut",
        mark(
            "The store carries the request out, and the connection ends in the middle of the answer's body."
        ),
        True,
        fault_effects.cut,
        {"keep": None, "framing": "length"},
        places=REQUESTS,
    ),
    Kind(
        "html",
        mark("The store answers with a web page, as the sign-in page of a guest network would."),
        False,
        fault_effects.html,
        {"code": 200},
        either=True,
        places=REQUESTS,
    ),
    Kind(
        "empty",
        mark("The store answers 200 with nothing in it."),
        True,
        fault_effects.empty,
        either=True,
        places=REQUESTS,
    ),
    Kind(
        "no_http",
        mark("The store sends bytes that are no answer of a web server."),
        True,
        fault_effects.no_http,
        either=True,
        places=REQUESTS,
    ),
    Kind(
        "malformed",
        mark("The store answers 200 with JSON that breaks its rules."),
        True,
        fault_effects.malformed,
        either=True,
    ),
    Kind(
        "giant",
        mark("The store answers 200 with so many MiB of JSON that no program should read it whole."),
        True,
        fault_effects.giant,
        {"mib": 40},
        either=True,
    ),
    Kind(
        "deep",
        mark("The store answers 200 with JSON that is nested so deeply that careless programs break."),
        True,
        fault_effects.deep,
        {"depth": 100_000},
        either=True,
    ),
    Kind(
        "unsuccessful",
        mark("The store answers 200 with success false, with a reason or without one."),
        False,
        fault_effects.unsuccessful,
        {"reason": None},
        either=True,
    ),
    Kind(
        "wrong_types",
        mark(
            "The store carries the request out and answers with lists, objects, texts and numbers in each "
            "other's place."
        ),
        True,
        fault_effects.wrong_types,
    ),
    Kind(
        "changed",
        mark(
            "The store carries the request out and answers otherwise than its specification says, as "
            "services do in time."
        ),
        True,
        fault_effects.changed,
        {"changes": [{"place": "addedLately", "value": "example"}]},
    ),
    Kind(
        "disk_full",
        mark("The store has no space left: what the request writes is rolled back, and the answer is 500."),
        False,
        fault_effects.pass_on,
        places=(Place.WRITES,),
        state={"disk_full": True},
    ),
    Kind(
        "unwritten",
        mark(
            "The store cannot write every second entry of a request for user properties, beginning with the "
            "first, and names those."
        ),
        True,
        fault_effects.pass_on,
        places=(Place.ENTRIES,),
        state={"entries": "unwritten"},
    ),
    Kind(
        "refused",
        mark(
            "The store refuses every second entry of a request for user properties, beginning with the "
            "first, and says why."
        ),
        True,
        fault_effects.pass_on,
        places=(Place.ENTRIES,),
        state={"entries": "refused"},
    ),
    Kind(
        "miscounted",
        mark("The store writes all entries of a request for user properties and counts one too few."),
        True,
        fault_effects.pass_on,
        places=(Place.ENTRIES,),
        state={"entries": "miscounted"},
    ),
    Kind(
        "expired_link",
        mark("The store answers every download with 410, as it does when a link is too old."),
        False,
        fault_effects.expired,
        places=(Place.DOWNLOADS,),
    ),
    Kind(
        "report_stuck",
        mark(
            "The store begins reports but does not finish them: they stay IN_PROGRESS until the fault is off."
        ),
        True,
        None,
        places=(Place.REPORTS,),
    ),
    Kind(
        "report_failed",
        mark("The store begins reports and ends them as FAILED."),
        True,
        None,
        places=(Place.REPORTS,),
    ),
)

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _ROWS}


COMMON = """Each takes operation=PATH or operation=downloads (without it, wherever it can), and when:
probability=0.1, count=3, after=10 (requests), every=5 (requests), from=2 to=30 (seconds), seed=7.
With executed=yes the store carries the request out before the fault strikes.
"""


def listed() -> str:
    """The table for a terminal: a line for each kind with its parameters and what it does."""
    lines = [COMMON]
    for kind in _ROWS:
        given = {**kind.parameters, **({"executed": kind.executed} if kind.either else {})}
        words = [f"{name}={_written(value)}" for name, value in given.items()]
        lines.append(f"{' '.join([kind.name, *words])}\n    {kind.says}")
    return "\n".join(lines)


def _written(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "…" if value is None else value
