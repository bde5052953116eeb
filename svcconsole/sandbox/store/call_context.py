"""The type of a handler, and what it receives besides its request: transaction, time, the store's address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from svcconsole.api.operations import Operation


@dataclass(frozen=True, slots=True)
class Call:
    """One request being answered; what is written through `connection` is committed with its answer.

    `entries` names the fault that strikes entries which stand on their own: refused, unwritten, miscounted.
    `sent` is the parsed body where fields that the specification does not name are to be kept.
    """

    connection: Connection
    now: datetime
    base_url: str
    entries: str = ""
    sent: Any = None


Handler = Callable[[Call, Any], bytes]
"""Answers a checked request inside its transaction with the body of a 200, or raises Refused."""

Handlers = Mapping[Operation[Any, Any], Handler]
