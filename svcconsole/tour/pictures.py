"""Makes the pictures of the README: the window by light and by dark, and one page of each of the six tabs."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from svcconsole.app import Program
from svcconsole.gui.design.theme import theme
from svcconsole.gui.runtime import display
from svcconsole.resources import resource
from svcconsole.tour import customers, helpdesk, messaging, products, properties, reports
from svcconsole.tour.destinations import Step
from svcconsole.tour.launch import enter, launch
from svcconsole.tour.palette_png import save
from svcconsole.tour.practice import practice
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole.gui.tabs.customers.tab import CustomersTab
    from svcconsole.gui.tabs.helpdesk.ticket_page import TicketPage
    from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab

PATIENCE = 3.0
CHOSEN = "beach towel “olea”"
"""Words of the product in the first picture."""
PEOPLE = ("3", "8", "21", "34", "55", "89", "144", "13")
"""Customers of the practice store by its own ids; the last one is on the card."""
PROBLEMS = ("One of the cups came with a crack. A new one is on its way.", "Asks for an invoice.")
ENTRIES = """First name\tLast name\tSource\tPhone\tE-mail\tAddress\tCity
Asha\tRao\tfair\t+91 98450 31011\tasha.rao@customer.example\t12 Residency Road\tPune
Jörg\tWeiß\tfair\t+49 151 23456701\tjoerg@customer.example\tAm Markt 3\tKöln
نور\tالنجار\tweb\t+971 50 123 4501\tnour@customer.example\t\tدبي
Li\tLei\tweb\t+886 912 345 601\tli.lei@customer.example\t\tTaipei
Camille\tDurand\tshop\t+33 6 12 34 56 01\tcamille@customer.example\t4 rue des Lilas\tNantes
Ben\tOkafor\tshop\t+44 7400 123401\tben.okafor@customer.example\t1 Wool Lane\tLeeds
Ines\tCarvalho\tfair\t+351 912 345 601\tines@customer.example\t\tPorto
Priya\tNair\tweb\t+91 98450 31012\tpriya@customer.example\t\tKochi
Marta\tKowalska\tweb\t+48 512 345 601\tmarta@customer.example\t\tKraków
"""
"""Entries as a spreadsheet gives them."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture by its name, the themes it is made in, and the steps that lead to it."""

    name: str
    steps: tuple[Step, ...]
    themes: tuple[str, ...] = ("light",)

    def files(self) -> list[tuple[str, str]]:
        """Theme and file name; with one theme the name alone."""
        plain = len(self.themes) == 1
        return [(mode, f"{self.name}.png" if plain else f"{self.name}-{mode}.png") for mode in self.themes]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make every picture in the folder that is named, in `resources/help/pictures` where none is."""
    words = sys.argv[1:] if arguments is None else arguments
    out = Path(words[0]) if words else resource("help", "pictures")
    out.mkdir(parents=True, exist_ok=True)
    if display.problem() is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    missing: list[str] = []

    async def visit(program: Program) -> None:
        """What the tour's own steps take pictures of goes away with the folder."""
        with TemporaryDirectory(prefix="svcconsole-pictures-") as folder:
            stage = WindowDriver(Path(folder), PATIENCE)
            try:
                await enter(stage, program)
                await stage.window.console.ready()
                for picture in PICTURES:
                    for step in picture.steps:
                        await step(stage)
                    for mode, name in picture.files():
                        await _take(stage, mode, out / name)
            except NotAsExpected as reason:
                missing.append(str(reason))
                sys.stderr.write(f"Not as expected: {reason}.\n")
            program.end()

    return launch(visit) or int(bool(missing))


async def _take(stage: WindowDriver, mode: str, path: Path) -> None:
    """The window in a theme, without news of what happened on the way here."""
    application = QApplication.instance()
    if isinstance(application, QApplication) and theme().setting != mode:
        theme().set_setting(mode)
        theme().apply(application)
    notices = stage.window.console.notices
    for notice in notices.open:
        notices.close(notice)
    await asyncio.sleep(0.3)
    save(stage.window.grab().toImage(), path)
    sys.stdout.write(f"{path}\n")


