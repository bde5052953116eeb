"""Several stores at once: each in a window of the one program, with its own tasks, notices and end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.operations import CREATE_TICKET, UPSERT_PRODUCTS
from svcconsole.folders import store_dir
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.profiles import Profile, Profiles
from svcconsole.store_folders import folder_of_profile
from svcconsole.workspace.database import FILE_NAME, Workspace
from tests.support.practice import PracticeStore

ROOT = Path(__file__).parents[3]
FRAME = """
import asyncio, json, os, sys, traceback
from svcconsole import app, secrets
from svcconsole.api.token import Token
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import TopWindow, open_window
from tests.support.coroutines import until
from tests.workspace.planning import plan

found = {}

async def of(session):
    window = await until(lambda: session.window if isinstance(session.window, MainWindow) else None)
    await until(lambda: window.console.may_load.is_set() and window.console.runs is not None)
    await window.console.ready()
    return window

%s
class Worked(app.Program):
    async def main(self):
        task = asyncio.get_running_loop().create_task(work(self))
        task.add_done_callback(self.fail)
        return await super().main()

    def fail(self, done):
        if not done.cancelled() and done.exception():
            traceback.print_exception(done.exception())
            print(found, file=sys.stderr, flush=True)
            os._exit(3)

app.Program = Worked
for name in ("a", "b"):
    secrets.keep_for_session(name, Token(os.environ["STORE_TOKEN"]))
application, top, settings = open_window(practice=False)
sys.exit(app.run(application, top, settings))
"""
TWO_STORES = """async def work(program):
    a = program.front
    first = await of(a)
    first.wish("beside", "b")
    b = await until(lambda: next((one for one in program.sessions if one is not a), None))
    second = await of(b)
    found["shown"] = [one.shows() for one in program.sessions]
    found["titles"] = [one.top.windowTitle() for one in program.sessions]
    found["apart"] = first.console.client is not second.console.client and a.notices is not b.notices
    found["zones"] = []
    for session in (a, b, a):
        session.top.activated.emit()
        found["zones"].append(display_zone().name())
    found["front"] = program.front is a
    a.notices.add("info", "Only here.")
    found["told in a"] = [notice.sentence for notice in a.notices.open]
    found["told in b"] = [notice.sentence for notice in b.notices.open]
    program._notices.add("warning", "For whoever is in front.")
    found["told in front"] = [notice.sentence for notice in a.notices.open][-1]

    run_id = await first.console.db(lambda space: plan(space, 4))
    b.ask(WindowRequest("close"))
    first.console.runs.start(run_id)
    await until(lambda: program.sessions == [a])
    await until(lambda: (run := first.console.runs.run(run_id)) and run.state == "finished")
    found["goes on"] = first.console.runs.run(run_id).known.refused

    first.wish("beside", "b")
    await until(lambda: len(program.sessions) == 2 and program.sessions[1].shows() == "b")
    b = program.sessions[1]
    second = await of(b)
    second.wish("open", "a")
    await until(lambda: program.front is a)
    second.wish("beside", "a")
    await asyncio.sleep(0.2)
    found["still two"] = [one.shows() for one in program.sessions]
    second.wish("open", "practice")
    await until(lambda: b.shows() == "practice")
    found["switched"] = [one.shows() for one in program.sessions]
    await of(b)
    program.is_in_front(b)
    b.ask(None)  # no request at all: a fault of the program, which ends what serves this window
    await until(lambda: program.sessions == [a] and b.window is None)
    found["told of a fault"] = [notice.details[-200:] for notice in a.notices.open][-1]
    shown = [top for top in application.topLevelWidgets() if isinstance(top, TopWindow) and top.isVisible()]
    found["left"] = [a.shows(), shown == [a.top]]
    print(json.dumps(found), flush=True)
    a.ask(WindowRequest("quit"))
"""
ANOTHER_CONNECTION = """
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.gui.panels.profiles.dialog import ProfileDialog
from tests.gui.shell.test_away import TICKET

