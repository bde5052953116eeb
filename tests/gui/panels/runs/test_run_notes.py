"""What the desktop is told of runs: those that took long, and those that wait for a person."""

from __future__ import annotations

from svcconsole.gui.panels.runs.run_notes import RunNotes
from svcconsole.gui.runtime.desktop_notes import Kind
from svcconsole.gui.runtime.setting_keys import DESKTOP
from tests.gui.panels.runs.conftest import MakeConsole, leave, plan
from tests.support.coroutines import until
from tests.support.heard import Said, said
from tests.support.practice import PracticeStore

__all__ = ["said"]


async def test_the_end_of_a_long_run_and_a_stop_of_its_own_are_told(
    make_console: MakeConsole, practice_store: PracticeStore, said: Said
) -> None:
    """How it ended is said to whoever does not see it, even where it took no time."""
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
    await until(lambda: (text, False) in said)
    await leave(console)


async def test_the_tray_has_an_icon_only_while_something_runs(
    make_console: MakeConsole, practice_store: PracticeStore
) -> None:
    """It says how far the run is; who wants no notes has no icon either."""
    console = make_console(practice_store)
    runs = console.runs
    assert runs is not None
    desktop = RunNotes(console, runs).desktop
    run_id = await console.db(lambda space: plan(space, 400))
    practice_store.add_fault("latency", seconds=0.2)
    runs.start(run_id)
    await until(lambda: (run := runs.run(run_id)) and run.state == "running")
    assert desktop.tray_words() == ""
    console.program_settings.set(DESKTOP, True)
    assert desktop.tray_words().startswith("autumn-range.csv: ")
    assert desktop.tray_words().endswith(" of 400")
    practice_store.clear_faults()
    await until(lambda: (run := runs.run(run_id)) and run.state == "finished")
    await until(lambda: desktop.tray_words() == "")
    await leave(console)


async def test_a_click_on_a_note_opens_what_it_is_about(
    make_console: MakeConsole, practice_store: PracticeStore
) -> None:
    """Its window comes to the front first."""
    console = make_console(practice_store)
    runs = console.runs
    assert runs is not None
    notes = RunNotes(console, runs, long_seconds=0.0)
    done: list[str] = []
    told: list[str] = []
    notes.desktop.asked.connect(lambda _, text: told.append(text))
    notes.desktop.clicked = lambda: done.append("front")
    runs.show_wanted.connect(done.append)
    run_id = await console.db(lambda space: plan(space, 3))
    console.program_settings.set(DESKTOP, True)
    runs.start(run_id)
    await until(lambda: told)
    notes.desktop.note_clicked()
    assert done == ["front", run_id]
    await leave(console)
