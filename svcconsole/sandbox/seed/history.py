"""The demo store's history, generated day by day when something first needs it; the same everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, insert

from svcconsole.sandbox.seed.clock import CANONICAL, DAYS, Calendar
from svcconsole.sandbox.seed.past import day
from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.call_context import Call

if TYPE_CHECKING:
    from svcconsole.sandbox.store.transactions import Transactions

SETTING = "history"
"""`pending`, then one 0 or 1 for each day of the past, then `done`; absent in a store that has no past."""

FIRST = "history_first"
"""The setting with the first day of the past; stores that were sown before it was kept begin as always."""

PENDING, DONE = "pending", "done"
LONGEST = 5
"""What began on a day goes on for at most this many days after it."""

TOGETHER = 3
"""So many days are written at a time: others wait for the store no longer than that takes."""

Rows = Sequence[tuple[Table, Sequence[Mapping[str, Any]]]]
Made = tuple[int, Rows]
"""A day's number and what belongs to it."""


async def ensure(store: Transactions, since: datetime | None = None, until: datetime | None = None) -> None:
    """Make the past between the two instants, or all of it; returns at once where there is nothing to make.

    A few days are one short transaction, written while the next few are made; each is made once, whoever asks
    and however often it was interrupted.
    """
    calendar = await store.consult(calendar_of)
    first = 0 if since is None else max(0, (since.date() - calendar.first).days - LONGEST)
    last = DAYS - 1 if until is None else min(DAYS - 1, (until.date() - calendar.first).days)
    missing = await store.consult(lambda connection: _missing(connection, first, last))
    together = [missing[at : at + TOGETHER] for at in range(0, len(missing), TOGETHER)]
    made: Sequence[Made] = ()
    for numbers in (*together, ()):
        _, made = await asyncio.gather(
            _keep_all(store, made, calendar), asyncio.to_thread(_days, numbers, calendar)
        )


def begin(connection: Connection, calendar: Calendar) -> None:
    """Note that a past of these days is to be made."""
    database.keep_setting(connection, FIRST, calendar.first.isoformat())
    database.keep_setting(connection, SETTING, PENDING)


def move(connection: Connection, today: date) -> None:
    """Let a past of which no day is made yet end the day before `today`: nobody has seen it."""
    if database.setting(connection, SETTING) == PENDING and database.setting(connection, FIRST):
        database.keep_setting(connection, FIRST, Calendar.before(today).first.isoformat())


def calendar_of(connection: Connection) -> Calendar:
    """The days of the store's past."""
    first = database.setting(connection, FIRST)
    return Calendar(date.fromisoformat(first) if first else CANONICAL)


def _days(numbers: Sequence[int], calendar: Calendar) -> Sequence[Made]:
    return [(number, day(number, calendar)) for number in numbers]


async def _keep_all(store: Transactions, made: Sequence[Made], calendar: Calendar) -> None:
    if made:
        await store.transact(partial(_keep, made=made, calendar=calendar))


def _missing(connection: Connection, first: int, last: int) -> Sequence[int]:
    made = _made(connection)
    return [number for number in range(first, last + 1) if made[number] == "0"] if made else []


def _made(connection: Connection) -> str:
    """One character for each day; empty in a store without a past."""
    setting = database.setting(connection, SETTING) or ""
    return {PENDING: "0" * DAYS, DONE: "1" * DAYS}.get(setting, setting)


def _keep(call: Call, made: Sequence[Made], calendar: Calendar) -> None:
    # The store may have been reset meanwhile, or somebody else was faster.
    kept = _made(call.connection) if calendar_of(call.connection) == calendar else ""
    new = [(number, rows) for number, rows in made if kept and kept[number] == "0"]
    together: dict[Table, list[Mapping[str, Any]]] = {}
    for number, rows in new:
        kept = kept[:number] + "1" + kept[number + 1 :]
        for table, values in rows:
            together.setdefault(table, []).extend(values)
    for table, values in together.items():
        if values:
            call.connection.execute(insert(table), values)
    if new:
        database.keep_setting(call.connection, SETTING, kept if "0" in kept else DONE)
