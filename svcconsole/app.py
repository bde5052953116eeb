"""The window's program: one store's window after the other, practice store, tokens, an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Coroutine, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication

from svcconsole.gui.design import icons
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.runs.stop_question import may_stop
from svcconsole.gui.runtime.computer_settings import computer_settings
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.event_loop import make_runner
from svcconsole.gui.runtime.exception_hooks import ExceptionHooks
from svcconsole.gui.runtime.garbage_collector import GarbageCollector
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import PRACTICE_ID
from svcconsole.gui.runtime.setting_keys import ROWS, TEXT_SIZE
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.task_scope import settle
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.gui.shell import backups
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import Application, TopWindow, make_application
from svcconsole.gui.shell.rail import TABS
from svcconsole.gui.shell.single_instance import FirstWindow
from svcconsole.gui.shell.stores import StoreNotOpened, Stores, card_of
from svcconsole.workspace.file_lock import FileLock

if TYPE_CHECKING:
    from svcconsole.api.connection import Connection
    from svcconsole.gui.shell.first_run import StartWindow

__all__ = ["Program", "make_application", "run"]

log = logging.getLogger("svcconsole.app")

END_SECONDS = 3.0
HEAD_START = 0.3
TABS_AFTER = 2.0
SWITCH_SECONDS = 0.0001
"""A thread at work gives the window its turn back after this; Python's 5 ms add up over a paint."""
HEAVY = (
    "svcconsole.profiles",
    "svcconsole.logs",
    "svcconsole.secrets",
    "svcconsole.workspace.database",
    "svcconsole.api.client",
    "svcconsole.api.paging",
    "svcconsole.gui.tabs.catalog.editing.record_kinds",
    "svcconsole.gui.panels.runs.activity",
    "svcconsole.gui.runtime.runs_controller",
    "svcconsole.gui.runtime.practice_process",
    "svcconsole.gui.tabs.reports.activity",
    "svcconsole.gui.tabs.reports.report_notifications",
)
"""What the first minute of a window needs, loaded one after the other in a thread."""


def run(
    app: Application, top: TopWindow, settings: Settings, *, practice: bool = False, file: Path | None = None
) -> int:
    """Fill the window and stay until it is closed; the exit code."""
    app.setWindowIcon(icons.window_icon())
    theme().set_setting(settings.get("theme", "system"))
    theme().set_font_scale(settings.get(TEXT_SIZE, 100) / 100)
    theme().set_density(settings.get(ROWS, "normal"))
    theme().apply(app)
    program = Program(app, settings, top=top, practice=practice, file=file)
    for early in app.files_asked:
        program.open_file(early)
    app.file_asked.connect(program.open_file)
    with make_runner(app) as runner:
        code = runner.run(program.main())
        # What is left is the interpreter's own end: another Ctrl+C has nothing to stop.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return code


