"""What a person does in the Messaging tab in the tests: choose, type, press, answer dialogs."""

from __future__ import annotations

from typing import Any

from svcconsole.gui.kit.widgets.field_question import FieldQuestion
from svcconsole.gui.tabs.messaging.send_page import SendPage
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from tests.support.coroutines import until

TO = "+49 151 23456789"
E164 = "+4915123456789"
ADDRESS = {"name": "مريم", "pin_code": "560001", "address": "12 Residency Rd", "city": "Bengaluru"}

MESSAGES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "text": ({"message": "Hello <b>you</b> *there* 🌿"}, {"message": "Hello <b>you</b> *there* 🌿"}),
    "image": (
        {"media_link": "https://img.example/a.png", "message": "Look"},
        {"type": "image", "media": {"mediaLink": "https://img.example/a.png", "caption": "Look"}},
    ),
    "video": (
        {"media_link": "https://img.example/a.mp4"},
        {"type": "video", "media": {"mediaLink": "https://img.example/a.mp4"}},
    ),
    "document": (
        {"media_link": "https://img.example/a.pdf", "message": "Your bill"},
        {"type": "document", "media": {"mediaLink": "https://img.example/a.pdf", "caption": "Your bill"}},
    ),
    "options": (
        {
            "message": "Which size?",
            "header_title": "Sizes",
            "footer": "Reply STOP",
            "choices": [{"id": "s", "name": "Small"}, {"id": "l", "name": "Large"}],
            "section_title": "All",
            "button_title": "Choose",
        },
        {
            "type": "options",
            "body": "Which size?",
            "headerTitle": "Sizes",
            "footerTitle": "Reply STOP",
            "section": {
                "buttonTitle": "Choose",
                "sectionTitle": "All",
                "payload": [{"id": "s", "name": "Small"}, {"id": "l", "name": "Large"}],
            },
        },
    ),
    "buttons": (
        {
            "message": "Shall we?",
            "header_image": "https://img.example/b.png",
            "choices": [{"id": "y", "name": "Yes"}],
        },
        {
            "type": "buttons",
            "body": "Shall we?",
            "section": {"payload": [{"id": "y", "name": "Yes"}]},
            "header": {"type": "image", "image": {"mediaLink": "https://img.example/b.png"}},
        },
    ),
    "address": (
        {
            "message": "Is this right?",
            "address": {
                "name": "مريم",
                "pin_code": "560001",
                "city": "Bengaluru",
                "address": "12 Residency Rd",
            },
        },
        {
            "message": "Is this right?",
            "address": {
                "name": "مريم",
                "pin_code": "560001",
                "address": "12 Residency Rd",
                "city": "Bengaluru",
            },
        },
    ),
    "single_product": (
        {"catalog_id": "kitchen", "product_id": "mug-1", "message": "This one", "footer": "Ends soon"},
        {
            "message": "This one",
            "footerText": "Ends soon",
            "catalogId": "kitchen",
            "productRetailerId": "mug-1",
        },
    ),
    "multiple_product": (
        {
            "catalog_id": "kitchen",
            "header_title": "New",
            "message": "These",
            "footer": "Ends soon",
            "sections": [
                {"title": "Mugs", "variant_ids": ["mug-1", "mug-2"]},
                {"title": "Bowls", "variant_ids": ["bowl-1"]},
            ],
        },
        {
            "message": "These",
            "catalogId": "kitchen",
            "headerText": "New",
            "footerText": "Ends soon",
            "sections": [
                {"title": "Mugs", "variantIds": ["mug-1", "mug-2"]},
                {"title": "Bowls", "variantIds": ["bowl-1"]},
            ],
        },
    ),
}
"""Each type: what is typed, and the payload that must arrive."""


def write(page: SendPage, **values: Any) -> None:
    """Fill fields by name as if they were typed, and leave each."""
    for name, value in values.items():
        page.form.apply(name, value)


def compose(tab: MessagingTab, kind: str = "text", **values: Any) -> None:
    """A whole message of a type to the tests' person."""
    tab.choose(kind)
    write(tab.message_page, contact_identifier=TO, **{**MESSAGES[kind][0], **values})


def front(tab: MessagingTab) -> SendPage:
    """The form in front."""
    page = tab.page()
    assert isinstance(page, SendPage)
    return page


async def send(tab: MessagingTab) -> None:
    """Press the filled button and wait until everything about it has come to rest."""
    front(tab).save.click()
    await at_rest(tab)


async def send_to_me(tab: MessagingTab, number: str) -> None:
    """Press Send to me first and answer with this number; wait until everything has come to rest."""
    front(tab).test.click()
    question = await until(
        lambda: next((each for each in tab.findChildren(FieldQuestion) if each.isVisible()), None)
    )
    question.field.setText(number)
    question.take.click()
    await at_rest(tab)


async def at_rest(tab: MessagingTab) -> None:
    scopes = [tab.scope, *(each.scope for page in tab.pages for each in (page, page.sent_here))]
    await until(lambda: not any(scope.is_busy() for scope in scopes))
