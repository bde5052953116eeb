"""Keeps which pages lie over a tab's lists, so that the next window opens them again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, QTimer

from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.runtime.settings import SOON_MS, Settings

LOOK_MS = 1500
"""An import has its id only some time after its page was opened."""
BETWEEN = "\n"


@runtime_checkable
class KeptPage(Protocol):
    """Can be opened again by a token such as `run:1234`."""

    def page_token(self) -> str:
        """Its kind and id; blank while there is nothing to come back to."""


@runtime_checkable
class ReopensPages(Protocol):
    """A tab whose pages come back."""

    def reopen_pages(self) -> None:
        """Open what lay over the lists when the last window ended, once."""


class KeptPages(QObject):
    """Writes the pages of `stack` into `settings` as they come and go; `openers` open one by its kind."""

    def __init__(
        self, stack: PageStack, settings: Settings, name: str, openers: Mapping[str, Callable[[str], None]]
    ) -> None:
        super().__init__(stack)
        self._stack, self._settings, self._openers = stack, settings, openers
        self._key = f"pages/{name}"
        self._last = settings.get(self._key, "")
        self._reopened = self._closed = False
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._keep)
        self._soon = QTimer(self, interval=SOON_MS, singleShot=True)
        self._soon.timeout.connect(self._keep)
        stack.uncovered.connect(self._changed)

    def reopen(self) -> None:
        """Open what lay there, once, and only over lists that nothing lies over yet."""
        if self._reopened:
            return
        self._reopened = True
        if not self._stack.is_home():
            return
        for token in filter(None, self._last.split(BETWEEN)):
            self.open(token)

    def open(self, token: str) -> bool:
        """Open one page by its token; False where nothing opens this kind."""
        kind, _, identity = token.partition(":")
        if kind in self._openers:
            self._openers[kind](identity)
        return kind in self._openers

    def close(self) -> None:
        """The window closes: what lies there now comes back, whatever is taken down from here on."""
        if self._closed:
            return
        self._closed = True
        self._keep()
        self._soon.stop()
        self._look.stop()
        self._stack.uncovered.disconnect(self._changed)

    def _changed(self) -> None:
        self._soon.start()
        self._look.stop() if self._stack.is_home() else self._look.start()

    def _keep(self) -> None:
        known = []
        for at in range(1, self._stack.count()):
            page: object = self._stack.widget(at)
            if isinstance(page, KeptPage):
                known.append(page.page_token())
        tokens = BETWEEN.join(filter(None, known))
        if tokens != self._last:
            self._last = tokens
            self._settings.set(self._key, tokens)
            self._settings.save()
