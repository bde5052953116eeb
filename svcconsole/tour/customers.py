"""The tour's customer: looked up by an id, moved to another address, and seen so in the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from svcconsole.services.customers.customers import Include, by_service_id
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole.gui.tabs.customers.addresses_editor import AddressesEditor
    from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
    from svcconsole.gui.tabs.customers.tab import CustomersTab

SERVICE_ID = "1"
"""The service counts its customers from one."""
STREET = "Speicherstadt 7"


async def look_up(stage: WindowDriver) -> None:
    """By the service's id: the card with addresses, further contacts and tags."""
    tab = customers(stage)
    await stage.until("the people seen here are read", lambda: not tab.scope.is_busy())
    await stage.type(tab.people.side.search, SERVICE_ID, end=Qt.Key.Key_Return)
    seen = await stage.until(
        "the customer is on the card", lambda: tab.people.card.seen if not tab.scope.is_busy() else None
    )
    stage.check("it is the one that was asked for", seen.customer.id == SERVICE_ID)
    stage.check("the addresses were read", bool(seen.customer.addresses))
    await stage.picture("customer-card")


async def change_address(stage: WindowDriver) -> None:
    """Another street in the first address: beside the form stands what will change."""
    tab = customers(stage)
    await stage.click(tab.people.card.edit)
    page = await stage.until("the form opens", lambda: editor_page(tab))
    line = addresses(page).cards[0].editor.parts["address1"].widget
    if not isinstance(line, QLineEdit):
        raise NotAsExpected("the street is a line to type in")
    page.page.reveal(line)
    await stage.type(line, STREET, end=Qt.Key.Key_Tab)
    (change,) = await stage.until("the change is listed", page.form.changes)
    stage.check("old stands beside new", change.old and change.new == STREET)
    await stage.picture("address-before-and-after")
    await stage.click(page.save)
    await stage.until("the card is back", lambda: tab.stack.is_home() and not tab.scope.is_busy())


async def see_it(stage: WindowDriver) -> None:
    """The store has the new address, and only that is another."""
    tab = customers(stage)
    now = await by_service_id(await tab.console.ready(), SERVICE_ID, Include())
    streets = [] if now is None else [entry.address1 for entry in now.customer.addresses or ()]
    stage.check("the store has the new street, once", streets.count(STREET) == 1)
    shown = tab.people.card.seen
    stage.check(
        "the card shows what the store has",
        shown is not None and now is not None and shown.raw == now.raw,
    )
    kept = await tab.console.db(lambda workspace: workspace.drafts.keys("customers:"))
    stage.check("nothing is left of the draft", kept == [])
    await stage.picture("address-changed")


def customers(stage: WindowDriver) -> CustomersTab:
    """The Customers tab of the window."""
    from svcconsole.gui.tabs.customers.tab import CustomersTab

    page = stage.window.show_tab("Customers")
    if not isinstance(page, CustomersTab):
        raise NotAsExpected("the Customers tab is built")
    return page


def editor_page(tab: CustomersTab) -> CustomerEditorPage | None:
    from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage

    page = tab.stack.currentWidget()
    return page if isinstance(page, CustomerEditorPage) and page.isVisible() else None


def addresses(page: CustomerEditorPage) -> AddressesEditor:
    from svcconsole.gui.tabs.customers.addresses_editor import AddressesEditor

    editor = page.form.editors["addresses"]
    if not isinstance(editor, AddressesEditor) or not editor.cards:
        raise NotAsExpected("the customer has an address")
    return editor
