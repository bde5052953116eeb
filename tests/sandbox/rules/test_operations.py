"""Every operation has its handler, and whatever it is sent, its answer is in an envelope."""

from __future__ import annotations

from typing import Any

import pytest

from svcconsole.api.models.catalog import ListProducts
from svcconsole.api.models.common import Envelope, LooseNumber, LooseText, Record
from svcconsole.api.operations import OPERATIONS, SEND_TEMPLATE, Effect, Operation
from svcconsole.sandbox.http.answer_schemas import answer_of
from svcconsole.sandbox.rules.handlers import HANDLERS, handler_of
from tests.api.models.samples import SAMPLES
from tests.sandbox.wire import post
from tests.support.practice import PracticeStore


class Notes(Record):
    notes: list[LooseText] | None = None
    about: dict[str, LooseNumber] | None = None


class NotesResponse(Envelope):
    data: Notes


class VagueNotes(Notes):
    anything: Any = None


class VagueResponse(Envelope):
    data: VagueNotes


LIST_NOTES = Operation("notes.list", "notes/list", ListProducts, NotesResponse, Effect.READ, "List notes")
LIST_VAGUELY = Operation("notes.vague", "notes/vague", ListProducts, VagueResponse, Effect.READ, "Vague")


def test_every_operation_is_handled() -> None:
    assert set(HANDLERS) == set(OPERATIONS)


def test_an_operation_that_nothing_answers_is_named_with_the_place_to_write_it() -> None:
    with pytest.raises(LookupError, match=r"answers notes\.list: write it in .*sandbox/rules/.* HANDLERS"):
        handler_of(LIST_NOTES)


def test_an_answer_that_its_model_does_not_describe_is_named_with_the_place_to_describe_it() -> None:
    with pytest.raises(
        TypeError, match=r"VagueNotes does not say .* anything: describe it in EXACT in .*\.py"
    ):
        answer_of(LIST_VAGUELY)


def test_an_answer_is_described_by_its_model_alone() -> None:
    described = answer_of(LIST_NOTES)
    assert described["required"] == ["status", "success", "data"]
    assert described["properties"]["data"] == {
        "type": "object",
        "properties": {
            "notes": {"type": "array", "items": {"type": "string"}},
            "about": {"type": "object", "additionalProperties": {"type": "number"}},
        },
        "required": ["notes", "about"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_every_answer_is_in_an_envelope(
    practice_store: PracticeStore, operation: Operation[Any, Any]
) -> None:
    practice_store.reset("demo")
    reply = post(practice_store, operation.path, SAMPLES[operation])
    assert reply.kind == "application/json"
    if reply.status == 200:
        operation.response.model_validate(reply.body)
    elif reply.status == 407 and operation is SEND_TEMPLATE:
        assert set(reply.body) == {"status", "error"}
    else:
        assert reply.status in {400, 406, 407}
        assert reply.messages
