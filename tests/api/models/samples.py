"""The specification's operations, and for each a complete request: its fields with values of our own."""

from __future__ import annotations

from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.operations import Operation

Wire = dict[str, Any]

PATHS = [
    "generateReport",
    "getReportById",
    "products/createOrUpdate",
    "products/list",
    "products/get",
    "catalogs/createOrUpdate",
    "catalogs/list",
    "catalogs/get",
    "sendMessage",
    "messages/v2/sendMessage",
    "sendTemplateMessage",
    "messages/v2/sendTemplateMessage",
    "initiateFlow",
    "createAndAssignTicket",
    "createOrUpdateUserProperties",
    "fetchMessagesById",
    "customers/createOrUpdate",
    "customers/get",
]
"""In the order of the specification."""
READS = {
    "getReportById",
    "products/list",
    "products/get",
    "catalogs/list",
    "catalogs/get",
    "fetchMessagesById",
    "customers/get",
}

COMBINATION: Wire = {
    "id": "mug-oat",
    "name": "Oat",
    "productId": "mug",
    "price": 13.5,
    "discountedPrice": 12,
    "quantity": 40,
    "image": "https://shop.example/mug-oat.png",
    "productUrl": "https://shop.example/mug?colour=oat",
    "currency": "EUR",
    "options": {"Colour": "Oat"},
}
PRODUCT: Wire = {
    "id": "mug",
    "name": "Stoneware mug",
    "url": "https://shop.example/mug",
    "description": "300 ml.",
    "image": "https://shop.example/mug.png",
    "currency": "EUR",
    "photos": [{"photoUrl": "https://shop.example/mug-1.png"}],
    "tags": "kitchen, gifts",
    "catalogIds": ["kitchen"],
    "combinations": [COMBINATION],
    "metafields": [{"id": "1", "namespace": "care", "key": "dishwasher", "value": "yes"}],
    "addToCartDisabled": False,
}
CATALOG: Wire = {
    "name": "Kitchen",
    "id": "kitchen",
    "description": "For everyday cooking.",
    "image": "https://shop.example/kitchen.png",
    "url": "https://shop.example/kitchen",
}
MESSAGE: Wire = {
    "medium": "whatsapp",
    "contactIdentifier": "+15550100123",
    "type": "text",
    "businessPhoneNumber": "+15550100999",
    "payload": {"message": "Your parcel is on its way"},
}
SECTION: Wire = {
    "buttonTitle": "Choose",
    "sectionTitle": "Colours",
    "payload": [{"id": "oat", "name": "Oat"}, {"id": "moss", "name": "Moss"}],
}
OPTIONS: Wire = {
    "body": "Which colour",
    "headerTitle": "Mug",
    "footerTitle": "Reply here",
    "section": SECTION,
}
PAYLOADS: dict[str, Wire] = {
    "text": {"message": "Hello"},
    **{
        kind: {"type": kind, "media": {"mediaLink": f"https://shop.example/{kind}", "caption": "As promised"}}
        for kind in ("image", "video", "document")
    },
    "options": {"type": "options", **OPTIONS},
    "buttons": {
        "type": "buttons",
        **OPTIONS,
        "header": {"type": "image", "image": {"mediaLink": "https://shop.example/mug.png"}},
    },
    "address": {
        "message": "Where to",
        "address": {
            "id": "1",
            "name": "Asha",
            "phone_number": "+15550100123",
            "pin_code": "110001",
            "floor_number": "3",
            "building_name": "Rose Court",
            "address": "12 Lake Road",
            "landmark_area": "Near the park",
            "city": "Delhi",
            "country": "India",
        },
    },
    "single_product": {
        "message": "This one",
        "footerText": "While it lasts",
        "catalogId": "kitchen",
        "productRetailerId": "mug-oat",
    },
    "multiple_product": {
        "message": "Our picks",
        "catalogId": "kitchen",
        "headerText": "New",
        "footerText": "While they last",
        "sections": [{"title": "Mugs", "variantIds": ["mug-oat", "mug-moss"]}],
    },
}
HEADER: list[Wire] = [{"type": "image", "data": "https://shop.example/sale.png"}]
TEMPLATE: Wire = {
    "medium": "whatsapp",
    "contactIdentifier": "+15550100123",
    "type": "DEFAULT",
    "payload": {
        "templateId": "order_link",
        "components": {
            "header": HEADER,
            "body": ["Asha"],
            "button": [
                {"type": "URL", "index": 0, "data": "orders/17"},
                {"type": "copy_code", "index": 1, "data": "MUG5"},
            ],
            "limited_time_offer": [{"type": "limited_time_offer", "data": "1767225600000"}],
        },
    },
}
ORDER_LINK: Wire = {
    **TEMPLATE,
    "payload": {
        "templateId": "order_link",
        "components": {"body": ["Asha"], "button": [{"type": "URL", "index": 0, "data": "orders/17"}]},
    },
}
CARD: Wire = {"header": HEADER, "body": ["Mug"], "button": [{"type": "URL", "index": 0, "data": "mug"}]}
CAROUSEL: Wire = {
    **TEMPLATE,
    "type": "CAROUSEL",
    "payload": {"templateId": "summer", "components": {"body": "For the summer", "carousel": [CARD, CARD]}},
}
CART: Wire = {
    "checkoutId": "c1",
    "phoneNumber": "+15550100123",
    "email": "asha@customer.example",
    "abandonedCart": {
        "id": "a1",
        "phoneNumber": "+15550100123",
        "converted": False,
        "cartPrice": 25.5,
        "partnersData": {"id": "p1", "source": "web shop", "customerId": 17},
        "cart": [{"name": "Mug", "price": 12.75, "quantity": 2, "productId": 4512345678901, "variantId": 2}],
    },
}
FLOW: Wire = {
    "medium": "whatsapp",
    "flowId": "f1",
    "phoneNumber": "+15550100123",
    "name": "Asha",
    "nodeName": "start",
    "businessPhoneNumber": "+15550100999",
    "sessionId": "s1",
    "carryPayload": {"coupon": ["MUG5"]},
    "payload": CART,
}
TICKET: Wire = {
    "channel": "WHATSAPP",
    "labelIds": [1, 2],
    "brandPhoneNumber": "+15550100999",
    "customerPhoneNumber": "+15550100123",
    "assignmentType": "ALL_AGENTS",
    "context": "Broken handle",
}
REPORT: Wire = {
    "reportType": "Overall",
    "reportName": "All Conversations Report",
    "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-31T23:59:59+05:30"},
    "emails": ["reports@brand.example"],
    "reportDescription": "January",
    "filters": {"channel": "whatsapp", "groupBy": "day"},
    "cursor": "abc",
}
USER_PROPERTY: Wire = {
    "firstName": "Asha",
    "lastName": "Rao",
    "source": "fair",
    "phoneNumber": "+15550100123",
    "alternatePhoneNumber": "+15550100124",
    "email": "asha@customer.example",
    "address1": "12 Lake Road",
    "address2": "Flat 3",
    "city": "Delhi",
    "state": "Delhi",
    "country": "India",
    "createdAt": "2026-01-01T00:00:00Z",
    "updatedAt": "last spring",
    "emailMarketingConsent": True,
    "smsMarketingConsent": False,
    "tags": ["fair", "retail"],
    "partnerCustomerId": "C-17",
}
ADDRESS: Wire = {
    "partnerAddressId": "A-1",
    "addressId": "9",
    "address1": "12 Lake Road",
    "city": "Delhi",
    "country": "India",
    "countryCode": "IN",
    "state": "Delhi",
    "stateCode": "DL",
    "zip": "110001",
    "latitude": 28.6139,
    "longitude": 77.209,
    "timezone": "Asia/Kolkata",
    "isDefault": True,
}
CUSTOMER: Wire = {
    "partnerCustomerId": "C-17",
    "firstName": "Asha",
    "lastName": "Rao",
    "phoneNumber": "+15550100123",
    "email": "asha@customer.example",
    "secondaryEmail": "rao@customer.example",
    "secondaryPhoneNumber": "+15550100124",
    "alternateEmails": ["asha.rao@customer.example"],
    "alternatePhoneNumbers": ["+15550100125"],
    "secondaryEmails": [],
    "secondaryPhoneNumbers": [],
    "overWriteAssets": False,
    "tags": ["fair"],
    "addresses": [ADDRESS],
}
SAMPLES: dict[Operation[Any, Any], Wire] = {
    api.GENERATE_REPORT: REPORT,
    api.GET_REPORT: {"reportHistoryId": 17},
    api.UPSERT_PRODUCTS: {"products": [PRODUCT]},
    api.LIST_PRODUCTS: {"afterProductId": "mug"},
    api.GET_PRODUCTS: {"productIds": ["mug"]},
    api.UPSERT_CATALOGS: {"catalogs": [CATALOG]},
    api.LIST_CATALOGS: {"afterCatalogId": "kitchen"},
    api.GET_CATALOGS: {"catalogIds": ["kitchen"]},
    api.SEND_MESSAGE_V1: {"appId": "app-1", **MESSAGE},
    api.SEND_MESSAGE: {**MESSAGE, "callbackData": '{"order": 17}'},
    api.SEND_TEMPLATE_V1: {"appId": "app-1", **ORDER_LINK},
    api.SEND_TEMPLATE: {"appId": "app-1", **ORDER_LINK, "callbackData": '"17"'},
    api.INITIATE_FLOW: FLOW,
    api.CREATE_TICKET: TICKET,
    api.RECORD_USER_PROPERTIES: {"userProperties": [USER_PROPERTY]},
    api.FETCH_MESSAGES: {"messageIds": ["17"]},
    api.UPSERT_CUSTOMER: CUSTOMER,
    api.GET_CUSTOMER: {"partnerCustomerId": "C-17", "svcCustomerId": "9", "includeAssets": True},
}
