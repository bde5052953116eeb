"""The part of the wizard that shows its run."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from svcconsole.gui.kit.time_slices import in_slices, next_turn, polished
from svcconsole.gui.panels.runs.run_panel import RunPanel
from svcconsole.gui.panels.runs.run_side import RunSide
from svcconsole.gui.panels.runs.run_view import RunView

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console


class RunSection(QObject):
    """`panel` is the run's page, once there is a run. `ended(run_id)`: it is finished or stopped. The other
    signals are the panel's."""

    left = Signal()
    browse = Signal()
    send_again = Signal(object)
    other_message = Signal(str)
    take_back = Signal(str)
    shows_result = Signal()
    ended = Signal(str)

    def __init__(self, console: Console, stack: QStackedWidget) -> None:
        super().__init__(stack)
        self._console = console
        self._stack = stack
        self.panel: RunPanel | None = None
        self._next: RunPanel | None = None
        self._making = asyncio.Lock()

    async def make_ready(self) -> RunPanel:
        """The run's page, made before it is needed and in parts: whole it would hold the window up."""
        async with self._making:  # a run that is started meanwhile takes this one, and makes none beside it
            if self._next is None:
                side = RunSide(self._console.card)
                await next_turn()
                view = RunView(side)
                await next_turn()
                panel = self._next = RunPanel(self._console, view)
                self._stack.addWidget(panel)
                await in_slices(polished(panel))
            return self._next

    async def show_run(self, run_id: str) -> None:
        """Show this run from now on, in the place of one that was shown before."""
        panel = await self.make_ready()
        self._next = None
        if self.panel is not None:
            self._stack.removeWidget(self.panel)
            self.panel.deleteLater()
        self.panel = panel
        panel.left.connect(self.left)
        panel.browse.connect(self.browse)
        panel.send_again.connect(self.send_again)
        panel.other_message.connect(self.other_message)
        panel.take_back.connect(self.take_back)
        panel.shows_result.connect(self.shows_result)
        panel.ended.connect(lambda: self.ended.emit(panel.run_id))
        panel.show_run(run_id)
