"""On the first day with the practice store its templates are known, and a campaign is there to look at."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from svcconsole.gui.runtime.practice_process import PracticeProcess
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.first_day import EXAMPLE, RECIPIENTS
from svcconsole.gui.tabs.messaging.section_switch import CAMPAIGNS
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from tests.gui.tabs.messaging.conftest import Open
from tests.gui.tabs.messaging.writing import at_rest
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


async def begin(tab: MessagingTab, process: PracticeProcess) -> None:
    """The tab as the window of the practice store opens it."""
    tab.use_practice_store(process)
    tab.scope.start(tab._open(), "open")
    await until(lambda: not tab.scope.is_busy(), seconds=30)
    await at_rest(tab)


async def test_templates_and_an_example_campaign_are_there_and_once(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, tmp_path: Path
) -> None:
    process = PracticeProcess(tmp_path / "practice")
    try:
        async with open_tab() as tab:
            assert not tab.sources.library.templates
            await begin(tab, process)
            assert {"welcome", "coupon_code", "linen_week"} <= set(tab.sources.library.templates)
            assert tab.console.notices.open == ()
            (info,) = await tab.console.db(lambda space: space.imports.list())
            assert (info.file_name, info.kind) == (EXAMPLE, "templates")
            tab.show_place(CAMPAIGNS)
            tab.campaigns.open_import(None, info.id)
            await until(lambda: isinstance(tab.stack.currentWidget(), CampaignPage))
            page = tab.stack.currentWidget()
            assert isinstance(page, CampaignPage)
            await until(lambda: not page.is_busy())
            sending = await page.session.call("sending")
            assert (sending.kind, sending.chosen, sending.refusals) == ("templates", "welcome", ())
            assert await page.session.call("missing") == ()
            summary = await page.session.call("check")
            assert (summary.rows, summary.ready_products) == (len(RECIPIENTS) - 1, len(RECIPIENTS) - 1)
            await tab.console.db(lambda space: space.templates.forget("welcome"))
        async with open_tab() as tab:
            await begin(tab, process)
            assert "welcome" not in tab.sources.library.templates
            assert len(await tab.console.db(lambda space: space.imports.list())) == 1
    finally:
        await process.stop()


async def test_a_practice_store_that_does_not_start_is_not_in_the_way(
    window_loop: QApplication, open_tab: Open, tmp_path: Path
) -> None:
    folder = tmp_path / "practice"
    folder.write_text("no folder")
    process = PracticeProcess(folder)
    try:
        async with open_tab() as tab:
            await begin(tab, process)
            assert not tab.sources.library.templates
            assert tab.message_page.isVisible()
    finally:
        await process.stop()
