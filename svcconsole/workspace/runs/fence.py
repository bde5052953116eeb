"""The check that every transaction of the ledger begins with: whether it is still ours to send."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from sqlalchemy import Connection, Integer, String, bindparam, func, select

from svcconsole.words.message import message
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.schema import attempts, lease, runs
from svcconsole.workspace.statement_queue import queue_of

# The statement is made once: building it anew costs more than SQLite takes to carry it out.
OF_RUN = bindparam("of_run", type_=String())
TAKEN_OVER = (
    message("Another svcconsole has taken over the runs of this workspace."),
    message("Nothing more is sent from here; go on over there."),
)
OF_FENCE = bindparam("of_fence", type_=Integer())
HELD = select(
    select(lease.c.fence).where(lease.c.fence == OF_FENCE).scalar_subquery(),
    select(runs.c.kind).where(runs.c.id == OF_RUN, runs.c.single.is_(False)).scalar_subquery(),
    select(runs.c.title).where(runs.c.id == OF_RUN).scalar_subquery(),
    select(func.coalesce(func.max(attempts.c.id), 0)).scalar_subquery(),
)


class HeldRun(NamedTuple):
    """The run that a transaction writes about: its kind, None for what is sent by itself, its title, None
    where it is not there yet, and the number of the last attempt of all runs."""

    kind: str | None
    title: str | None
    last: int


class Runner(Protocol):
    """Who may send from a workspace."""

    def hold(self, connection: Connection, fence: int, run_id: str) -> HeldRun:
        """As `look_at`, and that the run is driven by nobody else."""


def look_at(connection: Connection, fence: int, run_id: str) -> HeldRun:
    """The run, while it is ours to send.

    Nobody else writes for the rest of the transaction: neither the fence nor the number of the last attempt
    can change after this look at them. Raises FenceLost where the fence is no longer that of one who may
    send.
    """
    looked = queue_of(connection).execute(HELD, {"of_run": run_id, "of_fence": fence})
    held, kind, title, last = looked.one()
    if held is None:
        raise FenceLost(*TAKEN_OVER)
    return HeldRun(kind, title, last)
