"""What a fault and its parameters are called, in which group each stands, and how often it may strike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLocale

from svcconsole.gui.panels.practice.records import Fault, FaultKind
from svcconsole.gui.words import tr, tr_plural

GROUPS: Mapping[str, Mapping[str, str]] = {
    "Refused": {
        "status": "A status code",
        "unauthorized": "The token is withdrawn",
        "unsuccessful": "“success”: false in a 200",
        "disk_full": "The store's disk is full",
        "unwritten": "Entries not written",
        "refused": "Entries refused",
        "miscounted": "Entries not all counted",
    },
    "Slow or never": {
        "latency": "Slow answers",
        "drip": "Drop by drop",
        "silence": "No answer at all",
    },
    "Broken off": {
        "reset": "The connection breaks",
        "close": "The connection is closed",
        "cut": "Half an answer",
    },
    "Not readable": {
        "html": "A web page instead",
        "empty": "An empty answer",
        "malformed": "Broken JSON",
        "wrong_types": "Wrong types",
        "giant": "A giant answer",
        "deep": "Deeply nested JSON",
        "no_http": "No web server",
    },
    "Reports and downloads": {
        "expired_link": "Expired links",
        "report_stuck": "Reports never finish",
        "report_failed": "Reports fail",
    },
}
"""By group, in the order of the page."""
OTHER = "More"
TITLES = {name: title for group in GROUPS.values() for name, title in group.items()}


@dataclass(frozen=True, slots=True)
class Parameter:
    """How one parameter is asked for; `whole`: a whole number, else a number, `text`: as it is typed."""

    label: str
    unit: str = ""
    whole: bool = False
    text: bool = False
    choices: tuple[str, ...] = ()


PARAMETERS: Mapping[str, Parameter] = {
    "code": Parameter("Code", whole=True),
    "retryAfter": Parameter("Retry-After", "s", whole=True),
    "seconds": Parameter("Seconds", "s"),
    "bytes": Parameter("Bytes a drop", whole=True),
    "keep": Parameter("Bytes kept", whole=True),
    "framing": Parameter("Framing", choices=("length", "chunked", "close")),
    "mib": Parameter("MiB", whole=True),
    "depth": Parameter("Levels", whole=True),
    "reason": Parameter("Reason", text=True),
}


@dataclass(frozen=True, slots=True)
class Often:
    """One way to say how often it strikes; `number` is what its number is called, "" where it has none.

    `most` and `usual` are of that number; `says` makes of it what a control call says.
    """

    words: str
    number: str = ""
    most: int = 1
    usual: int = 1
    says: Callable[[int], dict[str, Any]] = lambda _number: {}


OFTEN: Mapping[str, Often] = {
    "always": Often("Every time"),
    "once": Often("Once", says=lambda _: {"count": 1}),
    "times": Often("A number of times", "Times", 1_000_000, 3, lambda times: {"count": times}),
    "chance": Often("By chance", "In 100", 99, 10, lambda per_cent: {"probability": per_cent / 100}),
    "nth": Often("Every so many", "Each", 1_000_000, 5, lambda every: {"every": every}),
}
"""The first is what holds when nothing is chosen."""


def title(kind: str) -> str:
    """A fault's name; one this console does not know is called as the store calls it."""
    return tr(TITLES.get(kind, kind))


def group_of(kind: str) -> str:
    """Where it stands on the page."""
    return next((group for group, kinds in GROUPS.items() if kind in kinds), OTHER)


def operations(kind: FaultKind) -> list[str]:
    """The places a person can choose, by the wire's names; empty where there is only one."""
    from svcconsole.api.operations import OPERATIONS, RECORD_USER_PROPERTIES, Effect

    every = "operations" in kind.places
    found = [
        each.path
        for each in OPERATIONS
        if every
        or ("writes" in kind.places and each.effect is not Effect.READ)
        or ("entries" in kind.places and each is RECORD_USER_PROPERTIES)
    ]
    return [*found, "downloads"] if found and "downloads" in kind.places else found


def often(fault: Fault) -> str:
    """How often it strikes, in words."""
    words = [tr("every time")]
    if fault.count is not None:
        words = [tr_plural("once", "{n} times", fault.count)]
    if fault.probability < 1:
        words.append(tr("about {n} in 100", n=round(fault.probability * 100)))
    if fault.every > 1:
        words.append(tr("each {n}th request", n=_number(fault.every)))
    if len(words) > 1 and fault.count is None:
        words = words[1:]
    if fault.after:
        words.append(tr("after {n} requests", n=_number(fault.after)))
    if fault.until is not None:
        words.append(tr("for {n} s", n=f"{fault.until:g}"))
    return ", ".join(words)


def struck(fault: Fault) -> str:
    """What it has done so far."""
    words = tr("struck {n} of {seen} requests", n=_number(fault.struck), seen=_number(fault.seen))
    return tr("{words}, done", words=words) if fault.spent else words


def misbehaving(count: int) -> str:
    """The standing sentence; empty when nothing is on."""
    if count == 0:
        return ""
    return tr_plural(
        "The practice store is misbehaving on purpose: 1 fault",
        "The practice store is misbehaving on purpose: {n} faults",
        count,
    )


def active(faults: tuple[Fault, ...]) -> int:
    """How many can still strike."""
    return sum(not fault.spent for fault in faults)


def _number(number: int) -> str:
    return QLocale().toString(number)
