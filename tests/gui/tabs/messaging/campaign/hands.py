"""What a person does in a campaign in the tests: a file, what is sent, the check, the messages, the run."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, LOOK, RESULT, WHEN
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.tables.mapping.mapping import Column, Source
from tests.support.coroutines import until

HEADER = ("Phone", "First name", "City")
PEOPLE = (
    ("+91 98450 00001", "Asha", "Pune"),
    ("+49 151 23456789", "Benedikt", "Bonn"),
    ("+971 50 123 4567", "مريم", "دبي"),
)
VALUE = "payload.components.body.0"
BACK = {"id": "welcome_back", "body": "Good to see you again, {{1}}."}
"""A second template, to be sent beside the one that every library has."""


def write_list(path: Path, *rows: Sequence[str], header: Sequence[str] = HEADER) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


async def settle(page: CampaignPage) -> None:
    """Until the worker has answered everything."""
    await until(lambda: not page.is_busy())


async def opened(tab: MessagingTab, path: Path) -> CampaignPage:
    """The wizard on a file, at the step Message."""
    tab.open_import(path)
    page = await until(lambda: found if isinstance(found := tab.page(), CampaignPage) else None)
    assert isinstance(page, CampaignPage)
    await until(lambda: page.file.next.isVisible() and not page.is_busy())
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    return page


async def choose(page: CampaignPage, kind: str, what: str) -> None:
    page.what.choose(kind, what)
    await settle(page)


async def fill(page: CampaignPage, **sources: Source) -> None:
    """Fill fields, as the combos do; `body_0` is the first variable."""
    for name, source in sources.items():
        path = f"payload.components.{name.replace('_', '.')}"
        page.columns.fields[path].source.changed.emit(source)
        await settle(page)


async def looking(tab: MessagingTab, path: Path, template: str = "welcome") -> CampaignPage:
    """From a file to the first message of a template whose variable is the first name."""
    page = await opened(tab, path)
    await choose(page, "templates", template)
    await fill(page, body_0=Column("First name"))
    await look(page)
    return page


async def look(page: CampaignPage) -> None:
    """From the columns over the check to the messages, one by one."""
    await to_wall(page)
    await one_by_one(page)


async def to_wall(page: CampaignPage) -> None:
    """From the columns over the check to the messages that are most likely wrong."""
    await to_when(page)
    await past_when(page)


async def to_when(page: CampaignPage) -> None:
    """From the columns over the check to the hours."""
    page.columns.next.click()
    await until(lambda: page.step() == CHECK and not page.is_busy())
    page.check.run.click()
    await until(lambda: page.step() == WHEN and not page.is_busy())


async def past_when(page: CampaignPage) -> None:
    """From the hours to the messages that are most likely wrong."""
    page.when.next.click()
    await until(lambda: page.step() == LOOK and not page.is_busy())


async def one_by_one(page: CampaignPage) -> None:
    """From the messages that are most likely wrong to all of them, one by one."""
    page.wall.every.click()
    await until(lambda: page.look.isVisible() and not page.is_busy())


async def split_in_two(page: CampaignPage, template: str, *, held_out: int) -> None:
    """At the hours: this second text for half of them, and so many in 100 get nothing."""
    texts = page.when.side.texts
    texts.second.setCurrentIndex(texts.second.findData(template))
    texts.second.activated.emit(texts.second.currentIndex())
    texts.held_out.setText(str(held_out))
    texts.held_out.textEdited.emit(texts.held_out.text())
    await settle(page)


async def start_now(page: CampaignPage) -> None:
    """Without waiting for the ten seconds."""
    await until(page.countdown.is_counting)
    page.countdown.now.click()


async def result(page: CampaignPage) -> str:
    """Until the run's result and its files are on screen; its id."""
    await until(lambda: page.step() == RESULT and not page.is_busy(), seconds=60)
    panel = page.run_panel
    assert panel is not None
    await until(lambda: panel.view.files.files)
    return panel.run_id


async def asked(parent: QWidget) -> QDialog:
    """The question that is open."""
    found = await until(
        lambda: next((each for each in parent.window().findChildren(QDialog) if each.isVisible()), None)
    )
    assert isinstance(found, QDialog)
    return found


def verb(dialog: QDialog, text: str) -> QPushButton:
    return next(button for button in dialog.findChildren(QPushButton) if button.text() == text)
