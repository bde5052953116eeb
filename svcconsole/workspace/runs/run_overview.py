"""Runs at a glance, whoever drives them: how far each is, which console sends it, when that was heard."""

from __future__ import annotations

from dataclasses import dataclass

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
    """The console that drives a run: its computer, and how many seconds ago it was heard of."""

    host: str
    silent: float


@dataclass(frozen=True, slots=True)
class RunOverview:
    """A run with its rows by their end; `driver` is None where nobody drives it, or where the workspace is
    this computer's own."""

    info: RunInfo
    sent: int
    refused: int
    needs_decision: int
    on_the_way: int
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


def _overview(info: RunInfo, states: dict[ItemState, int], driver: Driver | None) -> RunOverview:
    by_bucket = dict.fromkeys(Bucket, 0)
    for state, rows in states.items():
        by_bucket[BUCKET_OF[state]] += rows
    return RunOverview(
        info,
        by_bucket[Bucket.SENT],
        by_bucket[Bucket.REFUSED],
        by_bucket[Bucket.NEEDS_DECISION],
        states.get(ItemState.SENDING, 0),
        driver,
    )


def _counts(connection: Connection, run_ids: list[str]) -> dict[str, dict[ItemState, int]]:
    query = select(items.c.run_id, items.c.state, func.sum(items.c.rows)).where(items.c.run_id.in_(run_ids))
    found: dict[str, dict[ItemState, int]] = {}
    for run_id, state, rows in connection.execute(query.group_by(items.c.run_id, items.c.state)):
        found.setdefault(run_id, {})[ItemState(state)] = int(rows)
    return found


def _drivers(connection: Connection) -> dict[str, Driver]:
    """Who drives which run, by the clock of the database: a lease is for so long from when it was renewed."""
    heard = DATABASE_CLOCK - (console_leases.c.expires_at - LEASE_SECONDS)
    query = (
        select(held_runs.c.run_id, lease.c.host, heard)
        .join(lease, lease.c.fence == held_runs.c.fence)
        .join(console_leases, console_leases.c.fence == held_runs.c.fence)
    )
    return {
        run_id: Driver(host, max(0.0, float(silent))) for run_id, host, silent in connection.execute(query)
    }
