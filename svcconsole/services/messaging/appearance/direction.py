"""Decides the direction of a message: right to left when its first letter is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from svcconsole.services.messaging.appearance.variables import PLACE

if TYPE_CHECKING:
    from svcconsole.services.messaging.appearance.bubble import Bubble

_LEFT, _RIGHT = frozenset({"L"}), frozenset({"R", "AL"})
LOOKED_AT = 4_096
"""No message is longer; what stands behind decides nothing."""


def is_right_to_left(text: str) -> bool | None:
    """Whether the first letter with a direction runs from right to left; None without any such letter.

    The names of places still to be filled do not count.
    """
    for character in PLACE.sub("", text[:LOOKED_AT]):
        kind = unicodedata.bidirectional(character)
        if kind in _RIGHT:
            return True
        if kind in _LEFT:
            return False
    return None


def bubble_is_right_to_left(bubble: Bubble) -> bool:
    """The direction of the whole message: of its body, else of the first other words that have one."""
    found = (is_right_to_left(text) for text in _texts(bubble))
    return next((answer for answer in found if answer is not None), False)


def _texts(bubble: Bubble) -> Iterator[str]:
    yield bubble.body
    if bubble.header is not None:
        yield bubble.header.text
    yield bubble.footer
    yield from (button.text for button in bubble.buttons)
    for card in bubble.cards:
        yield from _texts(card)
