"""One received item as a row that can be listed, searched and shown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import message
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.containers.facts import Fact
from svcconsole.gui.kit.widgets.pills import PillValue, unknown_pill
from svcconsole.gui.runtime.practice_records import Moment


@dataclass(frozen=True, slots=True)
class Row:
    """`key` is its own for good; `text` is a text of its own, `link` something to copy, `body` JSON.

    `one` is what a single thing of its kind is called. A row that is not `settled` changes with time alone.
    """

    kind: str
    one: str
    key: str
    at: str
    who: str
    what: str
    state: PillValue
    facts: tuple[Fact, ...] = ()
    events: tuple[Moment, ...] = ()
    text: str = ""
    link: str = ""
    body: str = ""
    settled: bool = True

    def holds(self, words: list[str]) -> bool:
        """Whether each of the words is somewhere in it; `words` are case-folded."""
        everything = " ".join((self.who, self.what, self.state.word, self.text, self.link, self.body))
        folded = everything.casefold()
        return all(word in folded for word in words)


_WORDS: Mapping[str, PillValue] = {
    "COMPLETED": PillValue(message("Completed"), "check", "success"),
    "FAILED": PillValue(message("Failed"), "close", "danger"),
    "QUEUE": PillValue(message("In the queue"), "clock", "neutral"),
    "IN_PROGRESS": PillValue(message("Being made"), "play", "accent"),
    "KEPT": PillValue(message("Kept"), "check", "success"),
    "SENT": PillValue(message("Sent"), "check", "success"),
    "WAITING": PillValue(message("Waiting"), "clock", "neutral"),
    "DELIVERED": PillValue(message("Delivered"), "check", "success"),
    "GIVEN_UP": PillValue(message("Given up"), "close", "danger"),
    "OPEN": PillValue(message("Open"), "unlock", "neutral"),
    "STARTED": PillValue(message("Begun"), "play", "accent"),
    "RUNNING": PillValue(message("Running"), "play", "accent"),
}


def word_pill(word: str) -> PillValue:
    """A state word of the store as a pill; an unknown one in quotes."""
    known = _WORDS.get(word.upper())
    return known if known else unknown_pill(word)


def contact_of(shown: Mapping[str, Any]) -> str:
    """Phone or e-mail of whoever a request is about."""
    found = first(shown, "phoneNumber", "customerPhoneNumber", "email", "customerEmail", "svcCustomerId")
    return phone_text(found, None)


def name_of(shown: Mapping[str, Any]) -> str:
    """The person's name in a request."""
    parts = (str(shown.get(key) or "") for key in ("firstName", "lastName"))
    return " ".join(part for part in parts if part) or first(shown, "name", "fullName")


def first(shown: Mapping[str, Any], *keys: str) -> str:
    """The first of these that is there, one level down, too."""
    places = [shown, *(value for value in shown.values() if isinstance(value, dict))]
    return next((str(place[key]) for place in places for key in keys if place.get(key)), "")


def as_json(value: Mapping[str, Any]) -> str:
    """A body as it is shown; empty where there is none."""
    return visible(json.dumps(value, indent=2, ensure_ascii=False, default=str)) if value else ""
