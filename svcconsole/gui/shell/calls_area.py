"""The pages with the dock of the calls under them, which is made when it is first wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.containers.splitter import Splitter
from svcconsole.gui.kit.focus import focus_on, has_focus_inside
from svcconsole.gui.runtime.setting_keys import CALLS_HEIGHT

if TYPE_CHECKING:
    from svcconsole.gui.panels.calls.dock import CallsDock
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.practice_process import PracticeProcess

SHARE, MOST = 0.4, 0.6
"""Of the height, the first time: so much, more where that is less than `ROOMY`, but never over the most."""
ROOMY = 456


class CallsArea(Splitter):
    """How high the dock is, is kept per store; it never opens by itself. `left()`: it was closed while it had
    the focus."""

    left = Signal()

    def __init__(self, console: Console, pages: QWidget, practice: PracticeProcess | None) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._console, self._practice = console, practice
        self.dock: CallsDock | None = None
        self.addWidget(pages)
        self.setStretchFactor(0, 1)
        self.splitterMoved.connect(self._keep_height)

    def is_open(self) -> bool:
        """Whether the calls are on screen."""
        return self.dock is not None and not self.dock.isHidden()

    def toggle(self) -> None:
        """Show the calls, or hide them."""
        if self.is_open():
            self.close_dock()
        else:
            focus_on(self._open())

    def show_call(self, number: int) -> None:
        """Open the dock at one call."""
        dock = self._open()
        dock.show_call(number)
        focus_on(dock)

    def show_drifts(self) -> None:
        """Open the dock at what the specification does not know."""
        dock = self._open()
        dock.show_drifts()
        focus_on(dock)

    def close_dock(self) -> None:
        """Hide the calls; the keys go back to the page."""
        if self.dock is not None:
            had_focus = has_focus_inside(self.dock)
            self.dock.hide()
            if had_focus:
                self.left.emit()

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return self.dock.regions() if self.dock is not None and self.is_open() else ()

    def _open(self) -> CallsDock:
        if self.dock is None:
            from svcconsole.gui.panels.calls.dock import CallsDock

            self.dock = CallsDock(self._console, self._practice)
            self.dock.closed.connect(self.close_dock)
            self.dock.hide()
            self.addWidget(self.dock)
        if self.dock.isHidden():
            whole = self.height()
            first = min(max(whole * SHARE, dp(ROOMY)), whole * MOST)
            high = self._console.settings.get(CALLS_HEIGHT, 0) or round(first)
            self.dock.show()
            self.setSizes([whole - high, high])
        return self.dock

    def _keep_height(self) -> None:
        if self.is_open():
            self._console.settings.set(CALLS_HEIGHT, self.sizes()[1])
