"""The reasons a run pauses for, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from svcconsole.api.errors import ApiError
from svcconsole.words.message import message, plural


class PauseReason(StrEnum):
    """What a run waits for; OFFLINE, TERMS, the hours and limits of a campaign, and TURN, the end of another
    run, end by themselves, and DECISION is a campaign that stopped by itself."""

    PERSON = "person"
    STORE = "store"
    OFFLINE = "offline"
    DISK = "disk"
    TERMS = "terms"
    TURN = "turn"
    DECISION = "decision"


ALONE = (PauseReason.OFFLINE, PauseReason.TERMS, PauseReason.TURN)
"""What a run waits for without anybody."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause: its reason in a sentence and what to do."""

    why: PauseReason
    sentence: str
    advice: str = ""


PAUSED_BY_PERSON = Pause(
    PauseReason.PERSON,
    message("Paused. Nothing is on the way."),
    message("Resume goes on with the next row."),
)
AFTER_ANOTHER = Pause(
    PauseReason.TURN,
    message("Its time has come, and another run is under way."),
    message("It goes on by itself after that one."),
)
UNCLEAR = Pause(
    PauseReason.STORE,
    message(
        "The store's answers do not say whether the rows arrived, and reading them back shows they did not."
    ),
    message("Look at the store, then resume: the rows that arrived are not sent again."),
)
UNREADABLE = Pause(
    PauseReason.STORE,
    message("The store's answers do not say whether the rows arrived, and they cannot be read back."),
    message("Look at the store, then resume: what was sent without a clear answer waits for your decision."),
)
OFFLINE_ADVICE = message("The run looks for the store by itself and goes on as soon as it answers.")
NO_TEMPLATE = Pause(
    PauseReason.STORE,
    message("The store does not know this template: it refused three messages in a row for it."),
    message("Nothing else is sent. Stop and choose another template, or resume once the store has it."),
)


def store_away(error: ApiError | None) -> Pause:
    """Nobody answers."""
    sentence = error.sentence if error else message("The store does not answer.")
    return Pause(PauseReason.OFFLINE, sentence, OFFLINE_ADVICE)


def store_refuses(error: ApiError | None) -> Pause:
    """Every further call would end alike."""
    if error is None:
        return Pause(PauseReason.STORE, message("The store refuses every call."))
    return Pause(PauseReason.STORE, error.sentence, error.advice)


def asks_to_wait(seconds: float) -> Pause:
    """So long that a person decides."""
    minutes = round(seconds / 60)
    sentence = plural("The store asks to wait {n} minute.", "The store asks to wait {n} minutes.", minutes)
    return Pause(PauseReason.STORE, sentence, message("Resume it then."))
