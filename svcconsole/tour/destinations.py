"""The pages that can be opened one at a time: name, what it is, and the steps that lead there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from svcconsole.gui.panels.practice.received.received_query import EVERYTHING
from svcconsole.gui.tabs.messaging.section_switch import CAMPAIGNS, DELIVERY, TEMPLATES
from svcconsole.resources import resource
from svcconsole.tour import (
    campaign,
    campaign_when,
    customers,
    damaged_files,
    delivery,
    helpdesk,
    imports,
    messaging,
    products,
    properties,
    reports,
    sending_numbers,
    today,
)
from svcconsole.tour.practice import practice
from svcconsole.tour.window_driver import WindowDriver

Step = Callable[[WindowDriver], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Destination:
    """A page by the name it is asked for; `steps` are what a person does to get there."""

    name: str
    words: str
    steps: tuple[Step, ...]


async def catalogs(stage: WindowDriver) -> None:
    """The second segment of the Catalog tab."""
    tab = products.catalog(stage)
    await stage.until("the catalogs are read", lambda: tab.catalogs.rows and not tab.scope.is_busy())
    tab.segments.set_current(1)


async def product(stage: WindowDriver) -> None:
    """The first product in its form."""
    tab = products.catalog(stage)
    tab.edit_product(next(iter(tab.products.rows)))
    await stage.until("the editor opens", lambda: products.editor_page(tab) and not tab.scope.is_busy())


async def customer_form(stage: WindowDriver) -> None:
    """The customer of the card in the form."""
    tab = customers.customers(stage)
    await stage.click(tab.people.card.edit)
    await stage.until("the form opens", lambda: customers.editor_page(tab))


async def person(stage: WindowDriver) -> None:
    """Everything known of the customer of the card."""
    customers.customers(stage).open_person()
    page = stage.window.pages.person()
    await stage.until("the person is in front", lambda: stage.window.page() is page)
    await stage.until("the person is read", lambda: not page.scope.is_busy())


async def message(stage: WindowDriver) -> None:
    """A message as it is written, with the phone beside it."""
    tab = messaging.messaging(stage)
    page = tab.message_page
    await stage.until("messaging is at rest", lambda: not tab.scope.is_busy() and not page.scope.is_busy())
    page.form.apply("contact_identifier", messaging.TO)
    page.form.apply("message", messaging.HELLO)


async def product_detail(stage: WindowDriver) -> None:
    """The first reduced product beside the list, as it was read from the store."""
    tab = products.catalog(stage)
    page = tab.products_page
    page.choose(next(row.id for row in page.model.shown() if any(price.is_reduced for price in row.prices)))
    await stage.until("the product is read", lambda: page.detail.product.product and not tab.scope.is_busy())


async def prices(stage: WindowDriver) -> None:
    """Prices and stock of a few products: five rows ticked, some cells changed, one of them asked about."""
    from svcconsole.services.catalog.list_rows import ProductFilter
    from svcconsole.services.catalog.price_grid.cells import CellKey, Field, Typed

    tab = products.catalog(stage)
    await stage.until("the products are read", lambda: tab.products.rows and not tab.scope.is_busy())
    tab.products_page.set_filter(ProductFilter(words="bath"))
    tab.open_prices()
    view = tab.products_page.prices
    await stage.until("the variants are read", lambda: view.model.rowCount() and not tab.scope.is_busy())
    rows = [(row.key, row.price, row.stock) for row in view.model.shown() if row.price and row.stock]
    (first, dear, _), *others = rows
    typed = {CellKey(first, Field.PRICE): Typed(dear / 10)}
    typed |= {CellKey(key, Field.PRICE): Typed(price + 1) for key, price, _ in others[:4]}
    typed |= {CellKey(key, Field.STOCK): Typed(stock + 14) for key, _, stock in others[6:9]}
    view.pending.set_cells(typed)
    view.tick([key for key, _, _ in rows[:5]])
    await stage.until("the changes are kept", lambda: view.is_kept() and not tab.scope.is_busy())


async def templates(stage: WindowDriver) -> None:
    """The library, filled with the practice store's templates."""
    tab = messaging.messaging(stage)
    await campaign.know_templates(stage, tab)
    tab.show_place(TEMPLATES)


async def template(stage: WindowDriver) -> None:
    """A template to fill in."""
    messaging.messaging(stage).use_template(campaign.TEMPLATE)


async def flow(stage: WindowDriver) -> None:
    """A flow to start."""
    tab = messaging.messaging(stage)
    await stage.until("messaging is at rest", lambda: not tab.scope.is_busy())
    tab.choose("flow")


