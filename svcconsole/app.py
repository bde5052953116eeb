"""The window's program: the windows of stores, practice store, tokens, an orderly end."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication

from svcconsole import memory
from svcconsole.gui.design import icons
from svcconsole.gui.design.theme import theme
from svcconsole.gui.runtime.event_loop import make_runner
from svcconsole.gui.runtime.exception_hooks import ExceptionHooks
from svcconsole.gui.runtime.garbage_collector import GarbageCollector
from svcconsole.gui.runtime.languages import window_language
from svcconsole.gui.runtime.notices import FrontNotices, Notices
from svcconsole.gui.runtime.profile_summary import PRACTICE_ID
from svcconsole.gui.runtime.setting_keys import ROWS, TEXT_SIZE
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.task_scope import cancel_once
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.gui.shell.opening import Application, TopWindow, make_application
from svcconsole.gui.shell.single_instance import FirstWindow
from svcconsole.gui.shell.stores import Stores
from svcconsole.gui.shell.window_session import WindowSession

if TYPE_CHECKING:
    from svcconsole.gui.shell.first_run import StartWindow
    from svcconsole.gui.shell.main_window import MainWindow

__all__ = ["Program", "WindowSession", "make_application", "run"]

LISTEN_AFTER = 0.4
"""Seconds until a later start is heard: what is kept of the store is shown before Qt's network is loaded."""
SWITCH_SECONDS = 0.0001
"""A thread at work gives the window its turn back after this; Python's 5 ms add up over a paint."""


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
    """What outlives a window: settings, the stores, the practice store; stores have windows."""

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
        self.settings = settings
        self._garbage = GarbageCollector(app)
        self._first_window = FirstWindow(app)
        self._asked = WindowRequest("open", PRACTICE_ID) if practice else None
        self._notices = FrontNotices()
        self.stores = Stores(settings, self._notices)
        self.stores.token_wanted.connect(self._token_wanted)
        window_language().changed.connect(self._language_changed)
        self._main: asyncio.Task[Any] | None = None
        self.beside: set[asyncio.Task[Any]] = set()
        """Tasks that belong to no window, and go on when one is left."""
        self._running: dict[asyncio.Task[WindowRequest], WindowSession] = {}
        self._ended: asyncio.Queue[asyncio.Task[WindowRequest]] = asyncio.Queue()
        self.front = self._session(top or TopWindow(settings, None), first=settings.last_card() is not None)
        if file is not None:
            self.front.files.put_nowait(file)

    @property
    def top(self) -> TopWindow:
        """The window in front, as Qt has it."""
        return self.front.top

    @property
    def window(self) -> MainWindow | StartWindow | None:
        """What is in the window in front."""
        return self.front.window

    @property
    def sessions(self) -> list[WindowSession]:
        """All windows, the oldest first."""
        return list(self._running.values())

    async def main(self) -> int:
        """Windows until the last one is closed; then everything ends within a few seconds."""
        sys.setswitchinterval(SWITCH_SECONDS)
        memory.return_freed_memory()
        self._main = asyncio.current_task()
        ExceptionHooks(self._notices).end_on_signals(self._app, self._stop)
        self._first_window.asked.connect(self._asked_by_another_start)
        listening = asyncio.get_running_loop().call_later(LISTEN_AFTER, self._first_window.listen)
        self._run(self.front, self._first_wish())
        try:
            while self._running:
                self._session_ended(await self._ended.get())
        finally:
            listening.cancel()
            self._first_window.close()
            await self.stores.stop()
            self._garbage.stop()
            self.settings.save()
        return 0

    # What windows ask

    def open_beside(self, profile_id: str) -> None:
        """Open a store in a window of its own; the one that shows it already comes to the front."""
        if not self.bring_to_front(profile_id):
            top = TopWindow(self.settings, None)
            top.show()
            session = self._session(top)
            self._run(session, WindowRequest("open", profile_id))

    def bring_to_front(self, profile_id: str, besides: WindowSession | None = None) -> bool:
        """Whether a window, another than `besides`, shows this store; it is in front now."""
        for session in self.sessions:
            if session is not besides and session.shows() == profile_id:
                session.to_front()
                self.is_in_front(session)
                return True
        return False

    def is_in_front(self, session: WindowSession) -> None:
        """What is told of nobody's window is told in this one from now on."""
        self.front = session
        self._notices.front = session.notices

    def stores_changed(self) -> None:
        """Have every window list the stores there are now."""
        for session in self.sessions:
            session.show_stores()

    def own_tasks(self) -> Collection[asyncio.Task[Any]] | None:
        """The program's own tasks, while one window is left; None while there are more."""
        if len(self._running) > 1:
            return None
        return [*self._running, *([self._main] if self._main is not None else []), *self.beside]

    def start_garbage_collector(self) -> None:
        """Collect from now on, nothing of what is there by now."""
        self._garbage.start()

    def start_log(self) -> None:
        """Write what happens into the log of this computer."""
        from svcconsole import folders, logs

        logs.start(folders.data_dir() / "logs")
        memory.forbid_core_dumps()

    # What comes from outside

    def open_file(self, path: str) -> None:
        """Begin an import in the window in front."""
        self.front.open_file(Path(path))

    def end(self) -> None:
        """Close all windows and quit, asking nothing: a signal, or the tour's end."""
        for session in self.sessions or [self.front]:
            session.ask(WindowRequest("end"))

    def _stop(self) -> None:
        """A signal: what runs beside the windows ends with them."""
        for task in self.beside:
            cancel_once(task)
        self.end()

    def _session(self, top: TopWindow, *, first: bool = False) -> WindowSession:
        top.desktop_changed.connect(theme().look_again)
        session = WindowSession(self, top, Notices(), first=first)
        self.is_in_front(session)
        return session

    def _run(self, session: WindowSession, wish: WindowRequest) -> None:
        task = asyncio.get_running_loop().create_task(session.run(wish))
        self._running[task] = session
        task.add_done_callback(self._ended.put_nowait)

    def _session_ended(self, task: asyncio.Task[WindowRequest]) -> None:
        """A window is gone: the others stay unless all were to go. What it failed by is told in them; that of
        the last one is raised."""
        gone, error = self._running.pop(task), task.exception()
        if self._running and gone is self.front:
            self.is_in_front(self.sessions[-1])
        if error is not None:
            if not self._running:
                raise error
            self._notices.report(error)
        elif (kind := task.result().kind) in ("quit", "end"):
            for session in self.sessions:
                session.ask(WindowRequest("close" if kind == "quit" else "end"))

    def _asked_by_another_start(self, practice: bool, file: str) -> None:
        """A second start brings this program to the front, with the file or the store it was asked for."""
        self.front.to_front()
        if file:
            self.open_file(file)
        elif practice and not self.bring_to_front(PRACTICE_ID):
            self.front.ask(WindowRequest("open", PRACTICE_ID))

    def _first_wish(self) -> WindowRequest:
        last = self.settings.last_card()
        if self._asked is not None:
            return self._asked
        if last is not None:
            return WindowRequest("open", last.id)
        return WindowRequest("start") if self.front.files.empty() else WindowRequest("open", PRACTICE_ID)

    def _language_changed(self) -> None:
        for session in self.sessions:
            session.ask(WindowRequest("anew"))

    def _token_wanted(self, profile_id: str) -> None:
        for session in self.sessions:
            if session.shows() == profile_id:
                session.ask(WindowRequest("edit", profile_id))
