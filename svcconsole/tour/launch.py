"""Starts the program on a fresh practice store, in folders of its own, with a visitor beside it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from svcconsole import app
from svcconsole.gui.design.theme import theme
from svcconsole.gui.runtime.event_loop import make_runner
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.tour.window_driver import SIZE, WindowDriver

OPEN_SECONDS = 30.0
TODAY = "2026-07-01"
"""The demo's past ends on the day before, so that each visit sees the same."""
Visit = Callable[[app.Program], Coroutine[Any, Any, None]]


def launch(visit: Visit, mode: str = "light", folder: Path | None = None, *, practice: bool = True) -> int:
    """Run the program until its window is closed, with `visit` beside it; its exit code.

    Nothing of this user's is touched: configuration and data lie in `folder`, without one in a folder that is
    removed at the end. Without `practice` it begins as it was left there, the first time with no store.
    Raises KeyboardInterrupt where a signal ended it before the visit was over.
    """
    if folder is None:
        with TemporaryDirectory(prefix="svcconsole-tour-") as made:
            return launch(visit, mode, Path(made), practice=practice)
    os.environ["SVCCONSOLE_CONFIG_DIR"] = str(folder / "config")
    os.environ["SVCCONSOLE_DATA_DIR"] = str(folder / "data")
    os.environ["SVCCONSOLE_SANDBOX_TODAY"] = TODAY
    application = app.make_application()
    settings = Settings.of_this_user()
    theme().set_setting(mode)
    theme().apply(application)
    program = app.Program(application, settings, practice=practice)
    with make_runner(application) as runner:
        code, visited = runner.run(_both(program, visit))
    logging.shutdown()  # Windows removes no folder with an open log in it
    if not visited:
        raise KeyboardInterrupt
    return code


async def enter(stage: WindowDriver, program: app.Program, size: tuple[int, int] = SIZE) -> None:
    """Wait for a store's window and give it its size. Raises NotAsExpected."""
    stage.window = await stage.until("the window opens", lambda: opened(program), OPEN_SECONDS)
    stage.window.window().resize(*size)


async def reopened(stage: WindowDriver) -> None:
    """Wait until the store's window has given way to another one. Raises NotAsExpected."""
    before = stage.window
    await stage.until("another window opens", lambda: opened(stage.program) not in (None, before))
    await enter(stage, stage.program)


async def _both(program: app.Program, visit: Visit) -> tuple[int, bool]:
    """Both at once: the exit code, and whether the visit came to its end. A visitor that fails ends the
    program, so that nobody waits for it."""
    visitor = asyncio.get_running_loop().create_task(visit(program))
    program.beside.add(visitor)
    visitor.add_done_callback(
        lambda task: None if task.cancelled() or not task.exception() else program.end()
    )
    code = await program.main()
    sys.excepthook = sys.__excepthook__  # the program's own speaks to a window that is gone
    if not visitor.cancelled():
        await visitor
    return code, not visitor.cancelled()


def opened(program: app.Program) -> MainWindow | None:
    """The window of a store, once it is there."""
    return program.window if isinstance(program.window, MainWindow) else None
