"""Controls what stands on screen after a stop: reads who was reached, opens a campaign over exactly them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.services.campaigns.stopped_run import prepare_correction, stopped_run
from svcconsole.workspace.schema import RunState

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.messaging.campaign.stopped.stopped_step import StoppedStep


class StoppedControl(QObject):
    """`prepared(import_id)`: a new campaign over exactly those reached. `run_wanted()`: the run as it went.
    `rows_wanted(bucket)`: its people behind a number."""

    prepared = Signal(str)
    run_wanted = Signal()
    rows_wanted = Signal(str)

    def __init__(self, step: StoppedStep, console: Console, scope: TaskScope) -> None:
        super().__init__(step)
        self._step = step
        self._console = console
        self._run_id = ""
        step.write_wanted.connect(lambda: scope.start(self._write(), "after stop"))
        step.go_on_wanted.connect(self._go_on)
        step.run_wanted.connect(self.run_wanted)
        step.rows_wanted.connect(self.rows_wanted)

    async def read(self, run_id: str) -> bool:
        """Read a run and show it; False for one that was not stopped, or that goes on."""
        runs = self._console.runs
        if runs is None:
            return False
        stopped = await self._console.db(lambda space: stopped_run(space, run_id))
        if stopped.info.state is not RunState.STOPPED:
            return False
        self._run_id = run_id
        live = runs.run(run_id)
        self._step.show_run(stopped, live.stop_took if live is not None else None)
        return True

    def _go_on(self) -> None:
        """The rest of it; that is asked before."""
        self.run_wanted.emit()
        if self._console.runs is not None:
            self._console.runs.resume(self._run_id)

    async def _write(self) -> None:
        """Prepare a new campaign over exactly those who have it; what it says is chosen there."""
        run_id = self._run_id
        self.prepared.emit(await self._console.db(lambda space: prepare_correction(space, run_id)))
