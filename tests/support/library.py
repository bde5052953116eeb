"""Templates written down in a workspace, as staff copy them from the store's dashboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from svcconsole.services.messaging.templates.model import LocalTemplate
from svcconsole.workspace.database import Workspace

LINK = {"type": "URL", "text": "Look at it", "url": "https://shop.example/{{1}}"}
TEMPLATES: tuple[dict[str, Any], ...] = (
    {"id": "welcome", "body": "Hello {{1}}, good to have you with us."},
    {"id": "greeting", "body": "Hello {{first_name}} of {{2}}", "category": "marketing"},
    {"id": "offer_image", "header": "image", "body": "Hello {{1}}, this is what we picked for you."},
    {"id": "order_link", "body": "Hello {{1}}, it is on its way.", "buttons": [LINK]},
    {
        "id": "summer_carousel",
        "body": "Hello {{1}}, summer is here.",
        "cards": [
            {"header": "image", "body": "For the table: {{1}}", "buttons": [LINK]},
            {"header": "image", "body": "For the garden: {{1}}", "buttons": [LINK]},
        ],
    },
    {"id": "coupon_code", "body": "Hello {{1}}", "buttons": [{"type": "copy_code", "text": "Copy the code"}]},
    {
        "id": "flash_sale",
        "header": "image",
        "body": "Hello {{1}}, today only.",
        "limitedTimeOffer": "Ends soon",
    },
    {"id": "film", "header": "video", "body": "Look"},
    {"id": "asks", "body": "Shall we?", "buttons": [{"type": "quick_reply", "text": "Yes"}]},
)


def write_down(folder: Path, *more: dict[str, Any]) -> None:
    """Put the tests' templates, and `more`, into the library of a workspace."""
    with Workspace.open(folder) as workspace:
        workspace.templates.merge([(each["id"], plain(each)) for each in (*TEMPLATES, *more)])


def plain(template: dict[str, Any]) -> dict[str, Any]:
    """A template as the library keeps it, checked."""
    LocalTemplate.model_validate(template)
    return template
