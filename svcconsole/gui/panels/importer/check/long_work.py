"""A long call of the worker in step Check: how far it is, and a way to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shiboken6 import isValid

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.footer import FooterPart
from svcconsole.gui.kit.widgets.buttons import button

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.check.check_step import CheckStep
    from svcconsole.gui.panels.importer.session import Session
    from svcconsole.services.imports.views import CheckProgress

QUIET_SECONDS = 0.3
"""What is done sooner is not told of."""


class LongWork:
    """Shows one call at a time in the footer that is on screen; the rows stay as they are meanwhile."""

    def __init__(self, step: CheckStep, session: Session) -> None:
        self._step = step
        self._session = session
        self.stop = button(tr("Stop"), "stop")
        self.stop.hide()
        self.stop.clicked.connect(session.stop)
        step.footer.add(self.stop)

    async def call(
        self, words: Callable[[int, int], str], method: str, *arguments: Any, stops: bool = True
    ) -> Any:
        """The worker's answer; `words(done, of)` say how far it is. Where it `stops` it can be stopped, and
        raises WorkCancelled then."""
        step, footer = self._step, self._step.shown_footer
        before, begun, shown = footer.parts, time.monotonic(), False

        def progress(reached: CheckProgress) -> None:
            nonlocal shown
            if time.monotonic() - begun < QUIET_SECONDS:
                return
            if not shown:
                shown = True
                step.loading.start()
                footer.add(self.stop)
                self.stop.setVisible(stops)
            step.loading.set_fraction(reached.done / max(1, reached.rows))
            footer.set_message(FooterPart(words(reached.done, reached.rows)))

        try:
            return await self._session.call(method, *arguments, progress=progress)
        finally:
            if shown and isValid(self.stop):
                step.loading.stop()
                self.stop.hide()
                footer.set_message(*before)
