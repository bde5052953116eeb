"""The sentences of the specification that are more than a field table, each with what shows it.

A check sends its `before` calls, then one request, and says what the answer must be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.reference import BY_OPERATION
from tests.api.models.samples import CATALOG, COMBINATION, MESSAGE, PAYLOADS, PRODUCT, SAMPLES

Call = tuple[str, Mapping[str, Any]]
GONE = object()
"""Expected of a place that must not be in the answer."""


@dataclass(frozen=True)
class Says:
    """`holds` maps places in the answer to values; `names` must be in one of the error messages."""

    sentence: str
    path: str
    body: Any
    status: int = 200
    names: tuple[str, ...] = ()
    holds: Mapping[str, Any] = field(default_factory=dict)
    before: tuple[Call, ...] = ()


SEND, TEMPLATE = "messages/v2/sendMessage", "messages/v2/sendTemplateMessage"
SEND_V1, TEMPLATE_V1 = "sendMessage", "sendTemplateMessage"
CUSTOMERS, CUSTOMER = "customers/createOrUpdate", "customers/get"
PRODUCTS, CATALOGS = "products/createOrUpdate", "catalogs/createOrUpdate"
TICKETS, FLOWS, PROPERTIES = "createAndAssignTicket", "initiateFlow", "createOrUpdateUserProperties"
REPORTS, REPORT, MESSAGES = "generateReport", "getReportById", "fetchMessagesById"
KITCHEN: Call = (CATALOGS, {"catalogs": [CATALOG]})
MUG: Call = (PRODUCTS, {"products": [PRODUCT]})
PHONE, OTHER_PHONE = "+4915225550123", "+4915225550124"
ASHA = {
    "partnerCustomerId": "C-17",
    "firstName": "Asha",
    "phoneNumber": PHONE,
    "email": "asha@customer.example",
    "alternateEmails": ["rao@customer.example"],
    "tags": ["fair"],
    "addresses": [
        {
            "address1": "Lindenweg 12",
            "city": "Hamburg",
            "country": "Germany",
            "countryCode": "DE",
            "state": "Hamburg",
            "zip": "20095",
        }
    ],
}
KNOWN: Call = (CUSTOMERS, ASHA)
JANUARY = {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-31T23:59:59Z"}
ASKED = {
    "reportType": "Overall",
    "reportName": "All Conversations Report",
    "dateRange": JANUARY,
    "emails": ["reports@brand.example"],
}
WHATSAPP_TICKET = {"channel": "WHATSAPP", "brandPhoneNumber": "+4915225550999", "customerPhoneNumber": PHONE}
EMAIL_TICKET = {"channel": "EMAIL", "brandEmail": "care@brand.example", "customerEmail": "a@customer.example"}
TASK = {"channel": "TASKS", "taskTitle": "Call back"}
FLOW = {"medium": "whatsapp", "flowId": "f1"}
NAMED = {"firstName": "Asha", "lastName": "Rao"}
EXAMPLES = {example.title: example.body for example in BY_OPERATION[api.SEND_TEMPLATE].examples}
EXAMPLES_V1 = {example.title: example.body for example in BY_OPERATION[api.SEND_TEMPLATE_V1].examples}
WELCOME = EXAMPLES["Text only"]
NOT_A_FIELD = "is not a field of this request"


def product(**fields: Any) -> dict[str, Any]:
    return {"products": [{**PRODUCT, **fields}]}


def without(body: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in names}


def welcome(**components: Any) -> dict[str, Any]:
    return {**WELCOME, "payload": {"templateId": "welcome", "components": components}}


ENVELOPES = (
    Says(
        "Success envelope: status (number), success (boolean), data (object).",
        "products/list",
        {},
        holds={"status": 200, "success": True, "data": {"products": []}},
    ),
    Says(
        "Usual error form: status (number) and errors (array of objects with message string).",
        "products/get",
        {},
        400,
        ("productIds",),
        {"status": 400, "success": GONE, "data": GONE},
    ),
    Says("400: invalid payload.", "products/list", b"{", 400, ("JSON",)),
    Says("The request body is JSON.", "products/list", b"", 400, ("JSON",)),
    Says("The request body is an object.", "products/list", [], 400, ("object",)),
    Says("400: a field not allowed.", "products/list", {"page": 2}, 400, ("page", NOT_A_FIELD)),
    Says("404: the addressed API was not found.", "products/delete", {}, 404, ("products/delete",)),
    Says("404: the addressed API was not found.", "Products/list", {}, 404),
    Says("404: the addressed API was not found.", "messages/v3/sendMessage", {}, 404),
)

CATALOG_SENTENCES = (
    Says(
        "Every ID in a product's catalogIds must already exist; otherwise 400 naming the missing catalog ID.",
        PRODUCTS,
        product(catalogIds=["attic"]),
        400,
        ("attic", "products[0].catalogIds[0]"),
    ),
    Says(
        "A refused batch changes nothing.",
        "products/list",
        {},
        holds={"data.products": []},
        before=((PRODUCTS, {"products": [{**PRODUCT, "catalogIds": []}, {**PRODUCT, "id": "b"}]}),),
    ),
    Says(
        "combinations must contain at least one entry.",
        PRODUCTS,
        product(combinations=[]),
        400,
        ("combinations",),
    ),
    Says(
        "A missing products yields 400 that products is required.",
        PRODUCTS,
        {},
        400,
        ("products is required",),
    ),
    Says("A missing catalogs yields 400 that it is required.", CATALOGS, {}, 400, ("catalogs is required",)),
    Says(
        "A missing productIds yields 400 that it is required.",
        "products/get",
        {},
        400,
        ("productIds is required",),
    ),
    Says(
        "A missing catalogIds yields 400 that it is required.",
        "catalogs/get",
        {},
        400,
        ("catalogIds is required",),
    ),
    Says(
        "data.products: the created or updated SvcProduct objects.",
        PRODUCTS,
        {"products": [PRODUCT]},
        holds={"data.products": [PRODUCT]},
        before=(KITCHEN,),
    ),
    Says(
        "data.catalogs: SvcPlatformCatalog[].",
        CATALOGS,
        {"catalogs": [CATALOG]},
        holds={"data.catalogs": [CATALOG]},
    ),
    Says(
        "List products: afterProductId returns products after this ID.",
        "products/list",
        {"afterProductId": "mug"},
        holds={"data.products": []},
        before=(KITCHEN, MUG),
    ),
    Says(
        "List products: without a cursor, from the beginning.",
        "products/list",
        {},
        holds={"data.products": [PRODUCT]},
        before=(KITCHEN, MUG),
    ),
    Says(
        "List catalogs: afterCatalogId returns catalogs after this ID.",
        "catalogs/list",
        {"afterCatalogId": "kitchen"},
        holds={"data.catalogs": []},
        before=(KITCHEN,),
    ),
    Says(
        "Unknown ids in products/get are left out (decisions, row 2).",
        "products/get",
        {"productIds": ["x", "mug"]},
        holds={"data.products": [PRODUCT]},
        before=(KITCHEN, MUG),
    ),
    Says(
        "Unknown ids in catalogs/get are left out (decisions, row 2).",
        "catalogs/get",
        {"catalogIds": ["x"]},
        holds={"data.catalogs": []},
    ),
    Says(
        "combination.productId other than the product's id: 400 naming it (decisions, row 31).",
        PRODUCTS,
        product(catalogIds=[], combinations=[{**COMBINATION, "productId": "cup"}]),
        400,
        ("products[0].combinations[0].productId",),
    ),
    Says(
        "Duplicate ids in one batch: 400 naming them (decisions, row 31).",
        PRODUCTS,
        {"products": [{**PRODUCT, "catalogIds": []}] * 2},
        400,
        ("products[1].id", "mug"),
    ),
    Says(
        "Duplicate ids in one batch: 400 naming them (decisions, row 31).",
        CATALOGS,
        {"catalogs": [CATALOG, CATALOG]},
        400,
        ("catalogs[1].id", "kitchen"),
    ),
    Says(
        "An upsert replaces the record whole (decisions, row 24).",
        CATALOGS,
        {"catalogs": [{"id": "kitchen", "name": "K"}]},
        holds={"data.catalogs": [{"id": "kitchen", "name": "K"}]},
        before=(KITCHEN,),
    ),
    Says(
        "price is a number.",
        PRODUCTS,
        product(combinations=[{**COMBINATION, "price": True}]),
        400,
        ("price",),
    ),
    Says(
        "options: map from option name to option value, both strings.",
        PRODUCTS,
        product(combinations=[{**COMBINATION, "options": {"Size": 5}}]),
        400,
        ("options",),
    ),
    Says(
        "At most 1,000 entries a batch (decisions, row 18).",
        "products/get",
        {"productIds": ["a"] * 1001},
        400,
        ("1000",),
    ),
)

CUSTOMER_SENTENCES = (
    Says(
        "At least one of email and phoneNumber must be given.",
        CUSTOMERS,
        {"firstName": "A"},
        400,
        ("email", "phoneNumber"),
    ),
    Says(
        "At least one of email and phoneNumber: email is enough.",
        CUSTOMERS,
        {"email": "a@customer.example"},
        holds={"data.customer.email": "a@customer.example"},
    ),
    Says(
        "At least one of email and phoneNumber: phoneNumber is enough.",
        CUSTOMERS,
        {"phoneNumber": PHONE},
        holds={"data.customer.phoneNumber": PHONE},
    ),
    Says(
        "data.customer: SvcPlatformCustomer, with assets.",
        CUSTOMERS,
        ASHA,
        holds={
            "data.customer.partnerCustomerId": "C-17",
            "data.customer.firstName": "Asha",
            "data.customer.assets.0.assetName": "EMAIL",
            "data.customer.assets.0.assetValue": "rao@customer.example",
        },
    ),
    Says(
        "Matched by partnerCustomerId (decisions, row 11).",
        CUSTOMERS,
        {"partnerCustomerId": "C-17", "email": "new@customer.example"},
        holds={"data.customer.firstName": "Asha", "data.customer.email": "new@customer.example"},
        before=(KNOWN,),
    ),
    Says(
        "Matched by phoneNumber (decisions, row 11).",
        CUSTOMERS,
        {"phoneNumber": PHONE, "lastName": "Rao"},
        holds={"data.customer.partnerCustomerId": "C-17", "data.customer.lastName": "Rao"},
        before=(KNOWN,),
    ),
    Says(
        "Matched by email, case-folded (decisions, row 11).",
        CUSTOMERS,
        {"email": "ASHA@customer.example", "lastName": "Rao"},
        holds={"data.customer.partnerCustomerId": "C-17"},
        before=(KNOWN,),
    ),
    Says(
        "Absent fields keep their value, an empty string empties (decisions, row 32).",
        CUSTOMERS,
        {"partnerCustomerId": "C-17", "phoneNumber": PHONE, "firstName": ""},
        holds={"data.customer.email": "asha@customer.example", "data.customer.firstName": GONE},
        before=(KNOWN,),
    ),
    Says(
        "overWriteAssets: replace existing assets with the provided values.",
        CUSTOMERS,
        {
            "partnerCustomerId": "C-17",
            "phoneNumber": PHONE,
            "alternatePhoneNumbers": [OTHER_PHONE],
            "overWriteAssets": True,
        },
        holds={"data.customer.assets.0.assetName": "PHONE_NUMBER", "data.customer.assets.1": GONE},
        before=(KNOWN,),
    ),
    Says(
        "alternateEmails: alternate e-mails for asset creation (appended).",
        CUSTOMERS,
        {"partnerCustomerId": "C-17", "phoneNumber": PHONE, "alternateEmails": ["b@customer.example"]},
        holds={"data.customer.assets.1.assetValue": "b@customer.example"},
        before=(KNOWN,),
    ),
    Says(
        "secondaryEmails, deprecated plural: accepted, become assets (decisions, row 34).",
        CUSTOMERS,
        {"phoneNumber": PHONE, "secondaryEmails": ["b@customer.example"]},
        holds={"data.customer.assets.0.assetValue": "b@customer.example"},
    ),
    Says(
        "secondaryPhoneNumbers, deprecated plural: accepted, become assets (decisions, row 34).",
        CUSTOMERS,
        {"phoneNumber": PHONE, "secondaryPhoneNumbers": [OTHER_PHONE]},
        holds={"data.customer.assets.0.assetName": "PHONE_NUMBER"},
    ),
    Says(
        "At least one of partnerCustomerId and svcCustomerId is required.",
        CUSTOMER,
        {"includeTags": True},
        400,
        ("partnerCustomerId", "svcCustomerId"),
    ),
    Says("Unknown customer yields 406.", CUSTOMER, {"partnerCustomerId": "nobody"}, 406, ("nobody",)),
    Says("Unknown customer yields 406.", CUSTOMER, {"svcCustomerId": "999999999"}, 406, ("999999999",)),
    Says(
        "addresses are returned when requested (get).",
        CUSTOMER,
        {"partnerCustomerId": "C-17", "includeAddress": True},
        holds={
            "data.customer.addresses.0.city": "Hamburg",
            "data.customer.tags": GONE,
            "data.customer.assets": GONE,
        },
        before=(KNOWN,),
    ),
    Says(
        "includeAssets.",
        CUSTOMER,
        {"partnerCustomerId": "C-17", "includeAssets": True},
        holds={"data.customer.assets.0.assetName": "EMAIL", "data.customer.addresses": GONE},
        before=(KNOWN,),
    ),
    Says(
        "includeTags; tags are string[] (decisions, row 12).",
        CUSTOMER,
        {"partnerCustomerId": "C-17", "includeTags": True},
        holds={"data.customer.tags": ["fair"], "data.customer.addresses": GONE},
        before=(KNOWN,),
    ),
)

PROPERTY_SENTENCES = (
    Says(
        "Valid entries are upserted.",
        PROPERTIES,
        {"userProperties": [NAMED]},
        holds={
            "status": 200,
            "data.invalidUserProperties": [],
            "data.bulkUpsertUPResponse": {"createCount": 1, "updateCount": 0, "docsFailedToUpdate": []},
        },
    ),
    Says(
        "An entry with any field name outside this list is invalid.",
        PROPERTIES,
        {"userProperties": [{**NAMED, "shoeSize": 41}, NAMED]},
        holds={
            "data.invalidUserProperties.0.shoeSize": 41,
            "data.invalidUserProperties.0.firstName": "Asha",
            "data.invalidUserProperties.1": GONE,
            "data.bulkUpsertUPResponse.createCount": 1,
        },
    ),
    Says(
        "Matched by partnerCustomerId, else phoneNumber, else email (decisions, row 25).",
        PROPERTIES,
        {"userProperties": [{**NAMED, "email": "A@customer.example"}, NAMED]},
        holds={"data.bulkUpsertUPResponse.createCount": 1, "data.bulkUpsertUPResponse.updateCount": 1},
        before=((PROPERTIES, {"userProperties": [{**NAMED, "email": "a@customer.example"}]}),),
    ),
    Says("userProperties is Req.", PROPERTIES, {}, 400, ("userProperties is required",)),
    Says(
        "createdAt of a user property: any non-empty string (decisions, row 33).",
        PROPERTIES,
        {"userProperties": [{**NAMED, "createdAt": "last spring"}]},
        holds={"data.invalidUserProperties": []},
    ),
    Says(
        "appId accepted in user properties (decisions, row 7).",
        PROPERTIES,
        {"appId": "app-1", "userProperties": [NAMED]},
        holds={"data.invalidUserProperties": []},
    ),
)

TICKET_SENTENCES = (
    *(
        Says(
            f"{name}: required for {body['channel']}.",
            TICKETS,
            without(body, name),
            400,
            (name, body["channel"]),
        )
        for body in (EMAIL_TICKET, WHATSAPP_TICKET, TASK)
        for name in body
        if name != "channel"
    ),
    Says(
        "agentMail: required when assignmentType is SPECIFIC_AGENT.",
        TICKETS,
        {**TASK, "assignmentType": "SPECIFIC_AGENT"},
        400,
        ("agentMail", "SPECIFIC_AGENT"),
    ),
    Says(
        "teamId: required when assignmentType is SPECIFIC_TEAM.",
        TICKETS,
        {**TASK, "assignmentType": "SPECIFIC_TEAM"},
        400,
        ("teamId", "SPECIFIC_TEAM"),
    ),
    Says(
        "teamId: null when no team is assigned.",
        TICKETS,
        {**TASK, "assignmentType": "SPECIFIC_AGENT", "agentMail": "asha@practice.example"},
        holds={"data.ticket.teamId": None},
    ),
    Says(
        "SPECIFIC_TEAM assigns the team.",
        TICKETS,
        {**TASK, "assignmentType": "SPECIFIC_TEAM", "teamId": 1},
        holds={"data.ticket.teamId": 1},
    ),
    Says("The sample sends lowercase whatsapp.", TICKETS, {**WHATSAPP_TICKET, "channel": "whatsapp"}),
    Says("Any case of a channel (decisions, row 19).", TICKETS, {**TASK, "channel": "Tasks"}),
    Says("channel: WHATSAPP, EMAIL, TASKS.", TICKETS, {**TASK, "channel": "SMS"}, 400, ("channel", "SMS")),
    Says(
        "An unknown agent is refused.",
        TICKETS,
        {**TASK, "assignmentType": "SPECIFIC_AGENT", "agentMail": "x@practice.example"},
        400,
        ("x@practice.example",),
    ),
    Says(
        "An unknown team is refused.",
        TICKETS,
        {**TASK, "assignmentType": "SPECIFIC_TEAM", "teamId": 987},
        400,
        ("987",),
    ),
    Says("An unknown label is refused.", TICKETS, {**TASK, "labelIds": [1, 654]}, 400, ("654",)),
    Says("Labels to assign.", TICKETS, {**TASK, "labelIds": [1, 2]}),
)

FLOW_SENTENCES = (
    Says(
        "Response: status (number) only.", FLOWS, {**FLOW, "phoneNumber": PHONE}, holds={"": {"status": 200}}
    ),
    Says("At least one of phoneNumber and email must be given.", FLOWS, FLOW, 400, ("phoneNumber", "email")),
    Says(
        "email alone is enough.", FLOWS, {**FLOW, "email": "a@customer.example"}, holds={"": {"status": 200}}
    ),
    Says(
        "carryPayload: map of string to string[].",
        FLOWS,
        {**FLOW, "phoneNumber": PHONE, "carryPayload": {"coupon": "MUG5"}},
        400,
        ("carryPayload",),
    ),
    Says(
        "An unknown flowId is accepted (decisions, row 29).",
        FLOWS,
        {**FLOW, "flowId": "?", "phoneNumber": PHONE},
    ),
    Says(
        "appId accepted in flows (decisions, row 7).", FLOWS, {**FLOW, "appId": "app-1", "phoneNumber": PHONE}
    ),
    Says(
        "Order item: productId number.",
        FLOWS,
        {
            **SAMPLES[api.INITIATE_FLOW],
            "payload": {
                **SAMPLES[api.INITIATE_FLOW]["payload"],
                "abandonedCart": {
                    **SAMPLES[api.INITIATE_FLOW]["payload"]["abandonedCart"],
                    "cart": [{"name": "Mug", "price": 1, "quantity": 1, "productId": "gid"}],
                },
            },
        },
        400,
        ("payload.abandonedCart.cart[0].productId",),
    ),
)

MESSAGE_SENTENCES = (
    *(
        Says(f"Send message, V2, type {kind}.", SEND, {**MESSAGE, "type": kind, "payload": payload})
        for kind, payload in PAYLOADS.items()
    ),
    *(
        Says(
            f"Send message, V1, type {kind}: the answer is status only (decisions, row 28).",
            SEND_V1,
            {"appId": "app-1", **MESSAGE, "type": kind, "payload": payload},
            holds={"": {"status": 200}},
        )
        for kind, payload in PAYLOADS.items()
    ),
    Says("medium: only whatsapp is supported.", SEND, {**MESSAGE, "medium": "sms"}, 400, ("medium", "sms")),
    Says("type: one of nine.", SEND, {**MESSAGE, "type": "sticker"}, 400, ("type", "sticker")),
    Says("message missing in a text message.", SEND, {**MESSAGE, "payload": {}}, 400, ("payload.message",)),
    Says(
        "payload: shape depends on type.",
        SEND,
        {**MESSAGE, "type": "image", "payload": {"message": "x"}},
        400,
        ("payload",),
    ),
    Says(
        "payload.type: same as outer type.",
        SEND,
        {**MESSAGE, "type": "video", "payload": PAYLOADS["image"]},
        400,
        ("payload.type",),
    ),
    *(
        Says(f"callbackData: {why}.", path, {**body, "callbackData": text}, 400, ("callbackData",))
        for path, body in ((SEND, MESSAGE), (TEMPLATE, without(WELCOME, "callbackData")))
        for why, text in (
            ("must be non-empty", ""),
            ("parseable as JSON", "{order"),
            ("at most 1024 characters", f'"{"x" * 1023}"'),
        )
    ),
    *(
        Says(f"callbackData: {why}.", path, {**body, "callbackData": text})
        for path, body in ((SEND, MESSAGE), (TEMPLATE, without(WELCOME, "callbackData")))
        for why, text in (("any JSON", "17"), ("1024 characters are allowed", f'"{"x" * 1022}"'))
    ),
    *(
        Says(
            "callbackData exists only in V2.",
            path,
            {**body, "callbackData": "{}"},
            400,
            ("callbackData", NOT_A_FIELD),
        )
        for path, body in ((SEND_V1, {"appId": "app-1", **MESSAGE}), (TEMPLATE_V1, EXAMPLES_V1["Text only"]))
    ),
    *(
        Says("V1 requires appId.", path, body, 400, ("appId is required",))
        for path, body in ((SEND_V1, MESSAGE), (TEMPLATE_V1, without(EXAMPLES_V1["Text only"], "appId")))
    ),
    Says("appId accepted in V2 (decisions, row 7).", SEND, {"appId": "app-1", **MESSAGE}),
    Says("appId is present in the send template message V2 sample.", TEMPLATE, {**WELCOME, "appId": "app-1"}),
    Says(
        "An unknown catalogId inside a message is accepted (decisions, row 29).",
        SEND,
        {**MESSAGE, "type": "single_product", "payload": {"catalogId": "?", "productRetailerId": "?"}},
    ),
)

TEMPLATE_SENTENCES = (
    *(Says(f"Template kind: {title}.", TEMPLATE, body) for title, body in EXAMPLES.items()),
    *(Says(f"Template kind, V1: {title}.", TEMPLATE_V1, body) for title, body in EXAMPLES_V1.items()),
    Says(
        "An invalid template ID yields 407: status 407 and error (string).",
        TEMPLATE,
        {**WELCOME, "payload": {"templateId": "no-such", "components": {}}},
        407,
        holds={"status": 407, "errors": GONE},
    ),
    Says("type missing means DEFAULT (decisions, row 9).", TEMPLATE, without(WELCOME, "type")),
    Says("type: CAROUSEL or DEFAULT.", TEMPLATE, {**WELCOME, "type": "LIST"}, 400, ("type", "LIST")),
    Says("Variables are checked: too few.", TEMPLATE, welcome(body=[]), 400, ("payload.components.body",)),
    Says(
        "Variables are checked: too many.",
        TEMPLATE,
        welcome(body=["a", "b"]),
        400,
        ("payload.components.body",),
    ),
    Says(
        "The header kind is checked.",
        TEMPLATE,
        welcome(body=["a"], header=[{"type": "image", "data": "https://shop.example/a.png"}]),
        400,
        ("payload.components.header",),
    ),
    Says(
        "Buttons are checked.",
        TEMPLATE,
        welcome(body=["a"], button=[{"type": "URL", "index": 0, "data": "x"}]),
        400,
        ("payload.components.button",),
    ),
    Says(
        "For a carousel the outer body is a single string.",
        TEMPLATE,
        {
            **EXAMPLES["Cards side by side"],
            "payload": {
                "templateId": "summer_carousel",
                "components": {
                    **EXAMPLES["Cards side by side"]["payload"]["components"],
                    "body": ["a"],
                },
            },
        },
        400,
        ("payload.components.body",),
    ),
    Says(
        "index (number, button position).",
        TEMPLATE,
        {
            **EXAMPLES["With a link button"],
            "payload": {
                "templateId": "order_link",
                "components": {"body": ["a"], "button": [{"type": "URL", "index": "0", "data": "x"}]},
            },
        },
        400,
        ("payload.components.button[0].index",),
    ),
)

LOOKUP_SENTENCES = (
    Says(
        "When no message matches: status 200, one entry with createdAt null and a message text.",
        MESSAGES,
        {"messageIds": ["987654321"]},
        holds={"status": 200, "data.messages.0.createdAt": None, "data.messages.1": GONE},
    ),
    Says("messageIds is Req.", MESSAGES, {}, 400, ("messageIds is required",)),
    Says(
        "A message record: receiverId, type, message.",
        MESSAGES,
        {"messageIds": ["1000001", "987654321"]},
        holds={
            "data.messages.0.receiverId": MESSAGE["contactIdentifier"],
            "data.messages.0.type": "whatsapp",
            "data.messages.1": GONE,
        },
        before=((SEND, MESSAGE),),
    ),
)

REPORT_NAMES = (
    "Popup Conversions",
    "Campaign(s) Message Failure Overview",
    "Whatsapp Payment Report",
    "Agent Engagement",
    "Overall CSAT/NPS",
    "Channel Engagement",
    "Label Engagement",
    "Customer Conversations",
    "Events conversion report",
    "Ticket's Overview",
    "Journey overall report",
    "Campaign Summary Report",
    "Campaign(s) Opt-Out and Bounce",
    "Campaign(s) Conversion Events Report",
    "Ledger report",
    "Agent SLA report",
    "Price please automation report",
    "Customer Delivery Failure Report",
    "Overall customers report",
    "Popup Insights",
    "Customer Conversion Summary report",
    "Customer ticket report (with forms)",
    "Journey keywords report",
    "All Conversations Report",
)

REPORT_SENTENCES = (
    *(Says(f"Report name: {name}.", REPORTS, {**ASKED, "reportName": name}) for name in REPORT_NAMES),
    *(
        Says(
            f"Report type: {kind} (any with any name; decisions, row 5).",
            REPORTS,
            {**ASKED, "reportType": kind},
        )
        for kind in ("Overall", "Campaigns", "Helpdesk", "Journeys", "Widgets")
    ),
    *(
        Says(f"filters.channel: {channel}.", REPORTS, {**ASKED, "filters": {"channel": channel}})
        for channel in ("whatsapp", "email", "instagram", "messenger", "livechat")
    ),
    *(
        Says(f"filters.groupBy: {step}.", REPORTS, {**ASKED, "filters": {"groupBy": step}})
        for step in ("day", "week", "month")
    ),
    Says(
        "reportName is case-sensitive.",
        REPORTS,
        {**ASKED, "reportName": "all conversations report"},
        400,
        ("reportName",),
    ),
    Says("reportType: one of five.", REPORTS, {**ASKED, "reportType": "Sales"}, 400, ("reportType",)),
    Says(
        "filters.channel: one of five.",
        REPORTS,
        {**ASKED, "filters": {"channel": "fax"}},
        400,
        ("filters.channel",),
    ),
    Says(
        "filters.groupBy: one of three.",
        REPORTS,
        {**ASKED, "filters": {"groupBy": "year"}},
        400,
        ("filters.groupBy",),
    ),
    Says(
        "startDate, endDate: ISO 8601 timestamps.",
        REPORTS,
        {**ASKED, "dateRange": {**JANUARY, "startDate": "01/02/2026"}},
        400,
        ("dateRange.startDate",),
    ),
    Says("emails: recipients of the report.", REPORTS, {**ASKED, "emails": []}, 400, ("emails",)),
    Says(
        "Only All Conversations Report supports cursors (decisions, row 5).",
        REPORTS,
        {**ASKED, "reportName": "Ledger report", "cursor": "x"},
        400,
        ("cursor",),
    ),
    Says(
        "A cursor that this store did not give is refused.",
        REPORTS,
        {**ASKED, "cursor": "x"},
        400,
        ("cursor",),
    ),
    Says(
        "Unknown reportHistoryId: 400 naming it (decisions, row 27).",
        REPORT,
        {"reportHistoryId": 987},
        400,
        ("987",),
    ),
    Says("reportHistoryId (number).", REPORT, {"reportHistoryId": "1"}, 400, ("reportHistoryId",)),
)

SENTENCES = (
    *ENVELOPES,
    *CATALOG_SENTENCES,
    *CUSTOMER_SENTENCES,
    *PROPERTY_SENTENCES,
    *TICKET_SENTENCES,
    *FLOW_SENTENCES,
    *MESSAGE_SENTENCES,
    *TEMPLATE_SENTENCES,
    *LOOKUP_SENTENCES,
    *REPORT_SENTENCES,
)
