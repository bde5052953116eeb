"""Why a message did not arrive, in plain words by the network's code, and whether trying again can help."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple


class Explanation(NamedTuple):
    """`title` says what happened, `advice` what to do; `for_good`: to this person it fails again."""

    title: str
    advice: str
    for_good: bool


_NETWORK = "Try again later"
_OWNER = "Ask whoever looks after the WhatsApp account"
_TEMPLATE = "Ask whoever owns the template"
_FORM = "Put the message right, then send it anew"

REASONS: dict[int, Explanation] = {
    131026: Explanation("No WhatsApp on this number", "Take the person off WhatsApp sends", True),
    131050: Explanation("They stopped marketing messages", "Send no marketing to this person", True),
    131021: Explanation("Sender and recipient are one number", "Take this number off the list", True),
    131062: Explanation("The recipient's user id cannot be used", "Use their phone number", True),
    131030: Explanation(
        "A test number that may not write to them", "Send from the store's real number", True
    ),
    131051: Explanation("This kind of message is not supported", "Choose another type of message", True),
    131047: Explanation("More than 24 hours since they wrote", "Send a template instead", False),
    131049: Explanation("Too many marketing messages to this person", "Wait at least 24 hours", False),
    130472: Explanation("Held back by an experiment of WhatsApp's", "Reach them another way for now", False),
    131056: Explanation("Too many messages to this person at once", "Wait a few minutes", False),
    130429: Explanation("More messages at once than allowed", "Send again, more slowly", False),
    131048: Explanation("The store's number is slowed down as spam", _OWNER, False),
    131064: Explanation("The account's daily number is used up", "Wait a day; " + _OWNER.lower(), False),
    80007: Explanation("The account asked too often", "Wait a few minutes", False),
    4: Explanation("The service asked too often", "Wait a few minutes", False),
    133016: Explanation("The number was registered too often", _OWNER, False),
    131052: Explanation("Media could not be fetched", "Check the link, then send it anew", False),
    131053: Explanation("The picture, video or file was not taken", "Check its link, type and size", False),
    131008: Explanation("A field of the message is missing", _FORM, False),
    131009: Explanation("A field of the message is not accepted", _FORM, False),
    132000: Explanation("A value of the template is missing or too many", "Fill in every value", False),
    132001: Explanation("No approved template in this language", _TEMPLATE, False),
    132005: Explanation("The template is too long once filled in", "Shorten the values", False),
    132007: Explanation("The template breaks WhatsApp's rules", _TEMPLATE, False),
    132008: Explanation("A value of the template has the wrong form", "Look at its values", False),
    132012: Explanation("A value of the template is of another kind", "Look at its values", False),
    132015: Explanation("Template has been paused", _TEMPLATE, False),
    132016: Explanation("Template has been switched off", "Choose another template", False),
    132068: Explanation("The form in the message is blocked", _OWNER, False),
    132069: Explanation("The form in the message is slowed down", "Wait an hour", False),
    131000: Explanation("Something failed at WhatsApp", _NETWORK, False),
    135000: Explanation("Something failed at WhatsApp", _NETWORK, False),
    131016: Explanation("WhatsApp was not available", _NETWORK, False),
    131057: Explanation("The account is being maintained", _NETWORK, False),
    137000: Explanation("The person has a new device", _NETWORK, False),
    131042: Explanation("The account cannot be billed", "Ask whoever pays the WhatsApp bills", False),
    131044: Explanation("The account cannot be billed", "Ask whoever pays the WhatsApp bills", False),
    131045: Explanation("The store's number is not registered", _OWNER, False),
    131037: Explanation("The store's display name is not approved", _OWNER, False),
    131063: Explanation("Marketing is switched off for this account", _OWNER, False),
    131031: Explanation("The account is locked", _OWNER, False),
    130497: Explanation("The account may not write to this country", _OWNER, False),
    368: Explanation("The account is restricted for now", _OWNER, False),
    131005: Explanation("The account lacks a permission", _OWNER, False),
    10: Explanation("The account lacks a permission", _OWNER, False),
    3: Explanation("The account lacks a permission", _OWNER, False),
    190: Explanation("The service's key to WhatsApp has run out", _OWNER, False),
    0: Explanation("The service could not sign in to WhatsApp", _OWNER, False),
}
"""Code → what it means. Permanent are only those in which person and number are the reason."""

_FIRST = re.compile(r"^[\W_]*(?:code|error)?[\W_]*(\d{1,7})\b", re.IGNORECASE)
_NAMED = re.compile(r"(?:\bcode|\berror|#)\W{0,4}(\d{1,7})\b", re.IGNORECASE)
_LONG = re.compile(r"(?<!\d)(\d{5,7})(?!\d)")


@lru_cache(4096)
def code_of(why: str) -> int | None:
    """The code in a store's `failureReason`, `131026: …`, `(#131026) …`, `{"code": 131026}`; None for none.

    A short number counts only where it stands first or is called a code: "24 hours" is none.
    """
    for shape in (_FIRST, _NAMED, _LONG):
        for found in shape.finditer(why):
            if int(found[1]) in REASONS or (shape is not _LONG and len(found[1]) > 4):
                return int(found[1])
    return None


def explain(why: str) -> Explanation | None:
    """What is known about a reason; None where the store's own words are all there is."""
    code = code_of(why)
    return None if code is None else REASONS.get(code)


class Failure(NamedTuple):
    """One bar: `key` groups what failed alike, `times` is how many; without an explanation `key` is all there
    is, the store's own words."""

    key: str
    code: int | None
    explanation: Explanation | None
    times: int

    @property
    def for_good(self) -> bool:
        """Whether trying again cannot help."""
        return self.explanation is not None and self.explanation.for_good


def key_of(why: str) -> str:
    """What a reason is grouped by: its code where that is explained, else the words as they came."""
    return why.strip() if explain(why) is None else str(code_of(why))


def histogram(whys: Iterable[str]) -> list[Failure]:
    """Failures by reason, most first."""
    times, first = Counter[str](), dict[str, str]()
    for why in whys:
        key = key_of(why)
        times[key] += 1
        first.setdefault(key, why)
    ordered = sorted(times.items(), key=lambda entry: (-entry[1], entry[0]))
    return [Failure(key, code_of(first[key]), explain(first[key]), number) for key, number in ordered]
