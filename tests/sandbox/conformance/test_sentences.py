"""Every sentence of the specification that can be checked by asking, checked by asking."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sandbox.conformance.sentences import GONE, SENTENCES, Says
from tests.sandbox.wire import Reply, post
from tests.support.practice import PracticeStore


def at(answer: Any, place: str) -> Any:
    """What is at `data.products.0.id` of the answer; GONE where there is nothing."""
    for part in filter(None, place.split(".")):
        try:
            answer = answer[int(part)] if isinstance(answer, list) else answer[part]
        except (KeyError, IndexError, TypeError):
            return GONE
    return answer


@pytest.mark.parametrize("says", SENTENCES, ids=lambda says: f"{says.path}: {says.sentence}")
def test_the_store_does_what_the_specification_says(practice_store: PracticeStore, says: Says) -> None:
    for path, body in says.before:
        post(practice_store, path, body)
    reply = post(practice_store, says.path, says.body)
    assert reply.status == says.status, reply.text
    assert {place: at(reply.body, place) for place in says.holds} == dict(says.holds)
    _says_why(reply, says)


def _says_why(reply: Reply, says: Says) -> None:
    """A refusal names the field or value it is about, in the envelope of its kind."""
    if reply.status == 407:
        assert isinstance(reply.body["error"], str)
        assert reply.body["error"]
    elif reply.status != 200:
        assert reply.body["status"] == reply.status
        said = " | ".join(reply.messages)
        assert said
        assert all(name in said for name in says.names), said


def test_there_are_enough_of_them() -> None:
    assert len(SENTENCES) >= 150
    assert len({says.sentence for says in SENTENCES}) >= 120