async def edit(window, level):
    window.wish("edit", "a")
    dialog = await until(lambda: next(iter(window.findChildren(ProfileDialog)), None))
    dialog.safe_level.setCurrentIndex(dialog.safe_level.findData(level))
    dialog.save_button.click()
    await until(lambda: window.console.card.safe_level == level)
    await until(lambda: not window.console.scope.is_busy("connection"))

async def work(program):
    window = await of(program.front)
    console = window.console
    ticket = console.sends.send(CREATE_TICKET, TICKET, kind="ticket", title="Ticket")
    sending = asyncio.ensure_future(ticket)
    await until(lambda: console.sends.under_way)
    await edit(window, "confirm")
    found["still under way"] = bool(console.sends.under_way)
    found["outcome"] = (await sending).outcome
    run_id = await console.db(lambda space: plan(space, 400))
    console.runs.start(run_id)
    run = await until(lambda: console.runs.run(run_id))
    await until(lambda: run.progress is not None and run.state == "running")
    await edit(window, "read-only")
    await until(lambda: run.state == "paused")
    found["run"] = run.progress.sentence
    console.runs.stop(run_id)
    await until(lambda: not console.runs.is_running())
    print(json.dumps(found), flush=True)
    program.front.ask(WindowRequest("quit"))
"""
LAST_SESSION = """async def work(program):
    program.beside.add(asyncio.current_task())
    front = program.front
    found["painted as"] = (await until(lambda: front.window)).console.card.safe_level
    await until(lambda: front.window is not None and front.window.console.may_load.is_set())
    console = (await of(front)).console
    found["card"] = [console.card.safe_level, console.card.approve_above, console.card.must_practise]
    found["limit"] = await console.db(lambda space: space.approvals.own_limit)
    found["folder"] = console.store_folder.name
    found["kept"] = [program.settings.last_card().safe_level, program.settings.last_folder().name]
    print(json.dumps(found), flush=True)
    front.ask(WindowRequest("quit"))
"""
REMOVED = """
from PySide6.QtWidgets import QPushButton
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.shell.first_run import StartWindow

async def answered(window, words):
    question = await until(lambda: window.findChild(Question))
    found["asked"] = question.text.text()
    next(each for each in question.findChildren(QPushButton) if each.text() == words).click()
    await until(lambda: window.findChild(Question) is None)

async def work(program):
    program.beside.add(asyncio.current_task())
    front = program.front
    window = await of(front)
    await window.console.db(lambda space: plan(space, 4))
    found["folder"] = str(window.console.store_folder)
    window.commands.actions.run("store.remove")
    await answered(window, "Keep it")
    found["kept"] = [each.id for each in (await program.stores.load()).profiles]
    window.commands.actions.run("store.remove")
    question = await until(lambda: window.findChild(Question))
    next(each for each in question.findChildren(QPushButton) if each.text() == "Remove the store").click()
    await until(lambda: isinstance(front.window, StartWindow))
    found["left"] = [each.id for each in (await program.stores.load()).profiles]
    found["told"] = [notice.sentence for notice in front.notices.open]
    found["last"] = program.settings.last_card()
    print(json.dumps(found), flush=True)
    front.ask(WindowRequest("quit"))
