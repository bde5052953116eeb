"""Leaves out of a run that must not happen twice whoever may not get it any more, before anything leaves."""

from __future__ import annotations

import time
from collections.abc import Callable

from svcconsole.services.runs.run_ledger import RunLedger
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.records import Totals


class SendGuard:
    """Looks before the first record leaves, whenever the run goes on after others could send, and once the
    suppression list was changed, which it notices within `look_every` seconds. `leave_out` writes it to the
    ledger. While it is `due`, it has to look before the next record leaves."""

    def __init__(
        self, ledger: RunLedger, run_id: str, leave_out: Callable[[Workspace], None], look_every: float
    ) -> None:
        self._ledger = ledger
        self._run_id = run_id
        self._leave_out = leave_out
        self._look_every = look_every
        self.due = True
        self._looked = 0.0
        self._listed: int | None = None

    def ask_again(self) -> None:
        """Others may send: what is true now may not be when the run goes on."""
        self.due = True

    async def is_due(self) -> bool:
        """Whether it is `due`, having looked for a change. Raises WorkspaceError."""
        if not self.due and time.monotonic() - self._looked >= self._look_every:
            self._looked = time.monotonic()
            self.due = self._listed != await self._ledger.ask(_last_change)
        return self.due

    async def look(self) -> Totals:
        """Leave them out; how the run stands then. Nothing of it may be on the way, or read from the ledger
        and not sent. Raises WorkspaceError."""
        self._listed = await self._ledger.ask(_last_change)
        await self._ledger.ask(self._leave_out)
        self.due, self._looked = False, time.monotonic()
        return await self._ledger.ask(lambda space: space.runs.totals(self._run_id))


def _last_change(space: Workspace) -> int | None:
    """The number of the last change to the suppression list, while it is known."""
    found = space.events.recent([EventKind.REGISTRY], 1, key=RegistryKind.SUPPRESSED)
    return next((event.seq for event in found), None)
