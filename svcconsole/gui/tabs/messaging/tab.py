"""The Messaging tab: compose, and whatever is opened over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from svcconsole.gui.console import Console
from svcconsole.gui.tabs.messaging.message_page import MessagePage
from svcconsole.gui.tabs.messaging.send_page import SendPage
from svcconsole.gui.tabs.messaging.sources import Sources
from svcconsole.gui.tasks import TaskScope
from svcconsole.services.sending import request_of
from svcconsole.workspace.records import SentRecord


class MessagingTab(QWidget):
    """One page for each kind of thing that is sent, each with its own draft."""

    def __init__(self, console: Console, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.scope = TaskScope(self, console.notices)
        self.sources = Sources(console, self)
        self.message_page = MessagePage(self.sources)
        self.pages: tuple[SendPage, ...] = (self.message_page,)
        self.stack = QStackedWidget()
        self._opened = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        for page in self.pages:
            self.stack.addWidget(page)
            page.type_chosen.connect(self.choose)
            page.learned.connect(self.read_known)
            page.sent_here.reopen.connect(self.reopen)

    def activate(self) -> None:
        """Shown: the drafts and what is known, once."""
        if not self._opened:
            self._opened = True
            self.scope.start(self._open(), "open")

    async def can_leave(self) -> bool:
        """Ask each page that holds something unsent."""
        for page in self.pages:
            if not await page.can_leave():
                self.stack.setCurrentWidget(page)
                return False
        return True

    async def aclose(self) -> None:
        """End what is under way here."""
        scopes = [each.scope for page in self.pages for each in (page, page.sent_here)]
        for scope in (*scopes, self.sources.pictures.scope, self.scope):
            await scope.close()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do now."""
        return self.page().actions_here()

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return self.page().regions()

    def page(self) -> SendPage:
        """The page in front."""
        found = self.stack.currentWidget()
        return found if isinstance(found, SendPage) else self.message_page

    def choose(self, word: str) -> None:
        """A type of message."""
        self.stack.setCurrentWidget(self.message_page)
        self.message_page.choose(word)

    def reopen(self, record: SentRecord) -> None:
        """Something sent before as a new draft, in the form it was sent from."""
        request = request_of(record)
        for page in self.pages:
            if page.reopen(record, request):
                self.stack.setCurrentWidget(page)

    def read_known(self) -> None:
        """The registries anew."""
        self.scope.start(self.sources.read_known(), "known")

    async def _open(self) -> None:
        await self.sources.open()
        for page in self.pages:
            await page.open()
