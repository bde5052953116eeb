"""The page over a tab with the imports of its kind, and the way to a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.imports_page import ImportsPage

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console


class ImportListPage(QWidget):
    """`closed()`: leave it; what is opened from the list is the signals of `list`."""

    closed = Signal()

    def __init__(self, console: Console, kind: str) -> None:
        super().__init__()
        self.list = ImportsPage(console, (kind,), self)
        self.scope = self.list.scope
        self.header = PageHeader(tr("Imports"), back=tr("Back"))
        self.all_button = button(tr("Everybody's runs"), "activity", "quiet")
        self.new_button = button(tr("Import a file"), "import", "primary")
        self.header.add_action(self.all_button)
        self.header.add_action(self.new_button)
        self.all_button.clicked.connect(console.activity_wanted)
        vbox(self.header, (self.list, 1), parent=self, spacing=0)
        self.header.back_clicked.connect(self.closed)
        self.new_button.clicked.connect(lambda: self.list.import_wanted.emit(None))
        self.refresh()

    def refresh(self) -> None:
        """Read the list again."""
        self.list.refresh()

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do."""
        return {"back": self.closed.emit, "primary": self.new_button.click, "refresh": self.refresh}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.list)
