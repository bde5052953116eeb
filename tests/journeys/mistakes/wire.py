"""Faults of the store and of the line, met by a read, a save that may be repeated and a message that may not."""

from __future__ import annotations

from functools import partial

from svcconsole.gui.kit.forms.pages.decision_banner import Answer
from svcconsole.sandbox.faults.fault_syntax import from_words
from svcconsole.tour import messaging, products
from tests.journeys.mistakes.hands import Hands, Mistake
from tests.support.coroutines import until

PRODUCT = "oak-stool"
TO = "+4915123456700"


async def switch_on(hands: Hands, words: str) -> None:
    body = from_words(words).model_dump(by_alias=True, exclude_unset=True)
    hands.store.control("POST", "/faults", body)


async def read_products(hands: Hands, fault: str) -> None:
    """Refresh the list of products."""
    tab = products.catalog(hands.stage)
    await hands.look()
    await switch_on(hands, fault)
    tab.products_page.refresh.click()
    await hands.rest()


async def save_product(hands: Hands, fault: str) -> None:
    """Change the name of a product and save it."""
    tab = products.catalog(hands.stage)
    await hands.rest()
    tab.edit_product(next(iter(tab.products.rows)))
    page = await until(lambda: products.editor_page(tab))
    await hands.rest()
    name = page.form.editors["name"].widget
    await hands.stage.type(name, "Oak stool, three legs")
    await page.keep_draft()
    await hands.look()
    await switch_on(hands, f"{fault} operation=products/createOrUpdate")
    page.save.click()
    await hands.rest()


async def send_message(hands: Hands, fault: str) -> None:
    """Write to somebody."""
    tab = messaging.messaging(hands.stage)
    await hands.rest()
    page = tab.message_page
    await hands.stage.type(page.form.editors["contact_identifier"].widget, TO)
    page.form.apply("message", "The aprons are back.")
    await page.keep_draft()
    await hands.look()
    await switch_on(hands, fault)
    page.save.click()
    await hands.rest()


ACTIONS = (
    ("the products are read", read_products),
    ("a product is saved", save_product),
    ("a message is sent", send_message),
)