async def campaign_week(stage: WindowDriver) -> None:
    """The same as a calendar."""
    page = messaging.messaging(stage).campaigns_page
    page.views.set_current(1)
    await stage.until("the week is read", lambda: page.week.canvas.week is not None)


async def people(stage: WindowDriver) -> None:
    """Whoever answers a question."""
    tab = messaging.messaging(stage)
    await stage.click(tab.campaigns_page.who)
    await stage.until("everybody is found", lambda: getattr(tab.page(), "found", None))


async def campaign_result(stage: WindowDriver) -> None:
    """What came of the campaign that was sent last."""
    tab = messaging.messaging(stage)
    runs = await tab.console.db(lambda space: space.runs.list())
    tab.open_run(next(run.id for run in runs if run.kind == "templates" and run.finished_at))
    await stage.until(
        "its result is read", lambda: getattr(getattr(tab.page(), "step", None), "result", None)
    )


async def campaigns(stage: WindowDriver) -> None:
    """The campaigns of this console."""
    messaging.messaging(stage).show_place(CAMPAIGNS)


async def delivery_page(stage: WindowDriver) -> None:
    """How far messages came; nothing was sent yet."""
    messaging.messaging(stage).show_place(DELIVERY)


async def ticket(stage: WindowDriver) -> None:
    """An empty ticket."""
    tab = helpdesk.helpdesk(stage)
    await stage.until("the helpdesk is at rest", lambda: not tab.scope.is_busy())


async def registries(stage: WindowDriver) -> None:
    """Agents, teams, labels, brand addresses."""
    helpdesk.helpdesk(stage).open_registries()


async def report_question(stage: WindowDriver) -> None:
    """The question for a report."""
    tab = reports.reports(stage)
    await stage.until("the question can be asked", lambda: not tab.scope.is_busy())


async def viewer(stage: WindowDriver) -> None:
    """The shipped product file as a table."""
    tab = reports.reports(stage)
    await stage.until("the reports are at rest", lambda: not tab.scope.is_busy())
    tab.open_table(resource("samples", "products.csv"))
    page = await stage.until("the viewer opens", tab.viewing.viewer)
    await stage.until("its rows are there", lambda: page.sheet.count() and not page.scope.is_busy())


async def properties_page(stage: WindowDriver) -> None:
    """An empty table of user properties."""
    tab = properties.properties(stage)
    await stage.until("the table is at rest", lambda: not tab.scope.is_busy())


async def scenarios(stage: WindowDriver) -> None:
    """The five scenarios."""
    practice(stage).show_scenarios()


async def faults(stage: WindowDriver) -> None:
    """How the store can be made to misbehave."""
    page = practice(stage)
    page.show_misbehave()
    await stage.until("the faults are listed", lambda: page.misbehave.cards)


async def received(stage: WindowDriver) -> None:
    """Everything the store received."""
    page = practice(stage)
    page.show_received(EVERYTHING)
    await stage.until("what was received is listed", page.received.model.shown)


async def shortcuts(stage: WindowDriver) -> None:
    """All shortcuts."""
    stage.window.show_shortcuts()


async def reference(stage: WindowDriver) -> None:
    """The API reference."""
    stage.window.show_reference()


async def about(stage: WindowDriver) -> None:
    """Version, build, licences."""
    stage.window.show_about()


async def decisions(stage: WindowDriver) -> None:
    """What needs a decision, over all tabs."""
    page = stage.window.show_decisions()
    await stage.until("what waits is listed", lambda: not page.scope.is_busy())


async def calls(stage: WindowDriver) -> None:
    """The last calls to the store under the page, the newest chosen."""
    window = stage.window
    window.toggle_calls()
    dock = await stage.until("the calls are listed", lambda: window.area.dock)
    rows = await stage.until("there are calls", dock.list.model.shown)
    dock.list.table.set_current(rows[0].call.number)


async def log(stage: WindowDriver) -> None:
    """The log of what was done."""
    stage.window.show_log()
    view = stage.window.pages.activity().log
    await stage.until("the log is read and verified", view.chain_words.text)


