"""Every operation has its handler, and whatever it is sent, its answer is in an envelope."""

from __future__ import annotations

from typing import Any

import pytest

from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.sandbox.handlers import HANDLERS
from tests.api.models.samples import SAMPLES
from tests.sandbox.wire import post
from tests.support.practice import PracticeStore


def test_every_operation_is_handled() -> None:
    assert set(HANDLERS) == set(OPERATIONS)


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
        assert reply.status in {400, 406}
        assert reply.messages