"""


def worked(
    work: str, store: PracticeStore, more: Mapping[str, Any] | None = None, last_folder: Path | None = None
) -> dict[str, Any]:
    """What `work` found in a program whose window shows the first of two profiles of `store`: it says `more`
    than the last session kept of it, or leads elsewhere than to the `last_folder`."""
    address = store.base_url
    a = Profile.model_validate({
        "id": "a", "name": "Alder", "base_url": address, "safe_level": "open", "time_zone": "Europe/Berlin",
        **(more or {}),
    })  # fmt: skip
    b = Profile(
        id="b", name="Birch", base_url=address, safe_level="open", app_id="two", time_zone="Asia/Tokyo"
    )
    Profiles(profiles=[a, b]).save()
    folder = folder_of_profile(a, [a, b])
    settings = Settings.of_this_user()
    card = ProfileSummary("a", "Alder", base_url=address, safe_level="open", time_zone="Europe/Berlin")
    settings.remember_card(card, last_folder or folder)
    settings.save()
    done = subprocess.run(
        [sys.executable, "-c", FRAME % work],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "STORE_TOKEN": store.token},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="a practice store that is ended in order")
def test_two_stores_in_two_windows_of_one_program(practice_store: PracticeStore, own_folders: Path) -> None:
    found = worked(TWO_STORES, practice_store)
    assert found["shown"] == ["a", "b"]
    assert ["Alder" in found["titles"][0], "Birch" in found["titles"][1]] == [True, True]
    assert found["apart"] is True
    assert found["zones"] == ["Europe/Berlin", "Asia/Tokyo", "Europe/Berlin"]
    assert found["front"] is True
    assert "Only here." in found["told in a"] and "Only here." not in found["told in b"]
    assert found["told in front"] == "For whoever is in front."
    assert found["goes on"] == 4, "closing one window ends nothing of the other"
    assert found["still two"] == ["a", "b"], "a store that is open comes to the front"
    assert found["switched"] == ["a", "practice"]
    assert "AttributeError" in found["told of a fault"]
    assert found["left"] == ["a", True], "a window that fails takes no other with it"


@pytest.mark.skipif(sys.platform == "win32", reason="a practice store that is ended in order")
def test_an_edited_connection_cuts_nothing_off_and_read_only_holds_at_once(
    practice_store: PracticeStore, own_folders: Path
) -> None:
    practice_store.add_fault("latency", seconds=8.0, operation=CREATE_TICKET.path)
    practice_store.add_fault("latency", seconds=1.0, operation=UPSERT_PRODUCTS.path)
    found = worked(ANOTHER_CONNECTION, practice_store)
    assert found["still under way"], "otherwise the connection was edited after the ticket"
    assert found["outcome"] == "ok"
    assert found["run"] == "Alder is set to read-only. Nothing was sent."


@pytest.mark.skipif(sys.platform == "win32", reason="a practice store that is ended in order")
def test_a_profile_that_became_stricter_holds_from_the_next_start_on(
    practice_store: PracticeStore, own_folders: Path
) -> None:
    """What the last session kept of it is for the first paint alone."""
    stricter = {"safe_level": "name", "approve_above": 10, "must_practise": "all"}
    found = worked(LAST_SESSION, practice_store, stricter)
    assert found["painted as"] == "open"
    assert (found["card"], found["limit"]) == (["name", 10, "all"], 10)
    assert found["kept"] == ["name", found["folder"]]


@pytest.mark.skipif(sys.platform == "win32", reason="a practice store that is ended in order")
def test_a_profile_with_another_address_has_the_workspace_of_that_store(
    practice_store: PracticeStore, own_folders: Path
) -> None:
    """A run of the store before must not be resumed to this one."""
    before = store_dir("store-of-the-address-before")
    found = worked(LAST_SESSION, practice_store, last_folder=before)
    assert found["folder"] != before.name
    assert found["kept"] == ["open", found["folder"]]
    assert not (before / FILE_NAME).exists(), "nothing was opened in it"


@pytest.mark.skipif(sys.platform == "win32", reason="a practice store that is ended in order")
def test_a_store_that_is_removed_is_left_and_what_was_done_with_it_stays(
    practice_store: PracticeStore, own_folders: Path
) -> None:
    found = worked(REMOVED, practice_store)
    assert found["folder"] in found["asked"].replace("\u2066", "").replace("\u2069", "")
    assert (found["kept"], found["left"]) == (["a", "b"], ["b"])
    assert "Alder is removed from this computer." in found["told"]
    assert found["last"] is None, "the next start asks which store to open"
    assert [each.id for each in Profiles.load().profiles] == ["b"]
    with Workspace.open(Path(found["folder"])) as workspace:
        assert len(workspace.runs.list()) == 1
