"""A disk that is full while something is typed, sent, imported, asked for or saved."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from svcconsole.gui.panels.importer.page import ImportPage
from tests.journeys.mistakes import files, typed
from tests.journeys.mistakes.hands import Hands, Mistake
from tests.journeys.mistakes.opening import OwnWindow
from tests.journeys.mistakes.wire import switch_on
from tests.support.coroutines import until
from tests.support.full_disk import fill_disk

LONG = "A long text. " * 310
"""More than a page of the workspace's file holds, and less than a message may have."""


ROWS_OF_FILE = 2_000


async def filled(hands: Hands) -> None:
    await hands.rest()
    await hands.window.console.db(fill_disk)


async def a_message(hands: Hands) -> None:
    await filled(hands)
    await typed.a_message(hands, contact_identifier=typed.TO, message=LONG)


async def a_product(hands: Hands) -> None:
    await filled(hands)
    await typed.a_price(hands)
    hands.among = hands.window.notices


async def ready_to_import(hands: Hands) -> ImportPage:
    """A check of more rows than a page of the workspace's file holds."""
    head, row = files.PRODUCTS.splitlines()[:2]
    rows = [row.replace("P-1", f"P-{number}") for number in range(ROWS_OF_FILE)]
    page = await files.at_check(hands, "list.csv", "\n".join((head, *rows)) + "\n")
    await hands.rest()
    await hands.look()
    return page


async def an_import(hands: Hands) -> None:
    page = await ready_to_import(hands)
    await filled(hands)
    page.check.run.click()
    panel = await until(lambda: page.run_panel)
    await until(panel.view.waiting.isVisible)


async def an_import_under_way(hands: Hands) -> None:
    page = await ready_to_import(hands)
    switch_on(hands, "latency seconds=0.2")
    page.check.run.click()
    panel = await until(lambda: page.run_panel)
    await until(lambda: (live := panel.live()) and live.known.accepted)
    await hands.window.console.db(fill_disk)
    await until(panel.view.waiting.isVisible)


async def a_report(hands: Hands) -> None:
    await filled(hands)
    await typed.a_report(hands, "1 Jan 2026", "31 Jan 2026", typed.ME)


def row(words: str, act: Callable[..., Awaitable[Any]], *, keeps: bool = True) -> OwnWindow:
    return OwnWindow(Mistake(f"The disk is full when {words}", act, keeps))


ROWS = (
    row("a message is sent", a_message),
    row("a product is saved", a_product, keeps=False),
    row("an import begins", an_import),
    row("an import is under way", an_import_under_way),
    row("a report is asked for", a_report),
)
