"""The pill beside a reason of failure says what it takes to send again: time, a change, or nothing helps."""

from __future__ import annotations

import pytest

from svcconsole.gui.panels.delivery.delivery_text import reason_pill
from svcconsole.services.deliveries.reasons import histogram


@pytest.mark.parametrize(
    ("why", "word"),
    [
        ("131049: too many offers", "May pass"),
        ("131056: too many to one person", "May pass"),
        ("131053: the media could not be taken over", "After a change"),
        ("132015: the template is paused", "After a change"),
        ("131026: no WhatsApp", "For good"),
        ("130472: part of an experiment", "For good"),
        ("the dog ate it", "Not known"),
    ],
)
def test_a_reason_says_whether_waiting_helps(why: str, word: str) -> None:
    (failure,) = histogram([why])
    assert reason_pill(failure).word == word
