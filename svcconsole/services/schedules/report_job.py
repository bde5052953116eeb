"""Carries out a report at its time: asked for over the days its schedule means, followed to its file."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from pathlib import Path

from svcconsole.services.reports import run_actions
from svcconsole.services.reports.files import ReportFiles, copy_into
from svcconsole.services.reports.question import PERIODS, ReportQuestion, Span, today
from svcconsole.services.reports.run import ReportDeps, ask, follow
from svcconsole.services.schedules.job_deps import JobDeps, Made
from svcconsole.services.schedules.job_settings import ReportSettings
from svcconsole.words.message import message, sentences
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.runs.report_runs import Need, ReportRun, Stage
from svcconsole.workspace.team.schedule_records import Ending, Firing, FiringState, Schedule


async def carry_out(deps: JobDeps, schedule: Schedule, firing: Firing, made: Made) -> Ending | None:
    """Ask for the report and wait for its file; None where the worker stops before: it goes on from there."""
    settings = ReportSettings.of_json(schedule.settings)
    reports = ReportDeps(deps.database, deps.sender, deps.ready, deps.folder, deps.downloader)
    if firing.run_id is None:
        # Whoever made the schedule wants it each time, however soon after the last.
        run = await ask(reports, question_of(settings, schedule.rule.zone), again=True)
        await made(run.id)
    else:
        run = await deps.database(lambda space: space.reports.get(firing.run_id or ""))
        if run.stage is Stage.STOPPED:
            run = await run_actions.resume(reports, run.id)
        elif run.need is Need.ASKED_BEFORE:
            run = await run_actions.allow(reports, run.id)
    if not await _followed(deps, reports, run.id):
        return None
    run = await deps.database(lambda space: space.reports.get(run.id))
    if settings.folder and run.stage is Stage.DONE:
        await deps.database(lambda space: space.saved_files.add(Path(settings.folder) / run.file))
    return _ending(run, deps.folder, settings.folder)


def question_of(settings: ReportSettings, zone: str) -> ReportQuestion:
    """What is asked today: the period ends by the calendar of the schedule's zone."""
    first, last = PERIODS[settings.period](today(zone))
    return ReportQuestion(
        settings.name, settings.type, Span.of_days(first, last, zone), settings.emails, settings.description,
        settings.channel, settings.group_by,
    )  # fmt: skip


async def _followed(deps: JobDeps, reports: ReportDeps, run_id: str) -> bool:
    """Bring the report as far as it goes; False where the worker is to end before."""

    async def go_on() -> None:
        async with aclosing(follow(reports, run_id)) as told:
            async for _ in told:
                pass

    loop = asyncio.get_running_loop()
    going, stopping = loop.create_task(go_on()), loop.create_task(deps.stopping.wait())
    try:
        await asyncio.wait((going, stopping), return_when=asyncio.FIRST_COMPLETED)
        if going.done():
            going.result()
            return True
        return False
    finally:
        for task in (going, stopping):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


def _ending(run: ReportRun, folder: Path, wanted: str) -> Ending:
    figures = {"rows": run.rows if run.rows is not None else run.rows_so_far}
    if run.stage is not Stage.DONE:
        # What needs a person's word about it is a question; the rest may succeed next time.
        state = FiringState.FAILED if run.need is Need.NOTHING else FiringState.LEFT
        return Ending(state, run.sentence, run.advice, figures=figures, run_id=run.id)
    said = sentences(*run.warnings) if run.warnings else ""
    if wanted:
        source, target = ReportFiles.of(folder, run.id).merged(run.file), Path(wanted) / run.file
        try:
            copy_into(source, target)
        except OSError as error:
            words = message("{out} could not be written: {reason}.", out=target, reason=system_reason(error))
            kept = message("The report is kept under Reports.")
            return Ending(FiringState.FAILED, words, kept, figures=figures, run_id=run.id)
    return Ending(FiringState.DONE, said, figures=figures, run_id=run.id)
