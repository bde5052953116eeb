"""Says whether a report has a next part, and whether the store has rows that no part can be asked for."""

from __future__ import annotations

from svcconsole.services.reports.names import BY_NAME
from svcconsole.workspace.runs.report_runs import ReportRun


def resumable(run: ReportRun) -> bool:
    """Whether reports of this name come in parts."""
    return run.name in BY_NAME and BY_NAME[run.name].resumable


def goes_on(run: ReportRun) -> bool:
    """Whether there is a next part to ask for."""
    return resumable(run) and run.part.cursor_out is not None


def cut_short(run: ReportRun) -> bool:
    """Whether the store has more rows than it gave, behind a cursor that no report of this name can be gone
    on with (decision 35)."""
    return run.part.cursor_out is not None and not goes_on(run)
