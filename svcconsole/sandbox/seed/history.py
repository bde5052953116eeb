"""The demo store's past, made day by day when something first asks for it; the same on every computer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, insert

from svcconsole.sandbox import database
from svcconsole.sandbox.calls import Call
from svcconsole.sandbox.seed.clock import DAYS, FIRST
from svcconsole.sandbox.seed.past import day

if TYPE_CHECKING:
    from svcconsole.sandbox.store import Store

SETTING = "history"
"""`pending`, then one 0 or 1 for each day of the past, then `done`; absent in a store that has no past."""

PENDING, DONE = "pending", "done"
LONGEST = 5
"""What began on a day goes on for at most this many days after it."""

Rows = Sequence[tuple[Table, Sequence[Mapping[str, Any]]]]


async def ensure(store: Store, since: datetime | None = None, until: datetime | None = None) -> None:
    """Make the past between the two instants, or all of it; returns at once where there is nothing to make.

    Each day is one short transaction and is made once, whoever asks and however often it was interrupted.
    """
    first = 0 if since is None else max(0, (since.date() - FIRST).days - LONGEST)
    last = DAYS - 1 if until is None else min(DAYS - 1, (until.date() - FIRST).days)
    for number in await store.consult(lambda connection: _missing(connection, first, last)):
        rows = await asyncio.to_thread(day, number)
        await store.transact(partial(_keep, number=number, rows=rows))


def _missing(connection: Connection, first: int, last: int) -> Sequence[int]:
    made = _made(connection)
    return [number for number in range(first, last + 1) if made[number] == "0"] if made else []


def _made(connection: Connection) -> str:
    """One character for each day; empty in a store without a past."""
    setting = database.setting(connection, SETTING) or ""
    return {PENDING: "0" * DAYS, DONE: "1" * DAYS}.get(setting, setting)


def _keep(call: Call, number: int, rows: Rows) -> None:
    made = _made(call.connection)
    if not made or made[number] == "1":  # the store was reset meanwhile, or somebody else was faster
        return
    for table, values in rows:
        if values:
            call.connection.execute(insert(table), values)
    made = made[:number] + "1" + made[number + 1 :]
    database.keep_setting(call.connection, SETTING, made if "0" in made else DONE)
