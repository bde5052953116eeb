"""The window's program: one store's window after the other, practice store, tokens, an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
import threading
from functools import partial
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from svcconsole.gui import dialogs, icons
from svcconsole.gui.card import PRACTICE_ID, ProfileCard
from svcconsole.gui.console import Console
from svcconsole.gui.dialogs import Answer
from svcconsole.gui.loop import WindowLoop
from svcconsole.gui.notices import Link, Notices
from svcconsole.gui.opening import TopWindow, make_application, practice_card
from svcconsole.gui.settings import Settings
from svcconsole.gui.tasks import settle
from svcconsole.gui.theme import theme
from svcconsole.gui.window import MainWindow, StoreChoice, Wish

if TYPE_CHECKING:
    from svcconsole.api.connection import Connection
    from svcconsole.gui.panels.profiles.first_run import StartWindow
    from svcconsole.gui.practice_process import PracticeProcess
    from svcconsole.profiles import Profile, Profiles

__all__ = ["Program", "make_application", "run"]

log = logging.getLogger("svcconsole.app")

END_SECONDS = 3.0
HEAD_START = 0.3
SIGNAL_TICK_MS = 250
HEAVY = (
    "svcconsole.profiles",
    "svcconsole.logs",
    "svcconsole.secrets",
    "svcconsole.workspace.database",
    "svcconsole.api.client",
    "svcconsole.api.paging",
    "svcconsole.gui.tabs.catalog.record_kinds",
    "svcconsole.gui.panels.runs.activity",
    "svcconsole.gui.panels.runs.controller",
    "svcconsole.gui.practice_process",
)
"""What the first minute of a window needs, loaded one after the other in a thread."""


class NoToken(Exception):
    """The store's token is not known on this computer."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


