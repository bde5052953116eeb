"""One bubble of each type and kind of template, for looking at: with pictures, in two directions."""

from __future__ import annotations

from typing import Any

from svcconsole.services.messaging.appearance.bubble import Bubble, ProductLook
from svcconsole.services.messaging.appearance.of_message import bubble_of_message
from svcconsole.services.messaging.appearance.of_template import bubble_of_template
from tests.api.models.samples import CAROUSEL, MESSAGE, PAYLOADS, TEMPLATE

MUG = ProductLook("mug-oat", "Stoneware mug, oat", "€12.00", "https://shop.example/mug-oat.png")
OFFER: dict[str, Any] = {
    "category": "marketing",
    "header": "image",
    "body": "Hello {{1}}, today only.",
    "limited_time_offer": "Ends soon",
    "buttons": [{"type": "URL", "text": "Look"}, {"type": "copy_code", "text": "Copy the code"}],
}
SUMMER: dict[str, Any] = {
    "category": "marketing",
    "body": "{{1}}, summer is here.",
    "cards": [
        {"header": "image", "body": f"{place}: {{{{1}}}}", "buttons": [{"type": "URL", "text": "Look"}]}
        for place in ("Table", "Garden", "Porch")
    ],
}
FORMATS = "*bold* _italic_ ~strike~ `code` *_both_*\n```mono```\n> quote\n- item\n12. number\n{{1}} 👩🏽‍🚀🌿"


def look(identifier: str) -> ProductLook | None:
    """The product of the samples that the catalog knows."""
    return MUG if identifier == MUG.id else None


def message(kind: str, **changes: Any) -> Bubble:
    """The sample of a type, with other values in its payload."""
    payload = {**PAYLOADS[kind], **changes}
    return bubble_of_message({**MESSAGE, "type": kind, "payload": payload}, look)


BUBBLES: dict[str, Bubble] = {
    **{kind: message(kind) for kind in PAYLOADS},
    "template": bubble_of_template(OFFER, TEMPLATE["payload"]["components"]),
    "carousel": bubble_of_template(SUMMER, CAROUSEL["payload"]["components"]),
    "not in the library": bubble_of_template(None, TEMPLATE["payload"]["components"]),
    "formats": message("text", message=FORMATS),
    "right to left": message(
        "buttons", body="مرحبا *مريم*، وصل ما سألت عنه", headerTitle="عادت المآزر 🌿", footerTitle="للتوقف"
    ),
    "blank": Bubble(),
}
