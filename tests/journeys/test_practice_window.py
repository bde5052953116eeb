"""The window and its practice store as processes: a killed store comes back, a second start hands over."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.catalog.record_cache import Stage
from svcconsole.gui.runtime.connection_state import Reach
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import PRACTICE_ID
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.single_instance import may_listen
from svcconsole.gui.shell.stores import Stores
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from tests.support.coroutines import until

ROOT = Path(__file__).parents[2]
WINDOW = [sys.executable, "-m", "svcconsole", "--practice"]
TOLD = """
import os, signal, sys
from svcconsole.__main__ import main
from svcconsole.gui.runtime.notices import Notices
put = Notices._put
def told(self, notice):
    print(f"{notice.level}: {notice.sentence}", flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
    return put(self, notice)
Notices._put = told
sys.exit(main(["--practice"]))
"""
"""The window on the practice store; it prints the first thing it tells and ends."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


async def test_a_store_killed_under_the_window_comes_back_and_the_window_goes_on(
    window_loop: QApplication, own_folders: Path
) -> None:
    settings = Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))
    stores = Stores(settings, notices := Notices())
    card, folder = await stores.card(PRACTICE_ID)
    folder.mkdir(parents=True, exist_ok=True)
    connect = partial(stores.connection, PRACTICE_ID)
    console = Console(card, settings=settings, store_folder=folder, notices=notices, connect=connect)
    console.may_load.set()
    practice = stores.practice(start=True)
    assert practice is not None
    window = MainWindow(console, [], practice)
    window.resize(1280, 800)
    window.show()
    tab = window.show_tab("Catalog")
    assert isinstance(tab, CatalogTab)
    try:
        await until(lambda: tab.products.reading.stage is Stage.READ and not tab.scope.is_busy())
        first = practice.running
        assert first is not None
        products = dict(tab.products.rows)
        assert products

        os.kill(first.pid, signal.SIGKILL)
        await until(lambda: practice.running is None)
        tab.refresh()  # while it is away: a person does not wait for it
        await until(lambda: (now := practice.running) and now.pid != first.pid)
        second = practice.running
        assert second is not None
        assert (second.base_url, second.token) == (first.base_url, first.token)

        tab.refresh()
        await until(lambda: tab.products.reading.stage is Stage.READ and not tab.scope.is_busy())
        assert console.state.reach is Reach.CONNECTED
        assert tab.products.rows.keys() == products.keys()
        assert window.isVisible() and window.page() is tab
    finally:
        await tab.aclose()
        await console.close()
        await stores.stop()
        window.hide()
        window.deleteLater()


@contextmanager
def running(command: list[str], own_folders: Path) -> Iterator[subprocess.Popen[str]]:
    """A window in a process of its own, on the test's folders, with no display but the offscreen one."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        try:
            yield program
        finally:
            program.kill()


def store_of(program: subprocess.Popen[str]) -> psutil.Process | None:
    """The practice store of a window, once the window talks to it."""
    for child in psutil.Process(program.pid).children():
        if "sandbox" in child.cmdline() and any(
            each.status == psutil.CONN_ESTABLISHED for each in child.net_connections("tcp")
        ):
            return child
    return None


async def test_a_second_start_hands_over_to_the_first_which_goes_on(own_folders: Path) -> None:
    with running(WINDOW, own_folders) as first:
        store: psutil.Process = await until(lambda: store_of(first), seconds=60)
        await until(may_listen)  # it listens a moment after it is filled
        with running([sys.executable, "-c", TOLD], own_folders) as second:
            said, complaints = await asyncio.to_thread(second.communicate, timeout=60)
        assert second.returncode == 0, complaints
        assert said == "", "no window of its own, and nothing that it tells"
        assert "Traceback" not in complaints

        assert first.poll() is None
        ours = [each.pid for each in psutil.Process(first.pid).children() if "sandbox" in each.cmdline()]
        assert ours == [store.pid], "the same store, whether or not a connection to it is open just now"
        first.send_signal(signal.SIGTERM)
        _, complaints = await asyncio.to_thread(first.communicate, timeout=30)
        assert first.returncode == 0, complaints
        assert "Traceback" not in complaints
    assert sound(own_folders / "data" / "practice" / "practice.sqlite")


def sound(path: Path) -> bool:
    """Whether a practice store's file is whole and holds its seed."""
    with closing(sqlite3.connect(path)) as database:
        whole = database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        filled = any(database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables)
    return whole and filled
