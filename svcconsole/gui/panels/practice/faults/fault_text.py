"""The texts of faults: names, groups, parameters, counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLocale

from svcconsole.gui.design.words import mark, sentences, tr, tr_plural
from svcconsole.gui.runtime.practice_records import Fault, FaultKind

GROUPS: Mapping[str, Mapping[str, str]] = {
    mark("Refused"): {
        "status": mark("A status code"),
        "unauthorized": mark("The token is withdrawn"),
        "unsuccessful": mark("Says yes, means no"),
        "disk_full": mark("The store's disk is full"),
        "unwritten": mark("Entries not written"),
        "refused": mark("Entries refused"),
        "miscounted": mark("Entries not all counted"),
    },
    mark("Slow or never"): {
        "latency": mark("Slow answers"),
        "drip": mark("Byte by byte"),
        "silence": mark("No answer at all"),
    },
    mark("Broken off"): {
        "reset": mark("The connection breaks"),
        "close": mark("The connection is closed"),
        "cut": mark("Half an answer"),
    },
    mark("Not readable"): {
        "html": mark("A web page instead"),
        "empty": mark("An empty answer"),
        "malformed": mark("Broken JSON"),
        "wrong_types": mark("Wrong types"),
        "changed": mark("A changed service"),
        "giant": mark("A giant answer"),
        "deep": mark("Deeply nested JSON"),
        "no_http": mark("No web server"),
    },
    mark("Reports and downloads"): {
        "expired_link": mark("Expired links"),
        "report_stuck": mark("Reports never finish"),
        "report_failed": mark("Reports fail"),
    },
}
"""By group, in the order of the page."""
OTHER = mark("More")
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
    "code": Parameter(mark("Code"), whole=True),
    "retryAfter": Parameter(mark("Retry-After"), "s", whole=True),
    "seconds": Parameter(mark("Seconds"), "s"),
    "bytes": Parameter(mark("Bytes at a time"), whole=True),
    "keep": Parameter(mark("Bytes kept"), whole=True),
    "framing": Parameter(mark("Framing"), choices=("length", "chunked", "close")),
    "mib": Parameter(mark("MiB"), whole=True),
    "depth": Parameter(mark("Levels"), whole=True),
    "reason": Parameter(mark("Reason"), text=True),
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
    "always": Often(mark("Every time")),
    "once": Often(mark("Once"), says=lambda _: {"count": 1}),
    "times": Often(mark("A number of times"), mark("Times"), 1_000_000, 3, lambda times: {"count": times}),
    "chance": Often(
        mark("By chance"), mark("In 100"), 99, 10, lambda per_cent: {"probability": per_cent / 100}
    ),
    "nth": Often(mark("Every so many"), mark("Each"), 1_000_000, 5, lambda every: {"every": every}),
}
"""The first is what holds when nothing is chosen."""


def title(kind: str) -> str:
    """A fault's name; one this console does not know is called as the store calls it."""
    return tr(TITLES.get(kind, kind))


def described(kind: FaultKind, executed: bool) -> str:
    """What the store does; where one may choose it, also what becomes of the request."""
    if not kind.either:
        return tr(kind.says)
    became = tr("The request is carried out.") if executed else tr("The request is not carried out.")
    return sentences(tr(kind.says), became)


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
        words.append(tr_plural("after {n} request", "after {n} requests", fault.after))
    if fault.until is not None:
        words.append(tr("for {n} s", n=f"{fault.until:g}"))
    return ", ".join(words)


def strike_count(fault: Fault) -> str:
    """What it has done so far."""
    words = tr("hit {n} of {seen} requests", n=_number(fault.struck), seen=_number(fault.seen))
    return tr("{words}, done", words=words) if fault.spent else words


def faults_on(count: int) -> str:
    """The standing sentence; empty when nothing is on."""
    if count == 0:
        return ""
    return tr_plural(
        "1 fault is switched on in the practice store",
        "{n} faults are switched on in the practice store",
        count,
    )


def active(faults: tuple[Fault, ...]) -> int:
    """How many can still strike."""
    return sum(not fault.spent for fault in faults)


def _number(number: int) -> str:
    return QLocale().toString(number)
