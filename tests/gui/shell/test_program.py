"""The program as a process: what is loaded at the first paint, an orderly end, a missing display."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from svcconsole.__main__ import Window, window_asked
from svcconsole.gui.runtime import display
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.workspace.database import FILE_NAME

ROOT = Path(__file__).parents[3]
LATE = (
    "aiohttp", "asyncio", "babel", "charset_normalizer", "fastapi", "keyring", "psycopg",
    "multiprocessing", "platformdirs", "pydantic", "qasync", "sqlalchemy", "ssl", "stamina",
    "pythonjsonlogger", "truststore", "typer", "uvicorn",    "PySide6.QtNetwork", "PySide6.QtSvg",
)  # fmt: skip

FIRST_PAINT = """
import json, sys
from PySide6.QtCore import QSettings
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.opening import open_window
from svcconsole.__main__ import window_asked
app, top, settings = open_window(practice=False)
picture = top.grab().toImage()
from PySide6 import QtCore
print(json.dumps({"loaded": sorted(sys.modules), "title": top.windowTitle(), "Qt": "Qt" in vars(QtCore),
                  "line": picture.pixelColor(400, 1).name(), "page": picture.pixelColor(700, 400).name()}))
"""


LOADED_IN_WINDOW = """
import sys, threading
HEAVY = {"aiohttp", "babel", "cryptography", "duckdb", "fastapi", "keyring", "psycopg", "pydantic"}
HEAVY.add("sqlalchemy")
found = []
def note(event, arguments):
    if event == "import" and arguments[0] in HEAVY and threading.current_thread() is threading.main_thread():
        found.append(arguments[0])
sys.addaudithook(note)
from svcconsole.folders import store_dir
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.opening import open_window
settings = Settings.of_this_user()
settings.remember_card(ProfileSummary("w", "Wickloom Europe", "forest"), store_dir("store-w"))
settings.save()
application, top, settings = open_window(practice=False)
from PySide6.QtCore import QTimer
from svcconsole import app
from svcconsole.gui.shell.rail import TABS
shown = app.WindowSession.show
def visit(session, window):
    shown(session, window)
    def look():
        if all(tab.module in sys.modules for tab in TABS) and window.pages.built("Today").page.contents:
            session.host.end()
    timer = QTimer(window)
    timer.timeout.connect(look)
    timer.start(20)
app.WindowSession.show = visit
code = app.run(application, top, settings)
print(*found)
sys.exit(code or "sqlalchemy" not in sys.modules)
"""


SECOND = """
import asyncio, sys
from pathlib import Path
from svcconsole.folders import store_dir
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.shell.opening import open_window
from svcconsole.gui.runtime.settings import Settings
settings = Settings.of_this_user()
settings.remember_card(ProfileSummary("w", "Wickloom Europe", "forest"), store_dir("store-w"))
settings.save()
application, top, settings = open_window(practice=False)
from svcconsole import app
tell_second = app.WindowSession._notify_second_window
async def told(session, lock):
    await tell_second(session, lock)
    print([notice.sentence for notice in session.notices.open], flush=True)
    if WAIT:
        await asyncio.to_thread(sys.stdin.readline)
    session.host.end()
app.WindowSession._notify_second_window = told
sys.exit(app.run(application, top, settings))
"""


HANDED_OVER = """
import faulthandler, gc, sys
from PySide6.QtCore import QSocketNotifier
from PySide6.QtGui import QFileOpenEvent
from svcconsole.gui.shell.opening import open_window
application, top, settings = open_window(practice=False)
for early in sys.argv[1:]:
    application.sendEvent(application, QFileOpenEvent(early))
def hand_over():
    assert not gc.isenabled()
    if line := sys.stdin.readline():
        application.sendEvent(application, QFileOpenEvent(line.strip()))
    else:
        typed.setEnabled(False)
faulthandler.enable()
typed = QSocketNotifier(0, QSocketNotifier.Type.Read)
typed.activated.connect(hand_over)
from svcconsole import app
start_window = app.WindowSession._start_window
async def shown(program):
    print("start window", flush=True)
    return await start_window(program)
