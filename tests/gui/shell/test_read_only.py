"""A workspace that this console may only read: the window says so, shows it and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.workspace import versions
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import ReadOnly
from tests.gui.shell.conftest import LIVE, OpenWindow
from tests.support.coroutines import until
from tests.workspace.planning import plan
from tests.workspace.test_writers import NEXT, say


async def test_the_window_says_that_a_newer_console_writes_here(
    window_loop: QApplication, open_window: OpenWindow, own_folders: Path
) -> None:
    with Workspace.open(own_folders / "stores" / LIVE.id) as workspace:
        run_id = plan(workspace, 3)
        with workspace.writing() as connection:
            say(connection, schema=NEXT, oldest_reader=versions.VERSION, oldest_writer=NEXT)
    async with open_window() as window:
        console = window.console
        notice = await until(lambda: next(iter(console.notices.open), None))
        assert notice.sentence == "A newer svcconsole writes to this workspace; this one only reads it."
        assert notice.advice == "Install the newer program to send or change anything."
        assert (await console.db(lambda space: space.runs.totals(run_id))).rows == 3
        with pytest.raises(ReadOnly):
            await console.db(lambda space: space.drafts.save("note", {}))
