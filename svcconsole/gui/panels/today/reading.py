"""Reads the groups of the start page from the workspace, each by its own name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from svcconsole.gui.panels.today.lines import RunLine
from svcconsole.gui.runtime.runs_controller import elsewhere
from svcconsole.services.runs.figures import figures_at_rest
from svcconsole.services.today.begun import BegunDraft, drafts_begun, imports_begun
from svcconsole.services.today.last_done import last_done
from svcconsole.services.today.others import deeds_of_others
from svcconsole.services.today.waiting import (
    open_decisions,
    plans_to_agree_to,
    reports_held_up,
    reports_since,
)
from svcconsole.services.today.yesterday import bounds_of, yesterday

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.drafts.imports import ImportInfo
    from svcconsole.workspace.runs.report_runs import ReportRun

SHOWN = 6
"""So many lines a group has at most; the rest is one click away."""
REPORT_DAYS = 7
"""A report that nobody opened is told for so many days: over a weekend, and over a week away."""
MOST_DEEDS = 5


@dataclass(frozen=True, slots=True)
class Where:
    """What the readers need to know of the store: the zone its days are in, and its country."""

    zone: tzinfo
    region: str | None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The runs that are not done, and the reports that wait for a person."""

    runs: tuple[RunLine, ...]
    reports: tuple[ReportRun, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """The imports and the drafts that were left."""

    imports: tuple[ImportInfo, ...]
    drafts: tuple[BegunDraft, ...]


def _unfinished(space: Workspace, _where: Where) -> Unfinished:
    runs = tuple(
        RunLine(info, figures_at_rest(space.runs.totals(info.id)), elsewhere(space, info.id))
        for info in space.runs.list(unfinished=True)[:SHOWN]
    )
    return Unfinished(runs, reports_held_up(space))


def _begun(space: Workspace, where: Where) -> Begun:
    return Begun(imports_begun(space), drafts_begun(space, where.region))


def _days_ago(days: int, where: Where) -> str:
    return bounds_of(datetime.now(where.zone).date() - timedelta(days=days), where.zone)[0]


READERS: Mapping[str, Callable[[Workspace, Where], object]] = {
    "decisions": lambda space, _: open_decisions(space, SHOWN),
    "plans": lambda space, _: plans_to_agree_to(space),
    "unfinished": _unfinished,
    "reports": lambda space, where: reports_since(space, _days_ago(REPORT_DAYS, where)),
    "begun": _begun,
    "yesterday": lambda space, where: yesterday(space, where.zone),
    "others": lambda space, where: deeds_of_others(space, _days_ago(1, where), MOST_DEEDS),
    "last": lambda space, _: last_done(space),
}
"""Name of a group → how it is read, in the order in which they are shown."""
