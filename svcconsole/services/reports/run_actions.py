"""What a person decides about a report's run; written to the workspace and applied when it is followed
again.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

from svcconsole.services.reports.files import ReportFiles
from svcconsole.services.reports.following import ReportDeps
from svcconsole.services.reports.part_status import of_part, status_of
from svcconsole.services.reports.run import holding
from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import SentRecord
from svcconsole.workspace.runs.report_runs import Need, ReportRun, Stage
from svcconsole.workspace.runs.sends import RELEASED

SAID = {"need": Need.NOTHING, "sentence": "", "advice": "", "server_words": ()}
UNTRACKED = message("Asked for, not trackable: the store e-mails it.")


async def doubt_of(deps: ReportDeps, run_id: str) -> SentRecord | None:
    """The request of which nobody knows whether it arrived; decided with `Sender.decide`."""

    def look(space: Workspace) -> SentRecord | None:
        run = space.reports.get(run_id)
        return status_of(run.part, space.reports.requests(run.reference)).record

    return await deps.database(look)


async def allow(deps: ReportDeps, run_id: str) -> ReportRun:
    """Ask for the part it is at again, although that is another e-mail to everybody."""

    def again(space: Workspace, run: ReportRun) -> None:
        if run.is_watched:
            raise WorkspaceError(
                message("This report was asked for elsewhere: it can only be watched here."),
                message("Ask for it anew, with its name and its days."),
            )
        if run.part.sha256 is not None:
            raise WorkspaceError(
                message("All parts of this report are here."), message("Go on to put them together.")
            )
        spent = tuple(record.run_id for record in of_part(run.part, space.reports.requests(run.reference)))
        space.reports.put_part(
            run_id, run.part.number, spent=(*run.part.spent, *spent), history_id=None, asked_at=None, word="",
            word_at=None, cursor_out=None,
        )  # fmt: skip
        space.reports.update(run_id, stage=Stage.ASKING, again=True, ended_at=None, **SAID)

    return await _note_action(
        deps, run_id, again, message("A report that is done is asked anew as another one.")
    )


async def give_id(deps: ReportDeps, run_id: str, history_id: int) -> ReportRun:
    """The part is followed by this number, which stood in the e-mail."""

    def known(space: Workspace, run: ReportRun) -> None:
        space.reports.put_part(
            run_id, run.part.number, history_id=history_id, asked_at=run.part.asked_at or now(), word="",
            word_at=now(),
        )  # fmt: skip
        space.reports.update(run_id, stage=Stage.WAITING, ended_at=None, **SAID)

    return await _note_action(deps, run_id, known, message("A report that is done needs no number."))


async def stop_following(deps: ReportDeps, run_id: str) -> ReportRun:
    """Go no further: what has no number is left to the e-mail, all else can be gone on with."""

    def left(space: Workspace, run: ReportRun) -> None:
        if run.need is Need.HISTORY_ID:
            space.reports.update(
                run_id, stage=Stage.UNTRACKED, ended_at=now(), **{**SAID, "sentence": UNTRACKED}
            )
        else:
            space.reports.update(
                run_id, stage=Stage.STOPPED, **{**SAID, "sentence": message("You stopped it.")}
            )

    return await _note_action(deps, run_id, left, message("A report that is done needs no end."))


async def resume(deps: ReportDeps, run_id: str) -> ReportRun:
    """Take up a run that was stopped where it was."""

    def on(space: Workspace, run: ReportRun) -> None:
        part = run.part
        if part.history_id is None:
            counted_out = of_part(part, space.reports.requests(run.reference))
            spent = tuple(record.run_id for record in counted_out if record.state in RELEASED)
            space.reports.put_part(run_id, part.number, spent=(*part.spent, *spent))
        space.reports.update(run_id, stage=_where(run), ended_at=None, **SAID)

    return await _note_action(deps, run_id, on, message("A report that is done cannot be gone on with."))


async def forget(deps: ReportDeps, run_id: str) -> None:
    """Take a run off the list, and its files off the disk."""
    files = ReportFiles.of(deps.folder, run_id)
    async with holding(deps, run_id):
        await deps.database(lambda space: space.reports.forget(run_id))
    shutil.rmtree(files.folder, ignore_errors=True)


def _where(run: ReportRun) -> Stage:
    """The stage that fits what is known of the part."""
    part = run.part
    if part.history_id is None:
        return Stage.ASKING
    if part.sha256 is not None:
        return Stage.MERGING
    return Stage.WAITING


async def _note_action(
    deps: ReportDeps, run_id: str, act: Callable[[Workspace, ReportRun], Any], done: str
) -> ReportRun:
    """Write down what was said, while nobody follows the run."""

    def write(space: Workspace) -> ReportRun:
        run = space.reports.get(run_id)
        if run.stage is Stage.DONE:
            raise WorkspaceError(done, message("Nothing was changed."))
        act(space, run)
        return space.reports.get(run_id)

    async with holding(deps, run_id):
        return await deps.database(write)
