"""Reads what waits for a person: records to decide about, plans to agree to, reports."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.services.customers.customer_timeline import people_of, person_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import Doubt
from svcconsole.workspace.runs.report_runs import Need, ReportRun, Stage
from svcconsole.workspace.team.approvals import Approval
from svcconsole.workspace.team.roles import Right

LOOKED_THROUGH = 200
"""So many open decisions are looked through for the newest; so many of the newest reports."""
HELD_UP = (Stage.NEEDS, Stage.STOPPED, Stage.FAILED)


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A record nobody knows the end of; `name` is what the person is called where somebody looked them up."""

    doubt: Doubt
    name: str = ""


@dataclass(frozen=True, slots=True)
class OpenDecisions:
    """How many there are, and the newest of them."""

    total: int
    newest: tuple[OpenDecision, ...]


def open_decisions(space: Workspace, most: int) -> OpenDecisions:
    """The newest `most` records that need a decision, and how many need one in all."""
    total = space.decisions.count()
    if not total:
        return OpenDecisions(0, ())
    doubts = sorted(space.decisions.open(LOOKED_THROUGH), key=lambda doubt: doubt.at, reverse=True)
    newest = []
    for doubt in doubts[:most]:
        keys = people_of(space, doubt)
        newest.append(OpenDecision(doubt, person_of(space, keys).name if keys else ""))
    return OpenDecisions(total, tuple(newest))


def plans_to_agree_to(space: Workspace) -> tuple[Approval, ...]:
    """The plans of others that wait for somebody with this person's rights; none where nobody shares it."""
    if not space.shared or not space.operators.may(Right.APPROVE):
        return ()
    me = space.operator
    return tuple(each for each in space.approvals.list(open_only=True) if each.asked_by != me)


def reports_held_up(space: Workspace) -> tuple[ReportRun, ...]:
    """The reports that go on only once a person has said something. What has to be decided about is among
    the decisions."""
    return tuple(
        run
        for run in space.reports.list(LOOKED_THROUGH)
        if run.stage in HELD_UP and not (run.stage is Stage.NEEDS and run.need is Need.DECISION)
    )


def reports_since(space: Workspace, moment: str) -> tuple[ReportRun, ...]:
    """The reports that arrived since `moment` (ISO, UTC), the newest first."""
    found = [
        run
        for run in space.reports.list(LOOKED_THROUGH)
        if run.stage is Stage.DONE and (run.ended_at or run.created_at) >= moment
    ]
    return tuple(sorted(found, key=lambda run: run.ended_at or run.created_at, reverse=True))
