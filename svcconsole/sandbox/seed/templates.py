"""The templates that every practice store has, one of each documented kind."""

from __future__ import annotations

from svcconsole.sandbox.rules.template_registry import Button, Part, Template, save_templates
from svcconsole.sandbox.store.call_context import Call

_SHOP = "https://practice-store.example/"

TEMPLATES = (
    Template(
        id="welcome",
        category="marketing",
        body="Hello {{1}}, good to have you with us. Write to us here whenever you like.",
    ),
    Template(
        id="offer_image",
        category="marketing",
        header="image",
        body="Hello {{1}}, this is what we picked for you this week.",
        footer="Reply STOP to hear no more of offers",
    ),
    Template(
        id="order_link",
        category="utility",
        body="Hello {{1}}, your order is on its way.",
        buttons=(Button(type="URL", text="Where it is", url=f"{_SHOP}{{{{1}}}}"),),
    ),
    Template(
        id="summer_carousel",
        category="marketing",
        body="Hello {{1}}, summer is here.",
        cards=tuple(
            Part(
                header="image",
                body=body,
                buttons=(Button(type="URL", text="Look at it", url=f"{_SHOP}{{{{1}}}}"),),
            )
            for body in ("For the table: {{1}}", "For the garden: {{1}}")
        ),
    ),
    Template(
        id="coupon_code",
        category="marketing",
        body="Hello {{1}}, here is your code for the next order.",
        buttons=(Button(type="copy_code", text="Copy the code"),),
    ),
    Template(
        id="flash_sale",
        category="marketing",
        header="image",
        body="Hello {{1}}, today only: everything for the kitchen for less.",
        limited_time_offer="Ends soon",
    ),
)


def seed_templates(call: Call) -> None:
    """Write them into the store's registry."""
    save_templates(call.connection, TEMPLATES)
