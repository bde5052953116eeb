"""An import at its time: whatever ends it leaves it for a person with its plan, and it goes on from there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from svcconsole.api.operations import GET_CATALOGS
from svcconsole.services.imports.prepared_options import Prepared
from svcconsole.services.schedules.job_settings import ImportSettings
from svcconsole.services.schedules.worker import ScheduleWorker
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.clock_rule import ClockRule, Every
from svcconsole.workspace.team.schedule_records import Firing, FiringState, Job, NewSchedule, Schedule
from tests.services.schedules.deps import job_deps
from tests.support.practice import PracticeStore

NEVER = ClockRule("UTC", Every.ONCE, "09:00", date="2999-12-01")


def scheduled(workspace: Workspace, folder: Path, **settings: Any) -> Schedule:
    """An import of catalogs, asked for, with a file that nobody writes to any more."""
    folder.mkdir()
    file = folder / "catalogs.csv"
    file.write_text("id,name\nlamps,Lamps\ngifts,Gifts\n", encoding="utf-8")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    wanted = ImportSettings(str(folder), Prepared("catalogs"), **settings).as_json()
    moment = workspace.schedules.moment()
    kept = workspace.schedules.add(NewSchedule("Catalogs", Job.IMPORT, wanted, NEVER), "noor", moment)
    workspace.schedules.ask(kept.id, "noor", moment)
    return kept


async def work_once(workspace: Workspace, store: PracticeStore, schedule: Schedule) -> Firing:
    """The newest firing of the schedule after a worker did what was due."""
    async with job_deps(workspace, store) as deps:
        worker = ScheduleWorker(deps, "hamburg")
        await worker.begin()
        await worker.run(once=True)
    return workspace.schedules.firings(schedule.id)[0]


async def test_a_rehearsal_that_breaks_leaves_the_import_with_its_plan(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        schedule = scheduled(workspace, tmp_path / "files", rehearse=True)
        practice_store.add_fault("status", code=403, operation=GET_CATALOGS.path)
        left = await work_once(workspace, practice_store, schedule)
        assert (left.state, left.figures["rows"]) == (FiringState.LEFT, 2)
        assert "could not be read" in left.sentence
        practice_store.clear_faults()
        workspace.schedules.answer(left.id, "noor", workspace.schedules.moment(), go=True)
        done = await work_once(workspace, practice_store, schedule)
        assert (done.id, done.run_id, done.state) == (left.id, left.run_id, FiringState.DONE)
        assert (done.figures["sent"], done.figures["problems"]) == (2, 0)
    assert practice_store.counts()["catalogs"] == 2


async def test_a_folder_that_is_not_there_is_left_for_a_person(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        schedule = scheduled(workspace, tmp_path / "files")
        (tmp_path / "files").rename(tmp_path / "moved")
        left = await work_once(workspace, practice_store, schedule)
    assert (left.state, left.run_id) == (FiringState.LEFT, None)
    assert "cannot be read" in left.sentence
