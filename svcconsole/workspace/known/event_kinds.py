"""The kinds of events of a workspace, and one event as whoever has it open reads it.

Standard library only, because pages name the kinds before the first paint.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EventKind(StrEnum):
    """What an event is about; what its key names. A blank key: several of them, or all."""

    RUN = "run"  # planned, begun, paused, ended, forgotten, taken over: the run's id
    PROGRESS = "progress"  # records of a run have ended: the run's id
    DECISION = "decision"  # a doubt came, or was decided: the run's id
    SEND = "send"  # something was sent by itself: its run's id
    DELIVERY = "delivery"  # a message is followed, or the store said something of it
    PRODUCTS = "products"  # a console changed a product: its id; the kinds of records as in their history
    CATALOGS = "catalogs"
    CUSTOMERS = "customers"
    TEMPLATE = "template"  # its id
    REGISTRY = "registry"  # the kind of its entries
    PRESET = "preset"  # the kind of form
    MAPPING = "mapping"  # the kind of import
    IMPORT = "import"  # an import came or went: its id
    REPORT = "report"  # its run's id
    APPROVAL = "approval"  # a plan waits for a second person, or was answered: its run's id
    SCHEDULE = "schedule"  # made, changed, due, carried out, answered: its id
    WORKER = "worker"  # came, went, or does something else: its id
    CONSOLE = "console"  # somebody came, went, or looks at something else
    EVERYTHING = "everything"  # never written: more happened than is still known


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that changed; `actor` is who did it, `console` the open workspace it was done from, `at` is
    ISO in UTC."""

    seq: int
    kind: str
    key: str
    actor: str
    at: str
    console: str
