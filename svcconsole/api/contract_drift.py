"""What answers hold that the specification does not know: fields, words, other types, and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from svcconsole.api.faults import Fault
from svcconsole.api.models.catalog import Product
from svcconsole.api.models.customers import Asset
from svcconsole.api.models.messaging import MessageRecord
from svcconsole.api.models.reports import ReportData
from svcconsole.api.models.user_properties import RefusedUserProperty
from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.words.message import Message, mark, message

MOST_KINDS = 50
"""So many different ones of one answer are told: something else altogether has thousands."""
LONGEST_WORD = 60
STATUS = "HTTP"
"""The place of a status code of HTTP."""


class Kind(StrEnum):
    """What is new about it."""

    FIELD = "field"
    WORD = "word"
    SHAPE = "shape"
    MISSING = "missing"


class JsonType(StrEnum):
    """The type of a JSON value, in words."""

    TEXT = mark("text")
    NUMBER = mark("number")
    TRUTH = mark("true or false")
    RECORD = mark("record")
    LIST = mark("list")


@dataclass(frozen=True, slots=True)
class Drift:
    """One difference: `place` as in `data.products[].price`, `said` the word or the type that came,
    `expected` the type that the specification names. No value of a field is in it: it may be a person's."""

    operation: str
    kind: Kind
    place: str
    said: str = ""
    expected: str = ""


_TYPES: Mapping[type, JsonType] = {
    str: JsonType.TEXT,
    int: JsonType.NUMBER,
    float: JsonType.NUMBER,
    bool: JsonType.TRUTH,
    dict: JsonType.RECORD,
    list: JsonType.LIST,
}
_WORDS: Mapping[tuple[type[BaseModel], str], frozenset[str]] = {
    (MessageRecord, "status"): frozenset({"queued", "sent", "delivered", "read", "failed"}),
    (MessageRecord, "type"): frozenset({"whatsapp", "email", "instagram", "messenger", "livechat"}),
    (ReportData, "report_status"): frozenset({"queue", "in_progress", "completed", "failed"}),
    (Asset, "asset_name"): frozenset({"phone_number", "email"}),
}
"""Fields that hold one of a few words (specification, operations 2, 14 and the customer's assets; decisions,
row 6), in small letters."""
_AS_SENT = frozenset({RefusedUserProperty})
"""Records that hold a request's fields as well, which may be anything."""
_ALWAYS: Mapping[type[BaseModel], tuple[str, ...]] = {Product[None]: ("id",)}
"""What the specification says every record has, where reading it does without."""
_ERROR_MEMBERS = frozenset({"status", "success", "message", "error", "errors", "data", "response"})


@dataclass(frozen=True, slots=True)
class _Shape:
    """What may stand at a place. `types` are those of Python's JSON values, empty for any; `plain`: nothing
    more is to be looked at where the type is right."""

    place: str
    types: frozenset[type] = frozenset()
    expected: str = ""
    words: frozenset[str] = frozenset()
    fields: Mapping[str, _Shape] = field(default_factory=dict)
    is_open: bool = False
    always: tuple[str, ...] = ()
    entry: _Shape | None = None

    @property
    def plain(self) -> bool:
        return not (self.words or self.fields or self.entry)


def drifts_of(
    operation: Operation[Any, Any], payload: Any, fault: Fault | None, status: int
) -> Counter[Drift]:
    """What is new in an answer (parsed JSON), and how often; `fault` None: it was accepted."""
    found: Counter[Drift] = Counter()
    if fault is Fault.ODD:
        found[Drift(operation.name, Kind.WORD, STATUS, str(status))] += 1
    if fault is None or fault is Fault.MISFIT:
        _look(_shape_of(operation.name), payload, operation.name, found)
        if fault is Fault.MISFIT and not found:
            found[Drift(operation.name, Kind.SHAPE, "", _type_words(payload), JsonType.RECORD)] += 1
    elif isinstance(payload, dict) and fault is Fault.REFUSED:
        for name in payload.keys() - _ERROR_MEMBERS:
            found[Drift(operation.name, Kind.FIELD, str(name), _type_words(payload[name]))] += 1
    return found


def sentence(drift: Drift) -> Message:
    """What the service does otherwise now."""
    if drift.place == STATUS:
        return message(
            "It answers with the status {said}, which the specification does not know.", said=drift.said
        )
    came = _type_message(drift.said)
    if not drift.place:
        return message("Its answer is no record: a {type} came.", type=came)
    expected = _type_message(drift.expected)
    return message(_SENTENCES[drift.kind], place=drift.place, said=drift.said, type=came, expected=expected)


def _type_message(name: str) -> str:
    """The word for a JSON type; a word of the service is said as it is."""
    return message(name) if name in _EXAMPLES else name


