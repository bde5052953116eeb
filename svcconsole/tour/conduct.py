"""Conducts the tour: fresh folders, the program on a practice store, the parts in order, the totals."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtWidgets import QApplication

from svcconsole import app
from svcconsole.gui.loop import WindowLoop
from svcconsole.gui.settings import Settings
from svcconsole.gui.theme import theme
from svcconsole.gui.window import MainWindow, Wish
from svcconsole.tour import products
from svcconsole.tour.stage import SIZE, NotAsExpected, Stage

OPEN_SECONDS = 30.0
Step = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Part:
    """Some steps of the tour, and the parts that must have gone before."""

    name: str
    steps: tuple[Step, ...]
    needs: tuple[str, ...] = ()


PARTS: tuple[Part, ...] = (
    Part("open", (products.open_store,)),
    Part("import", (products.import_file,), ("open",)),
    Part("catalog", (products.browse, products.edit_product), ("open", "import")),
)


@dataclass(frozen=True, slots=True)
class Report:
    """What the tour did; `totals` is its last line as JSON."""

    pictures: tuple[Path, ...]
    failed: tuple[str, ...]
    totals: dict[str, Any]


def conduct(out: Path, only: str | None = None, mode: str = "light") -> Report:
    """Drive the whole tour, or one part with what it needs, and leave a picture per step in `out`.

    Everything happens in folders of its own, on a fresh practice store; nothing of this user's is touched.
    """
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="svcconsole-tour-") as folder:
        os.environ["SVCCONSOLE_CONFIG_DIR"] = str(Path(folder) / "config")
        os.environ["SVCCONSOLE_DATA_DIR"] = str(Path(folder) / "data")
        application = app.make_application()
        settings = Settings.of_this_user()
        theme().set_setting(mode)
        theme().apply(application)
        with asyncio.Runner(loop_factory=lambda: WindowLoop(application)) as runner:
            return runner.run(_conduct(application, settings, out, chosen(only)))


def chosen(only: str | None) -> Sequence[Part]:
    """The parts to go through, in order."""
    if only is None:
        return PARTS
    part = next((part for part in PARTS if part.name == only), None)
    if part is None:
        raise ValueError(only)
    return [each for each in PARTS if each.name == only or each.name in part.needs]


async def _conduct(application: QApplication, settings: Settings, out: Path, parts: Sequence[Part]) -> Report:
    started = time.monotonic()
    program = app.Program(application, settings, practice=True)
    running = asyncio.ensure_future(program.main())
    window = await _window(program)
    window.resize(*SIZE)
    stage = Stage(window, out)
    try:
        for part in parts:
            for step in part.steps:
                await step(stage)
    except NotAsExpected as missing:
        stage.check(str(missing), holds=False)
        await stage.picture("not-as-expected")
    finally:
        window.wishes.put_nowait(Wish("end"))
        code = await running
        sys.excepthook = sys.__excepthook__  # the program's own speaks to a window that is gone
    stage.check("the window closes in order", code == 0)
    totals = {
        "checks": stage.checks,
        "failed": stage.failed,
        "pictures": len(stage.pictures),
        "seconds": round(time.monotonic() - started, 1),
        **stage.totals,
    }
    return Report(tuple(stage.pictures), tuple(stage.failed), totals)


async def _window(program: app.Program) -> MainWindow:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + OPEN_SECONDS
    while not isinstance(program.window, MainWindow):
        if loop.time() > deadline:
            raise NotAsExpected("the window opens")
        await asyncio.sleep(0.02)
    return program.window