class Program:
    """What outlives a window: settings, notices, the practice store; opens one store's window at a time."""

    def __init__(
        self,
        app: QApplication,
        settings: Settings,
        *,
        top: TopWindow | None = None,
        practice: bool = False,
        file: Path | None = None,
    ) -> None:
        """`top` is the window of the first paint; without one it is made here."""
        self._app = app
        self.top = top or TopWindow(settings, None)
        self._settings = settings
        self._garbage = GarbageCollector(app)
        self._first_window = FirstWindow(app)
        self._asked = WindowRequest("open", PRACTICE_ID) if practice else None
        self._notices = Notices()
        self._stores = Stores(settings, self._notices)
        self._stores.token_wanted.connect(self._token_wanted)
        self._window: MainWindow | StartWindow | None = None
        self._first = settings.last_card() is not None
        self._files: asyncio.Queue[Path] = asyncio.Queue()
        if file is not None:
            self._files.put_nowait(file)

    @property
    def window(self) -> MainWindow | StartWindow | None:
        """The window on screen."""
        return self._window

    async def main(self) -> int:
        """Windows until one asks to quit; then everything ends within a few seconds."""
        sys.setswitchinterval(SWITCH_SECONDS)
        ExceptionHooks(self._notices).end_on_signals(self._app, self.end)
        self.top.close_asked.connect(self._close_asked)
        self.top.desktop_changed.connect(theme().look_again)
        self._first_window.asked.connect(self._asked_by_another_start)
        self._first_window.listen()
        wish = self._first_wish()
        while wish.kind not in ("quit", "end"):
            if wish.kind == "restore":
                wish = await self._restore(wish)
            else:
                wish = await (self._start_window() if wish.kind == "start" else self._store_window(wish))
        self._first_window.close()
        await self._stores.stop()
        self._garbage.stop()
        self.top.hide()
        self.top.deleteLater()
        self._settings.save()
        return 0

    def open_file(self, path: str) -> None:
        """Begin an import once a store's window is ready: the practice store's where none was chosen."""
        self._files.put_nowait(Path(path))
        if self._window is not None and not isinstance(self._window, MainWindow):
            self._window.wishes.put_nowait(WindowRequest("open", PRACTICE_ID))

    def _asked_by_another_start(self, practice: bool, file: str) -> None:
        """A second start brings this window to the front, with the file or the store it was asked for."""
        if self.top.isMinimized():
            self.top.showNormal()
        self.top.raise_()
        self.top.activateWindow()
        if file:
            self.open_file(file)
        elif practice and self._window is not None and not self._shows_practice():
            self._window.wishes.put_nowait(WindowRequest("open", PRACTICE_ID))

    def _shows_practice(self) -> bool:
        return isinstance(self._window, MainWindow) and self._window.console.card.practice

    def _first_wish(self) -> WindowRequest:
        last = self._settings.last_card()
        if self._asked is not None:
            return self._asked
        if last is not None:
            return WindowRequest("open", last.id)
        return WindowRequest("start") if self._files.empty() else WindowRequest("open", PRACTICE_ID)

    # Windows

    async def _start_window(self) -> WindowRequest:
        from svcconsole.gui.shell.first_run import StartWindow

        window = StartWindow(self._settings, self._notices)
        self._show(window)
        while True:
            wish = await window.wishes.get()
            if wish.kind != "connect":
                return wish
            profile = await self._stores.edit(window, None)
            if profile is not None:
                return WindowRequest("open", profile.id)

    async def _store_window(self, wish: WindowRequest) -> WindowRequest:
        try:
            card, folder = await self._stores.card(wish.profile_id)
        except StoreNotOpened as error:
            self._settings.forget_card()
            self._notices.report(error)
            return WindowRequest("start")
        lock = FileLock(folder / "window.lock")
        console = Console(
            card,
            settings=self._settings,
            store_folder=folder,
            notices=self._notices,
            connect=partial(self._connect, wish.profile_id, lock),
        )
        window = MainWindow(console, self._stores.choices(card), self._stores.practice(start=card.practice))
        self._settings.remember_card(card, folder)
        self._show(window)
        self.top.follow(card)
        if wish.file is not None:
            self._files.put_nowait(wish.file)
        console.scope.start(self._after_first_paint(console, window))
        if not card.practice:
            console.scope.start(self._notify_second_window(lock))
        try:
            return await self._serve(console, window)
        finally:
            await self._leave(console, window)
            lock.release()

    async def _restore(self, wish: WindowRequest) -> WindowRequest:
        """Put a backup back while no window has the store open, and open it again."""
        try:
            _, folder = await self._stores.card(wish.profile_id)
        except StoreNotOpened as error:
            self._notices.report(error)
            return WindowRequest("start")
        if wish.file is not None:
            await backups.restore(folder, wish.file, self._notices)
        return WindowRequest("open", wish.profile_id)

    async def _serve(self, console: Console, window: MainWindow) -> WindowRequest:
        """Do what the window asks until it asks for something that ends it."""
        while True:
            wish = await window.wishes.get()
            if wish.kind == "end":
                return wish
            done_here = self._done_here(console, window, wish)
            if done_here is not None:
                await done_here
                continue
            after = await self._done_by_leaving(console, window, wish)
            if after is not None:
                return after

    def _done_here(
        self, console: Console, window: MainWindow, wish: WindowRequest
    ) -> Coroutine[Any, Any, None] | None:
        """What is asked for, where the window stays as it is meanwhile."""
        doing = {
            "change": lambda: self._change_profile(console, wish.changes),
            "export": lambda: self._stores.export(window),
            "import": lambda: self._import_profiles(console, window),
            "backup": lambda: backups.back_up(window, console),
        }.get(wish.kind)
        return None if doing is None else doing()

    async def _done_by_leaving(
        self, console: Console, window: MainWindow, wish: WindowRequest
    ) -> WindowRequest | None:
        """What is to be opened in this window's place; None where it stays after all."""
        here = console.card.id
        if wish.kind == "connect":
            made = await self._stores.edit(window, None)
            window.set_stores(self._stores.choices(console.card))
            wish = WindowRequest("open", made.id) if made is not None else WindowRequest("")
        elif wish.kind == "edit":
            elsewhere = await self._edit_this(console, window)
            wish = WindowRequest("open", here) if elsewhere else WindowRequest("")
        elif wish.kind == "restore":
            file = await backups.ask_restore(window, console)
            wish = WindowRequest("restore", here, file) if file is not None else WindowRequest("")
        if not wish.kind or not await self._may_leave(console, window):
            return None
        if wish.kind == "share":
            kept = await self._stores.share(console.store_folder, wish.address, wish.password)
            return WindowRequest("open", here) if kept else None
        return wish

    async def _after_first_paint(self, console: Console, window: MainWindow) -> None:
        """Load what is heavy in a thread, then let the tabs begin."""
        if self._first:
            # An import in a thread still takes half the processor from the rows kept from the last time.
            self._first = False
            await asyncio.sleep(HEAD_START)
        self._garbage.start()
        for module in HEAVY:
            await asyncio.to_thread(import_module, module)
        await asyncio.to_thread(self._start_log)
        console.may_load.set()
        await self._read_computer_settings()
        await self._stores.load()
        window.set_stores(self._stores.choices(console.card))
        await self._begin_runs(console, window)
        await console.reports.begin()
        console.scope.start(self._open_files(window))
        console.scope.start(self._load_tabs())
        await console.ask_unless_asked()

    async def _read_computer_settings(self) -> None:
        from svcconsole.managed import ManagedError
        from svcconsole.preferences import PreferencesError

        try:
            await computer_settings().read()
        except (PreferencesError, ManagedError) as error:
            self._notices.report(error)

    async def _open_files(self, window: MainWindow) -> None:
        """Begin an import of each file asked for, in front of whatever else is open."""
        while True:
            window.open_import(await self._files.get())
            self.top.raise_()
            self.top.activateWindow()

    async def _load_tabs(self) -> None:
        """Load the other tabs while the first is read, so that no first click waits for it."""
        await asyncio.sleep(TABS_AFTER)
        for tab in TABS:
            await asyncio.to_thread(import_module, tab.module)

    async def _connect(self, profile_id: str, lock: FileLock) -> Connection:
        """Address and token; the practice store serves one window at a time. Raises expected errors."""
        if profile_id == PRACTICE_ID and not await asyncio.to_thread(lock.acquire):
            from svcconsole.gui.runtime.practice_process import PracticeError

            raise PracticeError(
                tr("Another svcconsole has the practice store open."),
                tr("Use that one, or close it and choose Try now here."),
            )
        return await self._stores.connection(profile_id)

    async def _notify_second_window(self, lock: FileLock) -> None:
        """Say so where another svcconsole has this store open already."""
        if not await asyncio.to_thread(lock.acquire):
            self._notices.add(
                "info",
                tr("Another svcconsole has this store open, too."),
                advice=tr("Browsing and editing work in both; an import runs in one of them at a time."),
                standing=True,
            )

    async def _begin_runs(self, console: Console, window: MainWindow) -> None:
        from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine
        from svcconsole.gui.panels.runs.resume_question import may_resume
        from svcconsole.gui.panels.runs.run_notes import RunNotes
        from svcconsole.gui.panels.runs.unfinished_runs import UnfinishedRuns
        from svcconsole.gui.runtime.desktop_notes import DesktopNotes
        from svcconsole.gui.runtime.runs_controller import RunsController
        from svcconsole.gui.tabs.reports.activity import ReportsActivity, RunningReport
        from svcconsole.gui.tabs.reports.report_notifications import ReportNotifications

        console.runs = RunsController(console, console, may_resume=partial(may_resume, console, window))
        UnfinishedRuns(console.runs, console.notices)
        desktop = DesktopNotes(console.program_settings, icons.window_icon, console)
        RunNotes(console, console.runs, desktop)
        ReportNotifications(console, console.reports, desktop)
        report = RunningReport(console.reports)
        report.opened.connect(console.report_wanted)
        line, dock = ActivityLine(console, report), ActivityDock(console)
        line.watch(console.runs)
        dock.watch(console.runs)
        reports = ReportsActivity(console.reports)
        reports.changed.connect(dock.refresh)
        reports.opened.connect(console.report_wanted)
        dock.add_part(reports)
        window.add_runs(console.runs, line, dock)
        await console.runs.find_unfinished()

    async def _may_leave(self, console: Console, window: MainWindow) -> bool:
        sending = console.runs is not None and console.runs.is_running()
        if sending and not await may_stop(window):
            return False
        return await window.may_leave()

    async def _leave(self, console: Console, window: MainWindow) -> None:
        """Bring runs to a safe point, end every task of this window, close the store: 3 seconds at most."""
        self.top.remember(console.card)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                if console.runs is not None:
                    await console.runs.close()
                await window.aclose()
        left = await settle(list(asyncio.all_tasks()), END_SECONDS)
        for task in left:
            log.error("task did not end: %r", task)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await console.close()
        if left:
            self._settings.save()
            logging.shutdown()
            os._exit(0)  # what would not end is cut off: everything that matters is on disk

    def _show(self, window: MainWindow | StartWindow) -> None:
        """Put `window` in the place of the one before it."""
        self._window = window
        self.top.show_content(window)
        self.top.show()
        window.begin()

    async def _edit_this(self, console: Console, window: MainWindow) -> bool:
        """Have this store's connection changed; True where its address now leads to another store, which has
        a workspace of its own."""
        if console.card.practice:
            return False
        changed = await self._stores.edit(window, await self._stores.profile(console.card.id))
        if changed is None:
            return False
        try:
            if await self._stores.folder(changed) != console.store_folder:
                self._settings.forget_card()
                return True
        except StoreNotOpened as error:
            self._notices.report(error)
            return False
        console.card = card_of(changed)
        self._settings.remember_card(console.card, console.store_folder)
        window.set_stores(self._stores.choices(console.card))
        console.card_changed.emit()
        await console.disconnect_client()
        console.scope.start(console.try_now(), key="try")
        console.store_changed.emit()
        return False

    async def _import_profiles(self, console: Console, window: MainWindow) -> None:
        await self._stores.import_profiles(window)
        window.set_stores(self._stores.choices(console.card))

    async def _change_profile(self, console: Console, changes: Mapping[str, object]) -> None:
        """Keep fields of the open store's profile; the pace holds from the next request on."""
        changed = await self._stores.change(console.card.id, changes)
        if changed is not None and console.client is not None:
            console.client.connection = replace(
                console.client.connection,
                requests_a_second=changed.requests_a_second,
                at_once=changed.at_once,
            )

    def _token_wanted(self, profile_id: str) -> None:
        if isinstance(self._window, MainWindow):
            self._window.wishes.put_nowait(WindowRequest("edit", profile_id))

    def _start_log(self) -> None:
        from svcconsole import folders, logs, memory

        logs.start(folders.data_dir() / "logs")
        memory.forbid_core_dumps()

    def _close_asked(self) -> None:
        if self._window is not None:
            self._window.wishes.put_nowait(WindowRequest("quit"))

    def end(self) -> None:
        """Close the window and quit, asking nothing: a signal, or the tour's end."""
        if self._window is not None:
            self._window.wishes.put_nowait(WindowRequest("end"))
