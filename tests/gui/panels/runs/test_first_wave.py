"""The first people of a campaign on the page of its run: what became of them, and what happens next."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.services.campaigns.terms import CampaignTerms, FirstWaveTerms
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.services.campaigns.test_held_campaign import FAILING, planned
from tests.support.campaign import number_of, received
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show


async def test_it_stops_by_itself_and_shows_what_happened(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot, tmp_path: Path
) -> None:
    terms = CampaignTerms(first_wave=FirstWaveTerms(people=5, step=1, most=23))
    run_id = planned(tmp_path, [*FAILING, *(number_of(place) for place in range(30))], terms)
    console = make_console(practice_store, folder=tmp_path / "workspace")
    assert console.runs is not None
    console.runs.start(run_id)
    page = show(qtbot, RunPage(console, run_id), 1280, 800)
    view = page.panel.view
    stopped = "Stopped by"
    await until(
        lambda: view.waiting.isVisible() and view.waiting.accessibleName().startswith(stopped), seconds=60
    )
    wave = await until(lambda: view.first_wave)
    await until(lambda: wave.next_step.text().startswith("So many failed"))
    failed = int(wave.failed.value())
    assert failed >= 2 and wave.chart.accessibleDescription().startswith(f"{failed} failed of ")
    assert int(wave.first.value()) + int(wave.others.value()) == 35
    assert len(received(practice_store)) < 10
    assert view.side.events.accessibleDescription().startswith("+")
    assert not wave.numbers.isVisible()
    wave.how.click()
    assert wave.numbers.isVisible() and "2 in 100" in wave.numbers.text()
    await page.shut()
    await leave(console)
