"""What another svcconsole on the same store does meanwhile: an import, a send, a decision, a change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from svcconsole.gui.panels.decisions.page import DecisionsPage
from svcconsole.services.reports.files import ReportFiles
from svcconsole.tour import helpdesk, products
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.runs.records import Decision
from tests.gui.panels.decisions.conftest import doubtful_run
from tests.gui.tabs.catalog.conftest import fill, stored
from tests.journeys.mistakes import files, typed
from tests.journeys.mistakes.hands import Hands, Mistake
from tests.journeys.mistakes.opening import OwnWindow
from tests.services.runs.senders import sending
from tests.support.coroutines import until

PRODUCT = "bud-vase-smoked"
CUSTOMER = "+393471000188"
BRAND = "+49301000100"


def other_window(hands: Hands) -> Workspace:
    """The same workspace, opened once more."""
    return Workspace.open(hands.window.console.store_folder)


async def a_message(hands: Hands) -> None:
    with other_window(hands) as other:
        other.runner.acquire()
        await typed.a_message(hands, contact_identifier=typed.TO, message="Hello.")


async def an_import(hands: Hands) -> None:
    page = await files.at_check(hands, "list.csv", files.PRODUCTS)
    await hands.rest()
    await hands.look()
    with other_window(hands) as other:
        other.runner.acquire()
        page.check.run.click()
        await until(lambda: hands.window.console.notices.open)
        panel = await until(lambda: page.run_panel)
        await until(panel.view.resume.isVisible)


async def a_ticket(hands: Hands) -> None:
    """The draft of a ticket, open in both windows, is sent from the other one first."""
    page = helpdesk.helpdesk(hands.stage).ticket_page
    await hands.rest()
    await page.start_anew()
    for name, value in {"brand_phone_number": BRAND, "customer_phone_number": CUSTOMER}.items():
        page.form.apply(name, value)
    page.form.apply("context", "The candle arrived broken.")
    await page.keep_draft()
    await hands.look()
    async with sending(hands.window.console.store_folder, hands.store) as other:
        await other.send("AAAA-0001", draft_token=page.slip.token)
    page.save.click()
    await hands.rest()


async def a_report(hands: Hands) -> None:
    """A report that the other window watches is gone on with in this one."""
    await typed.a_report(hands, "1 Jan 2026", "31 Jan 2026", typed.ME)
    console = hands.window.console
    live = console.reports.all()[0]
    await until(lambda: not console.reports.is_followed(live.run.id))
    await until(lambda: hands.buttons("Show in folder"))  # its card says a moment later that it is there
    await hands.look()
    lock = FileLock(ReportFiles.of(console.store_folder, live.run.id).lock)
    assert lock.acquire()
    try:
        console.reports.forget(live.run.id)
        await hands.rest()
    finally:
        lock.release()


async def a_decision(hands: Hands) -> None:
    """What waits for a decision is decided in the other window just before."""
    console = hands.window.console
    await hands.rest()
    await doubtful_run(console, 1)
    console.sends_changed.emit()
    page = hands.window.show_decisions()
    assert isinstance(page, DecisionsPage)
    await until(lambda: page.listing.rows() and not page.scope.is_busy())
    (row,) = page.listing.rows()
    page.list.show_row(row.key)
    await hands.look()
    with other_window(hands) as other:
        console.events.end()
        other.decisions.decide([row.key], Decision.KEEP, "Yusuf Demir")
    page.detail.choose("count_as_sent")
    page.bar.apply.click()
    await hands.rest()


async def a_product(hands: Hands) -> None:
    """Somebody renames a product that is being renamed here."""
    tab = products.catalog(hands.stage)
    await hands.rest()
    tab.edit_product(PRODUCT)
    page = await until(lambda: products.editor_page(tab))
    await hands.rest()
    await hands.look()
    await typed.fill(hands, page, {"name": "Bud vase, smoked glass"})
    hands.note_typed()
    fill(hands.store, [stored(hands.store, PRODUCT) | {"name": "Smoked bud vase"}])
    page.save.click()
    hands.among = await until(hands.question)


def row(words: str, act: Callable[..., Awaitable[Any]], *, keeps: bool = True) -> OwnWindow:
    return OwnWindow(Mistake(words, act, keeps))


ROWS = (
    row("A message is sent while another svcconsole runs an import", a_message),
    row("An import begins while another svcconsole runs one", an_import),
    row("A ticket is sent that was sent from another svcconsole", a_ticket, keeps=False),
    row("A report is deleted that another svcconsole watches", a_report),
    row("A decision is made that another svcconsole has made", a_decision),
    row("A product is saved that somebody else has renamed meanwhile", a_product),
)
