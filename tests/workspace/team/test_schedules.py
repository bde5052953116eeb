"""Schedules in a workspace: due by the clock, claimed by one, asked about when nothing ran."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost, WorkspaceError
from svcconsole.workspace.team.clock_rule import ClockRule, Every
from svcconsole.workspace.team.schedule_records import (
    Bounds,
    Due,
    Ending,
    Firing,
    FiringState,
    Job,
    NewSchedule,
)

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
NIGHT = NewSchedule(
    "Warehouse",
    Job.IMPORT,
    {"folder": "/shop/stock"},
    ClockRule("UTC", Every.DAY, "22:00"),
    Bounds(problems=13),
)
TONIGHT = NOON.replace(hour=22)
DAY = timedelta(days=1)


def claimed(workspace: Workspace, moment: datetime, worker: str = "w1") -> list[Firing]:
    """What one look of a worker takes, until nothing more is due."""
    found: list[Firing] = []
    while due := workspace.schedules.due(moment):
        found += [firing for one in due if (firing := workspace.schedules.claim(one, worker, moment))]
    return found


def test_a_schedule_is_due_once_at_each_of_its_times(workspace: Workspace) -> None:
    kept = workspace.schedules.add(NIGHT, "noor", NOON)
    assert (kept.name, kept.bounds.problems, kept.made_by) == ("Warehouse", 13, "noor")
    assert workspace.schedules.next_due(NOON) == TONIGHT
    assert claimed(workspace, TONIGHT - timedelta(seconds=1)) == []
    (firing,) = claimed(workspace, TONIGHT + timedelta(seconds=5))
    assert (firing.occasion, firing.due_at) == ("2026-11-23T22:00:00", "2026-11-23T22:00:00.000Z")
    assert claimed(workspace, TONIGHT + timedelta(seconds=9)) == []
    ended = workspace.schedules.end(
        firing, Ending(FiringState.DONE, figures={"rows": 7}, run_id="5e1f"), TONIGHT + timedelta(minutes=1)
    )
    assert (ended.state, ended.figures, ended.run_id) == (FiringState.DONE, {"rows": 7}, "5e1f")
    assert workspace.schedules.of_run("5e1f") == workspace.schedules.get(kept.id).last == ended
    assert workspace.schedules.between(TONIGHT, TONIGHT + DAY) == (ended,)
    assert len(claimed(workspace, TONIGHT + DAY)) == 1


def test_of_many_that_look_at_once_exactly_one_has_it(tmp_path: Path, either_engine: None) -> None:
    with ExitStack() as stack, ThreadPoolExecutor(6) as pool:
        opened = [stack.enter_context(Workspace.open(tmp_path / "store")) for _ in range(6)]
        opened[0].schedules.add(NIGHT, "noor", NOON)
        seen = [each.schedules.due(TONIGHT) for each in opened]
        tried = pool.map(
            lambda at: opened[at].schedules.claim(seen[at][0], f"w{at}", TONIGHT), range(len(opened))
        )
        taken = [firing for firing in tried if firing is not None]
        assert len(taken) == 1
        (kept,) = opened[-1].schedules.list()
        assert (kept.last, opened[-1].schedules.due(TONIGHT)) == (taken[0], ())


def test_what_fell_due_while_nothing_ran_waits_for_a_person_and_nothing_is_caught_up(
    workspace: Workspace,
) -> None:
    kept = workspace.schedules.add(NIGHT, "noor", NOON)
    assert claimed(workspace, TONIGHT + 2 * DAY + timedelta(hours=1)) == []
    (missed,) = workspace.schedules.waiting()
    assert (missed.state, missed.missed, missed.occasion) == (FiringState.MISSED, 3, "2026-11-25T22:00:00")
    (on_time,) = claimed(workspace, TONIGHT + 3 * DAY)
    workspace.schedules.end(on_time, Ending(FiringState.NOTHING_NEW), TONIGHT + 3 * DAY)
    assert claimed(workspace, TONIGHT + 5 * DAY)[0].occasion == "2026-11-28T22:00:00"
    (missed,) = workspace.schedules.waiting()
    assert missed.missed == 4, "one question for all that was missed of a schedule"
    assert workspace.schedules.get(kept.id).last is not None


def test_a_minute_late_is_not_missed(workspace: Workspace) -> None:
    workspace.schedules.add(NIGHT, "noor", NOON)
    assert len(claimed(workspace, TONIGHT + timedelta(minutes=10))) == 1


@pytest.mark.parametrize("go", [True, False])
def test_a_missed_time_is_answered_by_one_person_only(workspace: Workspace, go: bool) -> None:
    workspace.schedules.add(NIGHT, "noor", NOON)
    later = TONIGHT + timedelta(hours=2)
    claimed(workspace, later)
    (missed,) = workspace.schedules.waiting()
    answered = workspace.schedules.answer(missed.id, "ana", later, go=go)
    assert answered.by == "ana"
    with pytest.raises(WorkspaceError, match="answered already, by ana"):
        workspace.schedules.answer(missed.id, "yusuf", later, go=not go)
    found = claimed(workspace, later)
    assert [(each.id, each.allowed) for each in found] == ([(missed.id, False)] if go else [])


def test_what_was_left_for_a_person_goes_on_outside_of_its_bounds_once_allowed(
    workspace: Workspace,
) -> None:
    workspace.schedules.add(NIGHT, "noor", NOON)
    (firing,) = claimed(workspace, TONIGHT)
    left = Ending(FiringState.LEFT, "41 rows are to be fixed.", "Look.", "problems", {"problems": 41}, "5e1f")
    workspace.schedules.end(firing, left, TONIGHT)
    (waiting,) = workspace.schedules.waiting()
    assert (waiting.bound, waiting.figures, waiting.run_id) == ("problems", {"problems": 41}, "5e1f")
    workspace.schedules.answer(waiting.id, "ana", TONIGHT, go=True)
    (again,) = claimed(workspace, TONIGHT, "w2")
    assert (again.id, again.allowed, again.run_id, again.worker) == (firing.id, True, "5e1f", "w2")


def test_a_time_that_comes_while_the_one_before_is_under_way_is_left_out_with_the_reason(
    workspace: Workspace,
) -> None:
    workspace.schedules.add(NIGHT, "noor", NOON)
    (going,) = claimed(workspace, TONIGHT)
    assert claimed(workspace, TONIGHT + DAY) == []
    skipped, first = workspace.schedules.firings(workspace.schedules.list()[0].id)
    assert (skipped.state, first.id) == (FiringState.SKIPPED, going.id)
    assert "still under way" in skipped.sentence


def test_a_worker_that_is_gone_loses_what_it_carried_out_and_can_note_nothing_more(
    workspace: Workspace,
) -> None:
    workspace.schedules.add(NIGHT, "noor", NOON)
    (firing,) = claimed(workspace, TONIGHT, "w1")
    firing = workspace.schedules.note(firing, run_id="5e1f")
    assert workspace.schedules.give_back(["w1"], TONIGHT) == 1
    (taken,) = claimed(workspace, TONIGHT, "w2")
    assert (taken.id, taken.run_id, taken.worker) == (firing.id, "5e1f", "w2")
    with pytest.raises(FenceLost):
        workspace.schedules.note(firing, run_id="other")
    with pytest.raises(FenceLost):
        workspace.schedules.end(firing, Ending(FiringState.DONE), TONIGHT)
    assert workspace.schedules.firing(firing.id) == taken


def test_what_nobody_went_on_with_in_time_waits_for_a_person(workspace: Workspace) -> None:
    workspace.schedules.add(NIGHT, "noor", NOON)
    (firing,) = claimed(workspace, TONIGHT, "w1")
    workspace.schedules.give_back(["w1"], TONIGHT)
    morning = TONIGHT + timedelta(hours=9)
    assert claimed(workspace, morning, "w2") == []
    (left,) = workspace.schedules.waiting()
    assert (left.id, left.state) == (firing.id, FiringState.LEFT)
    workspace.schedules.answer(left.id, "ana", morning, go=True)
    assert [each.id for each in claimed(workspace, morning, "w2")] == [firing.id]


def test_what_is_under_way_with_nobody_that_works_is_anybodys(workspace: Workspace) -> None:
    """However its worker was lost: it ended, or nothing is known of it any more."""
    workspace.schedules.add(NIGHT, "noor", NOON)
    schedules = workspace.schedules
    ended, living = (workspace.workers.begin(name, "0.1.0") for name in ("hamburg", "kiel"))
    (mine,) = claimed(workspace, TONIGHT, living)
    assert schedules.give_back_abandoned() == 0
    schedules.let_go(mine, TONIGHT)
    with pytest.raises(FenceLost):
        schedules.end(mine, Ending(FiringState.DONE), TONIGHT)
    for worker in (ended, "forgotten"):
        (taken,) = claimed(workspace, TONIGHT, worker)
        assert taken.id == mine.id
        if worker == ended:
            workspace.workers.end(ended)
        assert schedules.give_back_abandoned() == 1
    with pytest.raises(FenceLost):
        claimed(workspace, TONIGHT, ended)


def test_a_paused_schedule_misses_nothing_and_a_changed_one_counts_from_then(workspace: Workspace) -> None:
    kept = workspace.schedules.add(NIGHT, "noor", NOON)
    looked = workspace.schedules.due(TONIGHT)
    assert workspace.schedules.pause(kept.id, "ana", NOON).paused_by == "ana"
    assert workspace.schedules.claim(looked[0], "w1", TONIGHT) is None, "it was paused meanwhile"
    assert claimed(workspace, TONIGHT + 3 * DAY) == []
    resumed = workspace.schedules.resume(kept.id, TONIGHT + 3 * DAY)
    assert (resumed.paused, claimed(workspace, TONIGHT + 3 * DAY)) == (False, [])
    earlier = replace(NIGHT, name="Stock", rule=ClockRule("UTC", Every.DAY, "21:00"))
    changed = workspace.schedules.change(kept.id, earlier, "ana", TONIGHT + 3 * DAY)
    assert (changed.name, changed.made_by) == ("Stock", "ana")
    assert [each.occasion for each in claimed(workspace, TONIGHT + 4 * DAY)] == []
    assert [each.missed for each in workspace.schedules.waiting()] == [1]


def test_the_same_hour_by_other_clocks_is_another_time(workspace: Workspace) -> None:
    """At ten in Berlin it was carried out; then it is to count by London, where it is ten an hour later."""
    rule = ClockRule("Europe/Berlin", Every.DAY, "22:00")
    kept = workspace.schedules.add(replace(NIGHT, rule=rule), "noor", NOON)
    (berlin,) = claimed(workspace, NOON.replace(hour=21))
    workspace.schedules.end(berlin, Ending(FiringState.DONE), NOON.replace(hour=21))
    changed = replace(NIGHT, rule=replace(rule, zone="Europe/London"))
    for _ in range(2):
        workspace.schedules.change(kept.id, changed, "noor", NOON.replace(hour=21, minute=30))
    (london,) = claimed(workspace, TONIGHT)
    assert (london.occasion, london.due_at) == ("2026-11-23T22:00:00", "2026-11-23T22:00:00.000Z")
    assert workspace.schedules.firing(berlin.id).occasion == "2026-11-23T22:00:00 Europe/Berlin"


def test_what_people_do_with_a_schedule_is_logged_and_told_to_others(workspace: Workspace) -> None:
    last = workspace.events.last()
    kept = workspace.schedules.add(NIGHT, "noor", NOON)
    workspace.schedules.change(kept.id, NIGHT, "noor", NOON)
    workspace.schedules.pause(kept.id, "noor", NOON)
    workspace.schedules.resume(kept.id, NOON)
    asked = workspace.schedules.ask(kept.id, "noor", NOON)
    (firing,) = claimed(workspace, NOON)
    workspace.schedules.end(firing, Ending(FiringState.LEFT, bound="problems"), NOON)
    workspace.schedules.answer(asked.id, "noor", NOON, go=False)
    workspace.schedules.remove(kept.id)
    told = [entry.action for entry in reversed(workspace.log.page())]
    changed = "schedule changed"
    assert told == ["scheduled", changed, changed, changed, changed, changed, "schedule removed"]
    assert workspace.log.verify().whole
    happened = [event.key for event in workspace.events.since(last) if event.kind == "schedule"]
    assert set(happened) == {kept.id}
    assert len(happened) == 9, "each of them, and what a worker did"


def test_a_person_has_one_carried_out_now_and_not_twice(workspace: Workspace) -> None:
    kept = workspace.schedules.add(NIGHT, "noor", NOON)
    asked = workspace.schedules.ask(kept.id, "ana", NOON)
    with pytest.raises(WorkspaceError, match="waits for a worker already"):
        workspace.schedules.ask(kept.id, "noor", NOON)
    (firing,) = claimed(workspace, NOON)
    with pytest.raises(WorkspaceError, match="under way already"):
        workspace.schedules.ask(kept.id, "noor", NOON)
    assert (firing.id, firing.by) == (asked.id, "ana")
    with pytest.raises(WorkspaceError, match="is being carried out"):
        workspace.schedules.remove(kept.id)
    workspace.schedules.end(firing, Ending(FiringState.DONE), NOON)
    workspace.schedules.remove(kept.id)
    assert (workspace.schedules.list(), workspace.schedules.firings(kept.id)) == ((), ())


def test_what_never_comes_and_a_name_that_is_taken_are_refused(workspace: Workspace) -> None:
    workspace.schedules.add(NIGHT, "noor", NOON)
    over = replace(NIGHT, name="Old", rule=ClockRule("UTC", Every.ONCE, "09:00", date="2026-11-23"))
    for new, words in ((NIGHT, "named “Warehouse” already"), (over, "That time is over")):
        with pytest.raises(WorkspaceError, match=words):
            workspace.schedules.add(new, "noor", NOON)
    for call in (workspace.schedules.get, workspace.schedules.find):
        with pytest.raises(WorkspaceError, match="There is no schedule 5c4ed"):
            call("5c4ed")
    assert workspace.schedules.find("warehouse").name == "Warehouse"


def test_what_happens_once_is_due_once(workspace: Workspace) -> None:
    once = replace(NIGHT, rule=ClockRule("Europe/Berlin", Every.ONCE, "14:00", date="2026-11-23"))
    workspace.schedules.add(once, "noor", NOON)
    (due,) = workspace.schedules.due(NOON + timedelta(hours=1))
    assert isinstance(due, Due)
    assert len(claimed(workspace, NOON + timedelta(hours=1, seconds=1))) == 1
    assert workspace.schedules.next_due(NOON + timedelta(hours=1)) is None
