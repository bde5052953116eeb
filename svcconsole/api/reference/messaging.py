"""The API reference of messages, templates, flows and lookup (specification: endpoints 9 to 11, 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from svcconsole.api import operations as api
from svcconsole.api.reference.entry import Entry, Example, Open
from svcconsole.words.message import message

TO, FROM, SHOP = "+4915225550123", "+4915225550999", "https://shop.example"
CALLBACK = '{"order":1017}'
_SECTION = {
    "buttonTitle": "Choose",
    "sectionTitle": "Colours",
    "payload": [{"id": "oat", "name": "Oat"}, {"id": "moss", "name": "Moss"}],
}
_OPTIONS = {
    "body": "Which colour shall it be?",
    "headerTitle": "Stoneware mug",
    "footerTitle": "Tap to choose",
    "section": _SECTION,
}


def _media(kind: str, file: str) -> tuple[str, str, Mapping[str, Any]]:
    media = {"mediaLink": f"{SHOP}/{file}", "caption": "As promised"}
    return message("A message with {kind}", kind=kind), kind, {"type": kind, "media": media}


_PAYLOADS: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    (message("A text"), "text", {"message": "Your parcel is on its way"}),
    _media("image", "mug.png"),
    _media("video", "mug.mp4"),
    _media("document", "invoice.pdf"),
    (message("A list to choose from"), "options", {"type": "options", **_OPTIONS}),
    (
        message("Buttons under a picture"),
        "buttons",
        {
            "type": "buttons",
            **_OPTIONS,
            "header": {"type": "image", "image": {"mediaLink": f"{SHOP}/mug.png"}},
        },
    ),
    (
        message("Ask for an address"),
        "address",
        {
            "message": "Where shall we send it?",
            "address": {
                "name": "Asha Rao",
                "phone_number": TO,
                "pin_code": "20095",
                "address": "Lindenweg 12",
                "city": "Hamburg",
                "country": "Germany",
            },
        },
    ),
    (
        message("One product"),
        "single_product",
        {
            "message": "Back in stock",
            "footerText": "While it lasts",
            "catalogId": "kitchen",
            "productRetailerId": "mug-oat",
        },
    ),
    (
        message("Several products"),
        "multiple_product",
        {
            "message": "Picked for you",
            "catalogId": "kitchen",
            "headerText": "New",
            "footerText": "While they last",
            "sections": [{"title": "Mugs", "variantIds": ["mug-oat", "mug-moss"]}],
        },
    ),
)
_HEADER = [{"type": "image", "data": f"{SHOP}/sale.png"}]


def _card(name: str) -> Mapping[str, Any]:
    return {"header": _HEADER, "body": [name], "button": [{"type": "URL", "index": 0, "data": "mug"}]}


_TEMPLATES: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    (message("Text only"), "welcome", {"body": ["Asha"]}),
    (message("A picture above"), "offer_image", {"header": _HEADER, "body": ["Asha"]}),
    (
        message("With a link button"),
        "order_link",
        {"body": ["Asha"], "button": [{"type": "URL", "index": 0, "data": "orders/1017"}]},
    ),
    (
        message("A code to copy"),
        "coupon_code",
        {"body": ["Asha"], "button": [{"type": "copy_code", "index": 0, "data": "MUG5"}]},
    ),
    (
        message("An offer that ends"),
        "flash_sale",
        {
            "header": _HEADER,
            "body": ["Asha"],
            "limited_time_offer": [{"type": "limited_time_offer", "data": "1798761600000"}],
        },
    ),
    (
        message("Cards side by side"),
        "summer_carousel",
        {"body": "Asha", "carousel": [_card("Mug"), _card("Bowl")]},
    ),
)


def _message(kind: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "medium": "whatsapp",
        "contactIdentifier": TO,
        "type": kind,
        "businessPhoneNumber": FROM,
        "payload": payload,
    }


def _template(template: str, components: Mapping[str, Any]) -> dict[str, Any]:
    kind = "CAROUSEL" if "carousel" in components else "DEFAULT"
    return _message(kind, {"templateId": template, "components": components})


_CALLBACK_RULE = message(
    "callbackData is a text that is not empty, readable as JSON and at most 1,024 characters long; it comes "
    "back in the webhooks of this message."
)
_ONCE = message("Sending it twice sends two messages.")
_V1 = (
    message("Deprecated: use the operation of the same name without V1."),
    message("appId is required."),
    message("callbackData is not known here."),
    _ONCE,
)
_INNER = Open(
    message("Which fields inside the payload are required."),
    message(
        "text and address: message; media: media.mediaLink; options and buttons: body and section.payload; "
        "products: catalogId with productRetailerId or sections."
    ),
    ("payload",),
)
_APP_ID = Open(
    message("Whether appId is needed or accepted here."),
    message("It is accepted and not needed."),
    ("appId",),
)
_KINDS = message("The payload's shape follows from type.")

ENTRIES = (
    Entry(
        api.SEND_MESSAGE,
        message("Sends a WhatsApp message of one of nine types."),
        (message("medium is whatsapp."), _KINDS, _CALLBACK_RULE, _ONCE),
        tuple(
            Example(title, {**_message(kind, payload), "callbackData": CALLBACK})
            for title, kind, payload in _PAYLOADS
        ),
        message("data.id: the message's id, to look it up by."),
        (_INNER, _APP_ID),
    ),
    Entry(
        api.SEND_MESSAGE_V1,
        message("Sends a WhatsApp message by the older form, which names no message in its answer."),
        (message("medium is whatsapp."), _KINDS, *_V1),
        tuple(
            Example(title, {"appId": "app-1", **_message(kind, payload)})
            for title, kind, payload in _PAYLOADS
        ),
        message("status only: a message sent so cannot be looked up."),
        (_INNER,),
    ),
    Entry(
        api.SEND_TEMPLATE,
        message("Sends a WhatsApp template that was created in the service's dashboard."),
        (
            message("medium is whatsapp; type is DEFAULT, or CAROUSEL for cards."),
            message("body holds one text for each variable; a carousel's outer body is a single text."),
            message("A button names its position in index, a number."),
            message("A template id that does not exist is answered with 407."),
            message("Templates with quick replies, lists or carts are sent through a flow."),
            _CALLBACK_RULE,
            _ONCE,
        ),
        tuple(
            Example(title, {**_template(template, parts), "callbackData": CALLBACK})
            for title, template, parts in _TEMPLATES
        ),
        message("data.id: the message's id, to look it up by."),
        (
            Open(message("Whether type may be left out."), message("It then means DEFAULT."), ("type",)),
            _APP_ID,
            Open(
                message("What a contact button looks like."),
                message("type contact with index and data is taken as it comes."),
                ("payload.components.button.type", "payload.components.carousel.button.type"),
            ),
        ),
    ),
    Entry(
        api.SEND_TEMPLATE_V1,
        message("Sends a WhatsApp template by the older form."),
        (message("medium is whatsapp; type is DEFAULT, or CAROUSEL for cards."), *_V1),
        tuple(
            Example(title, {"appId": "app-1", **_template(template, parts)})
            for title, template, parts in _TEMPLATES
        ),
        message("response.id next to status: the message's id."),
    ),
    Entry(
        api.INITIATE_FLOW,
        message("Starts a chatbot flow for one person, with the cart they left behind if there is one."),
        (
            message("At least one of phoneNumber and email is required."),
            message("sessionId comes from the journey builder and belongs to one flow."),
            message("carryPayload gives each key a list of texts."),
            message("In a cart, productId, variantId and customerId are numbers."),
        ),
        (
            Example(
                message("Start a flow"),
                {"medium": "whatsapp", "flowId": "welcome-tour", "phoneNumber": TO, "name": "Asha"},
            ),
            Example(
                message("With an abandoned cart"),
                {
                    "medium": "whatsapp",
                    "flowId": "cart-reminder",
                    "phoneNumber": TO,
                    "nodeName": "reminder",
                    "carryPayload": {"coupon": ["MUG5"]},
                    "payload": {
                        "checkoutId": "checkout-17",
                        "phoneNumber": TO,
                        "email": "asha@customer.example",
                        "abandonedCart": {
                            "id": "cart-17",
                            "phoneNumber": TO,
                            "converted": False,
                            "cartPrice": 27,
                            "partnersData": {"id": "17", "source": "web shop", "customerId": 1001},
                            "cart": [{"name": "Mug", "price": 13.5, "quantity": 2, "productId": 4501}],
                        },
                    },
                },
            ),
        ),
        message("status only."),
        (
            Open(
                message("What a flowId that does not exist does."),
                message("It is accepted and recorded."),
                ("flowId",),
            ),
            _APP_ID,
        ),
    ),
    Entry(
        api.FETCH_MESSAGES,
        message("Looks up the delivery record of messages by their ids."),
        (
            message("messageIds is required."),
            message(
                "When no id matches, the answer is one entry whose createdAt is null and whose message "
                "says so."
            ),
        ),
        (Example(message("One message"), {"messageIds": ["1000001"]}),),
        message(
            "data.messages: id, messageId, createdAt, receiverId, status, type, message, assetValue, "
            "failureReason."
        ),
        (
            Open(
                message("Which words status may be, besides failed."),
                message("queued, sent, delivered, read, failed."),
                ("data.messages.status",),
            ),
            Open(
                message("What happens when only some ids match."),
                message("Those that match are answered."),
                ("messageIds",),
            ),
        ),
    ),
)
