"""The end of a window that a test opened: nothing it began goes on, and nothing of it stays."""

from __future__ import annotations

import asyncio

from svcconsole.gui.runtime.task_scope import cancel_once
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import TopWindow
from svcconsole.gui.shell.stores import Stores


async def take_down(top: TopWindow, window: MainWindow, stores: Stores | None = None) -> None:
    """Ends runs and tasks first, then the console and its stores; the widgets go last."""
    if window.console.runs is not None:
        await window.console.runs.close()
    await window.aclose()
    here = asyncio.current_task()
    for task in asyncio.all_tasks():
        if task is not here:
            cancel_once(task)
    await asyncio.sleep(0)
    await window.console.close()
    if stores is not None:
        await stores.stop()
    top.hide()
    top.deleteLater()
