"""The Helpdesk tab: the ticket with those made here beside it; registries and imports opened over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.kept_pages import KeptPages
from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.panels.importer.import_pages import ImportPages
from svcconsole.gui.panels.importer.list_page import ImportListPage
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.registries.registries_page import RegistriesPage
from svcconsole.gui.panels.registries.registry_cache import RegistryCache
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import TaskScope, make_scope
from svcconsole.gui.tabs.helpdesk.ticket_page import TicketPage
from svcconsole.workspace.known.event_kinds import EventKind

Page = TicketPage | RegistriesPage | ImportPage | ImportListPage | RunPage
PAGES = (RegistriesPage, ImportPage, ImportListPage, RunPage)


class HelpdeskTab(QWidget):
    """`chosen_page_changed` when a page was opened over the ticket or closed again."""

    chosen_page_changed = Signal()

    def __init__(self, console: Console, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.known = RegistryCache(self)
        self.stack = PageStack(self)
        self.ticket_page = TicketPage(console, self.known)
        self.stack.addWidget(self.ticket_page)
        self.importing = ImportPages(console, self.scope, self.stack, "tickets")
        self._kept_pages = KeptPages(self.stack, console.settings, "helpdesk", self.importing.openers())
        self._opened = False
        self.live = LiveRefresh(self, console.events, self.scope, (EventKind.REGISTRY,), self._others_named)
        vbox(self.stack, parent=self)
        self.ticket_page.registries_wanted.connect(self.open_registries)
        self.ticket_page.import_wanted.connect(self.open_import)
        self.ticket_page.imports_wanted.connect(self.importing.open_list)
        self.ticket_page.learned.connect(self.read_known)
        self.stack.uncovered.connect(self.chosen_page_changed)

    def activate(self) -> None:
        """Shown: the draft and what is known, once; then only what changed."""
        if not self._opened:
            self._opened = True
            self.scope.start(self._open(), "open")

    async def can_leave(self) -> bool:
        """Ask the ticket that is not sent yet."""
        return await self.ticket_page.can_leave()

    async def aclose(self) -> None:
        """Keep what is typed, and end what is under way here."""
        await self.ticket_page.keep_last_words()
        for at in range(self.stack.count()):
            page = self.stack.widget(at)
            scope = getattr(page, "scope", None)
            if isinstance(page, ImportPage | RunPage):
                await page.shut()
            elif isinstance(scope, TaskScope):
                await scope.close()
        await self.ticket_page.made.scope.close()
        await self.scope.close()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do now."""
        return self._page().actions_here()

    def focus_start(self) -> QWidget | None:
        """Where the page in front begins."""
        return self._page()

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        page = self._page()
        return (page,) if isinstance(page, RunPage) else page.regions()

    def read_known(self) -> None:
        """The registries anew."""
        self.scope.start(self._read_known(), "known")

    def open_registries(self) -> None:
        """Lay the page of the registries over the ticket."""
        if isinstance(self._page(), RegistriesPage):
            return
        page = RegistriesPage(self.console, self.known)
        page.closed.connect(lambda: self.stack.close_page(page))
        page.changed.connect(self.read_known)
        self.stack.open_page(page)

    def open_import(self, path: Path | None = None, import_id: str | None = None) -> None:
        """Open the import of tickets, on a file or on an import that was begun before."""
        self.importing.open_import(path, import_id)

    def import_kind(self, kind: str) -> None:
        """Begin an import of tickets."""
        self.importing.open_import(None, None, kind)

    def open_run(self, run_id: str) -> None:
        """Open the page of a run."""
        self.importing.open_run(run_id)

    def open_page(self, page: str) -> None:
        """Open one of its pages by the name it is kept under."""
        self._kept_pages.open(page)

    def reopen_pages(self) -> None:
        """What lay over the ticket when the last window ended, also by a power cut."""
        self._kept_pages.reopen()

    def _page(self) -> Page:
        page = self.stack.currentWidget()
        return page if isinstance(page, PAGES) else self.ticket_page

    async def _open(self) -> None:
        await self._read_known()
        await self.ticket_page.people.read()
        await self.ticket_page.open()
        self.console.sends_changed.connect(self._read_people)

    def _read_people(self) -> None:
        """Whom somebody wrote to just now is offered first from now on."""
        self.scope.start(self.ticket_page.people.read(), "people")

    async def _others_named(self, _kinds: frozenset[str]) -> None:
        await self._read_known()

    async def _read_known(self) -> None:
        self.known.set_entries(await self.console.db(lambda workspace: workspace.registries.entries()))
