"""Runs at a glance, whoever drives them: how far each is, which console sends it, when that was heard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from svcconsole.workspace.runs.console_lease import DATABASE_CLOCK, LEASE_SECONDS
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.runs.runs import Runs
from svcconsole.workspace.schema import BUCKET_OF, Bucket, ItemState, items, lease
from svcconsole.workspace.schema.team_tables import console_leases, held_runs
from svcconsole.workspace.session import Session

MOST = 200


@dataclass(frozen=True, slots=True)
class Driver:
    """The console that drives a run: whose it is, its computer, and how many seconds ago it was heard of."""

    operator: str
    host: str
    silent: float


class Counted(NamedTuple):
    """Records in one state, and the rows of the file that they stand for."""

    records: int
    rows: int


@dataclass(frozen=True, slots=True)
class RunOverview:
    """A run with its records (products, people) by their end, and how many rows of its file have ended;
    `driver` is None where nobody drives it, or where the workspace is this computer's own."""

    info: RunInfo
    sent: int
    refused: int
    needs_decision: int
    on_the_way: int
    rows_done: int
    driver: Driver | None

    @property
    def done(self) -> int:
        return self.sent + self.refused + self.needs_decision


def run_overviews(access: Session, runs: Runs, *, shared: bool, most: int = MOST) -> list[RunOverview]:
    """The newest runs of files, those under way first."""
    infos = runs.list()
    under_way = [info for info in infos if info.state in ("running", "paused")]
    others = [info for info in infos if info.state not in ("running", "paused")]
    chosen = [*under_way, *others][:most]
    with access.reading() as connection:
        counts = _counts(connection, [info.id for info in chosen])
        drivers = _drivers(connection) if shared else {}
    return [_overview(info, counts.get(info.id, {}), drivers.get(info.id)) for info in chosen]


def _overview(info: RunInfo, states: dict[ItemState, Counted], driver: Driver | None) -> RunOverview:
    by_bucket = dict.fromkeys(Bucket, 0)
    rows = dict.fromkeys(Bucket, 0)
    for state, counted in states.items():
        by_bucket[BUCKET_OF[state]] += counted.records
        rows[BUCKET_OF[state]] += counted.rows
    return RunOverview(
        info,
        by_bucket[Bucket.SENT],
        by_bucket[Bucket.REFUSED],
        by_bucket[Bucket.NEEDS_DECISION],
        states.get(ItemState.SENDING, Counted(0, 0)).records,
        sum(rows[end] for end in (Bucket.SENT, Bucket.REFUSED, Bucket.NEEDS_DECISION)),
        driver,
    )


def _counts(connection: Connection, run_ids: list[str]) -> dict[str, dict[ItemState, Counted]]:
    counted = (func.count(), func.sum(items.c.rows))
    query = select(items.c.run_id, items.c.state, *counted).where(items.c.run_id.in_(run_ids))
    found: dict[str, dict[ItemState, Counted]] = {}
    for run_id, state, records, rows in connection.execute(query.group_by(items.c.run_id, items.c.state)):
        found.setdefault(run_id, {})[ItemState(state)] = Counted(int(records), int(rows))
    return found


def _drivers(connection: Connection) -> dict[str, Driver]:
    """Who drives which run, by the clock of the database: a lease is for so long from when it was renewed."""
    heard = DATABASE_CLOCK - (console_leases.c.expires_at - LEASE_SECONDS)
    query = (
        select(held_runs.c.run_id, console_leases.c.operator, lease.c.host, heard)
        .join(lease, lease.c.fence == held_runs.c.fence)
        .join(console_leases, console_leases.c.fence == held_runs.c.fence)
    )
    return {
        run_id: Driver(operator, host, max(0.0, float(silent)))
        for run_id, operator, host, silent in connection.execute(query)
    }
