"""An import rehearsed, sent and taken back from the Catalog tab, on the practice store."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.record_changes.changes_page import RESULT
from svcconsole.gui.panels.rehearsal.page import RehearsalPage
from svcconsole.gui.panels.take_back.page import TakeBackPage
from svcconsole.gui.runtime.runs_controller import RunsController
from tests.gui.panels.importer.hands import answer_all, settle
from tests.gui.tabs.catalog.conftest import Open, fill, stored
from tests.services.runs.plans import product
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

HEADER = "Handle,Title,Variant Price,Variant Inventory Qty,Image Src,Link"
ROW = "candle-00001,Candle anew,12.00,24,https://images.example/a.png,https://shop.example/candle"


async def test_an_import_is_rehearsed_sent_and_taken_back(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open, tmp_path: Path
) -> None:
    fill(practice_store, [product(1, currency="EUR")])
    before = stored(practice_store, "candle-00001")
    file = tmp_path / "candles.csv"
    file.write_text(f"{HEADER}\n{ROW}\n", encoding="utf-8")
    async with open_tab() as tab:
        tab.console.runs = RunsController(tab.console, tab.console)
        tab.open_import(file)
        page = tab.stack.currentWidget()
        assert isinstance(page, ImportPage)
        await until(lambda: page.file.next.isVisible() and not page.is_busy())
        page.file.next.click()
        await settle(page)
        await answer_all(page)
        page.columns.next.click()
        await until(lambda: page.check.rehearse.isVisible() and not page.is_busy())
        assert not page.check.keep.isVisible()
        page.check.rehearse.click()
        await until(lambda: isinstance(tab.stack.currentWidget(), RehearsalPage))
        tried = tab.stack.currentWidget()
        assert isinstance(tried, RehearsalPage)
        await until(
            lambda: tried.step and tried.step.commit.isEnabled() and not tried.scope.is_busy(), seconds=60
        )
        assert tried.step is not None
        assert tried.step.changed.value() == "1"
        assert stored(practice_store, "candle-00001") == before
        tried.step.commit.click()
        await until(lambda: tried.steps.current() == RESULT, seconds=60)
        assert stored(practice_store, "candle-00001")["name"] == "Candle anew"
        assert tab.stack.count() == 2  # the page it was planned on has gone

        assert tried.panel is not None
        panel = tried.panel
        await until(panel.back_again.isVisible)
        panel.back_again.click()
        await until(lambda: isinstance(tab.stack.currentWidget(), TakeBackPage))
        back = tab.stack.currentWidget()
        assert isinstance(back, TakeBackPage)
        await until(
            lambda: back.step and back.step.restore.isEnabled() and not back.scope.is_busy(), seconds=60
        )
        assert back.step is not None
        back.step.restore.click()
        await until(lambda: back.steps.current() == RESULT, seconds=60)
        now = stored(practice_store, "candle-00001")
        assert (now["name"], now["combinations"]) == (before["name"], before["combinations"])
        back.closed.emit()
        await back.shut()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