OPEN, LOOKED_UP = (products.open_store,), (customers.look_up,)
LIBRARY = (*OPEN, templates)
DOUBT = (helpdesk.write_ticket, helpdesk.time_out, ticket)
STOPPED = (campaign.prepare, campaign.stop)
COUNTED = (campaign.prepare, campaign.count_down)
DELIVERED = (campaign.prepare, campaign.send_campaign, delivery.watch_them)
DESTINATIONS = (
    Destination(
        "today", "Today: what waits", (helpdesk.write_ticket, helpdesk.time_out, today.see_what_waits)
    ),
    Destination("first-tasks", "Today: the first ten minutes", (today.first_tasks,)),
    Destination("products", "Catalog: the products of the practice store", OPEN),
    Destination("catalogs", "Catalog: the catalogs", (catalogs,)),
    Destination("product-detail", "Catalog: a product beside the list", (*OPEN, product_detail)),
    Destination("prices", "Catalog: prices and stock, some of them changed", (*OPEN, prices)),
    Destination("product", "Catalog: the form of a product", (*OPEN, product)),
    Destination("import", "an import: the file", products.IMPORT[:1]),
    Destination("import-columns", "an import: the columns, every question answered", products.IMPORT[:2]),
    Destination("import-check", "an import: the check, with three mistakes", products.IMPORT[:3]),
    Destination("question-encoding", "an import: how is the file written?", (damaged_files.ask_encoding,)),
    Destination("question-shifted", "an import: a row with a cell too many", (damaged_files.ask_shifted,)),
    Destination("import-catalogs", "an import of catalogs: the check", imports.steps("catalogs", 3)),
    Destination("import-tickets-file", "an import of tickets: no file yet", imports.steps("tickets", 1)),
    Destination("import-tickets", "an import of tickets: the columns", imports.steps("tickets", 2)),
    Destination("import-flows", "an import of flows: the check", imports.steps("flows", 3)),
    Destination("phone-doctor", "an import: damaged phone numbers by kind", (damaged_files.open_doctor,)),
    Destination("customers", "Customers: a customer on the card", LOOKED_UP),
    Destination("customer", "Customers: the form of a customer", (*LOOKED_UP, customer_form)),
    Destination("person", "everything known of one person", (*LOOKED_UP, person)),
    Destination("message", "Messaging: a message and the phone", (message,)),
    Destination("template", "Messaging: a template to fill in", (*LIBRARY, template)),
    Destination("flow", "Messaging: a flow", (flow,)),
    Destination("templates", "Messaging: the library of templates", LIBRARY),
    Destination("campaigns", "Messaging: the campaigns", (campaigns,)),
    Destination("campaign-week", "Messaging: the campaigns of the week", (campaigns, campaign_week)),
    Destination("people-by-question", "Messaging: people by question", (*LOOKED_UP, campaigns, people)),
    Destination(
        "campaign-when", "Messaging: when a campaign goes, hour by hour", (campaign_when.choose_hours,)
    ),
    Destination(
        "campaign-look", "Messaging: what is most likely wrong in a campaign", (campaign.look_for_mistakes,)
    ),
    Destination("campaign", "Messaging: a campaign, seen person by person", (campaign.prepare,)),
    Destination("campaign-countdown", "Messaging: ten seconds before a campaign", COUNTED),
    Destination("campaign-stopped", "Messaging: a campaign that was stopped", STOPPED),
    Destination("campaign-result", "Messaging: what came of a campaign", (*DELIVERED, campaign_result)),
    Destination("delivery", "Messaging: how far messages came, empty", (delivery_page,)),
    Destination("delivered", "Messaging: the same after a campaign", DELIVERED),
    Destination("ticket", "Helpdesk: a ticket", (ticket,)),
    Destination("registries", "Helpdesk: agents, teams, labels, addresses", (ticket, registries)),
    Destination("doubt", "Helpdesk: a ticket without an answer", DOUBT),
    Destination("reports", "Reports: the question", (report_question,)),
    Destination("viewer", "the viewer of a file", (viewer,)),
    Destination("properties", "User Properties: the table", (properties_page,)),
    Destination("pasted", "User Properties: four entries pasted", (properties.paste,)),
    Destination(
        "decisions",
        "what needs a decision, with a ticket in it",
        (helpdesk.write_ticket, helpdesk.time_out, decisions),
    ),
    Destination("calls", "the calls to the store under a page", (*OPEN, calls)),
    Destination("log", "Activity: the log of what was done", (log,)),
    Destination(
        "sending-numbers", "Settings: how many people each number may write to", (sending_numbers.write_down,)
    ),
    Destination("scenarios", "Practice: the scenarios", (scenarios,)),
    Destination("faults", "Practice: the faults", (faults,)),
    Destination("received", "Practice: what the store received", (*OPEN, received)),
    Destination("shortcuts", "Help: the shortcuts", (shortcuts,)),
    Destination("reference", "Help: the API reference", (reference,)),
    Destination("about", "Help: version, build, licences", (about,)),
)
