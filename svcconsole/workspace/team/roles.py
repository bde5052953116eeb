"""The roles of a team and what each may do; the database holds them, too, by grants and rules for rows."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from svcconsole.words.message import mark, message
from svcconsole.workspace.errors import WorkspaceError


class Right(StrEnum):
    """What somebody may do."""

    LOOK = "look"
    PREPARE = "prepare"
    SEND = "send"
    DECIDE = "decide"
    APPROVE = "approve"
    ADMINISTER = "administer"


class Role(StrEnum):
    """What somebody is in the team."""

    LOOK = "look"
    PREPARE = "prepare"
    SEND = "send"
    APPROVE = "approve"
    ADMINISTER = "administer"
    WORKER = "worker"


_PREPARES = frozenset({Right.LOOK, Right.PREPARE})
_SENDS = _PREPARES | {Right.SEND, Right.DECIDE}
RIGHTS: Mapping[Role, frozenset[Right]] = {
    Role.LOOK: frozenset({Right.LOOK}),
    Role.PREPARE: _PREPARES,
    Role.SEND: _SENDS,
    Role.APPROVE: _SENDS | {Right.APPROVE},
    Role.ADMINISTER: frozenset(Right),
    Role.WORKER: _SENDS - {Right.DECIDE},
}

REFUSALS: Mapping[Right, str] = {
    Right.LOOK: mark("Your role in the team does not let you look at this."),
    Right.PREPARE: mark("Your role in the team lets you look, not prepare or change anything."),
    Right.SEND: mark("Your role in the team does not let you send anything."),
    Right.DECIDE: mark("Your role in the team does not let you decide what became of a record."),
    Right.APPROVE: mark("Your role in the team does not let you approve plans."),
    Right.ADMINISTER: mark("Your role in the team does not let you change who may do what."),
}
ASK = message("Whoever administers the team can give you another role.")


class NotAllowed(WorkspaceError):
    """Somebody's role in the team does not include what they asked for; nothing was done."""

    def __init__(self, right: Right) -> None:
        super().__init__(message(REFUSALS[right]), ASK)
        self.right = right
