"""The API reference: complete, true to the models, and every example is taken by the practice store."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

from svcconsole.api import operations as api
from svcconsole.api.curl import VARIABLE, as_curl, as_json
from svcconsole.api.models.catalog import Product, ProductsResponse, StoredProduct
from svcconsole.api.models.common import Envelope
from svcconsole.api.models.messaging import PAYLOADS, SendMessage
from svcconsole.api.operations import OPERATIONS
from svcconsole.api.reference import ENTRIES, REFERENCE
from svcconsole.api.reference.entry import Entry
from svcconsole.api.reference.notes import LOOSE_TYPES, NOTES, note
from svcconsole.api.reference.statuses import statuses
from tests.support.practice import PracticeStore


def test_each_operation_is_described_once_in_the_tables_order() -> None:
    assert [entry.operation for entry in REFERENCE] == list(OPERATIONS)
    assert len(ENTRIES) == len(OPERATIONS)


@pytest.mark.parametrize("entry", REFERENCE, ids=lambda entry: entry.operation.name)
def test_the_examples_are_requests_the_models_take_unchanged(entry: Entry) -> None:
    assert entry.about.endswith(".")
    assert entry.rules
    assert entry.examples
    for example in entry.examples:
        assert json.loads(entry.operation.request.read(example.body).wire()) == example.body


def test_every_message_type_has_its_example() -> None:
    for entry in ENTRIES:
        if entry.operation in (api.SEND_MESSAGE, api.SEND_MESSAGE_V1):
            assert [example.body["type"] for example in entry.examples] == list(PAYLOADS)


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")
def test_every_example_is_completed_by_curl(practice_store: PracticeStore) -> None:
    """As a reader would: the copied commands in the order of the pages, in a shell, on an empty store."""
    environment = {**os.environ, VARIABLE: practice_store.token, "NO_PROXY": "*"}
    for entry in ENTRIES:
        for example in entry.examples:
            url = f"{practice_store.base_url}/integrations/svcPlatformFunctions-{entry.operation.path}"
            command = as_curl(url, as_json(example.body))
            assert practice_store.token not in command
            ended = subprocess.run(
                ["sh", "-c", command], capture_output=True, text=True, env=environment, check=False
            )
            assert ended.returncode == 0, f"{entry.operation.name}, {example.title}: {ended.stdout}"
            assert entry.operation.response.model_validate_json(ended.stdout).status == 200


def test_notes_are_of_fields_that_exist() -> None:
    for table in (NOTES, LOOSE_TYPES):
        for model, notes in table.items():
            assert notes.keys() <= model.model_fields.keys(), model.__name__


def test_a_note_is_a_sentence_and_reaches_models_made_from_its_own() -> None:
    assert all(text.endswith(".") for notes in NOTES.values() for text in notes.values())
    assert note(SendMessage, "payload") == NOTES[SendMessage]["payload"]
    assert note(ProductsResponse, "status") == NOTES[Envelope]["status"]
    assert note(ProductsResponse, "data") == ""
    assert note(StoredProduct, "currency") == NOTES[Product]["currency"]
    assert note(StoredProduct, "catalog_ids") == NOTES[StoredProduct]["catalog_ids"]


def test_status_codes_are_those_of_the_specification_and_what_our_store_adds() -> None:
    usual = [200, 400, 401, 404, 413, 429, 500]
    extra = {api.GET_CUSTOMER: [406], api.SEND_TEMPLATE: [407], api.SEND_TEMPLATE_V1: [407]}
    for operation in OPERATIONS:
        assert [status.code for status in statuses(operation)] == sorted(usual + extra.get(operation, []))
