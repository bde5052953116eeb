"""Open work goes from one window to another by a file, and a second opening asks."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.importer.imports_page import ImportsPage
from svcconsole.gui.panels.settings.handing_over import HandOver, TakeIn
from svcconsole.workspace.drafts.imports import SourceFile
from tests.gui.shell.conftest import PRACTICE, OpenWindow, open_window, settings
from tests.services.test_handover import a_keyring
from tests.support.coroutines import until
from tests.support.qt import answer, choose_path, question_of

__all__ = ["a_keyring", "open_window", "settings"]


async def test_work_is_handed_over_and_taken_in(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    path = tmp_path / "work.handover"
    async with open_window(PRACTICE) as window:
        console = window.console
        source = SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64)
        await console.db(lambda space: space.imports.create("products", source, {}))
        await console.db(lambda space: space.drafts.save("message:new", {"text": "Hello"}))
        listed = ImportsPage(console, ("products",))
        page = window.show_settings("Hand-over")
        [hand], [take] = page.findChildren(HandOver), page.findChildren(TakeIn)
        hand.code.setText("ABCD")
        hand.hand.click()
        await until(lambda: any("not the code" in one.sentence for one in console.notices.open))
        take.show_code.click()
        await until(lambda: any("clipboard" in one.sentence for one in console.notices.open))
        hand.code.setText(QGuiApplication.clipboard().text())
        hand.hand.click()
        await choose_path(page, path)
        await answer(await question_of(page), "Hand over")
        await until(lambda: any("handed over in work" in one.sentence for one in console.notices.open))
        listed.refresh()
        await until(lambda: listed.model.total() == 1)
        [row] = listed.model.records()
        assert (row.file_name, row.state.word, row.totals) == (
            "p.csv", "Handed over", "Nothing sent from here",
        )  # fmt: skip
        [action] = listed.table.menu_at(row).actions()
        assert not action.isEnabled()
        listed.deleteLater()
        take.open.click()
        await choose_path(page, path)
        await until(lambda: any("came from" in one.sentence for one in console.notices.open))
        assert await console.db(lambda space: space.drafts.keys("message:")) == ["message:new"]
        assert len(await console.db(lambda space: space.imports.list())) == 1
        take.open.click()
        await choose_path(page, path)
        await until(lambda: any("opened before" in one.sentence for one in console.notices.open))
