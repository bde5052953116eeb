"""Which function of the practice store answers which operation: an explicit table, one file per area."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.operations import Operation
from svcconsole.sandbox.calls import Call
from svcconsole.sandbox.handlers import catalog

Handler = Callable[[Call, Any], bytes]
"""Answers a checked request inside its transaction with the body of a 200, or raises Refused."""

HANDLERS: Mapping[Operation[Any, Any], Handler] = {
    api.UPSERT_PRODUCTS: catalog.upsert_products,
    api.LIST_PRODUCTS: catalog.list_products,
    api.GET_PRODUCTS: catalog.get_products,
    api.UPSERT_CATALOGS: catalog.upsert_catalogs,
    api.LIST_CATALOGS: catalog.list_catalogs,
    api.GET_CATALOGS: catalog.get_catalogs,
}

NOT_BUILT_YET: frozenset[Operation[Any, Any]] = frozenset(
    {
        api.GENERATE_REPORT,
        api.GET_REPORT,
        api.SEND_MESSAGE_V1,
        api.SEND_MESSAGE,
        api.SEND_TEMPLATE_V1,
        api.SEND_TEMPLATE,
        api.INITIATE_FLOW,
        api.CREATE_TICKET,
        api.RECORD_USER_PROPERTIES,
        api.FETCH_MESSAGES,
        api.UPSERT_CUSTOMER,
        api.GET_CUSTOMER,
    }
)
"""Answered with 501."""
