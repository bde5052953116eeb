"""Every rule a client can check: what it lets pass, and what it refuses with which words at which field."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from svcconsole.api import operations as api
from svcconsole.api.models.problems import problems
from svcconsole.api.operations import Operation
from tests.api.models.samples import (
    ADDRESS,
    CART,
    COMBINATION,
    CUSTOMER,
    FLOW,
    MESSAGE,
    PAYLOADS,
    PRODUCT,
    SAMPLES,
    TEMPLATE,
    TICKET,
    USER_PROPERTY,
    Wire,
)


def refusals(operation: Operation[Any, Any], wire: Any) -> list[str]:
    """The sentences the request is refused with; none if it passes."""
    try:
        operation.request.read(wire)
    except ValidationError as error:
        return [problem.sentence for problem in problems(error, operation.request)]
    return []


def product(**changes: Any) -> Wire:
    return {"products": [{**PRODUCT, **changes}]}


def combination(**changes: Any) -> Wire:
    return product(combinations=[{**COMBINATION, **changes}])


def message(kind: str = "text", **changes: Any) -> Wire:
    return {**MESSAGE, "type": kind, "payload": {**PAYLOADS[kind], **changes}}


def components(**changes: Any) -> Wire:
    return {**TEMPLATE, "payload": {"templateId": "t", "components": changes}}


def cart(**changes: Any) -> Wire:
    items = [{**CART["abandonedCart"]["cart"][0], **changes}]
    return {**FLOW, "payload": {**CART, "abandonedCart": {**CART["abandonedCart"], "cart": items}}}


def report(**changes: Any) -> Wire:
    return {**SAMPLES[api.GENERATE_REPORT], **changes}


def dates(start: Any, end: Any = "2026-12-31T00:00:00Z") -> Wire:
    return report(dateRange={"startDate": start, "endDate": end})


def without(wire: Wire, *names: str) -> Wire:
    return {name: value for name, value in wire.items() if name not in names}


NAN, INFINITE = float("nan"), float("inf")
PRICE = "products[0].combinations[0].price"
ZONED = "must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T00:00:00Z"

REFUSED: list[tuple[Operation[Any, Any], Any, str]] = [
    (api.UPSERT_PRODUCTS, {}, "products is required"),
    (api.UPSERT_PRODUCTS, [], "the body must be an object"),
    (api.UPSERT_PRODUCTS, {"products": []}, "products must have at least 1 entry"),
    (api.UPSERT_PRODUCTS, {"products": "mug"}, 'products must be a list, not "mug"'),
    (api.UPSERT_PRODUCTS, product(combinations=[]), "products[0].combinations must have at least 1 entry"),
    (api.UPSERT_PRODUCTS, {"products": [without(PRODUCT, "photos")]}, "products[0].photos is required"),
    (api.UPSERT_PRODUCTS, {"products": [without(PRODUCT, "url")]}, "products[0].url is required"),
    (api.UPSERT_PRODUCTS, product(id=7), "products[0].id must be text, not 7"),
    (api.UPSERT_PRODUCTS, product(name=""), "products[0].name must not be empty"),
    (api.UPSERT_PRODUCTS, product(colour="red"), "products[0].colour is not a field of this request"),
    (
        api.UPSERT_PRODUCTS,
        product(catalog_ids=["a"]),
        "products[0].catalog_ids is not a field of this request",
    ),
    (api.UPSERT_PRODUCTS, product(tags=["a"]), "products[0].tags must be text"),
    (api.UPSERT_PRODUCTS, product(catalogIds=[3]), "products[0].catalogIds[0] must be text, not 3"),
    (
        api.UPSERT_PRODUCTS,
        product(addToCartDisabled=1),
        "products[0].addToCartDisabled must be true or false, not 1",
    ),
    (
        api.UPSERT_PRODUCTS,
        product(metafields=[{"id": "1", "namespace": "n", "key": "k"}]),
        "products[0].metafields[0].value is required",
    ),
    (
        api.UPSERT_PRODUCTS,
        combination(productId="cup"),
        "products[0].combinations[0].productId must be the product's id mug, not cup",
    ),
    (api.UPSERT_PRODUCTS, combination(price="13.50"), f'{PRICE} must be a number, not "13.50"'),
    (api.UPSERT_PRODUCTS, combination(price=True), f"{PRICE} must be a number, not true"),
    (api.UPSERT_PRODUCTS, combination(price=None), f"{PRICE} must be a number, not null"),
    (api.UPSERT_PRODUCTS, combination(price=NAN), f"{PRICE} must be a finite number"),
    (api.UPSERT_PRODUCTS, combination(price=-INFINITE), f"{PRICE} must be a finite number"),
    (
        api.UPSERT_PRODUCTS,
        combination(price=Decimal("1169.10000000000012")),
        f"{PRICE} must have at most 15 digits",
    ),
    (api.UPSERT_PRODUCTS, combination(price=10**15), f"{PRICE} must have at most 15 digits"),
    (
        api.UPSERT_PRODUCTS,
        combination(options={"Size": 3}),
        "products[0].combinations[0].options.Size must be text, not 3",
    ),
    (api.UPSERT_PRODUCTS, {"products": [PRODUCT, PRODUCT]}, "products[1].id repeats mug of products[0]"),
    (api.UPSERT_CATALOGS, {}, "catalogs is required"),
    (
        api.UPSERT_CATALOGS,
        {"catalogs": [{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]},
        "catalogs[1].id repeats a of catalogs[0]",
    ),
    (api.UPSERT_CATALOGS, {"catalogs": [{"id": "a"}]}, "catalogs[0].name is required"),
    (api.GET_PRODUCTS, {}, "productIds is required"),
    (api.GET_CATALOGS, {}, "catalogIds is required"),
    (api.GET_PRODUCTS, {"productIds": [1]}, "productIds[0] must be text, not 1"),
    (api.LIST_PRODUCTS, {"afterProductId": 1}, "afterProductId must be text, not 1"),
    (api.SEND_MESSAGE, {**MESSAGE, "medium": "sms"}, 'medium must be "whatsapp", not "sms"'),
    (api.SEND_MESSAGE, without(MESSAGE, "contactIdentifier"), "contactIdentifier is required"),
    (api.SEND_MESSAGE, {**MESSAGE, "payload": {}}, "payload.message is required"),
    (api.SEND_MESSAGE, {**MESSAGE, "payload": {"message": ""}}, "payload.message must not be empty"),
    (api.SEND_MESSAGE, message(media_link="x"), "payload.media_link is not a field of this request"),
    (api.SEND_MESSAGE, message("image", type="video"), "payload.type must be image, the message's own type"),
    (api.SEND_MESSAGE, message("image", media={"caption": "x"}), "payload.media.mediaLink is required"),
    (
        api.SEND_MESSAGE,
        message("image", media={"media_link": "x", "mediaLink": "y"}),
        "payload.media.media_link is not a field of this request",
    ),
    (
        api.SEND_MESSAGE,
        message("options", section={"payload": []}),
        "payload.section.payload must have at least 1 entry",
    ),
    (api.SEND_MESSAGE, message("options", section=None), "payload.section must be an object, not null"),
    (api.SEND_MESSAGE, message("buttons", body=""), "payload.body must not be empty"),
    (api.SEND_MESSAGE, message("buttons", type="options"), 'payload.type must be "buttons", not "options"'),
    (
        api.SEND_MESSAGE,
        message("address", address={"pinCode": "1"}),
        "payload.address.pinCode is not a field of this request",
    ),
    (api.SEND_MESSAGE, message("single_product", catalogId=""), "payload.catalogId must not be empty"),
    (
        api.SEND_MESSAGE,
        message("multiple_product", sections=[]),
        "payload.sections must have at least 1 entry",
    ),
    (api.SEND_MESSAGE, {**MESSAGE, "payload": PAYLOADS["image"]}, "payload.message is required"),
    (api.SEND_MESSAGE, {**MESSAGE, "callbackData": ""}, "callbackData must not be empty"),
    (api.SEND_MESSAGE, {**MESSAGE, "callbackData": "order 17"}, "callbackData must be JSON text"),
    (api.SEND_MESSAGE, {**MESSAGE, "callbackData": "NaN"}, "callbackData must be JSON text"),
    (
        api.SEND_MESSAGE,
        {**MESSAGE, "callbackData": '"' + "é" * 1023 + '"'},
        "callbackData must have at most 1024 characters",
    ),
    (api.SEND_MESSAGE, {**MESSAGE, "callbackData": {}}, "callbackData must be text"),
    (api.SEND_MESSAGE_V1, MESSAGE, "appId is required"),
    (
        api.SEND_MESSAGE_V1,
        {**MESSAGE, "appId": "a", "callbackData": "{}"},
        "callbackData is not a field of this request",
    ),
    (api.SEND_TEMPLATE_V1, TEMPLATE, "appId is required"),
    (
        api.SEND_TEMPLATE_V1,
        {**TEMPLATE, "appId": "a", "callbackData": "{}"},
        "callbackData is not a field of this request",
    ),
    (api.SEND_TEMPLATE, {**TEMPLATE, "callbackData": "{"}, "callbackData must be JSON text"),
    (
        api.SEND_TEMPLATE,
        {**TEMPLATE, "type": "default"},
        'type must be "CAROUSEL" or "DEFAULT", not "default"',
    ),
    (api.SEND_TEMPLATE, {**TEMPLATE, "payload": {}}, "payload.templateId is required"),
    (api.SEND_TEMPLATE, components(body="Asha"), 'payload.components.body must be a list, not "Asha"'),
    (
        api.SEND_TEMPLATE,
        components(carousel=[{}]),
        "payload.components.carousel is not a field of this request",
    ),
    (
        api.SEND_TEMPLATE,
        {**components(body=["Asha"], carousel=[{}]), "type": "CAROUSEL"},
        "payload.components.body must be text",
    ),
    (
        api.SEND_TEMPLATE,
        {**components(body="x", carousel=[{"body": "y"}]), "type": "CAROUSEL"},
        'payload.components.carousel[0].body must be a list, not "y"',
    ),
    (
        api.SEND_TEMPLATE,
        {**components(body="x"), "type": "CAROUSEL"},
        "payload.components.carousel is required",
    ),
    (
        api.SEND_TEMPLATE,
        components(button=[{"type": "URL", "index": "0", "data": "x"}]),
        'payload.components.button[0].index must be a whole number, not "0"',
    ),
    (
        api.SEND_TEMPLATE,
        components(button=[{"type": "URL", "index": 0.5, "data": "x"}]),
        "payload.components.button[0].index must be a whole number, not 0.5",
    ),
    (
        api.SEND_TEMPLATE,
        components(button=[{"type": "url", "index": 0, "data": "x"}]),
        'payload.components.button[0].type must be "URL", "copy_code" or "contact", not "url"',
    ),
    (
        api.SEND_TEMPLATE,
        components(limitedTimeOffer=[]),
        "payload.components.limitedTimeOffer is not a field of this request",
    ),
    (api.INITIATE_FLOW, without(FLOW, "phoneNumber"), "phoneNumber or email is required"),
    (api.INITIATE_FLOW, without(FLOW, "flowId"), "flowId is required"),
    (api.INITIATE_FLOW, {**FLOW, "carryPayload": {"a": "b"}}, 'carryPayload.a must be a list, not "b"'),
    (api.INITIATE_FLOW, {**FLOW, "payload": {}}, "payload.abandonedCart is required"),
    (
        api.INITIATE_FLOW,
        cart(productId="4512345678901"),
        'payload.abandonedCart.cart[0].productId must be a whole number, not "4512345678901"',
    ),
    (api.INITIATE_FLOW, cart(price="1"), 'payload.abandonedCart.cart[0].price must be a number, not "1"'),
    (
        api.INITIATE_FLOW,
        cart(quantity=True),
        "payload.abandonedCart.cart[0].quantity must be a number, not true",
    ),
    (
        api.CREATE_TICKET,
        {**TICKET, "channel": "SMS"},
        'channel must be "WHATSAPP", "EMAIL" or "TASKS", not "SMS"',
    ),
    (api.CREATE_TICKET, {"channel": "TASKS"}, "taskTitle is required when channel is TASKS"),
    (
        api.CREATE_TICKET,
        {"channel": "email", "brandEmail": "a"},
        "customerEmail is required when channel is EMAIL",
    ),
    (
        api.CREATE_TICKET,
        without(TICKET, "customerPhoneNumber"),
        "customerPhoneNumber is required when channel is WHATSAPP",
    ),
    (
        api.CREATE_TICKET,
        {**TICKET, "assignmentType": "SPECIFIC_AGENT"},
        "agentMail is required when assignmentType is SPECIFIC_AGENT",
    ),
    (
        api.CREATE_TICKET,
        {**TICKET, "assignmentType": "SPECIFIC_TEAM"},
        "teamId is required when assignmentType is SPECIFIC_TEAM",
    ),
    (api.CREATE_TICKET, {**TICKET, "labelIds": ["1"]}, 'labelIds[0] must be a whole number, not "1"'),
    (
        api.GENERATE_REPORT,
        report(reportType="overall"),
        'reportType must be "Overall", "Campaigns", "Helpdesk", "Journeys" or "Widgets", not "overall"',
    ),
    (
        api.GENERATE_REPORT,
        report(reportName="ticket overview"),
        'reportName must be one of its 24 words, perhaps "Ticket\'s Overview", not "ticket overview"',
    ),
    (
        api.GENERATE_REPORT,
        report(reportName="#"),
        'reportName must be one of its 24 words, such as "Popup Conversions", '
        '"Campaign(s) Message Failure Overview" or "Whatsapp Payment Report", not "#"',
    ),
    (api.LIST_PRODUCTS, {"afterProductId": "\ud800"}, "afterProductId holds characters that cannot be sent"),
    (api.GET_PRODUCTS, {"productIds": ["\udfff"]}, "productIds[0] holds characters that cannot be sent"),
    (
        api.UPSERT_PRODUCTS,
        combination(options={"Size": "\ud83d"}),
        "products[0].combinations[0].options.Size holds characters that cannot be sent",
    ),
    (api.GENERATE_REPORT, report(emails=[]), "emails must have at least 1 entry"),
    (
        api.GENERATE_REPORT,
        report(filters={"channel": "sms"}),
        'filters.channel must be "whatsapp", "email", "instagram", "messenger" or "livechat", not "sms"',
    ),
    (
        api.GENERATE_REPORT,
        report(filters={"groupBy": "year"}),
        'filters.groupBy must be "day", "week" or "month", not "year"',
    ),
    (api.GENERATE_REPORT, dates("2026-01-01T00:00:00"), f"dateRange.startDate {ZONED}"),
    (api.GENERATE_REPORT, dates("2026-01-01"), f"dateRange.startDate {ZONED}"),
    (api.GENERATE_REPORT, dates("2026-02-30T00:00:00Z"), f"dateRange.startDate {ZONED}"),
    (api.GENERATE_REPORT, dates("2026-01-01 00:00:00+00:00"), f"dateRange.startDate {ZONED}"),
    (api.GENERATE_REPORT, dates("yesterday"), f"dateRange.startDate {ZONED}"),
    (api.GENERATE_REPORT, dates(1767225600), "dateRange.startDate must be text, not 1767225600"),
    (
        api.GENERATE_REPORT,
        dates("2026-01-02T00:00:00Z", "2026-01-02T00:00:00+01:00"),
        "dateRange.endDate must not be before startDate 2026-01-02T00:00:00Z",
    ),
    (api.GET_REPORT, {"reportHistoryId": "17"}, 'reportHistoryId must be a whole number, not "17"'),
    (api.RECORD_USER_PROPERTIES, {}, "userProperties is required"),
    (
        api.RECORD_USER_PROPERTIES,
        {"userProperties": [{**USER_PROPERTY, "gender": "f"}]},
        "userProperties[0].gender is not a field of this request",
    ),
    (
        api.RECORD_USER_PROPERTIES,
        {"userProperties": [without(USER_PROPERTY, "lastName")]},
        "userProperties[0].lastName is required",
    ),
    (
        api.RECORD_USER_PROPERTIES,
        {"userProperties": [{**USER_PROPERTY, "createdAt": ""}]},
        "userProperties[0].createdAt must not be empty",
    ),
    (api.FETCH_MESSAGES, {}, "messageIds is required"),
    (api.UPSERT_CUSTOMER, {"firstName": "Asha"}, "email or phoneNumber is required"),
    (api.UPSERT_CUSTOMER, {"email": "", "phoneNumber": ""}, "email or phoneNumber is required"),
    (api.UPSERT_CUSTOMER, {**CUSTOMER, "tags": "fair"}, 'tags must be a list, not "fair"'),
    *(
        (
            api.UPSERT_CUSTOMER,
            {**CUSTOMER, "addresses": [without(ADDRESS, name)]},
            f"addresses[0].{name} is required",
        )
        for name in ("address1", "city", "country", "countryCode", "state", "zip")
    ),
    (
        api.UPSERT_CUSTOMER,
        {**CUSTOMER, "addresses": [{**ADDRESS, "latitude": "28"}]},
        'addresses[0].latitude must be a number, not "28"',
    ),
    (api.GET_CUSTOMER, {}, "partnerCustomerId or svcCustomerId is required"),
    (api.GET_CUSTOMER, {"svcCustomerId": 9}, "svcCustomerId must be text, not 9"),
]

PASSED: list[tuple[Operation[Any, Any], Any]] = [
    (api.UPSERT_PRODUCTS, product(photos=[])),
    (api.UPSERT_PRODUCTS, combination(price=0, discountedPrice=-1.5, quantity=0.25)),
    (api.UPSERT_PRODUCTS, combination(price=999_999_999_999_999)),
    (api.LIST_PRODUCTS, {}),
    (api.SEND_MESSAGE, {**MESSAGE, "appId": "accepted where the form has none"}),
    (api.SEND_MESSAGE, {**MESSAGE, "callbackData": '"' + "é" * 1022 + '"'}),
    (api.SEND_MESSAGE, {**MESSAGE, "callbackData": "17"}),
    (api.SEND_MESSAGE, {**MESSAGE, "type": "image", "payload": {"media": {"mediaLink": "x"}}}),
    (
        api.SEND_MESSAGE,
        {**MESSAGE, "type": "options", "payload": {"body": "x", "section": {"payload": [{}]}}},
    ),
    (api.SEND_MESSAGE, {**MESSAGE, "type": "address", "payload": {"message": "x", "address": {}}}),
    (
        api.SEND_MESSAGE,
        {**MESSAGE, "type": "single_product", "payload": {"catalogId": "a", "productRetailerId": "b"}},
    ),
    (
        api.SEND_MESSAGE,
        {**MESSAGE, "type": "multiple_product", "payload": {"catalogId": "a", "sections": [{}]}},
    ),
    (api.SEND_TEMPLATE, {**TEMPLATE, "payload": {"templateId": "text_only"}}),
    (api.SEND_TEMPLATE, components(button=[{"type": "contact", "index": 2, "data": ""}])),
    (api.INITIATE_FLOW, {"medium": "whatsapp", "flowId": "f", "email": "a@b.example", "appId": "x"}),
    (api.CREATE_TICKET, {"channel": "Tasks", "taskTitle": "Call"}),
    (api.CREATE_TICKET, {"channel": "EMAIL", "brandEmail": "a", "customerEmail": "b"}),
    (api.CREATE_TICKET, {**TICKET, "assignmentType": "SPECIFIC_TEAM", "teamId": 0}),
    (api.GENERATE_REPORT, dates("2026-12-31T01:00:00+01:00")),
    (api.RECORD_USER_PROPERTIES, {"appId": "x", "userProperties": [{"firstName": "", "lastName": ""}]}),
    (api.UPSERT_CUSTOMER, {"phoneNumber": "+15550100123", "email": ""}),
    (api.GET_CUSTOMER, {"partnerCustomerId": "C-17"}),
]


@pytest.mark.parametrize(("operation", "wire", "sentence"), REFUSED, ids=lambda value: str(value)[:60])
def test_is_refused_with_these_words(operation: Operation[Any, Any], wire: Any, sentence: str) -> None:
    assert sentence in refusals(operation, wire)


@pytest.mark.parametrize(("operation", "wire"), PASSED, ids=lambda value: str(value)[:60])
def test_passes(operation: Operation[Any, Any], wire: Any) -> None:
    assert refusals(operation, wire) == []


def test_every_refusal_is_told_at_once_and_lands_on_its_field() -> None:
    broken = {**COMBINATION, "price": "1", "quantity": True}
    with pytest.raises(ValidationError) as caught:
        api.UPSERT_PRODUCTS.request.read({"products": [PRODUCT, {**PRODUCT, "combinations": [broken]}]})
    places = [problem.loc for problem in problems(caught.value, api.UPSERT_PRODUCTS.request)]
    at = ("products", 1, "combinations", 0)
    assert places == [(*at, "price"), (*at, "quantity")]


def test_a_rule_between_fields_lands_on_a_field() -> None:
    with pytest.raises(ValidationError) as caught:
        api.UPSERT_PRODUCTS.request.read(combination(productId="cup"))
    (problem,) = problems(caught.value, api.UPSERT_PRODUCTS.request)
    assert problem.loc == ("products", 0, "combinations", 0, "product_id")
    assert problem.path == "products[0].combinations[0].productId"
