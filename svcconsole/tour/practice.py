"""The tour of a bad day: a fault is switched on, a product is saved all the same, the store's log is read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from svcconsole.api.models.catalog import GetProducts
from svcconsole.api.operations import GET_PRODUCTS, UPSERT_PRODUCTS
from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.practice.faults.fault_text import title
from svcconsole.gui.panels.practice.page import PracticePage
from svcconsole.gui.panels.practice.received.received_kinds import REQUESTS
from svcconsole.gui.panels.practice.received.received_query import EVERYTHING
from svcconsole.gui.runtime.practice_records import Asked, Faults
from svcconsole.tour.products import catalog, editor_page
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

FAULT = "reset"
"""The connection breaks after the store has carried the request out: nobody hears what became of it."""
NEW_NAME = "Saved on a bad day"


async def misbehave(stage: WindowDriver) -> None:
    """Switch the fault on: once, for saving products."""
    page = practice(stage)
    page.show_misbehave()
    card = await stage.until("the faults are listed", lambda: page.misbehave.cards.get(FAULT))
    await stage.click(card.change)
    options = await stage.until("the choices are there", lambda: card.options)
    stage.choose(options.often, "once")
    stage.choose(options.operation, UPSERT_PRODUCTS.path)
    page.misbehave.reveal(card)
    await stage.picture("a-fault-and-its-choices")
    await stage.click(card.switch)
    await stage.until("the fault is on", lambda: page.misbehave.lines and not page.misbehave.scope.is_busy())
    (fault,) = (await board(page)).faults
    wanted = (FAULT, UPSERT_PRODUCTS.path, 1, True)
    found = (fault.kind, fault.operation, fault.count, fault.executed)
    stage.check("the store has the fault as it was chosen", found == wanted)


async def save_all_the_same(stage: WindowDriver) -> None:
    """Change a product's name while the store misbehaves; the console sees it through."""
    tab = catalog(stage)
    await stage.until("the products are there", lambda: tab.products.rows and not tab.scope.is_busy())
    identity = next(iter(tab.products.rows))
    tab.edit_product(identity)
    page = await stage.until("the editor opens", lambda: editor_page(tab))
    name = page.form.editors["name"].widget
    if not isinstance(name, QLineEdit):
        raise NotAsExpected("the name is a line to type in")
    await stage.type(name, NEW_NAME, end=Qt.Key.Key_Tab)
    await stage.until("the change is listed", page.has_changes)
    await stage.click(page.save)
    await stage.until("the product is saved all the same", lambda: editor_page(tab) is None)
    client = await tab.console.ready()
    answer = await client.call(GET_PRODUCTS, GetProducts(product_ids=[identity]))
    stage.check("the store holds the new name", [one.name for one in answer.data.products] == [NEW_NAME])


async def see_the_truth(stage: WindowDriver) -> None:
    """What the store noted: one request without an answer, carried out, and then one that was answered."""
    page = practice(stage)
    page.show_received(REQUESTS)
    view = page.received
    struck = await stage.until(
        "the request that the fault struck is listed",
        lambda: next((row for row in view.model.shown() if title(FAULT) in row.what), None),
    )
    view.table.set_current(struck.key)
    await stage.picture("what-the-store-noted")
    facts = {fact.label: fact.value for fact in struck.facts}
    ended = facts[tr("Answer")], facts[tr("Carried out")]
    stage.check("it was carried out and not answered", ended == (tr("none"), tr("yes")))
    noted = await page.watch.do(lambda control: control.log().requests)
    stage.check("the same change was sent again and answered", handled(noted))
    stage.totals["requests_struck"] = sum(each.fault is not None for each in noted)


async def behave_again(stage: WindowDriver) -> None:
    """Switch all off."""
    page = practice(stage)
    page.show_misbehave()
    (line,) = page.misbehave.lines.values()
    await stage.click(line.off)
    await stage.until("no fault is on any more", lambda: not page.misbehave.lines)
    stage.check("the store has no fault any more", not (await board(page)).faults)
    page.show_scenarios()
    await stage.picture("five-scenarios")
    page.show_received(EVERYTHING)
    await stage.until("everything received is listed", lambda: _lists_everything(page))
    await stage.picture("everything-received")


def _lists_everything(page: PracticePage) -> bool:
    feed = page.watch.seen.feed
    return feed.wanted.kind == EVERYTHING and 0 < len(page.received.model.shown()) == len(feed.rows)


def practice(stage: WindowDriver) -> PracticePage:
    """The Practice page of the window."""
    page = stage.window.show_place("practice")
    if not isinstance(page, PracticePage):
        raise NotAsExpected("the Practice page is built")
    return page


async def board(page: PracticePage) -> Faults:
    """The faults as the store itself has them."""
    return await page.watch.do(lambda control: control.faults())


def handled(noted: tuple[Asked, ...]) -> bool:
    """Whether what was struck came again, the very same, and was answered then."""
    struck = [each for each in noted if each.fault is not None and each.fault.kind == FAULT]
    after = [each for each in noted if struck and each.number > struck[0].number]
    return len(struck) == 1 and any(
        each.digest == struck[0].digest and each.status == 200 and each.executed for each in after
    )
