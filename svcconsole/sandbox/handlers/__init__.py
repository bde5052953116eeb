"""Which function of the practice store answers which operation: an explicit table, one file per area."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.models.common import Request
from svcconsole.api.operations import Operation
from svcconsole.sandbox.calls import Call
from svcconsole.sandbox.customer_record import check_contacts
from svcconsole.sandbox.handlers import (
    catalog,
    customers,
    flows,
    helpdesk,
    messaging,
    reports,
    templates,
    user_properties,
)

Handler = Callable[[Call, Any], bytes]
"""Answers a checked request inside its transaction with the body of a 200, or raises Refused."""

HANDLERS: Mapping[Operation[Any, Any], Handler] = {
    api.GENERATE_REPORT: reports.generate_report,
    api.GET_REPORT: reports.get_report,
    api.UPSERT_PRODUCTS: catalog.upsert_products,
    api.LIST_PRODUCTS: catalog.list_products,
    api.GET_PRODUCTS: catalog.get_products,
    api.UPSERT_CATALOGS: catalog.upsert_catalogs,
    api.LIST_CATALOGS: catalog.list_catalogs,
    api.GET_CATALOGS: catalog.get_catalogs,
    api.SEND_MESSAGE_V1: messaging.send_message_v1,
    api.SEND_MESSAGE: messaging.send_message,
    api.SEND_TEMPLATE_V1: templates.send_template_v1,
    api.SEND_TEMPLATE: templates.send_template,
    api.FETCH_MESSAGES: messaging.fetch_messages,
    api.INITIATE_FLOW: flows.initiate_flow,
    api.CREATE_TICKET: helpdesk.create_ticket,
    api.RECORD_USER_PROPERTIES: user_properties.record_user_properties,
    api.UPSERT_CUSTOMER: customers.upsert_customer,
    api.GET_CUSTOMER: customers.get_customer,
}

READ_AS: Mapping[Operation[Any, Any], type[Request]] = {
    api.RECORD_USER_PROPERTIES: user_properties.EntriesUnread,
}
"""Requests whose entries the handler reads itself; all others are read as the operation's model."""

CHECKS: Mapping[Operation[Any, Any], Callable[[Any], None]] = {
    api.UPSERT_CUSTOMER: check_contacts,
}
"""What else is checked of a request before the store is looked at; raises Refused."""
