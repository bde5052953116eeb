"""The window killed at work: size, tab, open pages and typing come back; damaged settings do no harm."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.support.coroutines import until

ROOT = Path(__file__).parents[2]
FIRST = """
top.resize(900, 655)
tab = window.show_tab("Customers")
tab.new_customer()
page = await until(lambda: tab.stack.currentWidget() if tab.stack.count() == 2 else None)
await until(lambda: not page.scope.is_busy())
page.form.apply("first_name", "Half typed")
await until(lambda: page.draft_words.text())
tell(None)
"""
"""A person at work: another size, another tab, a customer half typed. Then nothing more happens."""
AGAIN = """
tab = window.page()
found = {"size": top.size().toTuple(), "tab": type(tab).__name__, "told": [n.sentence for n in notices.open]}
if type(tab).__name__ == "CustomersTab":
    page = await until(lambda: tab.stack.currentWidget() if tab.stack.count() == 2 else None)
    await until(lambda: page.form.values().get("first_name"))
    found["typed"] = page.form.values()["first_name"]
tell(found)
"""
PROGRAM = """
import asyncio, json, sys
from svcconsole import app
from svcconsole.__main__ import main
from svcconsole.gui.shell.main_window import MainWindow

async def until(condition):
    while not (value := condition()):
        await asyncio.sleep(0.02)
    return value

def tell(found):
    print(json.dumps(found), flush=True)

async def work(program):
    window = await until(lambda: program.window if isinstance(program.window, MainWindow) else None)
    await window.console.ready()
    await until(lambda: window.console.may_load.is_set())
    top, notices = program.top, program.front.notices
{steps}

class Worked(app.Program):
    async def main(self):
        task = asyncio.create_task(work(self))
        task.add_done_callback(lambda done: done.exception() and print(repr(done.exception()), flush=True))
        return await super().main()

app.Program = Worked
sys.exit(main(["--practice"]))
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


def is_alive(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


@asynccontextmanager
async def window(steps: str) -> AsyncIterator[Any]:
    """What a window told that did these steps; then it is killed, and its practice store with it."""
    made = PROGRAM.replace("{steps}", "\n".join(f"    {line}" for line in steps.strip().splitlines()))
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", made), cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
    children: list[psutil.Process] = []
    try:
        assert program.stdout is not None
        line = await program.stdout.readline()
        children = psutil.Process(program.pid).children(recursive=True)
        yield json.loads(line)
    finally:
        program.kill()
        await program.wait()
        await until(lambda: not any(map(is_alive, children)))


def damage(folder: Path) -> None:
    [settings] = folder.rglob("window.ini")
    settings.write_bytes(b"[General\x00\xff=@ByteArray(\nwindow/geometry=@Rect(nothing)\n" * 3)


async def test_after_a_kill_everything_is_where_it_was_and_damaged_settings_are_only_forgotten(
    own_folders: Path,
) -> None:
    async with window(FIRST):
        pass
    async with window(AGAIN) as found:
        assert found == {"size": [900, 655], "tab": "CustomersTab", "told": [], "typed": "Half typed"}
    damage(own_folders)
    async with window(AGAIN) as found:
        assert found["tab"] == "TodayTab" and min(found["size"]) > 400


PUT_BACK = """
from pathlib import Path
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.runtime.window_requests import WindowRequest

found = {}

def drafts(window, *names):
    return window.console.db(
        lambda space: [kept and kept.value for kept in map(space.drafts.get, names)]
    )

async def choose(window, path):
    dialog = await until(lambda: window.findChild(QFileDialog))
    dialog.findChildren(QLineEdit, "fileNameEdit")[0].setText(str(path))
    dialog.accept()

async def restore(window, path):
    window.wishes.put_nowait(WindowRequest("restore"))
    await choose(window, path)
    question = await until(lambda: window.findChild(Question))
    next(b for b in question.findChildren(QPushButton) if b.text() == "Restore the backup").click()

async def second(window):
    await window.console.ready()
    found["after"] = await drafts(window, "first", "second")
    found["store"] = window.console.card.id
    found["told"] = [n.sentence for n in notices.open]
    await window.console.db(lambda space: space.drafts.save("third", {"text": "goes on"}))
    Path(OTHER).write_text("no backup")
    window.wishes.put_nowait(WindowRequest("restore"))
    await choose(window, OTHER)
    wrong = lambda: next((n.sentence for n in notices.open if "none.svcbackup" in n.sentence), None)
    found["says"] = await until(wrong)
    found["refused"] = await drafts(window, "first", "third")
    tell(found)

# A window that closes ends every task there is, so that each window has one of its own.
later, show = [second], program.front.show

def shown(window):
    show(window)
    tasks.append(asyncio.get_running_loop().create_task(later.pop(0)(window)))
    tasks[-1].add_done_callback(
        lambda done: done.cancelled() or done.exception() and print(repr(done.exception()), flush=True)
    )

tasks, program.front.show = [], shown
await window.console.db(lambda space: space.drafts.save("first", {"text": "before the backup"}))
window.wishes.put_nowait(WindowRequest("backup"))
await choose(window, PLACE)
await until(lambda: any(str(PLACE) in n.sentence for n in notices.open))
await window.console.db(lambda space: space.drafts.save("second", {"text": "after the backup"}))
await restore(window, PLACE)
"""
"""A backup is made, something is saved after it, the backup is put back; then a file that is none."""


async def test_a_backup_is_put_back_and_the_window_opens_on_what_was(
    own_folders: Path, tmp_path: Path
) -> None:
    place, other = tmp_path / "kept.svcbackup", tmp_path / "none.svcbackup"
    steps = PUT_BACK.replace("PLACE", repr(str(place))).replace("OTHER", repr(str(other)))
    async with window(steps) as found:
        assert found["after"] == [{"text": "before the backup"}, None], "what came later is gone"
        assert found["store"] == "practice"
        assert "kept.svcbackup is restored." in found["told"]
        assert found["refused"] == [{"text": "before the backup"}, {"text": "goes on"}], "nothing was touched"
        assert "is not a backup" in found["says"]
