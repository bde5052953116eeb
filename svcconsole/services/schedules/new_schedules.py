"""Makes the schedules that a person approves: what is checked first, for window and command alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from svcconsole.api.errors import RefusedHere
from svcconsole.services.imports.prepared import refuse_unusable
from svcconsole.services.imports.views import ImportRefused
from svcconsole.services.reports.question import PERIODS, ReportQuestion, Span, today
from svcconsole.services.reports.question_checks import known_report, refuse_unsound
from svcconsole.services.schedules.job_settings import (
    DigestSettings,
    ImportSettings,
    JobSettings,
    ReportSettings,
    RunSettings,
)
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import listed, message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import RunState
from svcconsole.workspace.team.clock_rule import ClockRule, Every, checked
from svcconsole.workspace.team.schedule_records import Bounds, Job, NewSchedule, Schedule


class SettingRefused(RefusedHere):
    """One setting of a schedule cannot be; `setting` is its name in its job's settings, or in `Bounds`."""

    def __init__(self, setting: str, sentence: str, advice: str = "") -> None:
        super().__init__(sentence, advice=advice)
        self.setting = setting


def new_schedule(
    space: Workspace, settings: JobSettings, rule: ClockRule, bounds: Bounds | None = None, name: str = ""
) -> NewSchedule:
    """What a person approves; with no name it is called by what it does, with no bounds they are the job's
    own. Raises SettingRefused, and WorkspaceError for a run that is not there and a time that never comes."""
    if bounds is not None and (bounds.rows_least or 0) > (bounds.rows_most or bounds.rows_least or 0):
        raise SettingRefused(
            "rows_most",
            message("The most rows are fewer than the least."),
            message("No file could be within both."),
        )
    job, check, usual = _OF_SETTINGS[type(settings)]
    settings, called = check(space, settings, checked(rule))
    return NewSchedule(name.strip() or called, job, settings.as_json(), rule, bounds or usual)


def add_schedule(space: Workspace, new: NewSchedule) -> Schedule:
    """Keep it from now on; raises WorkspaceError where its name is taken or its time never comes."""
    return space.schedules.add(new, space.operator, space.schedules.moment())


def change_schedule(space: Workspace, before: Schedule, new: NewSchedule) -> Schedule:
    """Put `new` in the place of what was looked at. Raises WorkspaceError as `add_schedule` does, and where
    somebody else has changed it meanwhile."""
    return space.schedules.change(
        before.id, new, space.operator, space.schedules.moment(), seen=(before.made_by, before.made_at)
    )


def plannable_runs(space: Workspace) -> tuple[tuple[str, str, str], ...]:
    """The runs that can start by the clock, newest first: id, plan code, and the file or title."""
    found = space.runs.list(unfinished=True)
    return tuple(
        (info.id, info.code, info.file_name or info.title) for info in found if info.started_at is None
    )


def _checked_run(space: Workspace, settings: RunSettings, rule: ClockRule) -> tuple[JobSettings, str]:
    if rule.every is not Every.ONCE:
        raise SettingRefused(
            "run", message("A run starts once."), message("Name the day and the time at which it starts.")
        )
    if not settings.run:
        raise SettingRefused(
            "run",
            message("No run is chosen."),
            message("Plan one first: an import or a campaign, up to its last step."),
        )
    info = space.runs.find(settings.run)
    if info.state is RunState.FINISHED:
        raise SettingRefused("run", message("That run has ended already."), message("Plan a new one."))
    title = message("{title}, plan {code}", title=info.title, code=info.code)
    return replace(settings, run=info.id), str(title)


def _checked_import(_: Workspace, settings: ImportSettings, __: ClockRule) -> tuple[JobSettings, str]:
    prepared = settings.prepared
    try:
        refuse_unusable(prepared)
    except (ImportRefused, TableError) as refused:
        raise SettingRefused("prepared", refused.sentence, refused.advice) from None
    settings = replace(settings, folder=_folder(settings.folder), pattern=settings.pattern.strip() or "*")
    title = message(
        "{kind} from {folder}", kind=IMPORTS[prepared.kind].many, folder=Path(settings.folder).name
    )
    called = str(title)
    return settings, called[:1].upper() + called[1:]


def _checked_report(_: Workspace, settings: ReportSettings, rule: ClockRule) -> tuple[JobSettings, str]:
    if not settings.name:
        raise SettingRefused("name", message("No report is chosen."), message("Choose one of the list."))
    with _about("name"):
        known = known_report(settings.name)
    if settings.period not in PERIODS:
        raise SettingRefused(
            "period",
            message("There is no period “{period}”.", period=settings.period),
            message("There are: {names}.", names=listed(PERIODS)),
        )
    folder = _folder(settings.folder) if settings.folder else ""
    settings = replace(settings, type=settings.type or known.type, folder=folder)
    # The same checks as for one that is asked for now.
    day = today(rule.zone)
    question = ReportQuestion(
        settings.name, settings.type, Span.of_days(day, day, rule.zone), settings.emails,
        settings.description, settings.channel, settings.group_by,
    )  # fmt: skip
    with _about("emails"):
        refuse_unsound(question)
    return settings, settings.name


def _checked_digest(_: Workspace, settings: DigestSettings, __: ClockRule) -> tuple[JobSettings, str]:
    if not settings.folder and not settings.notice:
        raise SettingRefused(
            "folder",
            message("Nobody would see the digest."),
            message("Name a folder for its file, or let the window tell it."),
        )
    if settings.folder:
        settings = replace(settings, folder=_folder(settings.folder))
    return settings, str(message("What became of our messages"))


@contextmanager
def _about(setting: str) -> Iterator[None]:
    """What is refused inside is about this setting."""
    try:
        yield
    except RefusedHere as refused:
        raise SettingRefused(setting, refused.sentence, refused.advice) from None


def _folder(named: str) -> str:
    """The whole path of a folder; raises SettingRefused where there is none."""
    folder = Path(named.strip()).expanduser()
    if not named.strip():
        raise SettingRefused(
            "folder", message("No folder is named."), message("Name the one that the worker looks into.")
        )
    if not folder.is_dir():
        raise SettingRefused(
            "folder", message("There is no folder {folder}.", folder=folder), message("Name another folder.")
        )
    return str(folder.resolve())


Check = Callable[[Workspace, Any, ClockRule], tuple[JobSettings, str]]
_OF_SETTINGS: Mapping[type[JobSettings], tuple[Job, Check, Bounds]] = {
    # What a store refuses is no reason to stop a run that a person planned.
    RunSettings: (Job.RUN, _checked_run, Bounds(refusals=None)),
    ImportSettings: (Job.IMPORT, _checked_import, Bounds()),
    ReportSettings: (Job.REPORT, _checked_report, Bounds()),
    DigestSettings: (Job.DIGEST, _checked_digest, Bounds()),
}
