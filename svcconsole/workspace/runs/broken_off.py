"""What is said of requests whose process ended before the answer was noted, and how long they may still land.

A store may carry out a request that nobody waits for any more: somebody who looks there too early finds
nothing, sends it once more, and then both arrive.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import StillOnTheWay

REQUEST_SECONDS: Final = 45.0
"""Longer than any request: one that is begun in time has ended when the lease has."""
RUN_BROKEN_OFF = message("The run was broken off before the store's answer was noted.")
SEND_BROKEN_OFF = message("svcconsole ended before the store's answer was noted.")

BEHIND = message(
    "The workspace file is older than what was sent from here, so this may have been sent already."
)
MAY_ARRIVE = (RUN_BROKEN_OFF, SEND_BROKEN_OFF, BEHIND)
"""Of a ledger that is behind nobody knows when it was sent: perhaps a moment before it was lost."""


def refuse_while_on_the_way(reason: str, at: str | None) -> None:
    """Raise StillOnTheWay while a request that was broken off, or whose end was lost, at `at` (ISO)
    may still reach the store."""
    if at is None or reason not in MAY_ARRIVE:
        return
    since = datetime.fromisoformat(now()) - datetime.fromisoformat(at)
    left = round(REQUEST_SECONDS - since.total_seconds())
    if left > 0:
        raise StillOnTheWay(
            message("The store may still carry this out for another {seconds} s.", seconds=str(left)),
            message("Look in the store after that, and then decide: sent now, it could arrive twice."),
        )
