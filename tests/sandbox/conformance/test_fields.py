"""Every field of the specification's tables: required, optional, of its type, and nothing beside them."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.models.samples import CATALOG
from tests.sandbox.conformance.fields import FIELDS, OBJECTS, PROPERTIES, Block, Field
from tests.sandbox.wire import data, post
from tests.support.practice import PracticeStore

WRONG = {
    "string": 7,
    "number": "7",
    "boolean": "true",
    "object": "text",
    "string[]": "text",
    "number[]": "7",
    "object[]": "text",
}


@pytest.fixture(scope="module")
def store(practice_process: PracticeStore) -> Iterator[PracticeStore]:
    """One store for all of this file, holding what the complete bodies refer to."""
    practice_process.reset("empty")
    data(practice_process, "catalogs/createOrUpdate", {"catalogs": [CATALOG]})
    person = {"partnerCustomerId": "C-17", "phoneNumber": "+4915225550123"}
    data(practice_process, "customers/createOrUpdate", person)
    asked = {
        "reportType": "Overall",
        "reportName": "Ledger report",
        "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-02T00:00:00Z"},
        "emails": ["reports@brand.example"],
    }
    data(practice_process, "generateReport", asked)
    yield practice_process


def holder(body: Any, place: str) -> tuple[Any, str]:
    """The object that holds the last name of `place`, and that name."""
    *steps, last = [part for part in re.split(r"[.\[\]]+", place) if part]
    for step in steps:
        body = body[int(step)] if step.isdigit() else body[step]
    return body, last


def changed(field: Field, *value: Any) -> Any:
    """The complete body with the field replaced, or without it."""
    body = copy.deepcopy(dict(field.body))
    inside, name = holder(body, field.place)
    if value:
        inside[name] = value[0]
    else:
        inside.pop(name, None)
    return body


def refused(store: PracticeStore, path: str, body: Any, place: str, name: str) -> None:
    """The store refuses the body and names the field; an entry of user properties for itself alone."""
    reply = post(store, path, body)
    if path == PROPERTIES and place.startswith("userProperties["):
        assert reply.status == 200, reply.text
        (entry,) = reply.body["data"]["invalidUserProperties"]
        assert name in entry["error"]
        submitted = {key: entry[key] for key in body["userProperties"][0]}
        assert submitted == body["userProperties"][0]
    else:
        assert reply.status == 400, reply.text
        assert any(place in message for message in reply.messages), reply.messages


def accepted(store: PracticeStore, path: str, body: Any) -> None:
    reply = post(store, path, body)
    assert reply.status == 200, reply.text
    if path == PROPERTIES:
        assert not reply.body["data"]["invalidUserProperties"], reply.text


@pytest.mark.parametrize("block", OBJECTS, ids=lambda block: f"{block.path} {block.inside}")
def test_the_complete_body_is_accepted(store: PracticeStore, block: Block) -> None:
    accepted(store, block.path, block.body)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.sentence)
def test_a_required_field_is_missed_and_an_optional_one_is_not(store: PracticeStore, field: Field) -> None:
    body = changed(field)
    if field.required:
        refused(store, field.path, body, field.place, holder(body, field.place)[1])
    else:
        accepted(store, field.path, body)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.sentence)
def test_a_value_of_another_type_is_refused_by_name(store: PracticeStore, field: Field) -> None:
    body = changed(field, WRONG[field.type])
    refused(store, field.path, body, field.place, holder(body, field.place)[1])


@pytest.mark.parametrize("block", OBJECTS, ids=lambda block: f"{block.path} {block.inside}")
def test_a_field_that_is_not_declared_is_refused_by_name(store: PracticeStore, block: Block) -> None:
    field = next(block.fields())
    place = f"{block.inside}.undeclared" if block.inside else "undeclared"
    body = changed(Field(field.section, block.path, block.body, place, "string", False), "x")
    refused(store, block.path, body, place, "undeclared")


def test_the_table_is_as_large_as_it_says() -> None:
    assert 2 * len(FIELDS) + 2 * len(OBJECTS) >= 500
    assert len({field.sentence for field in FIELDS}) >= 200
