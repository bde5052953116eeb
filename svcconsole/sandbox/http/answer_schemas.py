"""The exact JSON Schemas of every operation's answers, for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from svcconsole.api.models import customers, helpdesk, messaging, reports, user_properties
from svcconsole.api.models.common import Envelope
from svcconsole.api.models.resource import Answered
from svcconsole.api.operations import Operation
from svcconsole.sandbox.rules.customer_record import EMAIL, PHONE

Schema = dict[str, Any]

REFERENCE = "#/components/schemas/{model}"

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer", "minimum": 0}
COUNTRY: Schema = {"type": "string", "pattern": "^[A-Z]{2}$"}
INSTANT: Schema = {"type": "string", "format": "date-time"}
URL: Schema = {"type": "string", "format": "uri"}
STATES = ("queued", "sent", "delivered", "read", "failed")
CHANNELS = ("whatsapp", "email", "instagram", "messenger", "livechat")


@dataclass(frozen=True, slots=True)
class Exact:
    """What this store keeps to beyond a model, which reads the answers of any store.

    `types` are narrower than the model's, by Python name; `always` are the fields that every record has
    (None: all of them), `never` those this store does not answer.
    """

    types: Mapping[str, Schema] = field(default_factory=dict)
    always: tuple[str, ...] | None = None
    never: tuple[str, ...] = ()


def answer_of(operation: Operation[Any, Any]) -> Schema:
    """The schema of an operation's answer: an envelope, and what its response model has beside that."""
    response = operation.response
    succeeded = {"success": {"const": True}} if "data" in response.model_fields else {}
    own = _fields(response, Envelope.model_fields)
    return _object(status={"const": 200}, **succeeded, **{wire: schema for _, wire, schema in own})


def _record(model: type[BaseModel]) -> Schema:
    """The schema of a record; one that is answered as it was sent is that of the request."""
    if model in SHAPES:
        return SHAPES[model]
    if model not in EXACT and issubclass(model, Answered):
        return {"$ref": REFERENCE.format(model=model.sent_as.__name__)}
    always = EXACT[model].always if model in EXACT else None
    required: dict[str, Schema] = {}
    optional: dict[str, Schema] = {}
    for name, wire, schema in _fields(model):
        (required if always is None or name in always else optional)[wire] = schema
    return _object(optional, **required)


def _fields(model: type[BaseModel], without: Collection[str] = ()) -> Iterator[tuple[str, str, Schema]]:
    """Each field this store answers: its Python name, its wire name, its schema."""
    exact = EXACT.get(model, Exact())
    for name, info in model.model_fields.items():
        if name in without or name in exact.never:
            continue
        try:
            schema = exact.types.get(name) or _schema(info.annotation)
        except KeyError:
            raise TypeError(
                f"The model {model.__name__} does not say what the practice store answers as {name}:"
                " describe it in EXACT in svcconsole/sandbox/http/answer_schemas.py."
            ) from None
        yield name, info.alias or name, schema


def _schema(kind: Any) -> Schema:
    """What a type says by itself; KeyError for one that says nothing, as Any does."""
    parts = [one for one in get_args(kind) if one is not type(None)]
    origin = get_origin(kind)
    if origin is Annotated or (origin in {Union, UnionType} and len(parts) == 1):
        return _schema(parts[0])
    if origin is list:
        return _list(_schema(parts[0]))
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(parts[1])}
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _record(kind)
    return _TYPES[kind]


_TYPES: Mapping[Any, Schema] = {
    str: TEXT,
    bool: {"type": "boolean"},
    int: WHOLE,
    Decimal: {"type": "number"},
}


def _object(optional: Mapping[str, Schema] | None = None, /, **required: Schema) -> Schema:
    """An object of these members and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def _list(entry: Schema) -> Schema:
    return {"type": "array", "items": entry}


def _one_of(*words: str) -> Schema:
    return {"type": "string", "enum": list(words)}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


SHAPES: Mapping[type[BaseModel], Schema] = {
    user_properties.RefusedUserProperty: {
        "description": "The entry as it was submitted, and why it was not taken",
        "type": "object",
        "properties": {"storeId": TEXT, "customerId": TEXT, "error": TEXT},
        "required": ["storeId", "customerId", "error"],
    },
}
"""Records that hold more than their model names."""

NO_MESSAGE = _object(createdAt={"type": "null"}, message=TEXT)

EXACT: dict[type[BaseModel], Exact] = {
    reports.ReportRequestedData: Exact({"report_history_id": WHOLE}),
    reports.ReportData: Exact(
        {
            "download_link": _or_null(URL),
            "report_status": _one_of("QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED"),
            "cursor": _or_null(TEXT),
        }
    ),
    customers.StoredCustomer: Exact(
        {
            "id": WHOLE,
            "country_code": COUNTRY,
            "created_at": INSTANT,
            "updated_at": INSTANT,
            "tags": _list(TEXT),
        },
        always=("id", "created_at", "updated_at"),
    ),
    customers.StoredAddress: Exact({"address_id": WHOLE}, always=("address_id", "is_default")),
    customers.Asset: Exact(
        {
            "id": WHOLE,
            "created_at": INSTANT,
            "asset_name": _one_of(PHONE, EMAIL),
            "country_code": _or_null(COUNTRY),
        }
    ),
    helpdesk.Ticket: Exact({"id": WHOLE, "agent_id": _or_null(WHOLE), "team_id": _or_null(WHOLE)}),
    messaging.SentV1Response: Exact(never=("id",)),
    messaging.MessageRecord: Exact(
        {
            "id": WHOLE,
            "created_at": INSTANT,
            "status": _one_of(*STATES),
            "type": _one_of(*CHANNELS),
            "failure_reason": _or_null(TEXT),
        }
    ),
    user_properties.UserPropertyCounts: Exact(
        {
            "create_count": WHOLE,
            "update_count": WHOLE,
            "docs_failed_to_update": _list(_object(index=WHOLE, error=TEXT)),
        }
    ),
}
EXACT[messaging.MessagesData] = Exact(
    {"messages": _list({"anyOf": [_record(messaging.MessageRecord), NO_MESSAGE]})}
)
