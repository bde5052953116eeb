"""Who drives which run: the consoles of a team, by their leases."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, select

from svcconsole.workspace.schema import lease
from svcconsole.workspace.schema.team_tables import console_leases, held_runs
from svcconsole.workspace.team.account_name import account_name


@dataclass(frozen=True, slots=True)
class Holder:
    """The console that drives a run: the person's name, the computer's, whether it is this console.

    `heard` is how many seconds ago it was heard of last, `left` how many its lease lasts from now on, below
    zero where it has ended.
    """

    actor: str
    host: str
    mine: bool
    heard: float
    left: float


def this_computer(run_ids: Iterable[str], *, mine: bool) -> Mapping[str, Holder]:
    """Runs that only this computer could drive: this console, or another one on it."""
    holder = Holder(account_name(), socket.gethostname(), mine, 0.0, 0.0)
    return dict.fromkeys(run_ids, holder)


def of_consoles(
    connection: Connection, clock: ColumnElement[float], seconds: float, mine: int
) -> Mapping[str, Holder]:
    """The runs that any console drives, by the database's `clock`; a lease lasts so many `seconds`, `mine`
    is the fence of this console."""
    left = console_leases.c.expires_at - clock
    query = (
        select(held_runs.c.run_id, console_leases.c.operator, lease.c.host, lease.c.fence, left.label("left"))
        .join(console_leases, console_leases.c.fence == held_runs.c.fence)
        .join(lease, lease.c.fence == held_runs.c.fence)
    )
    return {
        row.run_id: Holder(row.operator, row.host, row.fence == mine, max(0.0, seconds - row.left), row.left)
        for row in connection.execute(query)
    }
