"""Why a text is no JSON is said in our own words, whatever Python's reader found."""

from __future__ import annotations

import json
import sys

import pytest

from svcconsole.words.json_reason import json_reason
from svcconsole.words.message import Message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a value is missing here"),
        ('{"a": }', "a value is missing here"),
        ("{a: 1}", "a name in double quotes is missing here"),
        ('{"a" 1}', "a colon is missing here"),
        ("[1 2]", "a comma is missing here"),
        ('["a', "the text that begins here is not closed"),
        ('["a\tb"]', "a text has a line break or a tab in it"),
        (r'["\x"]', "a backslash is followed by what may not follow it"),
        (r'["\u12"]', "a backslash is followed by what may not follow it"),
        ("{} {}", "something follows after its end"),
        ("[" * (10 * sys.getrecursionlimit()), "too many brackets inside each other"),
    ],
)
def test_the_reason_is_a_message_of_ours(text: str, reason: str) -> None:
    with pytest.raises((json.JSONDecodeError, RecursionError)) as raised:
        json.loads(text)
    said = json_reason(raised.value)
    assert isinstance(said, Message)
    assert said == reason
