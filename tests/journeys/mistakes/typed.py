"""Mistakes of whoever types: fields left empty, numbers that are none, days in the wrong order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.forms.pages.form_page import FormPage
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.gui.tabs.customers.tab import CustomersTab
from svcconsole.gui.tabs.reports.question.question_form import EMAILS
from svcconsole.services.catalog.price_grid.cells import Field
from svcconsole.tour import customers, helpdesk, messaging, products, reports
from tests.journeys.mistakes.hands import Hands, mistake
from tests.support.coroutines import until

PRODUCT = {"name": "Tea towel", "id": "tea-towel", "url": "https://shop.example/tea-towel"}
CUSTOMER = {"first_name": "Ana", "email": "ana@shop.example"}


def field_of(page: FormPage, name: str) -> QWidget:
    """Where this is typed: a line, or the line inside an editor of its own."""
    widget = page.form.editors[name].widget
    return widget if isinstance(widget, QLineEdit) else widget.findChild(QLineEdit) or widget


async def fill(hands: Hands, page: FormPage, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        await hands.stage.type(field_of(page, name), text)
        page.form.editors[name].left.emit()


async def save(hands: Hands, page: FormPage) -> None:
    page.scope.start(page.keep_draft(), "draft")
    await hands.rest()
    hands.note_typed()
    page.save.click()
    await hands.rest()


async def new_product_left(hands: Hands) -> None:
    """Back to the list of products."""
    tab = products.catalog(hands.stage)
    await hands.rest()
    if (page := products.editor_page(tab)) is not None:
        page.back()
        await until(lambda: products.editor_page(tab) is None)
        await hands.rest()


async def new_product(hands: Hands, texts: Mapping[str, str]) -> FormPage:
    tab = products.catalog(hands.stage)
    await new_product_left(hands)
    await hands.window.console.db(lambda space: space.drafts.delete("products:new"))
    tab.edit_product(None)
    page = await until(lambda: products.editor_page(tab))
    assert isinstance(page, FormPage)
    await hands.look()
    await fill(hands, page, texts)
    return page


async def a_product(hands: Hands, **texts: str) -> None:
    await save(hands, await new_product(hands, PRODUCT | texts))


async def a_price(hands: Hands, *, id: str = "tea-towel", shown_only: bool = False, **cells: str) -> None:
    """With `shown_only` it is not saved: what is worth a look is seen before."""
    page = await new_product(hands, PRODUCT | {"id": id})
    page.form.apply("photos", [{"photo_url": "https://shop.example/tea-towel.png"}])
    await hands.look()
    editor = page.form.editors["combinations"]
    assert isinstance(editor, RowsEditor)
    for column, text in ({"price": "12"} | cells).items():
        assert editor.model.setData(editor.model.index(0, editor.model.column(column)), text)
    if not shown_only:
        await save(hands, page)
    await hands.rest()


async def a_customer(hands: Hands, **texts: str) -> None:
    tab = hands.window.show_tab("Customers")
    assert isinstance(tab, CustomersTab)
    await hands.rest()
    if not tab.stack.is_home():
        page = tab.stack.currentWidget()
        assert isinstance(page, CustomerEditorPage)
        page.back()
        await hands.rest()
    await hands.window.console.db(lambda space: space.drafts.delete("customers:new"))
    tab.new_customer()
    form = await until(lambda: customers.editor_page(tab))
    assert isinstance(form, CustomerEditorPage)
    await hands.look()
    await fill(hands, form, CUSTOMER | texts)
    await save(hands, form)


async def a_customer_looked_for(hands: Hands, text: str) -> None:
    tab = hands.window.show_tab("Customers")
    assert isinstance(tab, CustomersTab)
    await hands.rest()
    if not tab.stack.is_home():
        page = tab.stack.currentWidget()
        assert isinstance(page, CustomerEditorPage)
        page.back()
    search = tab.people.side.search
    search.clear()
    await hands.look()
    await hands.stage.type(search, text, end=Qt.Key.Key_Return)
    await hands.rest()


async def a_message(hands: Hands, kind: str = "text", **values: Any) -> None:
    tab = messaging.messaging(hands.stage)
    await hands.rest()
    tab.choose(kind)
    page = tab.message_page
    await page.start_anew()
    await hands.look()
    for name, value in values.items():
        if isinstance(value, str) and isinstance(page.form.editors[name].widget, QLineEdit):
            await fill(hands, page, {name: value})
        else:
            page.form.apply(name, value)
    await save(hands, page)


async def a_flow(hands: Hands, **texts: str) -> None:
    tab = messaging.messaging(hands.stage)
    await hands.rest()
    tab.choose("flow")
    page = tab.flow_page
    await page.start_anew()
    await hands.look()
    await fill(hands, page, texts)
    await save(hands, page)


async def a_ticket(hands: Hands, **values: Any) -> None:
    tab = helpdesk.helpdesk(hands.stage)
    await hands.rest()
    page = tab.ticket_page
    await page.start_anew()
    await hands.look()
    for name, value in values.items():
        page.form.apply(name, value)
    await save(hands, page)


async def a_report(
    hands: Hands, first: str = "", last: str = "", email: str = "", *, named: bool = True
) -> None:
    tab = reports.reports(hands.stage)
    await hands.rest()
    page = tab.ask_page
    page.form.load(page.blank())
    page.show_head([])
    if named:
        page.names.rows["Agent Engagement"].click()
        await hands.rest()
    recipients = field_of(page, EMAILS)
    if email == ME:
        await hands.stage.type(recipients, email, end=Qt.Key.Key_Return)
    days = page.question.days_editor()
    for line, text in ((days.first, "1 Jan 2026"), (days.last, "31 Jan 2026")):
        await hands.stage.type(line, text, end=Qt.Key.Key_Tab)  # last month has 31 days as well, or 30, or 28
    await hands.look()
    if email not in ("", ME):
        await hands.stage.type(recipients, email, end=Qt.Key.Key_Return)
    for line, text in ((days.first, first), (days.last, last)):
        if text:
            await hands.stage.type(line, text, end=Qt.Key.Key_Tab)
    await save(hands, page)


async def a_price_in_the_grid(hands: Hands, text: str) -> None:
    tab = products.catalog(hands.stage)
    await new_product_left(hands)
    tab.open_prices()
    view = tab.products_page.prices
    await until(view.model.rowCount)
    await hands.rest()
    await hands.look()
    row = view.model.shown()[0]
    view.table.setFocus()
    assert view.table.set_current_cell(row.key, Field.PRICE.value)
    QTest.keyClicks(view.table, text[0])
    editor = view.table.indexWidget(view.table.currentIndex())
    assert isinstance(editor, QLineEdit)
    QTest.keyClicks(editor, text[1:])
    QTest.keyClick(editor, Qt.Key.Key_Return)
    await hands.rest()


TO = "+4915123456700"
ME = "a@shop.example"
ROWS = (
    mistake("A new product is saved with nothing in it", a_product, name="", id="", url=""),
    mistake("A product's page is no address", a_product, url="tea towel"),
    mistake("A product has the id of another one", a_price, id="bud-vase-smoked"),
    mistake("A price has letters", a_price, price="twelve"),
    mistake("A price is below zero", a_price, shown_only=True, price="-3"),
    mistake("A reduced price is above the price", a_price, shown_only=True, discounted_price="15"),
    mistake("A stock number has letters", a_price, quantity="many"),
    mistake("A phone number of a customer is none", a_customer, phone_number="12"),
    mistake("A phone number lost its digits in a spreadsheet", a_customer, phone_number="4.91512E+12"),
    mistake("An e-mail address of a customer is none", a_customer, email="ana@"),
    mistake("A customer is saved without a way to reach them", a_customer, email=""),
    mistake("A customer is looked up whom the store does not have", a_customer_looked_for, "C-404"),
    mistake("A message is sent with nothing in it", a_message),
    mistake("A message goes to a number that is none", a_message, contact_identifier="12", message="Hello."),
    mistake("A picture's address is none", a_message, "image", contact_identifier=TO, media_link="photo.png"),
    mistake("A ticket is created with nothing in it", a_ticket),
    mistake("A ticket's customer has a phone number that is none", a_ticket, customer_phone_number="x"),
    mistake("A flow is started for nobody", a_flow, flow_id="cart_recovery"),
    mistake("A report is asked for without a name", a_report, "1 Jan 2026", "31 Jan 2026", named=False),
    mistake("A report ends before it begins", a_report, "31 Jan 2026", "1 Jan 2026", ME),
    mistake("A report is asked for of days to come", a_report, "1 Jan 2099", "31 Jan 2099", ME),
    mistake("A report's day is none", a_report, "31 Feb 2026", "1 Mar 2026", ME),
    mistake("A report goes to an address that is none", a_report, "1 Jan 2026", "31 Jan 2026", "a@"),
    mistake("A price typed into the table has letters", a_price_in_the_grid, "twelve"),
    mistake("A price typed into the table is below zero", a_price_in_the_grid, "-3"),
)
