"""What each operation answers with 200, exactly, as JSON Schemas for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.models.catalog import Catalog, Product
from svcconsole.api.models.customers import Address
from svcconsole.api.operations import Operation
from svcconsole.sandbox.customer_record import EMAIL, PHONE

Schema = dict[str, Any]

REFERENCE = "#/components/schemas/{model}"

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer", "minimum": 0}
COUNTRY: Schema = {"type": "string", "pattern": "^[A-Z]{2}$"}
INSTANT: Schema = {"type": "string", "format": "date-time"}
URL: Schema = {"type": "string", "format": "uri"}
STATES = ("queued", "sent", "delivered", "read", "failed")
CHANNELS = ("whatsapp", "email", "instagram", "messenger", "livechat")


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


def _same_as(model: type[Catalog | Product]) -> Schema:
    """A record that is answered as it was sent."""
    return {"$ref": REFERENCE.format(model=model.__name__)}


def _success(**data: Schema) -> Schema:
    return _object(status=STATUS, success={"const": True}, data=_object(**data))


STATUS: Schema = {"const": 200}
DONE: Schema = _object(status=STATUS)

_ADDRESS_TEXTS = {
    field.alias or name: TEXT
    for name, field in Address.model_fields.items()
    if name not in {"address_id", "latitude", "longitude", "is_default"}
}
ADDRESS = _object(
    {**_ADDRESS_TEXTS, "latitude": {"type": "number"}, "longitude": {"type": "number"}},
    addressId=WHOLE,
    isDefault={"type": "boolean"},
)
ASSET = _object(
    id=WHOLE,
    createdAt=INSTANT,
    assetName=_one_of(PHONE, EMAIL),
    assetValue=TEXT,
    countryCode=_or_null(COUNTRY),
)
CUSTOMER = _object(
    {
        **dict.fromkeys(("partnerCustomerId", "firstName", "lastName", "phoneNumber", "email"), TEXT),
        "countryCode": COUNTRY,
        "addresses": _list(ADDRESS),
        "assets": _list(ASSET),
        "tags": _list(TEXT),
    },
    id=WHOLE,
    createdAt=INSTANT,
    updatedAt=INSTANT,
)
TICKET = _object(
    id=WHOLE,
    customerId=TEXT,
    storeId=TEXT,
    agentId=_or_null(WHOLE),
    teamId=_or_null(WHOLE),
    channelName=TEXT,
)
MESSAGE = _object(
    id=WHOLE,
    messageId=TEXT,
    createdAt=INSTANT,
    receiverId=TEXT,
    status=_one_of(*STATES),
    type=_one_of(*CHANNELS),
    message=TEXT,
    assetValue=TEXT,
    failureReason=_or_null(TEXT),
)
NO_MESSAGE = _object(createdAt={"type": "null"}, message=TEXT)
REFUSED_ENTRY: Schema = {
    "description": "The entry as it was submitted, and why it was not taken",
    "type": "object",
    "properties": {"storeId": TEXT, "customerId": TEXT, "error": TEXT},
    "required": ["storeId", "customerId", "error"],
}
COUNTS = _object(
    createCount=WHOLE, updateCount=WHOLE, docsFailedToUpdate=_list(_object(index=WHOLE, error=TEXT))
)

_PRODUCTS = _success(products=_list(_same_as(Product)))
_CATALOGS = _success(catalogs=_list(_same_as(Catalog)))

ANSWERS: Mapping[Operation[Any, Any], Schema] = {
    api.GENERATE_REPORT: _success(reportHistoryId=WHOLE),
    api.GET_REPORT: _success(
        downloadLink=_or_null(URL),
        reportStatus=_one_of("QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED"),
        cursor=_or_null(TEXT),
    ),
    api.UPSERT_PRODUCTS: _PRODUCTS,
    api.LIST_PRODUCTS: _PRODUCTS,
    api.GET_PRODUCTS: _PRODUCTS,
    api.UPSERT_CATALOGS: _CATALOGS,
    api.LIST_CATALOGS: _CATALOGS,
    api.GET_CATALOGS: _CATALOGS,
    api.SEND_MESSAGE_V1: DONE,
    api.SEND_MESSAGE: _success(id=TEXT),
    api.SEND_TEMPLATE_V1: _object(status=STATUS, response=_object(id=TEXT)),
    api.SEND_TEMPLATE: _success(id=TEXT),
    api.INITIATE_FLOW: DONE,
    api.CREATE_TICKET: _success(ticket=TICKET),
    api.RECORD_USER_PROPERTIES: _success(
        invalidUserProperties=_list(REFUSED_ENTRY), bulkUpsertUPResponse=COUNTS
    ),
    api.FETCH_MESSAGES: _success(messages=_list({"anyOf": [MESSAGE, NO_MESSAGE]})),
    api.UPSERT_CUSTOMER: _success(customer=CUSTOMER),
    api.GET_CUSTOMER: _success(customer=CUSTOMER),
}