app.WindowSession._start_window = shown
sys.exit(app.run(application, top, settings))
"""


@pytest.fixture
def environment(own_folders: Path) -> dict[str, str]:
    """This process's environment, with the test's folders and no display but the offscreen one."""
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


def python(code: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_first_paint_needs_only_qt(environment: dict[str, str], own_folders: Path) -> None:
    remember = (
        "from pathlib import Path\n"
        "from svcconsole.gui.runtime.settings import Settings\n"
        "from svcconsole.gui.runtime.profile_summary import ProfileSummary\n"
        "settings = Settings.of_this_user()\n"
        "settings.remember_card(ProfileSummary('w', 'Wickloom Europe', 'forest'), Path('.'))\n"
        "settings.save()\n"
    )
    assert python(remember, environment).returncode == 0
    done = python(FIRST_PAINT, {**environment, "SVCCONSOLE_WORKSPACE": "postgresql://ann@127.0.0.1:1/w"})
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["title"] == "Wickloom Europe"
    assert told["line"] == "#2b6b45"
    assert not told["Qt"], "naming Qt takes a quarter as long as an empty window"
    loaded = set(told["loaded"])
    assert loaded.isdisjoint(LATE), sorted(loaded & set(LATE))
    ours = {name for name in loaded if name.startswith("svcconsole.")}
    assert ours <= {
        "svcconsole.__main__", "svcconsole.gui", "svcconsole.gui.design", "svcconsole.gui.design.colours",
        "svcconsole.gui.design.fills", "svcconsole.gui.design.hiding", "svcconsole.managed",
        "svcconsole.words.masking", "svcconsole.gui.kit.reading_order", "svcconsole.gui.kit.keyboard_window",
        "svcconsole.gui.kit.paint_turn", "svcconsole.gui.design.metrics", "svcconsole.gui.design.tokens",
        "svcconsole.gui.kit",
        "svcconsole.gui.kit.widgets", "svcconsole.gui.kit.widgets.store_marks", "svcconsole.gui.runtime",
        "svcconsole.gui.design.words", "svcconsole.gui.runtime.profile_summary",
        "svcconsole.gui.runtime.settings", "svcconsole.gui.runtime.signal_wait", "svcconsole.gui.shell",
        "svcconsole.gui.shell.opening", "svcconsole.words", "svcconsole.words.catalog",
        "svcconsole.words.message", "svcconsole.words.system_reason", "svcconsole.folders",
        "svcconsole.gui.runtime.languages",
        "svcconsole.languages", "svcconsole.resources",
    }  # fmt: skip


def test_what_is_heavy_is_never_loaded_in_the_thread_of_the_window(environment: dict[str, str]) -> None:
    """Each of them would hold the window up for a tenth of a second and more."""
    done = python(LOADED_IN_WINDOW, environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


FIRST_FOCUS = """
import sys
from pathlib import Path
from svcconsole.tour.launch import enter, launch
from svcconsole.tour.window_driver import WindowDriver
async def look(program):
    try:
        stage = WindowDriver(Path())
        await enter(stage, program)
        page = await stage.until("the tasks are there", lambda: stage.window.page().tasks)
        focus = stage.window.window().focusWidget()
        print(focus is page.rows[page.task], type(focus).__name__)
    finally:
        program.end()
sys.exit(launch(look))
"""


def test_at_the_first_start_the_focus_is_in_the_first_task(environment: dict[str, str]) -> None:
    """It waits for the page, and does not stay in the frame around it."""
    done = python(FIRST_FOCUS, environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "TaskRow"]


FULL_DISK = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QDialog, QPushButton
from svcconsole.gui.design.text import PlainLabel
from svcconsole.tour import messaging
from svcconsole.tour.launch import enter, launch
from svcconsole.tour.window_driver import WindowDriver
from tests.support.full_disk import fill_disk
async def look(program):
    try:
        stage = WindowDriver(Path())
        await enter(stage, program)
        window = stage.window
        await window.console.ready()
        page = messaging.messaging(stage).message_page
        await stage.until("the form is ready", lambda: page.isVisible() and not page.scope.is_busy())
        await window.console.db(fill_disk)
        page.form.apply("message", "Mug. " * 800)
        for words in ("Keep the window open", "Leave without keeping it"):
            window.window().close()
            dialog = await stage.until("a question", lambda: question(window))
            print(*(label.text() for label in dialog.findChildren(PlainLabel)))
            next(b for b in dialog.findChildren(QPushButton) if b.text() == words).click()
            await stage.until("it is answered", lambda: question(window) is None)
            print(len(page.form.values()["message"]) if words.startswith("Keep") else "left")
        await stage.until("the window has closed", lambda: not program.sessions)
    finally:
        program.end()
def question(window):
    return next((each for each in window.findChildren(QDialog) if each.isVisible()), None)
sys.exit(launch(look))
"""


