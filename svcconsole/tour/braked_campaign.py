"""The tour of a campaign with a brake: it waits for its minute, its first people are heard of, then it is
stopped, and exactly those who have it get a correction."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from svcconsole.gui.panels.importer.import_steps import COLUMNS, RESULT, WHEN
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.tabs.messaging.campaign.stopped.stopped_step import WRITE
from svcconsole.services.campaigns.first_wave import wave_of
from svcconsole.tour.campaign import VALUE, campaign, fill
from svcconsole.tour.messaging import messaging
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver
from svcconsole.workspace.schema import Bucket

if TYPE_CHECKING:
    from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage

PEOPLE = 120
FIRST = 30
SLOWLY, A_FEW_MORE = 300, 5
"""So many messages a minute after the first people, and after so many of the others it is stopped."""
CORRECTION, BUTTON = "order_link", "payload.components.button.0.data"
MINUTE = 75.0
RESULTS = 90.0
"""Seconds for its minute to come, and for the first people's phones to answer."""


async def plan(stage: WindowDriver) -> None:
    """Everybody is told when it starts, who gets it first, and what stops it."""
    people = {f"Person {at:03}": f"+91 98450 {at:05}" for at in range(PEOPLE)}
    page = await fill(stage, people)
    await stage.click(page.columns.next)
    await stage.until("every row is checked", lambda: page.check.run.isVisible() and not page.is_busy())
    await stage.click(page.check.run)
    await stage.until("the hours are seen", lambda: page.step() == WHEN and not page.is_busy())
    at = datetime.now(display_zone().zone()) + timedelta(minutes=1)
    fields, brakes = page.when.fields, page.when.side.brakes
    fields.day.set_day(at.date())
    await _type(stage, page, fields.time, f"{at:%H:%M}")
    brakes.first.on.click()
    await _type(stage, page, brakes.first.field, str(FIRST))
    brakes.failed.on.click()
    await stage.until("the terms are kept", lambda: not page.is_busy())
    view = page.when.view
    terms = view.terms if view is not None else None
    stage.check("it has a start", terms is not None and terms.window is not None)
    stage.check("some go first", terms is not None and terms.first_wave is not None)
    await stage.picture("brake-when")
    await stage.click(page.when.next)
    await stage.until("the messages are seen", lambda: page.wall.current() and not page.is_busy())
    page.look.side.pace.wanted.emit(SLOWLY)
    await stage.click(page.wall.start)


async def wait(stage: WindowDriver) -> None:
    """Nothing leaves before its minute; then the first people get it, and their phones are waited for."""
    page = _page(stage)
    panel = await stage.until("it is started", lambda: page.run_panel)
    await stage.picture("brake-waits")
    await stage.until("the first people have it", lambda: _sent(page) >= FIRST, MINUTE)
    await stage.picture("brake-first-people")
    space = messaging(stage).console
    await stage.until("their phones have answered", lambda: _sent(page) > FIRST, RESULTS)
    wave = await space.db(lambda workspace: wave_of(workspace, panel.run_id))
    stage.check("it went on by itself", wave is not None and wave.decided)
    await stage.picture("brake-goes-on")


async def stop(stage: WindowDriver) -> None:
    """Esc, and who was reached is on screen."""
    page = _page(stage)
    await stage.until("some of the others have it", lambda: _sent(page) >= FIRST + A_FEW_MORE, RESULTS)
    panel = page.run_panel
    if panel is None:
        raise NotAsExpected("the run is shown")
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    await stage.until("it is stopped", lambda: page.stopped.isVisible() and not page.is_busy())
    tiles = {name: int(tile.value().replace(",", "")) for name, tile in page.stopped.tiles.items()}
    stage.check("everybody adds up", sum(tiles.values()) == PEOPLE)
    stage.check("not everybody got it", FIRST < tiles["sent"] < PEOPLE)
    stage.totals["braked"] = {"run": panel.run_id, **tiles}
    await stage.picture("brake-stopped")


async def correct(stage: WindowDriver) -> None:
    """Another message to exactly those who have the first."""
    page = _page(stage)
    reached = {each.phone for each in page.stopped.model.shown()}
    page.stopped.choices[WRITE].radio.click()
    await stage.click(page.stopped.apply)
    await stage.until("the correction is prepared", lambda: page.step() == COLUMNS and not page.is_busy())
    page.what.choose("templates", CORRECTION)
    await stage.until(
        "its values are asked for", lambda: BUTTON in page.columns.fields and not page.is_busy()
    )
    for path in (VALUE, BUTTON):
        stage.choose(page.columns.fields[path].source.combo, "column:Name")
        await stage.until("it is filled", lambda: not page.is_busy())
    await stage.click(page.columns.next)
    await stage.until("every row is checked", lambda: page.check.run.isVisible() and not page.is_busy())
    await stage.click(page.check.run)
    await stage.until("the hours are seen", lambda: page.step() == WHEN and not page.is_busy())
    await stage.click(page.when.next)
    await stage.until("the messages are seen", lambda: page.wall.current() and not page.is_busy())
    await stage.picture("brake-correction")
    await stage.click(page.wall.start)
    await stage.until("the ten seconds run", page.countdown.is_counting)
    await stage.click(page.countdown.now)
    await stage.until(
        "the correction has gone", lambda: page.step() == RESULT and not page.is_busy(), RESULTS
    )
    space = messaging(stage).console
    ids = await space.db(lambda workspace: workspace.runs.record_ids(page.shown_run, Bucket.SENT))
    stage.check("exactly those who have the first got it", set(ids) == reached)
    stage.totals["braked"]["corrected"] = len(ids)


async def _type(stage: WindowDriver, page: CampaignPage, field: QLineEdit, text: str) -> None:
    field.setText(text)
    field.textEdited.emit(text)
    await asyncio.sleep(0)
    await stage.until("it is taken in", lambda: not page.is_busy())


def _page(stage: WindowDriver) -> CampaignPage:
    page = campaign(messaging(stage))
    if page is None:
        raise NotAsExpected("a campaign is open")
    return page


def _sent(page: CampaignPage) -> int:
    if page.step() == RESULT:
        raise NotAsExpected("it is still under way")
    live = page.run_panel.live() if page.run_panel is not None else None
    return live.progress.sent if live is not None and live.progress is not None else 0
