"""The pages of one tab's imports: the wizard, runs, and the list of both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.kit.time_slices import take_down

if TYPE_CHECKING:
    from svcconsole.gui.kit.containers.page_stack import PageStack
    from svcconsole.gui.panels.importer.page import ImportPage
    from svcconsole.gui.panels.rehearsal.page import RehearsalPage
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope

PAINT_SECONDS = 0.05
"""A list that was just uncovered is painted within this."""
SHOWN = ("shown_run", "shown_result")
"""What a page of a run, or of what came of it, names its run by."""


class ImportPages(QObject):
    """Imports and runs of `kind` ("products", "customers", "user_properties") as pages over a tab, and of the
    kinds `beside` it.

    `left()`: a page of it was closed. `browse(kind, run id)`: show what was imported. `changed()`: read that
    again.
    """

    left = Signal()
    browse = Signal(str, str)
    changed = Signal()

    def __init__(
        self,
        console: Console,
        scope: TaskScope,
        pages: PageStack,
        kind: str = "products",
        beside: Sequence[str] = (),
    ) -> None:
        super().__init__(pages)
        self._beside = tuple(beside)
        self._console = console
        self._scope = scope
        self._pages = pages
        self._kind = kind

    def open_import(self, path: Path | None = None, import_id: str | None = None, kind: str = "") -> None:
        """Open an import, on a file or begun before. A page that shows it already comes to the front, and one
        that is at its file still gets this file.

        `kind` is one of those beside the first; without it, a file is imported as what is on top already.
        """
        from svcconsole.gui.panels.importer.page import ImportPage

        shown = self._pages.find_page(ImportPage, lambda page: page.import_id == import_id)
        if import_id is not None and shown is not None:
            self._pages.raise_page(shown)
            return
        if import_id is not None and self._beside and not kind:
            self._scope.start(self._open_kept(import_id), "kept")
            return
        on_top = self._pages.currentWidget()
        same = isinstance(on_top, ImportPage) and kind in ("", on_top.kind) and on_top.is_at_file()
        if import_id is None and isinstance(on_top, ImportPage) and same:
            if path is not None:
                on_top.open(path)
            return
        page = self.new_page(path, import_id, kind or self._kind)
        page.closed.connect(lambda: self._close(page))
        page.finished.connect(lambda _: self.changed.emit())
        page.browse.connect(lambda: self._browse(page))
        page.take_back.connect(lambda run_id: self._take_back(page, run_id))
        page.rehearse.connect(lambda run_id: self.open_rehearsal(run_id, page))
        self._pages.open_page(page)

    def openers(self) -> dict[str, Callable[[str], None]]:
        """How its pages are opened again, by the kind of their tokens."""
        return {
            "import": lambda import_id: self.open_import(None, import_id),
            "run": self.open_run,
            "take-back": self.open_take_back,
        }

    def new_page(self, path: Path | None, import_id: str | None, kind: str) -> ImportPage:
        """The wizard, on a file or on an import begun before."""
        from svcconsole.gui.panels.importer.page import ImportPage

        return ImportPage(self._console, kind=kind, path=path, import_id=import_id)

    async def _open_kept(self, import_id: str) -> None:
        """An import begun before is of the kind it was begun as."""
        info = await self._console.db(lambda workspace: workspace.imports.get(import_id))
        self.open_import(None, import_id, info.kind if info.kind in self._beside else self._kind)

    def open_run(self, run_id: str) -> None:
        """Open the page of a run; one that shows it already comes to the front."""
        from svcconsole.gui.panels.runs.run_page import RunPage

        if (shown := self._page_of(run_id)) is not None:
            self._pages.raise_page(shown)
            return
        page = RunPage(self._console, run_id)
        page.closed.connect(lambda: self._close(page))
        page.send_again.connect(lambda path: self._send_again(page, path, page.kind))
        page.other_message.connect(lambda import_id: self._go_on_with(page, import_id))
        page.browse.connect(lambda: self._browse(page))
        page.take_back.connect(lambda identity: self._take_back(page, identity))
        self._pages.open_page(page)

    def _page_of(self, run_id: str, shown: str = "shown_run") -> QWidget | None:
        return self._pages.find_page(QWidget, lambda page: getattr(page, shown, None) == run_id)

    def open_take_back(self, run_id: str) -> None:
        """Open the page that takes a run back; one that does already comes to the front."""
        from svcconsole.gui.panels.take_back.page import TakeBackPage

        if (shown := self._pages.find_page(TakeBackPage, lambda page: page.run_id == run_id)) is not None:
            self._pages.raise_page(shown)
            return
        page = TakeBackPage(self._console, run_id)
        page.closed.connect(lambda: self._close(page))
        page.finished.connect(lambda _: self.changed.emit())
        page.browse.connect(lambda: self._browse(page))
        page.take_back.connect(lambda identity: self._take_back(page, identity))
        page.rehearse.connect(lambda identity: self.open_rehearsal(identity, page))
        self._pages.open_page(page)

    def open_rehearsal(self, run_id: str, planned_on: QWidget | None = None) -> RehearsalPage:
        """Open the page that rehearses a plan over the one it was made on, which goes once it is sent, or
        over the list it was made on."""
        from svcconsole.gui.panels.rehearsal.page import RehearsalPage

        page = RehearsalPage(self._console, run_id)
        page.closed.connect(lambda: self._close(page))
        if planned_on is not None:
            page.started.connect(lambda _: self._scope.start(self._let_go(planned_on)))
        page.finished.connect(lambda _: self.changed.emit())
        page.browse.connect(lambda: self._browse(page))
        page.take_back.connect(lambda identity: self._take_back(page, identity))
        self._pages.open_page(page)
        return page

    async def _let_go(self, page: QWidget) -> None:
        """Take a page down that has nothing to do any more."""
        if self._pages.indexOf(page) >= 0:
            self._pages.remove(page)
        if (shut := getattr(page, "shut", None)) is not None:
            await shut()
        await take_down(page)

    def open_list(self) -> None:
        """Open the page with the imports being prepared and the runs of this kind."""
        from svcconsole.gui.panels.importer.list_page import ImportListPage

        page = ImportListPage(self._console, self._kind)
        page.closed.connect(lambda: self._close(page))
        page.list.import_wanted.connect(self.open_import)
        page.list.open_import.connect(lambda identity: self.open_import(None, identity))
        page.list.open_run.connect(self.open_run)
        page.list.take_back.connect(self.open_take_back)
        self._pages.open_page(page)

    def _take_back(self, page: QWidget, run_id: str) -> None:
        self._close(page)
        self.open_take_back(run_id)

    def _close(self, page: QWidget) -> None:
        self._pages.close_page(page)
        under = self._pages.currentWidget()
        if refresh := getattr(under, "refresh", None):
            refresh()
        self.left.emit()

    def _browse(self, page: QWidget) -> None:
        """Leave for the list; pages of other runs that lie between are taken down, too."""
        self.browse.emit(getattr(page, "kind", self._kind), _run_of(page))
        self._pages.remove(page)
        self._scope.start(self._browsed(page), "browse")
        self.uncover()

    def uncover(self) -> None:
        """Show the lists: pages of runs, which go on by themselves, are taken down; of what else lies over
        them it is said that it does."""
        while (under := self._pages.currentWidget()) is not None and _run_of(under):
            self._pages.remove(under)
            self._scope.start(self._shut(under))
        self._pages.note_if_covered(self._console.notices)

    async def _shut(self, page: QWidget) -> None:
        await asyncio.sleep(PAINT_SECONDS)
        await self._let_go(page)

    async def _browsed(self, page: QWidget) -> None:
        """The list is seen first: a page is a thousand parts to take down, and reading works in threads."""
        await asyncio.sleep(PAINT_SECONDS)
        await take_down(page)
        await asyncio.sleep(PAINT_SECONDS)
        self.changed.emit()

    def _go_on_with(self, page: QWidget, import_id: str) -> None:
        self._close(page)
        self.open_import(None, import_id)

    def _send_again(self, page: QWidget, path: str, kind: str) -> None:
        self._close(page)
        self.open_import(Path(path), None, kind if kind in self._beside else "")


def _run_of(page: QWidget) -> str:
    """The run that a page is about; blank for none."""
    return next((run_id for name in SHOWN if (run_id := getattr(page, name, None))), "")
