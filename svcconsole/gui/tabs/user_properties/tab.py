"""The User Properties tab: the table of entries, and the imports of files opened over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.kept_pages import KeptPages
from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.panels.importer.import_pages import ImportPages
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.user_properties.entries import Entries
from svcconsole.gui.tabs.user_properties.page import EntriesPage
from svcconsole.gui.tabs.user_properties.stored_draft import KIND


class UserPropertiesTab(QWidget):
    """`chosen_page_changed` when a page was opened over the table or closed again."""

    chosen_page_changed = Signal()

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.entries = Entries(console, self)
        self.scope = self.entries.scope
        self.stack = PageStack(self)
        self.page = EntriesPage(console, self.entries, self.stack)
        self.importing = ImportPages(console, self.scope, self.stack, kind=KIND)
        self._opened = False
        openers = self.importing.openers()
        self._kept_pages = KeptPages(self.stack, console.settings, "user_properties", openers)
        self.stack.addWidget(self.page)
        vbox(self.stack, parent=self)
        self.setMinimumSize(dp(480), dp(320))
        self.stack.uncovered.connect(self.chosen_page_changed)
        self.page.import_button.clicked.connect(lambda _=False: self.open_import())
        self.page.file_dropped.connect(self.open_import)
        self.importing.left.connect(self.page.table.setFocus)
        self.importing.changed.connect(self.page.refresh)

    def focus_start(self) -> QWidget | None:
        """Where the page in front begins."""
        return self.stack.focus_start()

    def reopen_pages(self) -> None:
        """What lay over the lists when the last window ended, also by a power cut."""
        self._kept_pages.reopen()

    def activate(self) -> None:
        """Shown: the table as it was left, and what became of what was sent."""
        self.page.watch()
        if not self._opened:
            self._opened = True
            self.scope.start(self.page.open(), "open")
        else:
            self.page.refresh()

    async def can_leave(self) -> bool:
        """Ask the pages that are open, the one on top first; the entries are kept as they are typed."""
        for at in reversed(range(self.stack.count())):
            asked = getattr(self.stack.widget(at), "can_leave", None)
            if asked is not None and not await asked():
                return False
        return True

    async def aclose(self) -> None:
        """Keep what was typed, then end what is under way here, the open pages first."""
        self._kept_pages.close()
        for at in range(1, self.stack.count()):
            scope = getattr(self.stack.widget(at), "scope", None)
            if scope is not None:
                await scope.close()
        await self.entries.aclose()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do now."""
        own = getattr(self.stack.currentWidget(), "actions_here", None)
        actions: Mapping[str, Callable[[], None]] = own() if own is not None else {}
        return actions

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        own = getattr(self.stack.currentWidget(), "regions", None)
        parts: Sequence[QWidget] = own() if own is not None else (self.stack,)
        return parts

    def open_page(self, page: str) -> None:
        """Open one of its pages by the name it is kept under."""
        self._kept_pages.open(page)

    def open_import(self, path: Path | None = None, import_id: str | None = None) -> None:
        """Open the import page, on a file or on an import that was begun before."""
        self.importing.open_import(path, import_id)

    def open_run(self, run_id: str) -> None:
        """Open the page of a run."""
        self.importing.open_run(run_id)

    def is_list_open(self) -> bool:
        """Whether no page lies over the table."""
        return self.stack.is_home()
