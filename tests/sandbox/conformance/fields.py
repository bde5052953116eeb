"""The field tables of the specification, written down by hand: place, type, required or optional.

Not made from our models, so that a model that differs from the specification is found out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.reference import BY_OPERATION
from tests.api.models.samples import CART, FLOW, MESSAGE, PAYLOADS, SAMPLES


@dataclass(frozen=True)
class Field:
    """One row: `place` is the path to the field in `body`, `type` the specification's word."""

    section: str
    path: str
    body: Mapping[str, Any]
    place: str
    type: str
    required: bool

    @property
    def sentence(self) -> str:
        need = "Req" if self.required else "Opt"
        return f"{self.section}: {self.place} | {self.type} | {need}"


@dataclass(frozen=True)
class Block:
    """The fields of one object; each line is `name type Req|Opt`."""

    section: str
    path: str
    body: Mapping[str, Any]
    inside: str
    lines: str

    def fields(self) -> Iterator[Field]:
        for line in self.lines.split(","):
            name, kind, need = line.split()
            place = f"{self.inside}.{name}" if self.inside else name
            yield Field(self.section, self.path, self.body, place, kind, need == "Req")


def _template(number: int) -> Mapping[str, Any]:
    return BY_OPERATION[api.SEND_TEMPLATE].examples[number].body


def _message(kind: str) -> Mapping[str, Any]:
    return {**MESSAGE, "type": kind, "payload": PAYLOADS[kind]}


PRODUCTS = SAMPLES[api.UPSERT_PRODUCTS]
CATALOGS = SAMPLES[api.UPSERT_CATALOGS]
CUSTOMER = SAMPLES[api.UPSERT_CUSTOMER]
ENTRIES = SAMPLES[api.RECORD_USER_PROPERTIES]
REPORT = {name: value for name, value in SAMPLES[api.GENERATE_REPORT].items() if name != "cursor"}
TICKET = SAMPLES[api.CREATE_TICKET]
MESSAGES = "messages/v2/sendMessage"
TEMPLATES = "messages/v2/sendTemplateMessage"
UPSERT_PRODUCTS, UPSERT_CATALOGS = "products/createOrUpdate", "catalogs/createOrUpdate"
CUSTOMERS, PROPERTIES = "customers/createOrUpdate", "createOrUpdateUserProperties"
FLOWS, TICKETS, REPORTS = "initiateFlow", "createAndAssignTicket", "generateReport"
GET_CUSTOMER = {
    "partnerCustomerId": "C-17",
    "svcCustomerId": "1",
    "includeAssets": True,
    "includeAddress": True,
    "includeTags": True,
}
_OPTIONS = "type string Opt,body string Req,headerTitle string Opt,footerTitle string Opt,section object Req"

