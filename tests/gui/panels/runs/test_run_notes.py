"""What the desktop is told of runs: those that took long, and those that wait for a person."""

from __future__ import annotations

from svcconsole.gui.panels.runs.run_notes import RunNotes
from svcconsole.gui.runtime.desktop_notes import Kind
from tests.gui.panels.runs.conftest import MakeConsole, leave, plan
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


async def test_the_end_of_a_long_run_and_a_stop_of_its_own_are_told(
    make_console: MakeConsole, practice_store: PracticeStore
) -> None:
    console = make_console(practice_store)
    runs = console.runs
    assert runs is not None
    told: list[tuple[Kind, str]] = []
    long, usual = RunNotes(console, runs, long_seconds=0.0), RunNotes(console, runs)
    for notes in (long, usual):
        notes.desktop.asked.connect(lambda kind, text: told.append((kind, text)))
    run_id = await console.db(lambda space: plan(space, 30))
    practice_store.add_fault("status", code=401, executed=False)
    runs.start(run_id)
    await until(lambda: len(told) == 2)
    assert {kind for kind, _ in told} == {Kind.NEEDED}
    assert all("waits. " in text for _, text in told)
    practice_store.clear_faults()
    told.clear()
    runs.resume(run_id)
    await until(lambda: (run := runs.run(run_id)) and run.state == "finished" and told)
    [(kind, text)] = told
    assert kind is Kind.DONE and "is done: 30 accepted" in text
    await leave(console)
