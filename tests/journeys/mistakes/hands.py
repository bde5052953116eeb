"""Hands at a real window on the real practice store: what a person does and sees who makes a mistake."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from shiboken6 import isValid

from svcconsole import secrets
from svcconsole.api.token import Token
from svcconsole.gui.panels.runs.resume_question import may_resume
from svcconsole.gui.runtime.connection_state import Reach
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import TopWindow
from svcconsole.gui.shell.stores import Stores, card_of
from svcconsole.profiles import Profile, Profiles
from svcconsole.tour.window_driver import WindowDriver
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.screen import Said, Thing, come_since, things, typed, windows
from tests.support.windows import take_down

SHOP = "Shop"
PROFILE_ID = "shop"
WATCHES = frozenset({"DeliveryPolling._watch"})
"""What watches how far messages come goes on as long as the window."""
RUN = "RunsController._drive"
"""A run that has paused waits for somebody."""


@dataclass
class Hands:
    """One person at one window. `look` before the mistake is made; `see` says what has come since."""

    window: MainWindow
    stage: WindowDriver
    store: PracticeStore
    stores: Stores
    folder: Path
    seen: list[Thing] = field(default_factory=list)
    typed: Counter[str] = field(default_factory=Counter)
    among: QWidget | None = None

    async def rest(self) -> None:
        """Until nothing is under way any more, beside what asks now and then whether the store is back."""
        console = self.window.console

        def rests() -> bool:
            mine = set(console.scope.tasks()) | {asyncio.current_task()}
            waits = WATCHES if not self._all_pause() else {*WATCHES, RUN}
            going = [task for task in console.notices.tasks() if _name(task) not in waits]
            return mine.issuperset(going) and not console.sends.under_way

        await until(lambda: rests() or self.question() is not None)
        await asyncio.sleep(0)
        await until(lambda: rests() or self.question() is not None)

    def _all_pause(self) -> bool:
        runs = self.window.console.runs
        states = [run.state for run in runs.runs() if run.control] if runs is not None else []
        return set(states) == {"paused"}

    def question(self) -> QDialog | None:
        """The question that waits for an answer, the one in front."""
        found = [each for window in windows() for each in window.findChildren(QDialog) if each.isVisible()]
        return found[-1] if found else None

    async def look(self, among: QWidget | None = None) -> None:
        """See what is there before anything goes wrong; only what comes `among` it counts then."""
        await self.rest()
        self.seen, self.typed, self.among = things(), typed(), among

    def note_typed(self) -> None:
        """What is typed now is not to be lost."""
        self.typed = typed()

    async def see(self) -> Said:
        """What has come on the screen since."""
        await self.rest()
        return come_since(self.seen, self.among)

    def lost(self) -> list[str]:
        """What was typed and is in no field any more."""
        return sorted((self.typed - typed()).elements())

    async def press(self, words: str, among: QWidget | None = None) -> None:
        """Press the button that says this."""
        self.button(words, among).click()
        await asyncio.sleep(0)

    def button(self, words: str, among: QWidget | None = None) -> QPushButton:
        """The button on screen that says this, of the window in front first."""
        found = self.buttons(words, among)
        assert found, f"no button says “{words}”"
        return found[0]

    def buttons(self, words: str, among: QWidget | None = None) -> list[QPushButton]:
        """All that say this, those of the window in front first."""
        places = [among] if among is not None else [*reversed(windows())]
        return [
            each
            for place in places
            for each in place.findChildren(QPushButton)
            if each.isVisible() and words in (each.text(), each.accessibleName())
        ]

    async def tidy(self) -> None:
        """Answer no question, dismiss what was told, and let the store be as it was."""
        self.store.clear_faults()
        while (question := self.question()) is not None:
            question.done(QDialog.DialogCode.Rejected)  # not asked whether what is typed may go
            await until(partial(_is_gone, question))
            await self.rest()
        for notice in self.window.console.notices.open:
            self.window.console.notices.close(notice)
        if self.window.console.state.reach is not Reach.CONNECTED:
            await self.window.console.try_now()


class Mistake(NamedTuple):
    """One row: what goes wrong, in the words of whoever it happens to, and how. `keeps`: what is typed stays
    on the screen."""

    words: str
    make: Callable[[Hands], Awaitable[None]]
    keeps: bool = True


def mistake(words: str, act: Callable[..., Any], *given: Any, keeps: bool = True, **named: Any) -> Mistake:
    """The row of what happens when `act` is done with these arguments."""
    return Mistake(words, lambda hands: act(hands, *given, **named), keeps)


def _is_gone(question: QDialog) -> bool:
    return not isValid(question) or not question.isVisible()


def _name(task: asyncio.Task[Any]) -> str:
    """What it does, by the name of its coroutine."""
    return str(getattr(task.get_coro(), "__qualname__", ""))


@asynccontextmanager
async def hands_at_a_store(
    store: PracticeStore,
    own_folders: Path,
    *,
    token: str = "",
    before: Callable[[Path], None] | None = None,
    **profile: object,
) -> AsyncIterator[Hands]:
    """A window on the practice store as a live store called Shop, its token in this session; `before` does
    something to its folder."""
    made = Profile.model_validate(
        {
            "id": PROFILE_ID,
            "name": SHOP,
            "base_url": store.base_url,
            "safe_level": "open",
            "currency": "EUR",
            "region": "DE",
            "time_zone": "Europe/Berlin",
            **profile,
        }
    )
    Profiles(profiles=[made]).save()
    secrets.keep_for_session(made.id, Token(token or store.token))
    settings = Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))
    stores = Stores(settings, notices := Notices())
    folder = await stores.folder(made)
    if before is not None:
        before(folder)
    console = Console(
        card_of(made),
        settings=settings,
        store_folder=folder,
        notices=notices,
        connect=partial(stores.connection, made.id),
    )
    console.may_load.set()
    top, window = TopWindow(settings, card_of(made)), MainWindow(console, stores.choices(card_of(made)))
    top.show_content(window)
    top.resize(1440, 900)
    top.show()
    top.activateWindow()
    window.begin()
    await until(lambda: top.isActiveWindow() is True)
    await console.ready()
    console.runs = RunsController(console, console, may_resume=partial(may_resume, console, window))
    stage = WindowDriver(own_folders)
    stage.window = window
    hands = Hands(window, stage, store, stores, own_folders)
    try:
        await hands.rest()
        yield hands
    finally:
        await take_down(top, window, stores)
        secrets._session.pop(made.id, None)
