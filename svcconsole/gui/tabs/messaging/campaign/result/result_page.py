"""The page of a campaign's result, opened from the list of campaigns, a notice or the activity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.tabs.messaging.campaign.result.result_control import ResultControl
from svcconsole.gui.tabs.messaging.campaign.result.result_step import ResultStep
from svcconsole.gui.tabs.messaging.campaign.result.result_words import name_of

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console


class ResultPage(QWidget):
    """`closed()`: back. `browse()`: its messages in Delivery. `run_wanted(run id)`: the run as it went.
    `other_message(import id)`: a new campaign was prepared."""

    closed = Signal()
    browse = Signal()
    run_wanted = Signal(str)
    other_message = Signal(str)
    kind = "campaign"

    def __init__(self, console: Console, run_id: str) -> None:
        super().__init__()
        self.shown_result = run_id
        self.scope = make_scope(self, console.notices)
        self.header = PageHeader("", back=tr("Back"))
        self.picture = button(tr("Save as picture"), "image")
        self.table = button(tr("CSV"), "export")
        for part in (self.picture, self.table):
            self.header.add_action(part)
        self.step = ResultStep()
        self.control = ResultControl(self.step, console, self.scope)
        vbox(self.header, (self.step, 1), parent=self, spacing=0)
        self._connect()
        self.scope.start(self._open(), "open")

    async def _open(self) -> None:
        await self.control.read(self.shown_result)
        if self.step.result is not None:
            self.header.set_title(name_of(self.step.result.info))
        self.step.focus_first()

    def page_token(self) -> str:
        """By which the next window opens it again."""
        return f"result:{self.shown_result}"

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do."""
        here: dict[str, Callable[[], None]] = {"back": self.closed.emit}
        if self.step.again.isEnabled():
            here["primary"] = self.step.again.click
        return here

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.step.main, self.step.side, self.step.footer)

    async def can_leave(self) -> bool:
        """Always: nothing is typed here."""
        return True

    async def shut(self) -> None:
        """End what this page was reading."""
        await self.control.aclose()
        await self.scope.close()

    def _connect(self) -> None:
        self.header.back_clicked.connect(self.closed)
        self.picture.clicked.connect(self.control.save_picture)
        self.table.clicked.connect(self.control.save_table)
        self.control.prepared.connect(self.other_message)
        self.step.people_wanted.connect(self.browse)
        for signal in (self.step.run_wanted, self.step.decide_wanted):
            signal.connect(lambda: self.run_wanted.emit(self.shown_result))
        key = QShortcut(QKeySequence("Ctrl+Shift+S"), self)
        key.activated.connect(self.control.save_picture)
