"""The OpenAPI document against the store: requests made from it find no 500 and no undocumented answer."""

from __future__ import annotations

from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from svcconsole.api.operations import OPERATIONS, Operation
from tests.sandbox.wire import PREFIX, good_headers, raw
from tests.support.practice import PracticeStore

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def schema(practice_process: PracticeStore) -> Any:
    """The document as the store serves it."""
    practice_process.reset("demo")
    reply = raw(practice_process, "GET", "/openapi.json", good_headers(practice_process)[:1])
    loaded = schemathesis.openapi.from_dict(reply.body)
    loaded.config.update(base_url=practice_process.base_url)
    return loaded


@pytest.mark.parametrize("examples", [10, pytest.param(1_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value
)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_nothing_undocumented_is_answered(
    practice_process: PracticeStore,
    schema: Any,
    operation: Operation[Any, Any],
    mode: GenerationMode,
    examples: int,
) -> None:
    described = schema[PREFIX + operation.path]["POST"]
    authorization = {"Authorization": f"Basic {practice_process.token}"}

    direct = requests.Session()
    direct.trust_env = False  # loopback, around any proxy

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=described.as_strategy(generation_mode=mode))
    def answers_as_documented(case: Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS, session=direct, headers=authorization)

    with direct:
        answers_as_documented()
