"""The tour's campaign: ten recipients of a file, each message seen, one sent to oneself, then the run."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from svcconsole.gui.kit.widgets.field_question import FieldQuestion
from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, RESULT, WHEN
from svcconsole.gui.tabs.messaging.section_switch import CAMPAIGNS, TEMPLATES
from svcconsole.tour.messaging import messaging
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
    from svcconsole.gui.tabs.messaging.tab import MessagingTab

TEMPLATE, VALUE = "welcome", "payload.components.body.0"
MAGIC = tuple(f"+1555010000{number}" for number in range(1, 8))
"""Numbers of the practice store whose messages always end the same way."""
NAMES = ("Asha", "Ben", "Chitra", "Daniel", "Elif", "Farah", "Goran", "Hélène", "Ines", "مريم")
ODD_NAMES = (
    "Asha", "TEST", "Tom &amp; Ana", "✨Divya✨", "LARS BERGSTRÖM", "نور الحسن", "<b>Ben</b>", "Anna4471",
    "שירה לוי",
    "Maria Fernanda de Oliveira Cavalcanti e Albuquerque da Silva Sauro", "{{name}}", "Le\u200bna", "asdf",
    *(f"Person {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
)  # fmt: skip
"""Names as lists have them that nobody looked through."""
OTHERS = ("+91 98450 31004", "+49 151 23456789", "+971 50 123 4567")
SLOWLY, A_FEW = 240, 4
"""So many messages a minute, and after so many it is stopped."""
OWN = "+49 170 1234567"


async def prepare(stage: WindowDriver) -> None:
    """A file of ten, a template of the library, its column; who gets what is seen before it goes."""
    page = await look(stage, dict(zip(NAMES, (*MAGIC, *OTHERS), strict=True)))
    stage.check("nobody has looked at any yet", page.wall.current() is not None)
    await stage.picture("campaign-look")
    await stage.click(page.wall.every)
    await stage.until("the first message is seen", lambda: page.look.row == 1 and not page.is_busy())
    await stage.click(page.look.after)
    await stage.until("the second is seen", lambda: page.look.row == 2 and not page.is_busy())
    stage.check("the phone shows this person's message", NAMES[1] in page.look.phone.bubble.body)
    await stage.picture("campaign-preview")


async def look_for_mistakes(stage: WindowDriver) -> None:
    """A list with names that look wrong, side by side."""
    page = await look(stage, {name: f"+91 98450 {at:05}" for at, name in enumerate(ODD_NAMES)})
    page.wall.view.show_place(2)
    await stage.until("the pictures are painted", lambda: not page.is_busy())


async def count_down(stage: WindowDriver) -> None:
    """The ten seconds before it starts."""
    page = campaign(messaging(stage))
    if page is None:
        raise NotAsExpected("a campaign is open")
    await stage.click(page.look.start)
    await stage.until("the ten seconds run", page.countdown.is_counting)


async def stop(stage: WindowDriver) -> None:
    """Started slowly, and stopped once a few have it."""
    page = campaign(messaging(stage))
    if page is None:
        raise NotAsExpected("a campaign is open")
    page.look.side.pace.wanted.emit(SLOWLY)
    await count_down(stage)
    await stage.click(page.countdown.now)
    panel = await stage.until("it runs", lambda: page.run_panel)
    await stage.until("a few have it", lambda: _sent(page) >= A_FEW)
    panel.view.stop.click()
    await stage.until("it is stopped", lambda: page.stopped.isVisible() and not page.is_busy())


async def look(stage: WindowDriver, people: Mapping[str, str]) -> CampaignPage:
    """From a list of names and numbers to the messages that are most likely wrong."""
    page = await fill(stage, people)
    await stage.picture("campaign-message")
    await stage.click(page.columns.next)
    await stage.until("every row is checked", lambda: page.step() == CHECK and not page.is_busy())
    await stage.click(page.check.run)
    await stage.until("the hours are seen", lambda: page.step() == WHEN and not page.is_busy())
    await stage.click(page.when.next)
    await stage.until("the messages are seen", lambda: page.wall.current() and not page.is_busy())
    return page


async def fill(stage: WindowDriver, people: Mapping[str, str]) -> CampaignPage:
    """From a list of names and numbers to a message that everything of is filled."""
    tab = messaging(stage)
    await know_templates(stage, tab)
    tab.show_place(CAMPAIGNS)
    path = stage.window.console.store_folder / "spring.csv"
    await asyncio.to_thread(write_list, path, people)
    tab.open_import(path)
    page = await stage.until("the campaign opens", lambda: campaign(tab))
    await stage.until("the list is read", lambda: page.file.next.isVisible() and not page.is_busy())
    await stage.click(page.file.next)
    await stage.until("the columns are there", lambda: page.step() == COLUMNS and not page.is_busy())
    page.what.choose("templates", TEMPLATE)
    await stage.until(
        "the template asks for its value", lambda: VALUE in page.columns.fields and not page.is_busy()
    )
    stage.check("it cannot go on while nothing fills it", page.columns.stands_in_the_way)
    stage.choose(page.columns.fields[VALUE].source.combo, "column:Name")
    await stage.until(
        "everything is filled", lambda: not page.is_busy() and not page.columns.stands_in_the_way
    )
    return page


async def send_campaign(stage: WindowDriver) -> None:
    """One to oneself, then all ten."""
    tab = messaging(stage)
    page = campaign(tab)
    if page is None:
        raise NotAsExpected("a campaign is open")
    await try_out(stage, page)
    await count_down(stage)
    await stage.picture("campaign-countdown")
    await stage.click(page.countdown.now)
    await stage.until("the campaign has gone", lambda: page.step() == RESULT and not page.is_busy())
    await stage.picture("campaign-result")
    panel = await stage.until("its result is there", lambda: page.run_panel)
    totals = await tab.console.db(lambda space: space.runs.totals(panel.run_id))
    stage.totals["campaign"] = totals.as_json(panel.run_id)
    stage.check("each of the ten got it", (totals.rows, totals.sent) == (len(NAMES), len(NAMES)))
    await stage.click(panel.browse_records)
    await stage.until("what became of them is in front", lambda: tab.page() is tab.delivery_page)


async def try_out(stage: WindowDriver, page: CampaignPage) -> None:
    """One goes to a number of one's own first."""
    await stage.click(page.look.trial)
    question = await stage.until("the own number is asked for", lambda: _question(stage))
    await stage.type(question.field, OWN)
    await stage.click(question.take)
    await stage.until("one has gone to oneself", lambda: page.look.tried and not page.is_busy())


async def know_templates(stage: WindowDriver, tab: MessagingTab) -> None:
    """The practice store's templates, where the library does not hold them yet."""
    await stage.until("messaging is at rest", lambda: not tab.scope.is_busy())
    if TEMPLATE not in tab.sources.library.templates:
        tab.show_place(TEMPLATES)
        await stage.click(tab.library_page.focus_current)
        await stage.until("the templates are known", lambda: TEMPLATE in tab.sources.library.templates)


def write_list(path: Path, people: Mapping[str, str]) -> None:
    """Names and numbers; those of the tour's ten are mostly such as the practice store lets fail."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("Name", "Phone"), *people.items()])


def _sent(page: CampaignPage) -> int:
    live = page.run_panel.live() if page.run_panel is not None else None
    return live.progress.sent if live is not None and live.progress is not None else 0


def campaign(tab: MessagingTab) -> CampaignPage | None:
    """The wizard, once it is in front."""
    from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage

    page = tab.stack.currentWidget()
    return page if isinstance(page, CampaignPage) else None


def _question(stage: WindowDriver) -> FieldQuestion | None:
    found = stage.window.findChildren(FieldQuestion)
    return next((each for each in found if each.isVisible()), None)
