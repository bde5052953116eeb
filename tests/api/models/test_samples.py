"""The table has the specification's rows, and a complete request of each passes and keeps every field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from svcconsole.api import operations as api
from svcconsole.api.operations import BY_PATH, OPERATIONS, Effect, Operation
from tests.api.models.samples import CAROUSEL, MESSAGE, PATHS, PAYLOADS, READS, SAMPLES


def test_the_rows_are_the_specifications_operations() -> None:
    assert [operation.path for operation in OPERATIONS] == PATHS
    assert list(BY_PATH) == PATHS
    assert len({operation.name for operation in OPERATIONS}) == len(PATHS)


def test_effects_say_what_may_be_repeated() -> None:
    assert {one.path for one in OPERATIONS if one.effect is Effect.READ} == READS
    upserts = {one.path for one in OPERATIONS if one.effect is Effect.UPSERT}
    assert upserts == {path for path in PATHS if "createOrUpdate" in path}
    assert [one for one in OPERATIONS if one.retry_needs] == [api.UPSERT_CUSTOMER]
    assert [one for one in OPERATIONS if one.deprecated] == [api.SEND_MESSAGE_V1, api.SEND_TEMPLATE_V1]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_cursor_and_retry_needs_name_fields(operation: Operation[Any, Any]) -> None:
    named = {operation.cursor, operation.retry_needs} - {None}
    assert named <= set(operation.request.model_fields)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_a_complete_request_keeps_every_field(operation: Operation[Any, Any]) -> None:
    assert json.loads(operation.request.read(SAMPLES[operation]).wire()) == SAMPLES[operation]


@pytest.mark.parametrize("kind", PAYLOADS)
def test_all_nine_message_types_in_both_versions(kind: str) -> None:
    message = {**MESSAGE, "type": kind, "payload": PAYLOADS[kind]}
    assert json.loads(api.SEND_MESSAGE.request.read(message).wire()) == message
    older = {**message, "appId": "app-1"}
    assert json.loads(api.SEND_MESSAGE_V1.request.read(older).wire()) == older


def test_a_carousel_has_one_outer_body_text() -> None:
    assert json.loads(api.SEND_TEMPLATE.request.read(CAROUSEL).wire()) == CAROUSEL


def test_a_template_without_type_is_sent_as_default() -> None:
    plain = {name: value for name, value in SAMPLES[api.SEND_TEMPLATE].items() if name != "type"}
    assert json.loads(api.SEND_TEMPLATE.request.read(plain).wire())["type"] == "DEFAULT"


def test_the_ticket_channel_is_read_in_any_case_and_sent_as_documented() -> None:
    lower = {**SAMPLES[api.CREATE_TICKET], "channel": "whatsapp"}
    assert json.loads(api.CREATE_TICKET.request.read(lower).wire())["channel"] == "WHATSAPP"


def test_the_prefix_names_the_service_customer_id() -> None:
    request = api.GET_CUSTOMER.request.read({"svcCustomerId": "9"})
    assert json.loads(request.wire("acme")) == {"acmeCustomerId": "9"}
    assert json.loads(request.wire()) == {"svcCustomerId": "9"}
