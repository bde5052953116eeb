"""Test recipients whose messages always end in the same way, as test cards do for payments."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.sandbox.rules.contacts import phone_key


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a message's life: its status, and between how many seconds after acceptance it comes."""

    status: str
    earliest: float
    latest: float


@dataclass(frozen=True, slots=True)
class Recipient:
    """What becomes of a message to `number`; `failure` is the code and the reason of its failed stage."""

    number: str
    sentence: str
    stages: tuple[Stage, ...]
    failure: tuple[int, str] | None = None

    @property
    def reason(self) -> str | None:
        """The `failureReason` of the delivery record: the code, then what it means."""
        return self.failure and f"{self.failure[0]}: {self.failure[1]}"


STATUSES = ("queued", "sent", "delivered", "read", "failed")
"""The status words in the order a message goes through them (decisions, row 6)."""

_QUEUED = Stage("queued", 0, 0)
_SENT = Stage("sent", 0.2, 0.8)
_DELIVERED = Stage("delivered", 1.5, 4.5)
_READ = Stage("read", 6, 14)
_FAILED = Stage("failed", 1.5, 4.5)

ANYONE = Recipient(
    "", "Any other number: delivered within 5 seconds, read within 15.", (_QUEUED, _SENT, _DELIVERED, _READ)
)
RECIPIENTS = (
    Recipient(
        "+15550100001",
        "Stays at sent for ever, as with a recipient who has blocked the store.",
        (_QUEUED, _SENT),
    ),
    Recipient(
        "+15550100002",
        "Is read without ever being delivered: a status may be left out.",
        (_QUEUED, _SENT, _READ),
    ),
    Recipient(
        "+15550100003",
        "Fails with 131026: the number cannot be reached.",
        (_QUEUED, _SENT, _FAILED),
        (131026, "The message cannot be delivered: this number does not receive WhatsApp messages."),
    ),
    Recipient(
        "+15550100004",
        "Fails with 131047: the customer last wrote more than 24 hours ago, only a template may be sent.",
        (_QUEUED, _FAILED),
        (131047, "The customer last wrote more than 24 hours ago: only a template message may be sent now."),
    ),
    Recipient(
        "+15550100005",
        "Fails with 131049: the customer has had enough marketing messages for now.",
        (_QUEUED, _SENT, _FAILED),
        (131049, "Held back to protect the customer: too many marketing messages in a short time."),
    ),
    Recipient(
        "+15550100006",
        "Fails with 131053: the picture, video or document could not be taken over.",
        (_QUEUED, _FAILED),
        (131053, "The media of the message could not be taken over: check its link, type and size."),
    ),
    Recipient(
        "+15550100007",
        "Fails with 132015: the template is paused.",
        (_QUEUED, _FAILED),
        (132015, "The template is paused, because customers rated it badly: edit it or wait."),
    ),
    Recipient(
        "+15550100008",
        "Is slow: delivered only after 30 seconds, read after 40.",
        (_QUEUED, _SENT, Stage("delivered", 30, 30), Stage("read", 40, 40)),
    ),
)
_BY_NUMBER = {recipient.number: recipient for recipient in RECIPIENTS}


def recipient(number: str) -> Recipient:
    """What becomes of a message to this number, however it is written."""
    return _BY_NUMBER.get(phone_key(number) or "", ANYONE)
