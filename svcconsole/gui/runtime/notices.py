"""Notices: the one place that decides what a person is shown when something ends badly, or well."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from itertools import count
from typing import Any, Literal, Protocol, runtime_checkable
from weakref import WeakSet

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.words import tr

log = logging.getLogger("svcconsole.notices")

SHOWN_AT_ONCE = 3


class Level(StrEnum):
    """How a notice looks and how long it stays: news leaves by itself, the others stay until closed."""

    INFO = "info"
    SUCCESS = "success"
    WARNING = "warning"
    ERROR = "error"


LevelName = Literal["info", "success", "warning", "error"]


@runtime_checkable
class Expected(Protocol):
    """An exception made for people: ApiError, TableError and their like."""

    sentence: str
    advice: str


@dataclass(frozen=True, slots=True)
class Link:
    """One thing to do about it, as a link in the card."""

    text: str
    run: Callable[[], None]


@dataclass(slots=True)
class Notice:
    """One card. `standing` ones cannot be closed, only taken back; `details` is what the bug card copies.

    `about` names the event or the state it tells of: a newer one takes its place, and it is taken down by
    `settle` once it is no longer true.
    """

    level: Level
    sentence: str
    advice: str = ""
    server_words: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    details: str = ""
    standing: bool = False
    about: str = ""
    times: int = 1
    id: int = field(default_factory=count(1).__next__)

    def same_as(self, other: Notice) -> bool:
        return (self.level, self.sentence, self.server_words, self.details) == (
            other.level, other.sentence, other.server_words, other.details,
        )  # fmt: skip


class HasTasks(Protocol):
    """A scope of tasks."""

    def tasks(self) -> list[asyncio.Task[Any]]: ...


class Notices(QObject):
    """The list of open notices; the window draws at most three of them and counts the rest.

    `changed` says that the list did; `call_wanted(number)`: show the call to the store that ended so. Equal
    notices collapse into one with a counter, so that a dropped network does not open forty cards.
    """

    changed = Signal()
    call_wanted = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open: list[Notice] = []
        self._scopes: WeakSet[HasTasks] = WeakSet()

    def tell_of(self, scope: HasTasks) -> None:
        """The tasks of `scope` tell their ends here from now on."""
        self._scopes.add(scope)

    def tasks(self) -> list[asyncio.Task[Any]]:
        """All that is under way and tells its end here."""
        return [task for scope in self._scopes for task in scope.tasks()]

    @property
    def open(self) -> tuple[Notice, ...]:
        """What has been told and not closed, oldest first."""
        return tuple(self._open)

    def report(self, error: BaseException) -> None:
        """Tell what ended with `error`: by its own sentence, silently if cancelled, else as a bug."""
        if isinstance(error, asyncio.CancelledError):
            return
        if isinstance(error, BaseExceptionGroup):
            for inner in error.exceptions:
                self.report(inner)
            return
        if isinstance(error, Expected):
            words = tuple(getattr(error, "server_words", ()))
            log.info("expected error: %s", type(error).__name__)
            about, number = str(getattr(error, "concerns", "")), int(getattr(error, "call_number", 0))
            show = Link(tr("Show the call"), partial(self.call_wanted.emit, number))
            links = (show,) if number else ()
            self._put(Notice(Level.ERROR, error.sentence, error.advice, words, links, about=about))
            return
        log.error("bug", exc_info=error)
        self._put(
            Notice(
                Level.ERROR,
                tr("Something unexpected went wrong. What was being done has stopped."),
                tr("Nothing is sent again by itself. The details help us to fix it."),
                details="".join(traceback.format_exception(error)),
            )
        )

    def add(
        self,
        level: Level | LevelName,
        sentence: str,
        *,
        advice: str = "",
        server_words: tuple[str, ...] = (),
        links: tuple[Link, ...] = (),
        standing: bool = False,
        about: str = "",
    ) -> Notice:
        """Show one notice and return it, so that it can be taken back with `close`."""
        told = Notice(Level(level), sentence, advice, server_words, links, standing=standing, about=about)
        return self._put(told)

    def settle(self, about: str) -> None:
        """Take down what was told about this: it is not so any more."""
        left = [notice for notice in self._open if notice.about != about]
        if len(left) < len(self._open):
            self._open = left
            self.changed.emit()

    def close(self, notice: Notice) -> None:
        """Take `notice` off the list; nothing happens when it has gone."""
        if notice in self._open:
            self._open.remove(notice)
            self.changed.emit()

    def _put(self, notice: Notice) -> Notice:
        for known in self._open:
            if known.same_as(notice):
                known.times += 1
                known.links = notice.links
                self.changed.emit()
                return known
        if notice.about:
            self._open = [known for known in self._open if known.about != notice.about]
        self._open.append(notice)
        self.changed.emit()
        return notice


class FrontNotices(Notices):
    """Tells in the notices of the window in `front` what concerns no window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.front: Notices | None = None

    @property
    def open(self) -> tuple[Notice, ...]:
        return super().open if self.front is None else self.front.open

    def settle(self, about: str) -> None:
        if self.front is None:
            super().settle(about)
        else:
            self.front.settle(about)

    def close(self, notice: Notice) -> None:
        if self.front is None:
            super().close(notice)
        else:
            self.front.close(notice)

    def _put(self, notice: Notice) -> Notice:
        return super()._put(notice) if self.front is None else self.front._put(notice)