def run(
    app: QApplication, top: TopWindow, settings: Settings, *, practice: bool = False, file: Path | None = None
) -> int:
    """Fill the window and stay until it is closed; the exit code."""
    app.setWindowIcon(icons.window_icon())
    theme().set_setting(settings.get("theme", "system"))
    theme().apply(app)
    program = Program(app, settings, top=top, practice=practice, file=file)
    with asyncio.Runner(loop_factory=lambda: WindowLoop(app)) as runner:
        return runner.run(program.main())


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
        self._asked = Wish("open", PRACTICE_ID, file) if practice else Wish("", "", file)
        self._notices = Notices()
        self._profiles: Profiles | None = None
        self._practice: PracticeProcess | None = None
        self._window: MainWindow | StartWindow | None = None
        self._asked_for_token: set[str] = set()
        self._first = settings.last_card() is not None

    @property
    def window(self) -> MainWindow | StartWindow | None:
        """The window on screen."""
        return self._window

    async def main(self) -> int:
        """Windows until one asks to quit; then everything ends within a few seconds."""
        self._hook()
        self.top.close_asked.connect(self._close_asked)
        wish = self._first_wish()
        while wish.kind not in ("quit", "end"):
            wish = await (self._start_window() if wish.kind == "start" else self._store_window(wish))
        if self._practice is not None:
            await self._practice.stop()
        self.top.hide()
        self.top.deleteLater()
        self._settings.save()
        return 0

    def _first_wish(self) -> Wish:
        last = self._settings.last_card()
        if self._asked.kind:
            return self._asked
        if last is not None:
            return Wish("open", last.id, self._asked.file)
        return Wish("open", PRACTICE_ID, self._asked.file) if self._asked.file else Wish("start")

    # Windows

    async def _start_window(self) -> Wish:
        from svcconsole.gui.panels.profiles.first_run import StartWindow

        window = StartWindow(self._settings)
        self._show(window)
        while True:
            wish = await window.wishes.get()
            if wish.kind != "connect":
                return wish
            profile = await self._edit_profile(window, None)
            if profile is not None:
                return Wish("open", profile.id)

    async def _store_window(self, wish: Wish) -> Wish:
        card, folder = await self._card(wish.profile_id)
        practice = self._practice_process() if card.practice else self._practice
        console = Console(
            card,
            settings=self._settings,
            store_folder=folder,
            notices=self._notices,
            connect=partial(self._connect, wish.profile_id),
        )
        window = MainWindow(console, self._stores(card), practice)
        self._settings.remember_card(card, folder)
        self._show(window)
        console.scope.start(self._after_first_paint(console, window, wish.file))
        try:
            return await self._serve(console, window)
        finally:
            await self._leave(console, window)

    async def _serve(self, console: Console, window: MainWindow) -> Wish:
        """Do what the window asks until it asks for something that ends it."""
        while True:
            wish = await window.wishes.get()
            if wish.kind == "end":
                return wish
            if wish.kind == "connect":
                made = await self._edit_profile(window, None)
                if made is not None and await self._may_leave(console, window):
                    return Wish("open", made.id)
            elif wish.kind == "edit":
                await self._edit_this(console, window)
            elif await self._may_leave(console, window):
                return wish

    async def _after_first_paint(self, console: Console, window: MainWindow, file: Path | None) -> None:
        """Load what is heavy in a thread, then let the tabs begin."""
        if self._first:
            # An import in a thread still takes half the processor from the rows kept from the last time.
            self._first = False
            await asyncio.sleep(HEAD_START)
        gc.freeze()
        gc.enable()
        for module in HEAVY:
            await asyncio.to_thread(import_module, module)
        await asyncio.to_thread(self._start_log)
        console.may_load.set()
        await self._load_profiles()
        window.set_stores(self._stores(console.card))
        await self._begin_runs(console, window)
        if file is not None:
            window.open_import(file)
        await console.ready()

    async def _begin_runs(self, console: Console, window: MainWindow) -> None:
        from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine
        from svcconsole.gui.panels.runs.controller import RunsController

        console.runs = RunsController(console, console)
        line, dock = ActivityLine(console), ActivityDock(console)
        line.watch(console.runs)
        dock.watch(console.runs)
        window.add_runs(console.runs, line, dock)
        await console.runs.find_unfinished()

    async def _may_leave(self, console: Console, window: MainWindow) -> bool:
        if console.runs is not None and console.runs.is_running():
            answers = (
                Answer("leave", window.tr("Stop and go on later")),
                Answer("stay", window.tr("Keep the window open")),
            )
            text = window.tr(
                "What is on the way is finished first. "
                "The rest is kept and offered when this store is opened."
            )
            question = window.tr("An import is running. Stop it here?")
            if await dialogs.ask(window, question, text, answers, safe="stay") != "leave":
                return False
        return await window.may_leave()

    async def _leave(self, console: Console, window: MainWindow) -> None:
        """Bring runs to a safe point, end every task of this window, close the store: 3 seconds at most."""
        self.top.remember(console.card)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                if console.runs is not None:
                    await console.runs.close()
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

    # Stores

    async def _card(self, profile_id: str) -> tuple[ProfileCard, Path]:
        """A store's face and folder: what the last session kept, else from the profiles."""
        last, folder = self._settings.last_card(), self._settings.last_folder()
        if last is not None and last.id == profile_id and folder is not None and folder.is_dir():
            return last, folder
        from svcconsole.folders import store_dir

        if profile_id == PRACTICE_ID:
            return practice_card(), store_dir(profile_id)
        return card_of(await self._profile(profile_id)), store_dir(profile_id)

    def _stores(self, card: ProfileCard) -> list[StoreChoice]:
        known = self._profiles.profiles if self._profiles else []
        stores = [StoreChoice(profile.id, profile.name, False) for profile in known]
        if not known and not card.practice:
            stores.append(StoreChoice(card.id, card.name, False))
        return [*stores, StoreChoice(PRACTICE_ID, self._app.translate("app", "Practice store"), True)]

    async def _load_profiles(self) -> Profiles:
        from svcconsole.profiles import Profiles

        if self._profiles is None:
            self._profiles = await asyncio.to_thread(Profiles.load)
        return self._profiles

    async def _profile(self, profile_id: str) -> Profile:
        profile = (await self._load_profiles()).find(profile_id)
        if profile is None:
            self._settings.forget_card()
            raise NoToken(
                self._app.translate("app", "The store's profile is not on this computer any more."),
                self._app.translate("app", "Connect the store again."),
            )
        return profile

    def _practice_process(self) -> PracticeProcess:
        if self._practice is None:
            from svcconsole.folders import data_dir
            from svcconsole.gui.practice_process import PracticeProcess

            self._practice = PracticeProcess(data_dir() / "practice")
        return self._practice

    async def _connect(self, profile_id: str) -> Connection:
        """Address and token of a store; the practice store is started."""
        from svcconsole import logs, secrets
        from svcconsole.api.connection import Connection
        from svcconsole.api.token import Token

        if profile_id == PRACTICE_ID:
            address = await self._practice_process().address()
            token = Token(address.token)
            logs.hide(token)
            return Connection(address.base_url, token)
        profile = await self._profile(profile_id)
        found = await asyncio.to_thread(secrets.read_token, profile_id)
        if found is None:
            if profile_id not in self._asked_for_token and isinstance(self._window, MainWindow):
                self._asked_for_token.add(profile_id)
                self._window.wishes.put_nowait(Wish("edit", profile_id))
            sentence = self._app.translate("app", "The token of {store} is not known on this computer.")
            advice = self._app.translate("app", "Type it in the store's connection.")
            raise NoToken(sentence.format(store=profile.name), advice)
        logs.hide(found)
        return Connection(profile.base_url, found, profile.prefix, profile.app_id)

    async def _edit_profile(
        self, window: MainWindow | StartWindow, profile: Profile | None
    ) -> Profile | None:
        """Have a profile filled in; kept, with its token, when it comes back."""
        from svcconsole import profiles
        from svcconsole.gui.panels.profiles.dialog import ask_for_profile

        known = await self._load_profiles()
        asked = await ask_for_profile(window, self._notices, profile, [each.name for each in known.profiles])
        if asked is None:
            return None
        known.put(asked.profile)
        try:
            await asyncio.to_thread(known.save)
        except profiles.ProfilesError as error:
            self._notices.report(error)
            return None
        if asked.token is not None:
            await self._keep_token(asked.profile.id, asked.token.reveal())
        if isinstance(window, MainWindow):
            window.set_stores(self._stores(window.console.card))
        return asked.profile

    async def _edit_this(self, console: Console, window: MainWindow) -> None:
        if console.card.practice:
            return
        changed = await self._edit_profile(window, await self._profile(console.card.id))
        if changed is None:
            return
        console.card = card_of(changed)
        self._settings.remember_card(console.card, console.store_folder)
        console.card_changed.emit()
        await console.disconnect_client()
        console.scope.start(console.try_now(), key="try")
        console.store_changed.emit()

    async def _keep_token(self, profile_id: str, text: str) -> None:
        """Give the token to the keyring; say so, with Try again, when it lives in this session only."""
        from svcconsole import secrets
        from svcconsole.api.token import Token

        kept = await asyncio.to_thread(secrets.keep_token, profile_id, Token(text))
        if isinstance(kept, secrets.Kept):
            return
        sentence = self._app.translate(
            "app", "The token is not saved: {reason} You will be asked again next time."
        ).format(reason=kept.reason)
        words = self._app.translate("app", "Try again")

        def again() -> None:
            self._notices.close(notice)
            if isinstance(self._window, MainWindow):
                self._window.scope.start(self._keep_token(profile_id, text), key="keyring")

        notice = self._notices.tell(
            "warning", sentence, advice=kept.advice, links=(Link(words, again),), standing=True
        )

    # The process

    def _start_log(self) -> None:
        from svcconsole import folders, logs

        logs.start(folders.data_dir() / "logs")
        logs.forbid_core_dumps()

    def _hook(self) -> None:
        """Send every loose exception to the notices, and signals to the window."""
        self._loop = loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._loop_error)
        sys.excepthook = self._loose_error
        threading.excepthook = self._thread_error
        sys.unraisablehook = self._unraisable
        if sys.platform == "win32":
            signal.signal(signal.SIGINT, lambda *_: self.end())
            tick = QTimer(self._app)
            tick.start(SIGNAL_TICK_MS)  # Python looks at signals only while it runs
            tick.timeout.connect(lambda: None)
            return
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.end)

    def _close_asked(self) -> None:
        if self._window is not None:
            self._window.wishes.put_nowait(Wish("quit"))

    def end(self) -> None:
        """Close the window and quit, asking nothing: a signal, or the tour's end."""
        if self._window is not None:
            self._window.wishes.put_nowait(Wish("end"))

    def _loop_error(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            self._notices.report(error)
        else:
            log.error("loop: %s", context.get("message"))

    def _loose_error(
        self, _kind: type[BaseException], error: BaseException, _trace: TracebackType | None
    ) -> None:
        self._notices.report(error)

    def _thread_error(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._loop.call_soon_threadsafe(self._notices.report, args.exc_value)

    def _unraisable(self, args: sys.UnraisableHookArgs) -> None:
        log.error("unraisable in %r", args.object, exc_info=args.exc_value)


def card_of(profile: Profile) -> ProfileCard:
    """The light face of a profile."""
    return ProfileCard(
        id=profile.id,
        name=profile.name,
        colour=profile.colour,
        practice=profile.practice,
        base_url=profile.base_url,
        safe_level=profile.safe_level,
        currency=profile.currency,
        storefront_url=profile.storefront_url,
        region=profile.region,
        time_zone=profile.time_zone,
    )
