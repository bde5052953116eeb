"""Every operation has its handler or says plainly that it is not built yet."""

from __future__ import annotations

from typing import Any

import pytest

from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.sandbox.handlers import HANDLERS, NOT_BUILT_YET
from tests.api.models.samples import SAMPLES
from tests.sandbox.wire import PREFIX, good_headers, post, raw
from tests.support.practice import PracticeStore


def test_every_operation_is_handled_or_listed_as_not_built() -> None:
    assert set(HANDLERS) | NOT_BUILT_YET == set(OPERATIONS)
    assert not set(HANDLERS) & NOT_BUILT_YET


@pytest.mark.parametrize(
    "operation", [one for one in OPERATIONS if one in NOT_BUILT_YET], ids=lambda one: one.name
)
def test_what_is_not_built_says_so(practice_store: PracticeStore, operation: Operation[Any, Any]) -> None:
    reply = post(practice_store, operation.path, SAMPLES[operation])
    assert reply.status == 501
    assert reply.messages == [f"{operation.path} is not built into the practice store yet"]
    stranger = raw(practice_store, "POST", PREFIX + operation.path, good_headers(practice_store)[:1], b"{}")
    assert stranger.status == 401


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_every_answer_is_in_an_envelope(
    practice_store: PracticeStore, operation: Operation[Any, Any]
) -> None:
    practice_store.reset("demo")
    reply = post(practice_store, operation.path, SAMPLES[operation])
    assert reply.kind == "application/json"
    if reply.status == 200:
        operation.response.model_validate(reply.body)
    elif reply.status == 407:
        assert set(reply.body) == {"status", "error"}
    else:
        assert reply.status in {400, 406, 501}
        assert reply.messages