async def choose_product(stage: WindowDriver) -> None:
    """A product beside the table, with its variants and photos."""
    tab = products.catalog(stage)
    page = tab.products_page
    wanted = next(row.id for row in page.model.shown() if CHOSEN in row.name.lower())
    page.choose(wanted)
    await stage.until("the product is beside the table", lambda: page.current() and not tab.scope.is_busy())
    await products.pictures_come(stage, tab)
    await asyncio.sleep(1.0)


async def show_every_problem(stage: WindowDriver) -> None:
    """All rows of the import that are to be put right, whatever is wrong with them."""
    page = products.importing(stage)
    page.check.choose(None)
    await stage.until("the rows are listed", lambda: not page.is_busy() and products.first_problem(page))
    stage.window.setFocus()


async def write_message(stage: WindowDriver) -> None:
    """A message with reply buttons, and the phone."""
    tab = messaging.messaging(stage)
    page = tab.message_page
    await stage.until("messaging is at rest", lambda: not tab.scope.is_busy() and not page.scope.is_busy())
    page.form.apply("contact_identifier", messaging.TO)
    page.form.apply("message", messaging.HELLO)
    await stage.click(page.types.rows["options"])
    await messaging.write_choices(stage, page)
    await stage.click(page.types.rows["buttons"])
    stage.window.setFocus()


async def look_up_people(stage: WindowDriver) -> None:
    """Some customers seen here, the last of them on the card."""
    tab = customers.customers(stage)
    for identity in PEOPLE:
        tab.look_up_customer(identity)
        await stage.until(f"customer {identity} is on the card", partial(_on_card, tab, identity))
    tab.people.side.search.clear()
    stage.window.setFocus()


def _on_card(tab: CustomersTab, identity: str) -> bool:
    seen = tab.people.card.seen
    return seen is not None and seen.customer.id == identity and not tab.scope.is_busy()


async def write_tickets(stage: WindowDriver) -> None:
    """Two tickets made, and one for an agent as it is written."""
    tab = helpdesk.helpdesk(stage)
    page = tab.ticket_page
    for made, notes in enumerate(PROBLEMS, start=1):
        await helpdesk.fill(stage, tab, notes)
        await stage.click(page.save)
        await stage.until("the ticket is made", partial(_has_made, page, made))
        await stage.until("a fresh ticket begins", lambda: not page.scope.is_busy())
    await helpdesk.fill(stage, tab)
    stage.window.setFocus()


def _has_made(page: TicketPage, tickets: int) -> bool:
    return len(page.made.rows()) == tickets


async def send_entries(stage: WindowDriver) -> None:
    """Entries pasted and sent; of the last two the store refuses one."""
    store = practice(stage)
    tab = properties.properties(stage)
    await stage.until("the table is at rest", lambda: not tab.scope.is_busy())
    header, *lines = ENTRIES.splitlines()
    for part, refuse in ((lines[:-2], False), (lines[-2:], True)):
        if refuse:
            await store.watch.do(lambda control: control.switch_on(properties.REFUSES))
        QGuiApplication.clipboard().setText("\n".join([header, *part]) + "\n")
        await stage.click(tab.page.paste_button)
        await stage.until("the rows are ready", partial(_are_ready, tab, len(part)))
        await stage.click(tab.page.send_button)
        await stage.until("each entry has ended", partial(_have_ended, tab))
    await store.watch.do(lambda control: control.all_off())
    practice(stage).show_scenarios()
    await asyncio.sleep(1.0)
    properties.properties(stage).page.show_first("refused")


def _are_ready(tab: UserPropertiesTab, entries: int) -> bool:
    return tab.entries.counts()["ready"] == entries and not tab.scope.is_busy()


def _have_ended(tab: UserPropertiesTab) -> bool:
    counts = tab.entries.counts()
    return not counts["waiting"] and not counts["ready"] and not tab.scope.is_busy()


PICTURES = (
    Picture("window", (products.open_store, choose_product), ("light", "dark")),
    Picture("catalog", (*products.IMPORT[:3], show_every_problem)),
    Picture("customers", (look_up_people,)),
    Picture("messaging", (write_message,)),
    Picture("helpdesk", (write_tickets,)),
    Picture("user-properties", (send_entries,)),
    Picture("reports", (reports.ask, reports.watch, reports.look_at_it)),
)

if __name__ == "__main__":
    sys.exit(main())
