"""What the practice store and this console's ledger hold about the tasks; read anew for each look."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from svcconsole.gui.runtime.practice_control import Control
from svcconsole.gui.runtime.practice_records import Asked, Fault, Message, ProductId, Report, Ticket
from svcconsole.resources import resource

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace

NEWEST = 200
"""So many of the newest messages, tickets and reports are looked at."""
PRODUCTS = 1_000
DECIDED = 50


@dataclass(frozen=True, slots=True)
class DecidedTicket:
    """What was answered about a ticket in doubt; times are ISO in UTC."""

    reference: str
    decision: str
    at: str


@dataclass(frozen=True, slots=True)
class StoreRecords:
    """What the store was asked lately and what it holds."""

    requests: Sequence[Asked] = ()
    faults: Sequence[Fault] = ()
    products: frozenset[str] = frozenset()
    messages: Sequence[Message] = ()
    tickets: Sequence[Ticket] = ()
    reports: Sequence[Report] = ()


@dataclass(frozen=True, slots=True)
class TaskEvidence:
    """The store's records with what only this console knows: where messages to oneself go, and what was
    answered about doubts."""

    store: StoreRecords = StoreRecords()
    own_number: str = ""
    decided: Sequence[DecidedTicket] = ()

    def last(self, operation: str) -> Asked | None:
        """The newest request of an operation that was carried out and answered well."""
        found = [each for each in self.store.requests if each.operation == operation and each.status == 200]
        return found[-1] if found else None


@cache
def sample_products() -> frozenset[str]:
    """The ids that the sample file's products have in a store."""
    with resource("samples", "products.csv").open(encoding="utf-8", newline="") as file:
        return frozenset(row["Handle"] for row in csv.DictReader(file) if row["Handle"])


def read_store(control: Control) -> StoreRecords:
    """Everything the tasks are judged by; raises ControlError."""

    def newest(path: str, name: str, kind: Any, limit: int = NEWEST) -> list[Any]:
        return control.page(path, name, kind, {"limit": limit})[1]

    products = newest("/products", "products", ProductId, PRODUCTS)
    return StoreRecords(
        control.log().requests,
        control.faults().faults,
        frozenset(each.id for each in products),
        tuple(reversed(newest("/messages", "messages", Message))),
        tuple(reversed(newest("/tickets", "tickets", Ticket))),
        tuple(reversed(newest("/reports", "reports", Report))),
    )


def read_decided(space: Workspace) -> tuple[DecidedTicket, ...]:
    """The answers about tickets, the oldest first; on the workspace's thread."""
    return tuple(
        DecidedTicket(each.doubt.reference, str(each.decision), each.at)
        for each in reversed(space.decisions.decided(DECIDED))
        if each.doubt.kind == "ticket"
    )
