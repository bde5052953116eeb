"""Reads what a person did last, so that a quiet day can offer to do the like again."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.services.customers.customer_timeline import person_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.report_runs import ReportRun


@dataclass(frozen=True, slots=True)
class LastDone:
    """Whom the last message went to, by name or number; the last report that was asked for."""

    written_to: str = ""
    report: ReportRun | None = None


def last_done(space: Workspace) -> LastDone:
    """The last of each; blank where there was none."""
    sent = space.sends.last_of(("message", "template"))
    name = ""
    if sent is not None:
        name = person_of(space, sent.people).name if sent.people else ""
        name = name or sent.about
    return LastDone(name, next(iter(space.reports.list(1)), None))
