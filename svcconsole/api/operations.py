"""The table of the API: one row per operation, for client, practice store, command line and tests."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from svcconsole.api.models import (
    catalog,
    customers,
    flows,
    helpdesk,
    messaging,
    reports,
    templates,
    user_properties,
)
from svcconsole.api.models.common import Envelope, Request
from svcconsole.words.message import message

Req = TypeVar("Req", bound=Request)
Res = TypeVar("Res", bound=Envelope)


MB = 1024 * 1024


class Effect(StrEnum):
    """What sending the same bytes twice does to the store."""

    READ = "read"
    UPSERT = "upsert"
    ONCE = "once"


@dataclass(frozen=True, slots=True)
class Operation(Generic[Req, Res]):
    """One operation of the specification.

    `path` follows `{base_url}/integrations/{prefix}PlatformFunctions-`. `cursor` names the request field that
    resumes a list; `retry_needs` the field without which an upsert is not retried. `cap` is the most bytes of
    an answer, counted once it is inflated: what it can mean and ample room beside.
    """

    name: str
    path: str
    request: type[Req]
    response: type[Res]
    effect: Effect
    title: str
    cursor: str | None = None
    retry_needs: str | None = None
    deprecated: bool = False
    cap: int = 1 * MB


GENERATE_REPORT = Operation(
    "reports.generate",
    "generateReport",
    reports.GenerateReport,
    reports.ReportRequestedResponse,
    Effect.ONCE,
    message("Generate report"),
)
GET_REPORT = Operation(
    "reports.get",
    "getReportById",
    reports.GetReport,
    reports.ReportResponse,
    Effect.READ,
    message("Get report by ID"),
)
UPSERT_PRODUCTS = Operation(
    "products.createOrUpdate",
    "products/createOrUpdate",
    catalog.UpsertProducts,
    catalog.ProductsResponse,
    Effect.UPSERT,
    message("Create or update products"),
    cap=12 * MB,
)
LIST_PRODUCTS = Operation(
    "products.list",
    "products/list",
    catalog.ListProducts,
    catalog.ProductsResponse,
    Effect.READ,
    message("List products"),
    cursor="after_product_id",
    cap=12 * MB,
)
GET_PRODUCTS = Operation(
    "products.get",
    "products/get",
    catalog.GetProducts,
    catalog.ProductsResponse,
    Effect.READ,
    message("Get products"),
    cap=12 * MB,
)
UPSERT_CATALOGS = Operation(
    "catalogs.createOrUpdate",
    "catalogs/createOrUpdate",
    catalog.UpsertCatalogs,
    catalog.CatalogsResponse,
    Effect.UPSERT,
    message("Create or update catalogs"),
    cap=4 * MB,
)
LIST_CATALOGS = Operation(
    "catalogs.list",
    "catalogs/list",
    catalog.ListCatalogs,
    catalog.CatalogsResponse,
    Effect.READ,
    message("List catalogs"),
    cursor="after_catalog_id",
    cap=4 * MB,
)
GET_CATALOGS = Operation(
    "catalogs.get",
    "catalogs/get",
    catalog.GetCatalogs,
    catalog.CatalogsResponse,
    Effect.READ,
    message("Get catalogs"),
    cap=4 * MB,
)
SEND_MESSAGE_V1 = Operation(
    "messages.v1.send",
    "sendMessage",
    messaging.SendMessageV1,
    messaging.SentV1Response,
    Effect.ONCE,
    message("Send message (V1)"),
    deprecated=True,
)
SEND_MESSAGE = Operation(
    "messages.v2.send",
    "messages/v2/sendMessage",
    messaging.SendMessage,
    messaging.SentResponse,
    Effect.ONCE,
    message("Send message"),
)
SEND_TEMPLATE_V1 = Operation(
    "messages.v1.sendTemplate",
    "sendTemplateMessage",
    templates.SendTemplateV1,
    templates.TemplateSentV1Response,
    Effect.ONCE,
    message("Send template message (V1)"),
    deprecated=True,
)
SEND_TEMPLATE = Operation(
    "messages.v2.sendTemplate",
    "messages/v2/sendTemplateMessage",
    templates.SendTemplate,
    messaging.SentResponse,
    Effect.ONCE,
    message("Send template message"),
)
INITIATE_FLOW = Operation(
    "flows.initiate",
    "initiateFlow",
    flows.InitiateFlow,
    flows.StatusResponse,
    Effect.ONCE,
    message("Initiate flow"),
)
CREATE_TICKET = Operation(
    "tickets.createAndAssign",
    "createAndAssignTicket",
    helpdesk.CreateTicket,
    helpdesk.TicketResponse,
    Effect.ONCE,
    message("Create and assign ticket"),
)
RECORD_USER_PROPERTIES = Operation(
    "userProperties.record",
    "createOrUpdateUserProperties",
    user_properties.RecordUserProperties,
    user_properties.UserPropertiesResponse,
    Effect.UPSERT,
    message("Record user properties"),
    cap=4 * MB,
)
FETCH_MESSAGES = Operation(
    "messages.fetch",
    "fetchMessagesById",
    messaging.FetchMessages,
    messaging.MessagesResponse,
    Effect.READ,
    message("Fetch messages by IDs"),
    cap=4 * MB,
)
UPSERT_CUSTOMER = Operation(
    "customers.createOrUpdate",
    "customers/createOrUpdate",
    customers.UpsertCustomer,
    customers.CustomerResponse,
    Effect.UPSERT,
    message("Create or update customer"),
    retry_needs="partner_customer_id",
    cap=2 * MB,
)
GET_CUSTOMER = Operation(
    "customers.get",
    "customers/get",
    customers.GetCustomer,
    customers.CustomerResponse,
    Effect.READ,
    message("Get customer"),
    cap=2 * MB,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    GENERATE_REPORT,
    GET_REPORT,
    UPSERT_PRODUCTS,
    LIST_PRODUCTS,
    GET_PRODUCTS,
    UPSERT_CATALOGS,
    LIST_CATALOGS,
    GET_CATALOGS,
    SEND_MESSAGE_V1,
    SEND_MESSAGE,
    SEND_TEMPLATE_V1,
    SEND_TEMPLATE,
    INITIATE_FLOW,
    CREATE_TICKET,
    RECORD_USER_PROPERTIES,
    FETCH_MESSAGES,
    UPSERT_CUSTOMER,
    GET_CUSTOMER,
)
"""All 18, in the order of the specification's table."""

BY_PATH = {operation.path: operation for operation in OPERATIONS}
