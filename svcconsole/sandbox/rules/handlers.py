"""Which function of the practice store answers which operation: one file per area, each with its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.models.common import Request
from svcconsole.api.operations import Operation
from svcconsole.sandbox.rules import (
    catalog,
    customers,
    flows,
    helpdesk,
    messaging,
    reports,
    templates,
    user_properties,
)
from svcconsole.sandbox.rules.contact_checks import check_contacts
from svcconsole.sandbox.store.call_context import Handler, Handlers

HANDLERS: Handlers = {
    **catalog.HANDLERS,
    **customers.HANDLERS,
    **flows.HANDLERS,
    **helpdesk.HANDLERS,
    **messaging.HANDLERS,
    **reports.HANDLERS,
    **templates.HANDLERS,
    **user_properties.HANDLERS,
}

READ_AS: Mapping[Operation[Any, Any], type[Request]] = {
    api.RECORD_USER_PROPERTIES: user_properties.EntriesUnread,
}
"""Requests whose entries the handler reads itself; all others are read as the operation's model."""

OF_PEOPLE = (
    api.UPSERT_CUSTOMER,
    api.SEND_MESSAGE,
    api.SEND_MESSAGE_V1,
    api.SEND_TEMPLATE,
    api.SEND_TEMPLATE_V1,
    api.INITIATE_FLOW,
    api.CREATE_TICKET,
    api.GENERATE_REPORT,
)
"""Products and catalogs name nobody; each entry of user properties is checked by itself."""

CHECKS: Mapping[Operation[Any, Any], Callable[[Any], None]] = dict.fromkeys(OF_PEOPLE, check_contacts)
"""What else is checked of a request before the store is looked at; raises Refused."""


def handler_of(operation: Operation[Any, Any]) -> Handler:
    """The function that answers an operation; LookupError in words where there is none."""
    if operation not in HANDLERS:
        raise LookupError(
            f"The practice store has no function that answers {operation.name}: write it in a file of"
            " svcconsole/sandbox/rules/ and name it in the table HANDLERS at that file's end."
        )
    return HANDLERS[operation]
