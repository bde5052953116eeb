"""Explains the network's failure codes in plain words and says whether sending again can help."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from svcconsole.words.message import message


class Explanation(NamedTuple):
    """`title` says what happened, `advice` what to do; `for_good`: to this person it fails again."""

    title: str
    advice: str
    for_good: bool


_NETWORK = message("Try again later")
_OWNER = message("Ask whoever looks after the WhatsApp account")
_TEMPLATE = message("Ask whoever owns the template")
_FORM = message("Correct the message, then send it again")

REASONS: dict[int, Explanation] = {
    131026: Explanation(
        message("No WhatsApp on this number"), message("Take the person off WhatsApp sends"), True
    ),
    131050: Explanation(
        message("They stopped marketing messages"), message("Send no marketing to this person"), True
    ),
    131021: Explanation(
        message("Sender and recipient are one number"), message("Take this number off the list"), True
    ),
    131062: Explanation(
        message("The recipient's user id cannot be used"), message("Use their phone number"), True
    ),
    131030: Explanation(
        message("A test number that may not write to them"),
        message("Send from the store's real number"),
        True,
    ),
    131051: Explanation(
        message("This kind of message is not supported"), message("Choose another type of message"), True
    ),
    131047: Explanation(
        message("More than 24 hours since they wrote"), message("Send a template instead"), False
    ),
    131049: Explanation(
        message("Too many marketing messages to this person"), message("Wait at least 24 hours"), False
    ),
    130472: Explanation(
        message("Held back by an experiment of WhatsApp's"), message("Reach them another way for now"), False
    ),
    131056: Explanation(
        message("Too many messages to this person at once"), message("Wait a few minutes"), False
    ),
    130429: Explanation(
        message("More messages at once than allowed"), message("Send again, more slowly"), False
    ),
    131048: Explanation(message("The store's number is slowed down as spam"), _OWNER, False),
    131064: Explanation(
        message("The account's daily number is used up"),
        message("Wait a day; ask whoever looks after the WhatsApp account"),
        False,
    ),
    80007: Explanation(message("The account asked too often"), message("Wait a few minutes"), False),
    4: Explanation(message("The service asked too often"), message("Wait a few minutes"), False),
    133016: Explanation(message("The number was registered too often"), _OWNER, False),
    131052: Explanation(
        message("Media could not be fetched"), message("Check the link, then send it again"), False
    ),
    131053: Explanation(
        message("The picture, video or file was not taken"), message("Check its link, type and size"), False
    ),
    131008: Explanation(message("A field of the message is missing"), _FORM, False),
    131009: Explanation(message("A field of the message is not accepted"), _FORM, False),
    132000: Explanation(
        message("A value of the template is missing or too many"), message("Fill in every value"), False
    ),
    132001: Explanation(message("No approved template in this language"), _TEMPLATE, False),
    132005: Explanation(
        message("The template is too long once filled in"), message("Shorten the values"), False
    ),
    132007: Explanation(message("The template breaks WhatsApp's rules"), _TEMPLATE, False),
    132008: Explanation(
        message("A value of the template has the wrong form"), message("Look at its values"), False
    ),
    132012: Explanation(
        message("A value of the template is of another kind"), message("Look at its values"), False
    ),
    132015: Explanation(message("Template has been paused"), _TEMPLATE, False),
    132016: Explanation(message("Template has been switched off"), message("Choose another template"), False),
    132068: Explanation(message("The form in the message is blocked"), _OWNER, False),
    132069: Explanation(message("The form in the message is slowed down"), message("Wait an hour"), False),
    131000: Explanation(message("Something failed at WhatsApp"), _NETWORK, False),
    135000: Explanation(message("Something failed at WhatsApp"), _NETWORK, False),
    131016: Explanation(message("WhatsApp was not available"), _NETWORK, False),
    131057: Explanation(message("The account is being maintained"), _NETWORK, False),
    137000: Explanation(message("The person has a new device"), _NETWORK, False),
    131042: Explanation(
        message("The account cannot be billed"), message("Ask whoever pays the WhatsApp bills"), False
    ),
    131044: Explanation(
        message("The account cannot be billed"), message("Ask whoever pays the WhatsApp bills"), False
    ),
    131045: Explanation(message("The store's number is not registered"), _OWNER, False),
    131037: Explanation(message("The store's display name is not approved"), _OWNER, False),
    131063: Explanation(message("Marketing is switched off for this account"), _OWNER, False),
    131031: Explanation(message("The account is locked"), _OWNER, False),
    130497: Explanation(message("The account may not write to this country"), _OWNER, False),
    368: Explanation(message("The account is restricted for now"), _OWNER, False),
    131005: Explanation(message("The account lacks a permission"), _OWNER, False),
    10: Explanation(message("The account lacks a permission"), _OWNER, False),
    3: Explanation(message("The account lacks a permission"), _OWNER, False),
    190: Explanation(message("The service's key to WhatsApp has run out"), _OWNER, False),
    0: Explanation(message("The service could not sign in to WhatsApp"), _OWNER, False),
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
    return failures_of(Counter(whys))


def failures_of(whys: Mapping[str, int]) -> list[Failure]:
    """The same where it is known how often each was given."""
    times, first = Counter[str](), dict[str, str]()
    for why, often in whys.items():
        key = key_of(why)
        times[key] += often
        first.setdefault(key, why)
    ordered = sorted(times.items(), key=lambda entry: (-entry[1], entry[0]))
    return [Failure(key, code_of(first[key]), explain(first[key]), number) for key, number in ordered]
