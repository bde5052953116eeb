"""The tour through messaging: each type as the customer will see it, one sent, a template, a flow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from svcconsole.api.models.messaging import FetchMessages, MessageRecord
from svcconsole.api.operations import FETCH_MESSAGES
from svcconsole.gui.tabs.messaging.choices_editor import ChoicesEditor
from svcconsole.gui.tabs.messaging.section_switch import TEMPLATES
from svcconsole.services.messaging.messages import TYPES
from svcconsole.services.messaging.templates.placeholders import slots
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver
from svcconsole.workspace.known.registries import RegistryKind

if TYPE_CHECKING:
    from svcconsole.gui.tabs.messaging.send_page import SendPage
    from svcconsole.gui.tabs.messaging.tab import MessagingTab

TO = "+91 98450 22817"
PICTURE = "https://img.example/aprons-back.jpg"
HELLO = (
    "Hi *Meera*, the apron you asked about is back in *Indigo*.\n"
    "This week ~€39.00~ €35.00, _while they last_ 🌿"
)
CHOICES = ("Show me Indigo", "Not now")
TYPED: dict[str, dict[str, Any]] = {
    "image": {"media_link": PICTURE, "message": "The linen aprons are back 🌿"},
    "video": {"media_link": "https://img.example/loom.mp4", "message": "How they are woven"},
    "document": {"media_link": "https://img.example/care.pdf", "message": "How to wash linen"},
    "options": {"header_title": "Sizes", "button_title": "Choose a size", "section_title": "In stock"},
    "buttons": {"header_image": PICTURE, "header_title": "The linen aprons are back 🌿"},
    "address": {
        "message": "Is this where it goes?",
        "address": {
            "name": "مريم",
            "address": "12 Residency Road",
            "city": "Bengaluru",
            "pin_code": "560001",
        },
    },
    "multiple_product": {"header_title": "New this week", "message": "Three that go together"},
}
CAROUSEL = "summer_carousel"


async def every_type(stage: WindowDriver) -> None:
    """One message, in each of the nine types, and the phone beside it."""
    tab = messaging(stage)
    page = tab.message_page
    await stage.until("messaging is at rest", lambda: not tab.scope.is_busy() and not page.scope.is_busy())
    await stage.type(page.form.editors["contact_identifier"].widget, TO, end=Qt.Key.Key_Tab)
    page.form.apply("message", HELLO)
    products = list(tab.sources.goods.products.rows)[:3]
    for kind in TYPES:
        await stage.click(page.types.rows[kind])
        for name, value in TYPED.get(kind, {}).items():
            page.form.apply(name, value)
        if kind == "options":
            await write_choices(stage, page)
        if "catalog_id" in TYPES[kind] and products:
            choose_products(tab, products)
        bubble = page.phone.bubble
        stage.check(f"the phone shows the message of type {kind}", not bubble.is_blank)
        await stage.picture(f"message-{kind.replace('_', '-')}")


async def send_one(stage: WindowDriver) -> None:
    """Reply buttons go out once; the store says back what the phone showed."""
    tab = messaging(stage)
    page = tab.message_page
    await stage.click(page.types.rows["buttons"])
    page.form.apply("message", HELLO)
    nonce = page.slip.reference
    await stage.click(page.save)
    record = await sent(stage, page)
    found = await fetched(stage, record.answer_id)
    stage.check("the store has the message as it was written", HELLO in (found.message or ""))
    stage.check("its reference went with it", record.reference == nonce)
    await stage.click(page.recent)
    await stage.picture("sent-from-here")
    await stage.click(page.recent)


async def send_template(stage: WindowDriver) -> None:
    """The practice store's own templates are taken over; a carousel is filled in and sent."""
    tab = messaging(stage)
    tab.show_place(TEMPLATES)
    library = tab.library_page
    await stage.click(library.focus_current)
    await stage.until("the templates are taken over", lambda: CAROUSEL in tab.sources.library.templates)
    library.table.set_current(CAROUSEL)
    await stage.picture("library-of-templates")
    tab.use_template(CAROUSEL)
    page = tab.template_page
    template = tab.sources.library.templates[CAROUSEL]
    values = {"header": PICTURE, "value": "Meera", "url": "linen"}
    await stage.type(page.form.editors["contact_identifier"].widget, TO, end=Qt.Key.Key_Tab)
    page.form.apply("values", {slot.key: values[slot.what] for slot in slots(template)})
    cards = page.phone.bubble.cards
    stage.check("the phone shows the cards side by side", len(cards) == len(template.cards))
    await stage.picture("template-carousel")
    await stage.click(page.save)
    found = await fetched(stage, (await sent(stage, page)).answer_id)
    stage.check("the store has every card", (found.message or "").count(PICTURE) == len(cards))


async def start_flow(stage: WindowDriver) -> None:
    """A flow with values that go along."""
    tab = messaging(stage)
    await stage.click(tab.template_page.types.rows["flow"])
    page = tab.flow_page
    await stage.type(page.form.editors["phone_number"].widget, TO, end=Qt.Key.Key_Tab)
    await stage.type(page.form.editors["flow_id"].widget, "cart_recovery", end=Qt.Key.Key_Tab)
    page.form.apply("carry_payload", {"cities": ["Bengaluru", "Mysuru"]})
    await stage.picture("flow")
    await stage.click(page.save)
    await sent(stage, page)
    flows = await stage.until("the flow is remembered", lambda: tab.sources.known.of(RegistryKind.FLOWS))
    stage.check("by its id", [entry.key for entry in flows] == ["cart_recovery"])


async def write_choices(stage: WindowDriver, page: SendPage) -> None:
    """Two rows, typed."""
    editor = page.form.editors["choices"]
    if not isinstance(editor, ChoicesEditor):
        raise NotAsExpected("rows can be written")
    for words in CHOICES:
        await stage.click(editor.add_button)
        await stage.type(editor.rows[-1].name, words)


def choose_products(tab: MessagingTab, products: list[str]) -> None:
    """Products of the catalog as it was read."""
    form = tab.message_page.form
    catalogs = list(tab.sources.goods.catalogs.rows)
    form.apply("catalog_id", catalogs[0] if catalogs else "catalog")
    form.apply("product_id", products[0])
    form.apply("sections", [{"title": "For the table", "variant_ids": products}])


async def sent(stage: WindowDriver, page: SendPage) -> Any:
    """What was sent last, once the form has come to rest and its list shows it."""
    await stage.until("it is sent", lambda: not page.scope.is_busy())
    return await stage.until(
        "it stands among what was sent from here",
        lambda: (
            next((each for each in page.sent_here.records if each.kind == page.kind), None)
            if not page.sent_here.scope.is_busy()
            else None
        ),
    )


async def fetched(stage: WindowDriver, identity: str | None) -> MessageRecord:
    """The message as the store itself has it."""
    client = await stage.window.console.ready()
    answered = await client.call(FETCH_MESSAGES, FetchMessages(message_ids=[identity or ""]))
    return answered.data.messages[0]


def messaging(stage: WindowDriver) -> MessagingTab:
    """The Messaging tab of the window."""
    from svcconsole.gui.tabs.messaging.tab import MessagingTab

    page = stage.window.show_tab("Messaging")
    if not isinstance(page, MessagingTab):
        raise NotAsExpected("the Messaging tab is built")
    return page
