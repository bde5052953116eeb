"""What a handler is given besides its request: its transaction, the time, the store's address."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class Call:
    """One request being answered; what is written through `connection` is committed with its answer.

    Not `whole`: of entries that stand on their own every second one cannot be written.
    """

    connection: Connection
    now: datetime
    base_url: str
    whole: bool = True
