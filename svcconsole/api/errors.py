"""The outcome classes of a call and the tree of errors people read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar


class Outcome(StrEnum):
    """How a call ended (reliability, Retry safety)."""

    OK = "ok"
    REJECTED = "rejected"  # the store said no to this record
    NOT_SENT = "not_sent"  # proved that nothing was executed
    THROTTLED = "throttled"  # not processed, the store asks to wait
    UNKNOWN = "unknown"  # may have been executed
    PAUSE = "pause"  # something concerns every record: nothing was executed, stop and put it right


NOT_EXECUTED = frozenset({Outcome.NOT_SENT, Outcome.THROTTLED, Outcome.PAUSE})
"""The ends of an attempt that did nothing: they prove nothing about an earlier one."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """A refusal of one field: `loc` in the request model's Python names."""

    loc: tuple[str | int, ...]
    sentence: str


class ApiError(Exception):
    """An expected end of a call: one sentence, what to do, and the server's own words beside it."""

    outcome: ClassVar[Outcome]
    concerns: ClassVar[str] = ""
    """What must change for it to be untrue again: "connection", or nothing."""
    refused_here: ClassVar[bool] = False
    """Whether it tells nothing of the store: nobody asked it."""

    def __init__(
        self,
        sentence: str,
        *,
        advice: str = "",
        server_words: tuple[str, ...] = (),
        operation: str | None = None,
        status: int | None = None,
        fields: tuple[FieldError, ...] = (),
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice
        self.server_words = server_words
        self.operation = operation
        self.status = status
        self.fields = fields
        self.call_number = 0
        """By which the log of calls finds the call that ended so; 0 where it is in none."""


class RefusedHere(ApiError):
    """Nothing was sent: the console itself refuses this address, token or request."""

    outcome = Outcome.NOT_SENT
    refused_here = True


class Rejected(ApiError):
    """The store refused this record; sending it again changes nothing."""

    outcome = Outcome.REJECTED


class CustomerNotFound(Rejected):
    """The store has no such customer: a normal answer to a lookup (406)."""


class InvalidTemplate(Rejected):
    """The store does not know the template (407 with an `error` text)."""


class NotDownloaded(Rejected):
    """A picture or file did not come: refused, missing, too large or of another kind."""


class NotReached(ApiError):
    """Nothing was executed: the store was not reached, or a lookup got no answer."""

    outcome = Outcome.NOT_SENT
    concerns = "connection"


class Throttled(ApiError):
    """The store asked to slow down and did not process the call."""

    outcome = Outcome.THROTTLED


class OutcomeUnknown(ApiError):
    """The call may have been executed; only the store knows."""

    outcome = Outcome.UNKNOWN


class Paused(ApiError):
    """Every further call would end alike until something is put right."""

    outcome = Outcome.PAUSE
    concerns = "connection"


class ReadOnlyStore(Paused):
    """The store's profile says read-only, and the call would have changed something: nothing left."""

    concerns = ""
    refused_here = True


class Unauthorized(Paused):
    """The store does not accept the token (401), or not for this operation (403)."""


class WrongAddress(Paused):
    """The address answers, but this operation is not there (404, 405, redirects)."""


class NotThisApi(Paused):
    """Something answers that does not speak this service's language."""


class NotTrusted(Paused):
    """The encrypted connection could not be set up: certificate, host name or protocol."""


class ProxyInTheWay(Paused):
    """A proxy between this computer and the store refused or failed."""
