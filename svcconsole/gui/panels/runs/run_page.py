"""The page of one run, opened from the activity dock, a notice or the list of imports."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.panels.runs.run_panel import RunPanel
from svcconsole.gui.panels.runs.run_side import RunSide
from svcconsole.gui.panels.runs.run_view import RunView

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console


class RunPage(QWidget):
    """A run with a header.

    `closed()`: back. `browse()`: look at what was imported. `send_again(Path)`: import this file of refused
    rows. `other_message(import id)`: prepare this campaign's file for another message. `take_back(run id)`:
    give back what this run changed.
    """

    closed = Signal()
    browse = Signal()
    send_again = Signal(object)
    other_message = Signal(str)
    take_back = Signal(str)

    def __init__(self, console: Console, run_id: str) -> None:
        super().__init__()
        self.panel = RunPanel(console, RunView(RunSide(console.card)))
        self.header = PageHeader("", back=tr("Back"))
        vbox(self.header, (self.panel, 1), parent=self, spacing=0)
        for signal in (self.header.back_clicked, self.panel.left):
            signal.connect(self.closed)
        self.panel.browse.connect(self.browse)
        self.panel.send_again.connect(self.send_again)
        self.panel.other_message.connect(self.other_message)
        self.panel.take_back.connect(self.take_back)
        self.panel.loaded.connect(lambda info: self.header.set_title(tr(info.title)))
        self.panel.show_run(run_id)

    @property
    def shown_run(self) -> str:
        """The run it shows."""
        return self.panel.run_id

    @property
    def kind(self) -> str:
        """What the run sends, once it is read."""
        return self.panel.kind

    def page_token(self) -> str:
        """By which the next window opens it again."""
        return f"run:{self.panel.run_id}"

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do."""
        return {"back": self.closed.emit, **self.panel.actions_here()}

    async def shut(self) -> None:
        """End what this page was reading; the run itself goes on."""
        await self.panel.shut()
