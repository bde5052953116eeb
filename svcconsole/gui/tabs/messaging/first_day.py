"""Fills the practice store's Messaging once: the store's own templates, and a campaign to look at."""

from __future__ import annotations

import asyncio
import csv
from pathlib import Path
from typing import TYPE_CHECKING

from svcconsole.services.messaging.templates.files import of_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.practice_process import PracticeProcess
    from svcconsole.gui.tabs.messaging.templates.template_cache import TemplateCache
    from svcconsole.services.messaging.templates.model import LocalTemplate

DONE = "practice/first_day"
"""The setting that is there once it was done: whoever takes something away finds it gone."""
EXAMPLE = "Example campaign.csv"
TEMPLATE = "welcome"
SETTINGS = (
    "contactIdentifier={Phone}",
    f"payload.templateId={TEMPLATE}",
    "payload.components.body.0={First name}",
)
RECIPIENTS = (
    ("First name", "Phone"),
    ("Asha", "+15550100001"),
    ("Ben", "+15550100002"),
    ("Chitra", "+15550100003"),
    ("Daniel", "+15550100004"),
    ("Elif", "+4915123456789"),
    ("Hélène", "+33612345678"),
)
"""The first are numbers of practice, whose messages end in ways of their own; the others are invented."""


async def templates_of(process: PracticeProcess) -> Sequence[LocalTemplate]:
    """What the practice store has in its registry. Raises PracticeError or ControlError."""
    from svcconsole.gui.runtime.practice_control import Control

    address = await process.address()

    def ask() -> list[object]:
        with Control(address.control_url, address.control_token) as control:
            return control.templates()

    return of_entries(await asyncio.to_thread(ask))


async def set_up(console: Console, library: TemplateCache, process: PracticeProcess) -> bool:
    """Whether something was put there: once for each practice store, and only where no template is yet."""
    if console.settings.get(DONE, False) or library.templates:
        return False
    await library.merge(await templates_of(process))
    if TEMPLATE in library.templates:
        await _prepare(console)
    console.settings.set(DONE, True)
    return True


async def _prepare(console: Console) -> None:
    """A campaign as far as somebody would have prepared it; nothing is sent."""
    from svcconsole.gui.panels.importer.session import Session

    path = console.store_folder / EXAMPLE
    await asyncio.to_thread(_write, path)
    session = Session(console, "templates", "svcconsole.services.campaigns.session:CampaignSession")
    try:
        await session.open(path, None)
        await session.call("apply_settings", SETTINGS)
    finally:
        await session.close()


def _write(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(RECIPIENTS)
