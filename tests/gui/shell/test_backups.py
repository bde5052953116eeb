"""Backing up a store from its menu, and restoring it: what is chosen, asked and said."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.shell import backups, menus
from svcconsole.workspace.backup import back_up
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.file_copy import copy_file
from svcconsole.workspace.schema import Repeat
from tests.gui.shell.conftest import LIVE, STORES, OpenWindow
from tests.support.coroutines import until
from tests.support.qt import choose_path
from tests.workspace.planning import plan


async def test_the_menu_of_the_stores_asks_for_a_backup_and_for_restoring_one(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        menu = menus.stores(
            window, STORES, LIVE, lambda _: None, window.commands.actions, open_beside=lambda _: None
        )
        offered = {entry.text(): entry for entry in menu.actions()}
        for words, kind in (("Back up this store", "backup"), ("Restore a backup of this store", "restore")):
            offered[words].trigger()
            assert window.wishes.get_nowait().kind == kind
        menu.close()


async def test_a_store_is_backed_up_while_it_is_open_and_restored_once_it_is_closed(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    place = tmp_path / "kept.svcbackup"
    async with open_window() as window:
        console = window.console
        folder = console.store_folder
        run_id = await console.db(lambda space: plan(space, 3, kind="templates", effect=Repeat.ONCE))
        backing = asyncio.create_task(backups.back_up(window, console))
        await choose_path(window, place)
        await backing
        assert [str(notice.sentence) for notice in console.notices.open] == [f"The backup is in {place}."]
        await console.db(lambda space: space.drafts.save("later", {"text": "after the backup"}))

        asking = asyncio.create_task(backups.ask_restore(window, console))
        await choose_path(window, place)
        question = await until(lambda: window.findChild(Question))
        assert "need your decision" in question.text.text()
        assert "Wickloom Europe" in question.text.text()
        buttons = {button.text(): button for button in question.findChildren(QPushButton)}
        buttons["Restore the backup"].click()
        assert await asking == place

        in_use = Notices()
        assert await backups.restore(folder, tmp_path / "missing", in_use) is False
        assert "is not a backup" in in_use.open[0].sentence
    notices = Notices()
    assert await backups.restore(folder, place, notices) is True
    assert notices.open[0].sentence == "kept.svcbackup is restored."
    assert notices.open[0].advice == "3 records need your decision."
    with Workspace.open(folder) as workspace:
        assert workspace.drafts.get("later") is None
        assert workspace.runs.totals(run_id).needs_decision == 3


async def test_a_backup_says_its_store_and_that_of_another_is_not_restored(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    foreign, unsaid = tmp_path / "spain.svcbackup", tmp_path / "old.svcbackup"
    with Workspace.open(tmp_path / "store-spain") as workspace:
        plan(workspace, 3)
        back_up(workspace.folder, foreign, "Wickloom Spain")
        copy_file(workspace.path, unsaid)
    async with open_window() as window:
        console = window.console
        asking = asyncio.create_task(backups.ask_restore(window, console))
        await choose_path(window, foreign)
        assert await asking is None
        [notice] = console.notices.open
        assert notice.sentence == "spain.svcbackup is a backup of another store, Wickloom Spain."
        asking = asyncio.create_task(backups.ask_restore(window, console))
        await choose_path(window, unsaid)
        question = await until(lambda: window.findChild(Question))
        text = question.text.text()
        assert "old.svcbackup does not say which store it is of" in text
        assert "what waits in it would be sent to Wickloom Europe" in text
        {button.text(): button for button in question.findChildren(QPushButton)}["Keep it as it is"].click()
        assert await asking is None
        backing = asyncio.create_task(backups.back_up(window, console))
        dialog = await until(lambda: window.findChild(QFileDialog))
        assert Path(dialog.selectedFiles()[0]).name.startswith("Wickloom Europe 2")
        dialog.reject()
        await backing
