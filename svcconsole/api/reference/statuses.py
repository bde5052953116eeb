"""What each status code of an answer means, and which operations give it (specification, Errors)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.operations import Operation
from svcconsole.words.message import message


@dataclass(frozen=True, slots=True)
class Status:
    """A code and its meaning; `only` names the operations that give it, empty: all of them.

    `documented` is False for codes that the practice store gives and the specification does not name.
    """

    code: int
    meaning: str
    only: tuple[Operation[Any, Any], ...] = ()
    documented: bool = True


STATUSES = (
    Status(200, message("Accepted; the answer's fields are above.")),
    Status(
        400,
        message(
            "A field is missing, not allowed or not as specified; the message names it. Nothing is changed."
        ),
    ),
    Status(401, message("The token is missing, or the store does not know it.")),
    Status(404, message("There is no such operation at this address.")),
    Status(406, message("No customer has this id."), (api.GET_CUSTOMER,)),
    Status(407, message("The store has no template with this id; error says so."), (api.SEND_TEMPLATE,)),
    Status(
        407,
        message("The store has no template with this id; a message says so."),
        (api.SEND_TEMPLATE_V1,),
        documented=False,
    ),
    Status(413, message("The request is larger than the store takes."), documented=False),
    Status(429, message("Too many requests; Retry-After says how many seconds to wait."), documented=False),
    Status(500, message("The store failed; send it again later.")),
)


def statuses(operation: Operation[Any, Any]) -> tuple[Status, ...]:
    """The codes one operation may answer with."""
    return tuple(status for status in STATUSES if not status.only or operation in status.only)
