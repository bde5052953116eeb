"""One window of the program: shows one store after the other until it is closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Collection, Coroutine, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from svcconsole.gui.design.words import sentences, tr
from svcconsole.gui.runtime.computer_settings import computer_settings
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import PRACTICE_ID
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.task_scope import settle
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import TopWindow
from svcconsole.gui.shell.rail import TABS
from svcconsole.gui.shell.stores import NoToken, StoreNotOpened, Stores, card_of
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.file_lock import FileLock

if TYPE_CHECKING:
    from svcconsole.api.connection import Connection
    from svcconsole.gui.shell.first_run import StartWindow

log = logging.getLogger("svcconsole.app")

END_SECONDS = 3.0
HEAD_START = 0.3
TABS_AFTER = 2.0
HEAVY = (
    "svcconsole.profiles",
    "svcconsole.logs",
    "svcconsole.secrets",
    "svcconsole.workspace.database",
    "svcconsole.store_folders",
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


class Host(Protocol):
    """What the windows share; the program is the one implementation."""

    settings: Settings
    stores: Stores

    def start_garbage_collector(self) -> None: ...
    def start_log(self) -> None: ...
    def open_beside(self, profile_id: str) -> None: ...
    def bring_to_front(self, profile_id: str, besides: WindowSession) -> bool: ...
    def is_in_front(self, session: WindowSession) -> None: ...
    def stores_changed(self) -> None: ...
    def own_tasks(self) -> Collection[asyncio.Task[Any]] | None: ...


class WindowSession:
    """A window with its own notices. `first`: the program has just begun, and this is its first window."""

    def __init__(self, host: Host, top: TopWindow, notices: Notices, *, first: bool = False) -> None:
        self.host, self.top, self.notices = host, top, notices
        self.window: MainWindow | StartWindow | None = None
        self._settings, self._stores = host.settings, host.stores
        self._first = first
        self.files: asyncio.Queue[Path] = asyncio.Queue()
        top.close_asked.connect(partial(self.ask, WindowRequest("close")))
        top.activated.connect(self._activated)

    async def run(self, wish: WindowRequest) -> WindowRequest:
        """Show what is wished until this window is to go: the last wish, "close", "quit" or "end"."""
        try:
            while wish.kind not in ("close", "quit", "end"):
                if wish.kind == "restore":
                    wish = await self._restore(wish)
                else:
                    wish = await (self._start_window() if wish.kind == "start" else self._store_window(wish))
        finally:
            self.window = None
            self.top.hide()
            self.top.deleteLater()
        return wish

    def ask(self, wish: WindowRequest) -> None:
        """Have the window do something once it has done what it was asked before."""
        if self.window is not None:
            self.window.wishes.put_nowait(wish)

    def shows(self) -> str:
        """The id of the store that is open here; blank for none."""
        return self.window.console.card.id if isinstance(self.window, MainWindow) else ""

    def to_front(self) -> None:
        """Bring it before all others."""
        if self.top.isMinimized():
            self.top.showNormal()
        self.top.raise_()
        self.top.activateWindow()

    def open_file(self, path: Path) -> None:
        """Begin an import once a store's window is ready: the practice store's where none was chosen."""
        self.files.put_nowait(path)
        if self.window is not None and not isinstance(self.window, MainWindow):
            self.ask(WindowRequest("open", PRACTICE_ID))

    def show_stores(self) -> None:
        """List the stores there are now."""
        if isinstance(self.window, MainWindow):
            self.window.set_stores(self._stores.choices(self.window.console.card))

    def _activated(self) -> None:
        """Times are shown in the zone of the store in front."""
        self.host.is_in_front(self)
        if isinstance(self.window, MainWindow):
            display_zone().set_store(self.window.console.card.time_zone)

    async def _start_window(self) -> WindowRequest:
        from svcconsole.gui.shell.first_run import StartWindow

        window = StartWindow(self._settings, self.notices)
        self.show(window)
        while True:
            wish = await window.wishes.get()
            if wish.kind == "anew":
                return WindowRequest("start")
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
            self.notices.report(error)
            return WindowRequest("start")
        lock = FileLock(folder / "window.lock")
        console = Console(
            card,
            settings=self._settings,
            store_folder=folder,
            notices=self.notices,
            connect=partial(self._connect, wish.profile_id, lock),
        )
        window = MainWindow(console, self._stores.choices(card), self._stores.practice(start=card.practice))
        self._settings.remember_card(card, folder)
        self.show(window)
        if wish.kind == "anew":
            window.show_settings()
        self.top.follow(card)
        if wish.file is not None:
            self.files.put_nowait(wish.file)
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
        from svcconsole.gui.shell import backups

        try:
            _, folder = await self._stores.card(wish.profile_id)
        except StoreNotOpened as error:
            self.notices.report(error)
            return WindowRequest("start")
        if wish.file is not None:
            await backups.restore(folder, wish.file, self.notices)
        return WindowRequest("open", wish.profile_id)

    async def _serve(self, console: Console, window: MainWindow) -> WindowRequest:
        """Do what the window asks until it asks for something that ends it."""
        while True:
            wish = await window.wishes.get()
            if wish.kind == "end" or wish.at_once:
                return wish
            try:
                done_here = self._done_here(console, window, wish)
                if done_here is not None:
                    await done_here
                    continue
                after = await self._done_by_leaving(console, window, wish)
            except Exception as error:  # what is typed here outlives what went wrong
                self.notices.report(error)
                continue
            if after is not None:
                return after

    def _done_here(
        self, console: Console, window: MainWindow, wish: WindowRequest
    ) -> Coroutine[Any, Any, None] | None:
        """What is asked for, where the window stays as it is meanwhile."""
        from svcconsole.gui.shell import backups

        doing = {
            "change": lambda: self._change_profile(console, wish.changes),
            "export": lambda: self._stores.export(window),
            "import": lambda: self._import_profiles(window),
            "beside": lambda: self._open_beside(wish.profile_id),
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
        elif wish.kind == "remove":
            from svcconsole.gui.shell import store_removal

            agreed = await store_removal.agreed(window, console, self._stores)
            wish = wish if agreed else WindowRequest("")
        elif wish.kind == "anew":
            wish = WindowRequest("") if self._speaks_later(console) else WindowRequest("anew", here)
        elif wish.kind == "restore":
            from svcconsole.gui.shell import backups

            file = await backups.ask_restore(window, console)
            wish = WindowRequest("restore", here, file) if file is not None else WindowRequest("")
        if wish.kind == "open" and self.host.bring_to_front(wish.profile_id, self):
            return None
        if not wish.kind or not await self._may_leave(console, window):
            return None
        if wish.kind == "share":
            kept = await self._stores.share(console.store_folder, wish.address, wish.password)
            return WindowRequest("open", here) if kept else None
        if wish.kind == "remove":
            return WindowRequest("start") if await self._remove(here) else None
        return wish

    async def _after_first_paint(self, console: Console, window: MainWindow) -> None:
        """Load what is heavy in a thread, then let the tabs begin."""
        if self._first:
            # An import in a thread still takes half the processor from the rows kept from the last time.
            self._first = False
            await asyncio.sleep(HEAD_START)
        self.host.start_garbage_collector()
        for module in HEAVY:
            await asyncio.to_thread(import_module, module)
        await asyncio.to_thread(self.host.start_log)
        if (elsewhere := await self._go_by_profile(console)) is not None:
            window.wishes.put_nowait(elsewhere)
            return
        console.may_load.set()
        await self._read_computer_settings()
        await self._stores.load()
        window.set_stores(self._stores.choices(console.card))
        await self._begin_runs(console, window)
        await console.reports.begin()
        console.scope.start(self._open_files(window))
        console.scope.start(self._load_tabs())
        await console.ask_unless_asked()

    async def _go_by_profile(self, console: Console) -> WindowRequest | None:
        """Let the store be as its profile says now: what the last session kept was for the first paint. What
        to show instead where that leads to another workspace, or to none."""
        from svcconsole.profiles import ProfilesError

        if console.card.practice:
            return None
        try:
            profile = await self._stores.profile(console.card.id)
        except (NoToken, ProfilesError):
            return None  # said where the store is reached, which it cannot be
        card = card_of(profile)
        try:
            folder = await self._stores.folder(profile)
        except (StoreNotOpened, OSError) as error:
            if (card.base_url, card.app_id) != (console.card.base_url, console.card.app_id):
                self.notices.report(error)
                return WindowRequest("start", at_once=True)
            # At the address it had, it stays in its folder, which nothing is united with while it is open.
            folder = console.store_folder
        if folder != console.store_folder:
            return WindowRequest("open", profile.id, at_once=True)
        if card != console.card:
            console.edit_card(card)
            self._settings.remember_card(card, console.store_folder)
        return None

    async def _read_computer_settings(self) -> None:
        from svcconsole.managed import ManagedError
        from svcconsole.preferences import PreferencesError

        try:
            await computer_settings().read()
        except (PreferencesError, ManagedError) as error:
            self.notices.report(error)

    async def _open_files(self, window: MainWindow) -> None:
        """Begin an import of each file asked for, in front of whatever else is open."""
        while True:
            window.open_import(await self.files.get())
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
            self.notices.add(
                "info",
                tr("Another svcconsole has this store open, too."),
                advice=tr("Browsing and editing work in both; an import runs in one of them at a time."),
                standing=True,
            )

    async def _begin_runs(self, console: Console, window: MainWindow) -> None:
        from svcconsole.gui.design import icons
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
        desktop.clicked = self.to_front
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
        if console.runs is not None and console.runs.is_running():
            from svcconsole.gui.panels.runs.stop_question import may_stop

            if not await may_stop(window):
                return False
        try:
            return await window.may_leave()
        except WorkspaceError as error:
            from svcconsole.gui.kit.forms.pages.questions import may_lose_typed

            return await may_lose_typed(window, sentences(error.sentence, error.advice))

    def _speaks_later(self, console: Console) -> bool:
        """Whether the window keeps its words for now: what is being sent is not stopped for a language."""
        if console.runs is None or not console.runs.is_running():
            return False
        self.notices.add(
            "info",
            tr("Pages that are open keep their language while something is sent."),
            advice=tr("Close the window when it is done, and open it again."),
        )
        return True

    async def _leave(self, console: Console, window: MainWindow) -> None:
        """Bring runs to a safe point, end every task of this window, close the store: 3 seconds at most."""
        self.top.remember(console.card)
        try:
            async with asyncio.timeout(END_SECONDS):
                if console.runs is not None:
                    await console.runs.close()
                await window.aclose()
        except (TimeoutError, WorkspaceError) as error:  # what could not be kept was asked about before
            log.warning("what was left could not be kept: %s", type(error).__name__)
        others = self.host.own_tasks()
        # Of the last window everything ends; of one beside others, what tells its ends here.
        mine = self.notices.tasks() if others is None else [t for t in asyncio.all_tasks() if t not in others]
        left = await settle(mine, END_SECONDS)
        for task in left:
            log.error("task did not end: %r", task)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await console.close()
        if left and others is not None:
            self._settings.save()
            logging.shutdown()
            os._exit(0)  # what would not end is cut off: everything that matters is on disk

    def show(self, window: MainWindow | StartWindow) -> None:
        """Put `window` in the place of the one before it."""
        self.window = window
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
            self.notices.report(error)
            return False
        console.connection_edited(read_only=changed.is_read_only)
        console.edit_card(card_of(changed))
        self._settings.remember_card(console.card, console.store_folder)
        window.set_stores(self._stores.choices(console.card))
        console.scope.start(console.try_now(), key="connection")
        return False

    async def _remove(self, profile_id: str) -> bool:
        removed = await self._stores.remove(profile_id)
        self.host.stores_changed()
        return removed

    async def _import_profiles(self, window: MainWindow) -> None:
        await self._stores.import_profiles(window)
        self.host.stores_changed()

    async def _open_beside(self, profile_id: str) -> None:
        self.host.open_beside(profile_id)

    async def _change_profile(self, console: Console, changes: Mapping[str, object]) -> None:
        """Keep fields of the open store's profile; the pace holds from the next request on."""
        changed = await self._stores.change(console.card.id, changes)
        if changed is not None and console.client is not None:
            console.client.connection = replace(
                console.client.connection,
                requests_a_second=changed.requests_a_second,
                at_once=changed.at_once,
            )
