"""How work beside the answers reads and writes the practice store: one transaction at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from svcconsole.sandbox.store.call_context import Call

T = TypeVar("T")


class Transactions(Protocol):
    """The part of the practice store that background work needs; `Store` is the one implementation."""

    folder: Path

    async def consult(self, work: Callable[[Connection], T]) -> T:
        """Run `work` with a connection for reading."""

    async def transact(self, work: Callable[[Call], T]) -> T:
        """Run `work` in one transaction, which any exception rolls back."""
