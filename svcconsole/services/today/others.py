"""Reads what the other people of the team did lately, from the log."""

from __future__ import annotations

from dataclasses import dataclass, replace

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.audit_entries import Action

LOOKED_THROUGH = 200
TOLD = frozenset(
    {
        Action.FINISHED, Action.STOPPED, Action.SENT, Action.SAVED, Action.DECIDED, Action.RESTORED,
        Action.FORGOTTEN, Action.APPROVED, Action.SENT_BACK, Action.INVITED, Action.ROLE_CHANGED,
        Action.REMOVED, Action.LOCKED, Action.SCHEDULED, Action.UNSCHEDULED,
    }
)  # fmt: skip
"""What is worth a line: how something ended, not that it began."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did: `who` as people call them, the `action` and what it was done to, to how many and how
    it ended, as the log has them; several alike are one. `at` is the newest, ISO in UTC."""

    who: str
    action: str
    subject: str
    kind: str
    count: int
    outcome: str
    at: str


def deeds_of_others(space: Workspace, since: str, most: int) -> tuple[Deed, ...]:
    """What others did since a moment (ISO, UTC), the newest first; nothing where nobody shares the
    workspace."""
    if not space.shared:
        return ()
    called = space.operators.names()
    me = space.operator
    found: dict[tuple[str, ...], Deed] = {}
    for entry in space.log.page(actions=sorted(TOLD), limit=LOOKED_THROUGH):
        if entry.at < since:
            break
        if entry.operator == me:
            continue
        kind = str(entry.details.get("kind", ""))
        key = (entry.operator, entry.action, entry.subject, kind, entry.outcome)
        before = found.get(key)
        if before is not None:
            found[key] = replace(before, count=before.count + entry.count)
        else:
            who = called.get(entry.operator) or entry.operator
            found[key] = Deed(who, entry.action, entry.subject, kind, entry.count, entry.outcome, entry.at)
    return tuple(found.values())[:most]
