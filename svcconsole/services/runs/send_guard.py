"""Leaves out of a run that must not happen twice whoever may not get it any more, before anything leaves."""

from __future__ import annotations

import time
from collections.abc import Callable

from svcconsole.services.runs.run_ledger import RunLedger
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.runs.records import Totals


class SendGuard:
    """Looks before the first record leaves, whenever the run goes on after it held, and once the suppression
    list was changed, which it notices within `look_every` seconds. `leave_out` writes it to the ledger."""

    def __init__(
        self, ledger: RunLedger, run_id: str, leave_out: Callable[[Workspace], None], look_every: float
    ) -> None:
        self._ledger = ledger
        self._run_id = run_id
        self._leave_out = leave_out
        self._look_every = look_every
        self._due = True
        self._looked = 0.0
        self._registries: object = None

    def ask_again(self) -> None:
        """The run holds: what is true now may not be when it goes on."""
        self._due = True

    async def is_due(self) -> bool:
        """Whether it has to look before the next record leaves. Raises WorkspaceError."""
        if not self._due and time.monotonic() - self._looked >= self._look_every:
            self._looked = time.monotonic()
            self._due = self._registries != await self._ledger.ask(_last_change)
        return self._due

    async def look(self) -> Totals:
        """Leave them out; how the run stands then. Nothing of it may be on the way, or read from the ledger
        and not sent. Raises WorkspaceError."""
        self._registries = await self._ledger.ask(_last_change)
        await self._ledger.ask(self._leave_out)
        self._due, self._looked = False, time.monotonic()
        return await self._ledger.ask(lambda space: space.runs.totals(self._run_id))


def _last_change(space: Workspace) -> object:
    """The last change to what the store's lists name, the suppressed numbers among them."""
    return space.events.recent([EventKind.REGISTRY], 1)
