"""What a store answers to each operation when all is well, as the specification shows it."""

from __future__ import annotations

from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.operations import Effect, Operation
from tests.api.models.samples import CATALOG, PRODUCT

BASE: dict[Effect, Operation[Any, Any]] = {
    Effect.READ: api.LIST_PRODUCTS,
    Effect.UPSERT: api.UPSERT_PRODUCTS,
    Effect.ONCE: api.SEND_MESSAGE,
}
"""One operation of each effect, for what all of them have in common."""
CUSTOMER = {"id": 42, "partnerCustomerId": "C-1", "firstName": "Ida", "assets": []}


def _good(data: Any) -> dict[str, Any]:
    return {"status": 200, "success": True, "data": data}


REPLIES: dict[Operation[Any, Any], dict[str, Any]] = {
    api.GENERATE_REPORT: _good({"reportHistoryId": 7}),
    api.GET_REPORT: _good({"downloadLink": None, "reportStatus": "QUEUE", "cursor": None}),
    api.UPSERT_PRODUCTS: _good({"products": [PRODUCT]}),
    api.LIST_PRODUCTS: _good({"products": [PRODUCT]}),
    api.GET_PRODUCTS: _good({"products": [PRODUCT]}),
    api.UPSERT_CATALOGS: _good({"catalogs": [CATALOG]}),
    api.LIST_CATALOGS: _good({"catalogs": [CATALOG]}),
    api.GET_CATALOGS: _good({"catalogs": [CATALOG]}),
    api.SEND_MESSAGE_V1: {"status": 200},
    api.SEND_MESSAGE: _good({"id": "m-1"}),
    api.SEND_TEMPLATE_V1: {"status": 200, "response": {"id": "m-2"}},
    api.SEND_TEMPLATE: _good({"id": "m-3"}),
    api.INITIATE_FLOW: {"status": 200},
    api.CREATE_TICKET: _good({"ticket": {"id": 5, "customerId": "42", "teamId": None}}),
    api.RECORD_USER_PROPERTIES: {
        "status": 200,
        "data": {
            "invalidUserProperties": [],
            "bulkUpsertUPResponse": {"createCount": 1, "updateCount": 0, "docsFailedToUpdate": []},
        },
    },
    api.FETCH_MESSAGES: _good({"messages": [{"id": 1, "messageId": "m-1", "status": "read"}]}),
    api.UPSERT_CUSTOMER: _good({"customer": CUSTOMER}),
    api.GET_CUSTOMER: _good({"customer": CUSTOMER}),
}