BLOCKS = (
    Block(
        "SvcProduct",
        UPSERT_PRODUCTS,
        PRODUCTS,
        "products[0]",
        "id string Req,name string Req,url string Req,description string Opt,image string Opt,"
        "currency string Opt,photos object[] Req,tags string Opt,catalogIds string[] Opt,"
        "combinations object[] Req,metafields object[] Opt,addToCartDisabled boolean Opt",
    ),
    Block("SvcPhoto", UPSERT_PRODUCTS, PRODUCTS, "products[0].photos[0]", "photoUrl string Req"),
    Block(
        "Metafield",
        UPSERT_PRODUCTS,
        PRODUCTS,
        "products[0].metafields[0]",
        "id string Req,namespace string Req,key string Req,value string Req",
    ),
    Block(
        "SvcCombination",
        UPSERT_PRODUCTS,
        PRODUCTS,
        "products[0].combinations[0]",
        "id string Req,name string Req,productId string Req,price number Req,discountedPrice number Req,"
        "quantity number Req,image string Req,productUrl string Req,currency string Opt,options object Opt",
    ),
    Block("Create or update products", UPSERT_PRODUCTS, PRODUCTS, "", "products object[] Req"),
    Block("List products", "products/list", {"afterProductId": "a"}, "", "afterProductId string Opt"),
    Block("Get products", "products/get", {"productIds": ["a"]}, "", "productIds string[] Req"),
    Block(
        "SvcPlatformCatalog",
        UPSERT_CATALOGS,
        CATALOGS,
        "catalogs[0]",
        "name string Req,id string Req,description string Opt,image string Opt,url string Opt",
    ),
    Block("Create or update catalogs", UPSERT_CATALOGS, CATALOGS, "", "catalogs object[] Req"),
    Block("List catalogs", "catalogs/list", {"afterCatalogId": "a"}, "", "afterCatalogId string Opt"),
    Block("Get catalogs", "catalogs/get", {"catalogIds": ["a"]}, "", "catalogIds string[] Req"),
    Block(
        "Create or update customer",
        CUSTOMERS,
        CUSTOMER,
        "",
        "partnerCustomerId string Opt,firstName string Opt,lastName string Opt,phoneNumber string Opt,"
        "email string Opt,secondaryEmail string Opt,secondaryPhoneNumber string Opt,"
        "alternateEmails string[] Opt,alternatePhoneNumbers string[] Opt,secondaryEmails string[] Opt,"
        "secondaryPhoneNumbers string[] Opt,overWriteAssets boolean Opt,tags string[] Opt,"
        "addresses object[] Opt",
    ),
    Block(
        "SvcPlatformAddress",
        CUSTOMERS,
        {
            **CUSTOMER,
            "addresses": [
                {
                    **CUSTOMER["addresses"][0],
                    "address2": "Flat 3",
                    "firstName": "Asha",
                    "lastName": "Rao",
                    "phoneNumber": "+15550100123",
                    "email": "asha@customer.example",
                }
            ],
        },
        "addresses[0]",
        "partnerAddressId string Opt,addressId string Opt,address1 string Req,address2 string Opt,"
        "city string Req,country string Req,countryCode string Req,state string Req,stateCode string Opt,"
        "zip string Req,latitude number Opt,longitude number Opt,timezone string Opt,firstName string Opt,"
        "lastName string Opt,phoneNumber string Opt,email string Opt,isDefault boolean Opt",
    ),
    Block(
        "Get customer",
        "customers/get",
        GET_CUSTOMER,
        "",
        "partnerCustomerId string Opt,svcCustomerId string Opt,includeAssets boolean Opt,"
        "includeAddress boolean Opt,includeTags boolean Opt",
    ),
    Block("Record user properties", PROPERTIES, ENTRIES, "", "userProperties object[] Req"),
    Block(
        "UserProperty",
        PROPERTIES,
        ENTRIES,
        "userProperties[0]",
        "firstName string Req,lastName string Req,source string Opt,phoneNumber string Opt,"
        "alternatePhoneNumber string Opt,email string Opt,address1 string Opt,address2 string Opt,"
        "city string Opt,state string Opt,country string Opt,createdAt string Opt,updatedAt string Opt,"
        "emailMarketingConsent boolean Opt,smsMarketingConsent boolean Opt,tags string[] Opt,"
        "partnerCustomerId string Opt",
    ),
    Block(
        "Generate report",
        REPORTS,
        REPORT,
        "",
        "reportType string Req,reportName string Req,dateRange object Req,emails string[] Req,"
        "reportDescription string Opt,filters object Opt",
    ),
    Block("Generate report", REPORTS, REPORT, "dateRange", "startDate string Req,endDate string Req"),
    Block("Generate report", REPORTS, REPORT, "filters", "channel string Opt,groupBy string Opt"),
    Block("Get report by ID", "getReportById", {"reportHistoryId": 1}, "", "reportHistoryId number Req"),
    Block(
        "Create and assign ticket",
        TICKETS,
        TICKET,
        "",
        "channel string Req,labelIds number[] Opt,brandPhoneNumber string Req,"
        "customerPhoneNumber string Req,assignmentType string Opt,context string Opt",
    ),
    Block(
        "Create and assign ticket",
        TICKETS,
        {
            "channel": "EMAIL",
            "brandEmail": "care@brand.example",
            "customerEmail": "asha@customer.example",
            "assignmentType": "SPECIFIC_AGENT",
            "agentMail": "asha@practice.example",
        },
        "",
        "brandEmail string Req,customerEmail string Req,agentMail string Req",
    ),
    Block(
        "Create and assign ticket",
        TICKETS,
        {"channel": "TASKS", "taskTitle": "Call", "assignmentType": "SPECIFIC_TEAM", "teamId": 1},
        "",
        "taskTitle string Req,teamId number Req",
    ),
    Block(
        "Initiate flow",
        FLOWS,
        FLOW,
        "",
        "medium string Req,flowId string Req,phoneNumber string Req,name string Opt,nodeName string Opt,"
        "businessPhoneNumber string Opt,sessionId string Opt,carryPayload object Opt,payload object Opt",
    ),
    Block("Initiate flow", FLOWS, {**FLOW, "email": "asha@customer.example"}, "", "email string Opt"),
    Block(
        "AbandonedCartPayload",
        FLOWS,
        {**FLOW, "payload": CART},
        "payload",
        "checkoutId string Req,phoneNumber string Req,email string Opt,abandonedCart object Req",
    ),
    Block(
        "AbandonedCart",
        FLOWS,
        FLOW,
        "payload.abandonedCart",
        "id string Req,phoneNumber string Req,converted boolean Req,cartPrice number Req,"
        "partnersData object Req,cart object[] Req",
    ),
    Block(
        "AbandonedCart",
        FLOWS,
        FLOW,
        "payload.abandonedCart.partnersData",
        "id string Req,source string Req,customerId number Opt",
    ),
    Block(
        "Order item",
        FLOWS,
        FLOW,
        "payload.abandonedCart.cart[0]",
        "name string Req,price number Req,quantity number Req,productId number Req,variantId number Opt",
    ),
    Block("Fetch messages by IDs", "fetchMessagesById", {"messageIds": ["1"]}, "", "messageIds string[] Req"),
    Block(
        "Send message",
        MESSAGES,
        {**MESSAGE, "callbackData": '{"order":17}'},
        "",
        "medium string Req,contactIdentifier string Req,type string Req,businessPhoneNumber string Opt,"
        "payload object Req,callbackData string Opt",
    ),
    Block(
        "Send message (V1)",
        "sendMessage",
        {"appId": "app-1", **MESSAGE},
        "",
        "appId string Req,medium string Req,contactIdentifier string Req,type string Req,"
        "businessPhoneNumber string Opt,payload object Req",
    ),
    Block("Payload of text", MESSAGES, _message("text"), "payload", "message string Req"),
    *(
        Block(f"Payload of {kind}", MESSAGES, _message(kind), place, lines)
        for kind in ("image", "video", "document")
        for place, lines in (
            ("payload", "type string Opt,media object Req"),
            ("payload.media", "mediaLink string Req,caption string Opt"),
        )
    ),
    *(
        Block(f"Payload of {kind}", MESSAGES, _message(kind), place, lines)
        for kind in ("options", "buttons")
        for place, lines in (
            ("payload", _OPTIONS),
            ("payload.section", "buttonTitle string Opt,sectionTitle string Opt,payload object[] Req"),
            ("payload.section.payload[0]", "id string Opt,name string Opt"),
        )
    ),
    Block("Payload of buttons", MESSAGES, _message("buttons"), "payload", "header object Opt"),
    Block(
        "Payload of buttons",
        MESSAGES,
        _message("buttons"),
        "payload.header",
        "type string Opt,image object Opt",
    ),
    Block(
        "Payload of buttons", MESSAGES, _message("buttons"), "payload.header.image", "mediaLink string Opt"
    ),
    Block(
        "Payload of address",
        MESSAGES,
        _message("address"),
        "payload",
        "message string Req,address object Req",
    ),
    Block(
        "Payload of address",
        MESSAGES,
        _message("address"),
        "payload.address",
        "id string Opt,name string Opt,phone_number string Opt,pin_code string Opt,floor_number string Opt,"
        "building_name string Opt,address string Opt,landmark_area string Opt,city string Opt,"
        "country string Opt",
    ),
    Block(
        "Payload of single_product",
        MESSAGES,
        _message("single_product"),
        "payload",
        "message string Opt,footerText string Opt,catalogId string Req,productRetailerId string Req",
    ),
    Block(
        "Payload of multiple_product",
        MESSAGES,
        _message("multiple_product"),
        "payload",
        "message string Opt,catalogId string Req,headerText string Opt,footerText string Opt,"
        "sections object[] Req",
    ),
    Block(
        "Payload of multiple_product",
        MESSAGES,
        _message("multiple_product"),
        "payload.sections[0]",
        "title string Opt,variantIds string[] Opt",
    ),
    Block(
        "Send template message",
        TEMPLATES,
        _template(0),
        "",
        "medium string Req,contactIdentifier string Req,businessPhoneNumber string Opt,payload object Req,"
        "callbackData string Opt",
    ),
    Block(
        "Send template message (V1)",
        "sendTemplateMessage",
        BY_OPERATION[api.SEND_TEMPLATE_V1].examples[0].body,
        "",
        "appId string Req,medium string Req,contactIdentifier string Req,payload object Req",
    ),
    Block("Template payload", TEMPLATES, _template(0), "payload", "templateId string Req"),
    Block("Template payload", TEMPLATES, _template(0), "payload.components", "body string[] Req"),
    Block("Template payload", TEMPLATES, _template(1), "payload.components", "header object[] Req"),
    Block(
        "Template payload",
        TEMPLATES,
        _template(1),
        "payload.components.header[0]",
        "type string Req,data string Req",
    ),
    Block("Template payload", TEMPLATES, _template(2), "payload.components", "button object[] Req"),
    Block(
        "Template payload",
        TEMPLATES,
        _template(2),
        "payload.components.button[0]",
        "type string Req,index number Req,data string Req",
    ),
    Block(
        "Template payload", TEMPLATES, _template(4), "payload.components", "limited_time_offer object[] Req"
    ),
    Block(
        "Template payload",
        TEMPLATES,
        _template(4),
        "payload.components.limited_time_offer[0]",
        "type string Req,data string Req",
    ),
    Block(
        "Carousel payload",
        TEMPLATES,
        _template(5),
        "payload.components",
        "body string Req,carousel object[] Req",
    ),
    Block(
        "Carousel payload",
        TEMPLATES,
        _template(5),
        "payload.components.carousel[1]",
        "header object[] Req,body string[] Req,button object[] Req",
    ),
)
"""Inner payload fields are required as decisions, row 8; template parts as the seeded ones have them."""

FIELDS = tuple(field for block in BLOCKS for field in block.fields())
OBJECTS = tuple({(block.path, block.inside): block for block in BLOCKS}.values())
