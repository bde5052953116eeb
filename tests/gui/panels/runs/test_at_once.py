"""Runs begun at once, two in the window and two by commands: one sends at a time, each is counted right."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from svcconsole.api.operations import UPSERT_PRODUCTS
from svcconsole.gui.panels.runs.run_notes import RunNotes
from svcconsole.services.campaigns.terms import CampaignTerms, SendWindow
from svcconsole.services.runs.figures import figures_at_rest
from svcconsole.workspace.database import Workspace
from tests.gui.panels.runs.conftest import MakeConsole, leave, plan
from tests.services.campaigns.test_held_campaign import planned as planned_campaign
from tests.support.campaign import number_of, received
from tests.support.command import CommandLine
from tests.support.coroutines import until
from tests.support.generate_products import ANSWERS, write_products
from tests.support.moved_clock import Clock
from tests.support.practice import PracticeStore

SIZES = (40, 25)
"""Products of the two commands' files."""


def states(space: Workspace) -> dict[str, str]:
    return {info.id: str(info.state) for info in space.runs.list()}


async def test_runs_begun_at_once_in_window_and_command_are_each_counted_right(
    make_console: MakeConsole, practice_store: PracticeStore, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path / "home")
    files = [write_products(tmp_path / f"made-{count}.csv", count) for count in SIZES]
    only_one = write_products(tmp_path / "one.csv", 1)
    ask = ("import", "products")
    made = await command.run(*ask, str(only_one), *ANSWERS, store=practice_store)
    assert made.code == 0, made.stderr
    [ledger] = (tmp_path / "home" / "data").rglob("workspace.sqlite3")
    console = make_console(practice_store, folder=ledger.parent)
    runs = console.runs
    assert runs is not None
    first, second = await console.db(
        lambda space: (plan(space, 900, "a.csv"), plan(space, 30, "b.csv", frozenset({7, 30})))
    )
    practice_store.add_fault("latency", operation=UPSERT_PRODUCTS.path, seconds=0.1)
    runs.start(first)
    runs.start(second)
    await until(lambda: (run := runs.run(first)) and run.known.accepted)
    runs.pause(first)  # it outlasts both commands
    practice_store.clear_faults()
    asked = [command.run(*ask, str(file), *ANSWERS, store=practice_store) for file in files]
    held = await asyncio.gather(*asked)
    assert [live.state for live in runs.runs()] == ["paused", "planned"]
    for size, ended in zip(SIZES, held, strict=True):
        assert ended.code == 4 and "Another svcconsole runs an import of this store" in ended.stderr
        assert ended.json["products"] == {"sent": 0, "refused": 0, "not_sent": size, "needs_decision": 0}
    practice_store.clear_faults()
    runs.resume(first)
    await until(lambda: {run.state for run in runs.runs()} == {"finished"}, seconds=60)
    for size, ended in zip(SIZES, held, strict=True):
        done = await command.run(*ask, "--resume", ended.json["run"], store=practice_store)
        assert done.code == 0, done.stderr
        assert done.json["products"] == {"sent": size, "refused": 0, "not_sent": 0, "needs_decision": 0}
    told = await console.db(
        lambda space: {info.id: figures_at_rest(space.runs.totals(info.id)) for info in space.runs.list()}
    )
    for run_id, counted in ((first, (900, 0)), (second, (28, 2))):
        run = runs.run(run_id)
        assert run is not None and run.known == told[run_id]
        assert (run.known.accepted, run.known.refused) == counted
    assert {known.off_by for known in told.values()} == {0} and len(told) == 5
    assert set((await console.db(states)).values()) == {"finished"}
    await leave(console)


async def test_a_campaign_that_waits_for_its_hour_holds_nothing_up(
    make_console: MakeConsole, practice_store: PracticeStore, tmp_path: Path, moved: Clock
) -> None:
    terms = CampaignTerms(window=SendWindow(starts_at="2026-11-25T12:00:00Z"))
    later, never = (planned_campaign(tmp_path, [number_of(at), number_of(at + 1)], terms) for at in (1, 5))
    console = make_console(practice_store, folder=tmp_path / "workspace")
    runs = console.runs
    assert runs is not None
    few, many = await console.db(lambda space: (plan(space, 30, "a.csv"), plan(space, 900, "b.csv")))
    notes: list[str] = []
    RunNotes(console, runs).desktop.asked.connect(lambda _, text: notes.append(text))

    def says(run_id: str) -> str:
        run = runs.run(run_id)
        return run.progress.sentence if run is not None and run.progress is not None else ""

    for run_id in (later, never):
        runs.start(run_id)
        await until(lambda: says(later).startswith("It starts at 2026-11-25 12:00"))
    await until(lambda: says(never) == says(later))
    runs.start(few)
    await until(lambda: (run := runs.run(few)) and run.state == "finished")
    practice_store.add_fault("latency", operation=UPSERT_PRODUCTS.path, seconds=1.0)
    runs.start(many)
    await until(lambda: (run := runs.run(many)) and run.known.accepted)
    moved.moment += timedelta(days=1)
    for run_id in (later, never):
        runs.set_limit(run_id, None)  # it looks at the clock now, and not in half a minute
    assert not notes and not console.notices.open, "what waits for its hour needs nobody"
    late = "Its time has come, and another run is under way."
    await until(lambda: says(later) == says(never) == late and len(notes) == 2)
    assert all(text.endswith(f" waits. {late}") for text in notes)
    assert [(notice.sentence, notice.times) for notice in console.notices.open] == [(late, 2)]
    assert [(run := runs.run(each)) and run.state for each in (later, never)] == ["paused", "paused"]
    runs.stop(never)
    await until(lambda: (run := runs.run(never)) and run.state == "stopped")
    assert (run := runs.run(many)) and run.state == "running" and not received(practice_store)
    practice_store.clear_faults()
    await until(lambda: (run := runs.run(later)) and run.state == "finished")
    assert (run := runs.run(many)) and run.state == "finished"
    assert not console.notices.open, "what they said is over"
    assert set(received(practice_store)) == {number_of(1), number_of(2)}
    await leave(console)