_SENTENCES = {
    Kind.FIELD: mark("It answers with {place} ({type}), a field that the specification does not know."),
    Kind.WORD: mark("It answers {place}: {said}, a word that the specification does not know."),
    Kind.SHAPE: mark("{place} is a {type} where the specification says {expected}."),
    Kind.MISSING: mark("{place} is missing, which the specification says is always there."),
}


def change_of(drift: Drift) -> Mapping[str, Any] | None:
    """What makes a practice store answer alike: a place with a value of the kind that came, or without one;
    None for what is no part of the answer's JSON."""
    if drift.place in {STATUS, ""}:
        return None
    if drift.kind is Kind.MISSING:
        return {"place": drift.place, "remove": True}
    value = drift.said if drift.kind is Kind.WORD else _EXAMPLES.get(drift.said)
    return {"place": drift.place, "value": value}


_EXAMPLES: Mapping[str, Any] = {
    JsonType.TEXT: "example",
    JsonType.NUMBER: 1,
    JsonType.TRUTH: True,
    JsonType.RECORD: {"example": 1},
    JsonType.LIST: ["example"],
}


def _look(shape: _Shape, value: Any, operation: str, found: Counter[Drift]) -> None:
    if value is None or len(found) >= MOST_KINDS:
        return
    kind = type(value)
    if shape.types and kind not in shape.types:
        found[Drift(operation, Kind.SHAPE, shape.place, _type_words(value), shape.expected)] += 1
    elif kind is str:
        if shape.words and value.lower() not in shape.words:
            found[Drift(operation, Kind.WORD, shape.place, value[:LONGEST_WORD])] += 1
    elif kind is dict and shape.fields:
        _look_into(shape, value, operation, found)
    elif kind is list and shape.entry is not None:
        for each in value:
            _look(shape.entry, each, operation, found)


def _look_into(shape: _Shape, value: dict[str, Any], operation: str, found: Counter[Drift]) -> None:
    before = f"{shape.place}." if shape.place else ""
    fields = shape.fields
    if not shape.is_open and not value.keys() <= fields.keys():
        for name in value.keys() - fields.keys():
            found[Drift(operation, Kind.FIELD, before + name, _type_words(value[name]))] += 1
    for name in shape.always:
        if value.get(name) is None:
            found[Drift(operation, Kind.MISSING, before + name)] += 1
    for name, inner in value.items():
        part = fields.get(name)
        # Nearly every value ends here: pages of a thousand records are looked through.
        if part is None or inner is None or (part.plain and type(inner) in part.types):
            continue
        _look(part, inner, operation, found)


def _type_words(value: Any) -> str:
    return _TYPES.get(type(value), JsonType.TEXT)


@cache
def _shape_of(name: str) -> _Shape:
    """Of the table's own row: who reads less of an answer sends with a row of a narrower model."""
    operation = operation_named(name)
    return _Shape("") if operation is None else _of_model(operation.response, "")


def _of_model(model: type[BaseModel], place: str) -> _Shape:
    before = f"{place}." if place else ""
    fields, always = {}, []
    for name, info in model.model_fields.items():
        wire = info.alias or name
        shape = _of_type(info.annotation, before + wire)
        words = _WORDS.get((model, name))
        fields[wire] = shape if words is None else _Shape(shape.place, shape.types, shape.expected, words)
        if info.is_required() or name in _ALWAYS.get(model, ()):
            always.append(wire)
    return _Shape(
        place, frozenset({dict}), JsonType.RECORD, fields=fields, is_open=model in _AS_SENT,
        always=tuple(always),
    )  # fmt: skip


def _of_type(kind: Any, place: str) -> _Shape:
    origin = get_origin(kind)
    parts = [each for each in get_args(kind) if each is not type(None)]
    if origin is Annotated or (origin in {Union, UnionType} and len(parts) == 1):
        return _of_type(parts[0], place)
    if origin is list:
        return _Shape(place, frozenset({list}), JsonType.LIST, entry=_of_type(parts[0], f"{place}[]"))
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _of_model(kind, place)
    types, expected = _LEAVES.get(origin or kind, (frozenset(), ""))
    if kind is str and place.removesuffix("[]").endswith(("Id", ".id", "Ids")):
        types |= {int}  # the service writes ids as numbers, too (decisions, row 20)
    return _Shape(place, types, expected)


_LEAVES: Mapping[Any, tuple[frozenset[type], str]] = {
    str: (frozenset({str}), JsonType.TEXT),
    Decimal: (frozenset({int, float}), JsonType.NUMBER),
    int: (frozenset({int}), JsonType.NUMBER),
    bool: (frozenset({bool}), JsonType.TRUTH),
    dict: (frozenset({dict}), JsonType.RECORD),
}


def operation_named(name: str) -> Operation[Any, Any] | None:
    """The operation of a drift."""
    return next((each for each in OPERATIONS if each.name == name), None)
