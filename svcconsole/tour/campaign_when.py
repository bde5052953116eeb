"""The tour of the hours of a campaign: people of many clocks, and when each of them gets it."""

from __future__ import annotations

import asyncio
import csv
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, WHEN
from svcconsole.gui.tabs.messaging.section_switch import CAMPAIGNS
from svcconsole.tables.mapping.mapping import Column
from svcconsole.tour.campaign import TEMPLATE, VALUE, campaign, know_templates
from svcconsole.tour.messaging import messaging

if TYPE_CHECKING:
    from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
    from svcconsole.tour.window_driver import WindowDriver

PEOPLE = (
    *(f"+9198450{at:05}" for at in range(430)),
    *(f"+97150{1234000 + at}" for at in range(82)),
    *(f"+49151{23400000 + at}" for at in range(270)),
    *(f"+4477009{at:05}" for at in range(185)),
    *(f"+55119{87650000 + at}" for at in range(149)),
    *(f"+1212555{at:04}" for at in range(60)),
    *(f"+1312555{at:04}" for at in range(30)),
    *(f"+1415555{at:04}" for at in range(7)),
    *(f"+1800555{at:04}" for at in range(24)),
)
NAMES = ("Asha", "Ben", "مريم", "Maria Fernanda de Oliveira Cavalcanti", "<b>Tom</b>", "Lena 🌿")


async def choose_hours(stage: WindowDriver) -> None:
    """A list of people in six countries, from ten to seven by their own clocks."""
    tab = messaging(stage)
    await know_templates(stage, tab)
    tab.show_place(CAMPAIGNS)
    path = stage.window.console.store_folder / "Winter candles.csv"
    await asyncio.to_thread(write_people, path)
    tab.open_import(path)
    page = await stage.until("the campaign opens", lambda: campaign(tab))
    await stage.until("the list is read", lambda: page.file.next.isVisible() and not page.is_busy())
    await stage.click(page.file.next)
    await stage.until("the message is asked for", lambda: page.step() == COLUMNS and not page.is_busy())
    page.what.choose("templates", TEMPLATE)
    await stage.until("its fields are there", lambda: VALUE in page.columns.fields and not page.is_busy())
    page.columns.fields[VALUE].source.changed.emit(Column("First name"))
    await stage.until("the field is filled", lambda: not page.is_busy())
    await stage.click(page.columns.next)
    await stage.until("every row is checked", lambda: page.step() == CHECK and not page.is_busy())
    await stage.click(page.check.run)
    await stage.until("the hours are seen", lambda: page.step() == WHEN and not page.is_busy())
    await say_when(stage, page)
    await stage.picture("campaign-when")


async def say_when(stage: WindowDriver, page: CampaignPage) -> None:
    """The next working day at ten, between ten and seven, not on Sundays."""
    fields = page.when.fields
    day = date.today() + timedelta(days=1)  # noqa: DTZ011
    fields.day.set_day(day + timedelta(days=(7 - day.weekday()) if day.weekday() > 3 else 0))
    for field, text in ((fields.time, "10:00"), (fields.opens, "10:00"), (fields.closes, "19:00")):
        field.setText(text)
        field.textEdited.emit(text)
    fields.days[-1].click()
    await stage.until(
        "the hours are drawn anew",
        lambda: not page.is_busy() and page.when.view is not None and page.when.view.terms.window is not None,
    )
    stage.check("everybody has an hour", page.when.view is not None and not page.when.view.left)


def write_people(path: Path) -> None:
    """Names and numbers."""
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(("Phone", "First name"))
        lines.writerows((phone, NAMES[at % len(NAMES)]) for at, phone in enumerate(PEOPLE))
