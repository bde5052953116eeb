"""Imports and runs opened over the lists, and the ways back from them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from svcconsole.gui.console import Console
    from svcconsole.gui.tasks import TaskScope
    from svcconsole.gui.widgets.opened import OpenedPages

PAINT_SECONDS = 0.05
"""A list that was just uncovered is painted within this."""


class Importing(QObject):
    """`left()`: back to the list of imports. `browse()`: to the products. `changed()`: read those again."""

    left = Signal()
    browse = Signal()
    changed = Signal()

    def __init__(self, console: Console, scope: TaskScope, pages: OpenedPages) -> None:
        super().__init__(pages)
        self._console = console
        self._scope = scope
        self._pages = pages

    def open_import(self, path: Path | None, import_id: str | None) -> None:
        """Open an import, on a file or begun before; one that is at its file still gets this one."""
        from svcconsole.gui.panels.importer.page import ImportPage

        on_top = self._pages.currentWidget()
        if import_id is None and isinstance(on_top, ImportPage) and on_top.is_at_file():
            if path is not None:
                on_top.open(path)
            return
        page = ImportPage(self._console, kind="products", path=path, import_id=import_id)
        page.closed.connect(lambda: self._close(page))
        page.finished.connect(lambda _: self.changed.emit())
        page.browse.connect(lambda: self._browse(page))
        self._pages.open_page(page)

    def open_run(self, run_id: str) -> None:
        """Open the page of a run."""
        from svcconsole.gui.panels.runs.page import RunPage

        page = RunPage(self._console, run_id)
        page.closed.connect(lambda: self._close(page))
        page.send_again.connect(lambda path: self._send_again(page, path))
        page.browse.connect(lambda: self._browse(page))
        self._pages.open_page(page)

    def _close(self, page: QWidget) -> None:
        self._pages.close_page(page)
        self.left.emit()

    def _browse(self, page: QWidget) -> None:
        self.browse.emit()
        self._pages.take(page)
        self._scope.start(self._browsed(page), "browse")

    async def _browsed(self, page: QWidget) -> None:
        """The list is seen first: a page is a thousand parts to take down, and reading works in threads."""
        await asyncio.sleep(PAINT_SECONDS)
        page.deleteLater()
        await asyncio.sleep(PAINT_SECONDS)
        self.changed.emit()

    def _send_again(self, page: QWidget, path: str) -> None:
        self._close(page)
        self.open_import(Path(path), None)
