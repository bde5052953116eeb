"""The answers of the control API as frozen records; unknown fields are ignored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from svcconsole.api.models.common import Record


class Health(Record):
    """`uptime` in seconds; `counts` by table."""

    pid: int
    uptime: float
    seed: str = ""
    counts: Mapping[str, int] = {}


class StruckBy(Record):
    """Which fault struck a request."""

    id: int
    kind: str


class Asked(Record):
    """One request of the store's log. `status` None: no answer was given; equal digests: equal bodies."""

    number: int
    id: str
    at: str
    operation: str
    status: int | None = None
    executed: bool = False
    fault: StruckBy | None = None
    bytes: int = 0
    digest: str = ""
    seconds: float | None = None


class Log(Record):
    """The requests after the one that was named; `latest` is the newest number ever given."""

    latest: int
    requests: tuple[Asked, ...] = ()


class FaultKind(Record):
    """A kind of fault: what it does, its parameters with what holds when none is given."""

    name: str
    says: str
    places: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = {}
    executed: bool = False
    either: bool = False


class Fault(Record):
    """A fault that is switched on; `struck` of the `seen` requests that concern it."""

    id: int
    kind: str
    says: str
    operation: str | None = None
    parameters: Mapping[str, Any] = {}
    executed: bool = False
    probability: float = 1.0
    count: int | None = None
    after: int = 0
    every: int = 1
    until: float | None = Field(default=None, alias="to")
    seen: int = 0
    struck: int = 0
    spent: bool = False


class Faults(Record):
    """What is switched on, and what can be."""

    faults: tuple[Fault, ...] = ()
    kinds: tuple[FaultKind, ...] = ()


class Snapshot(Record):
    """A copy of the whole store."""

    name: str
    taken_at: str
    bytes: int


class Moment(Record):
    """A state a message has reached, or a click, and when."""

    status: str = ""
    url: str = ""
    at: str = ""


class ProductId(Record):
    """A product that the store holds."""

    id: str


class Message(Record):
    """A message that was sent through the store; `ahead` is what is still to come."""

    id: int
    message_id: str
    created_at: str
    contact: str | None = None
    kind: str = ""
    text: str | None = None
    template_id: str | None = None
    callback_data: str | None = None
    status: str = ""
    failure_reason: str | None = None
    events: tuple[Moment, ...] = ()
    ahead: tuple[Moment, ...] = ()
    clicks: tuple[Moment, ...] = ()
    request: Mapping[str, Any] = {}


class Flow(Record):
    """A flow that was begun."""

    id: int
    flow_id: str | None = None
    started_at: str
    status: str = ""
    request: Mapping[str, Any] = {}


class Ticket(Record):
    """A ticket that was made."""

    id: int
    created_at: str
    status: str = ""
    agent_mail: str | None = None
    team_name: str | None = None
    labels: tuple[str, ...] = ()
    request: Mapping[str, Any] = {}


class Customer(Record):
    """A customer as the store holds it."""

    id: int | str
    created_at: str | None = None
    updated_at: str | None = None


class UserProperty(Record):
    """One entry of user properties."""

    id: int
    created_at: str
    updated_at: str
    entry: Mapping[str, Any] = {}


class Email(Record):
    """An e-mail the store wrote; `id` is its report's."""

    id: int
    to: tuple[str, ...] = ()
    subject: str = ""
    date: str = ""
    text: str = ""
    link: str | None = None
    state: str = ""
    error: str | None = None


class Report(Record):
    """A report that was asked for; `error` is why a FAILED one failed, `cursor` asks for its next part."""

    id: int
    status: str
    created_at: str
    ended_at: str | None = None
    rows: int | None = None
    cursor: str | None = None
    error: str | None = None
    request: Mapping[str, Any] = {}


class Try(Record):
    """One try at a webhook's address."""

    at: str
    milliseconds: float | None = None
    status: int | None = None
    error: str | None = None


class Delivery(Record):
    """One event on its way to a webhook."""

    id: int
    event: str
    url: str
    state: str
    message_id: str = ""
    body: Mapping[str, Any] = {}
    tries: tuple[Try, ...] = ()


class Snapshots(Record):
    """The newest first."""

    snapshots: tuple[Snapshot, ...] = Field(default=())