def test_a_window_that_cannot_keep_what_is_typed_asks_before_it_closes(environment: dict[str, str]) -> None:
    """On a full disk no draft can be written: what is typed is in the window alone."""
    done = python(FULL_DISK, environment)
    assert done.returncode == 0, done.stderr
    asked, kept, again, left = done.stdout.splitlines()
    assert asked.startswith("Leave without keeping what is typed?") and "The disk is full" in asked
    assert (kept, again, left) == ("4000", asked, "left")


SOURCES_READ = """
import linecache
from svcconsole.gui.shell.opening import open_window
application, top, settings = open_window(practice=False)
before = set(linecache.cache)
from svcconsole import app
from svcconsole.gui.shell import main_window
print(*sorted(set(linecache.cache) - before))
"""


def test_no_source_is_read_for_what_is_loaded_after_the_first_paint(environment: dict[str, str]) -> None:
    """PySide reads each module's, an eighth of the time until the window is usable, unless it is told."""
    done = python(SOURCES_READ, environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_window_and_practice_store_in_order(
    environment: dict[str, str], own_folders: Path, number: signal.Signals
) -> None:
    command = [sys.executable, "-m", "svcconsole", "--practice"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as program:
        tree = psutil.Process(program.pid)
        child = _wait_for_child(tree, program)
        program.send_signal(number)
        _, complaints = program.communicate(timeout=30)
        assert program.returncode == 0, complaints
        assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
    bugs = [line for line in _log(own_folders) if line["level"] in ("error", "warning", "critical")]
    assert bugs == []


PHASES = {
    "before the first paint": "svcconsole.gui.shell.opening.open_window",
    "painted": "svcconsole.app.run",
    "the first tab is being made": "svcconsole.gui.shell.main_window.MainWindow.begin",
    "the rest is being loaded": "svcconsole.app.Program.start_log",
}
INTERRUPTED = """
import functools, importlib, os, signal, sys
from svcconsole.__main__ import main
where, name = sys.argv[1].rsplit(".", 1)
def find(path):
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        above, last = path.rsplit(".", 1)
        return getattr(find(above), last)
owner = find(where)
begin = getattr(owner, name)
@functools.wraps(begin)
def interrupted(*arguments, **named):
    os.kill(os.getpid(), signal.SIGINT)
    return begin(*arguments, **named)
setattr(owner, name, interrupted)
sys.exit(main(["--practice"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("phase", PHASES)
def test_ctrl_c_during_the_start_ends_it_without_a_traceback(
    environment: dict[str, str], own_folders: Path, phase: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, PHASES[phase]],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode in (0, -signal.SIGINT), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="prctl is Linux's")
def test_a_command_keeps_its_memory_to_itself(environment: dict[str, str]) -> None:
    code = (
        "import ctypes, resource, sys\n"
        "from svcconsole.__main__ import main\n"
        "main(['call', '--help'])\n"
        "pr_get_dumpable = 3\n"
        "print(ctypes.CDLL(None).prctl(pr_get_dumpable), resource.getrlimit(resource.RLIMIT_CORE)[0])\n"
    )
    done = python(code, environment)
    assert done.stdout.splitlines()[-1] == "0 0", done.stderr


def test_a_second_window_on_the_same_store_says_so(environment: dict[str, str], own_folders: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SECOND.replace("WAIT", "True")],
        cwd=ROOT,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline().strip() == "[]"
        second = subprocess.run(
            [sys.executable, "-c", SECOND.replace("WAIT", "False")],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert "Another svcconsole has this store open, too." in second.stdout, second.stderr
        first.communicate("", timeout=30)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("from_the_start", [True, False])
def test_files_handed_over_by_the_desktop_are_imports(
    environment: dict[str, str], own_folders: Path, tmp_path: Path, from_the_start: bool
) -> None:
    early, later = tmp_path / "early.csv", tmp_path / "later.csv"
    for path in (early, later):
        path.write_text("Handle,Title,Price\napron,Apron,39\n")
    with subprocess.Popen(
        [sys.executable, "-c", HANDED_OVER, *([str(early)] if from_the_start else [])],
        cwd=ROOT,
        env=environment,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdin is not None and program.stdout is not None
        if not from_the_start:
            assert program.stdout.readline() == "start window\n"
            print(early, file=program.stdin, flush=True)
        _wait_for_import(own_folders, early, program)
        print(later, file=program.stdin, flush=True)
        _wait_for_import(own_folders, later, program)
        program.send_signal(signal.SIGTERM)
        _, complaints = program.communicate(timeout=30)
        assert program.returncode == 0, complaints


def _wait_for_import(folder: Path, path: Path, program: subprocess.Popen[str]) -> None:
    """An import of `path` in one of the stores' workspaces."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and program.poll() is None:
        if any(path.name in _imported(database) for database in folder.rglob(FILE_NAME)):
            return
        time.sleep(0.05)
    program.terminate()
    _, complaints = program.communicate(timeout=30)
    pytest.fail(f"{path.name} is not imported; the program ended with {program.returncode}: {complaints}")


def _imported(database: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as space:
        try:
            return [name for (name,) in space.execute("SELECT file_name FROM imports")]
        except sqlite3.OperationalError:  # its tables are being made
            return []


def _wait_for_child(tree: psutil.Process, program: subprocess.Popen[str]) -> psutil.Process:
    """The practice store, once the window talks to it."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and program.poll() is None:
        for child in tree.children():
            if "sandbox" in child.cmdline() and any(
                each.status == psutil.CONN_ESTABLISHED for each in child.net_connections("tcp")
            ):
                return child
        time.sleep(0.05)
    pytest.fail(f"no practice store that is talked to; the program's code is {program.poll()}")


def _log(folder: Path) -> list[dict[str, str]]:
    path = folder / "data" / "logs" / "svcconsole.log"
    return [json.loads(line) for line in path.read_text("ascii").splitlines()] if path.exists() else []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
@pytest.mark.parametrize(
    "change, words",
    [
        ({}, "neither DISPLAY nor WAYLAND_DISPLAY"),
        ({"WAYLAND_DISPLAY": "wayland-9"}, "neither DISPLAY nor WAYLAND_DISPLAY"),
        ({"DISPLAY": ":97"}, "The display :97 does not answer."),
    ],
)
def test_without_a_display_there_is_a_sentence_and_exit_1(
    environment: dict[str, str], change: dict[str, str], words: str
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-m", "svcconsole"],
        cwd=ROOT,
        env={**environment, **change},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert words in done.stderr or "Qt needs these packages" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_chosen_platform_is_left_alone() -> None:
    assert display.problem({"QT_QPA_PLATFORM": "offscreen"}) is None


def test_what_the_arguments_ask_for(tmp_path: Path) -> None:
    table = tmp_path / "products.csv"
    table.write_text("a\n", "utf-8")
    assert window_asked([]) == Window()
    assert window_asked(["--practice"]) == Window(practice=True)
    assert window_asked([str(table)]) == Window(file=table.resolve())
    assert window_asked(["--practice", str(table)]) == Window(practice=True, file=table.resolve())
    for command in (
        ["call", "products/list"],
        ["--help"],
        [str(tmp_path / "none.csv")],
        ["import", "products"],
    ):
        assert window_asked(command) is None


@pytest.mark.parametrize(
    "address, host",
    [
        ("https://api.shop.example/base?x=1", "api.shop.example"),
        ("http://127.0.0.1:8080", "127.0.0.1"),
        ("", ""),
    ],
)
def test_the_host_of_a_card(address: str, host: str) -> None:
    assert ProfileSummary("a", "A", base_url=address).host == host
