"""The part of the tour in which the program is killed: two starts on one folder, and kill -9 between them."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole import app
    from svcconsole.tour.damaged_import import Story

SECONDS = 600.0
"""One start of the program takes no longer, on a slow computer either; `patience` multiplies it."""
KILLED = 1 if sys.platform == "win32" else -9

FIRST, SECOND = "FIRST", "SECOND"
"""The steps of each start, as `damaged_import` calls them."""


@dataclass(frozen=True, slots=True)
class Start:
    """How the program is started: its folder, where the pictures go, the waits, the theme, the steps."""

    folder: Path
    out: Path
    patience: float
    mode: str
    steps: str


@dataclass(slots=True)
class Told:
    """What one start of the program says of itself: its pictures and checks, and where the story stands."""

    story: Story
    pictures: list[Path] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    checks: int = 0
    totals: dict[str, Any] = field(default_factory=dict)
    alive: bool = False
    """Whether it waits in the middle of its work to be killed."""


def run_killed(stage: WindowDriver, mode: str) -> None:
    """Go through the damaged import, killed in the middle; pictures, checks and totals go into `stage`."""
    from svcconsole.tour.damaged_import import Story

    with TemporaryDirectory(prefix="svcconsole-tour-", ignore_cleanup_errors=True) as folder:
        first = _start(stage, Path(folder), mode, Story(), FIRST)
        if first is not None and first.alive:
            _start(stage, Path(folder), mode, first.story, SECOND)


def _start(stage: WindowDriver, folder: Path, mode: str, story: Story, steps: str) -> Told | None:
    """Start the program for some steps; kill it where it waits for that, in the middle of what it does."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    start = Start(folder, stage.out, stage.patience, mode, steps)
    process = context.Process(target=_live, args=(theirs, start, Told(story, list(stage.pictures))))
    process.start()
    theirs.close()
    told: Told | None = None
    try:
        if ours.poll(SECONDS * stage.patience):
            told = ours.recv()
    except EOFError:
        pass
    if told is None or told.alive:
        process.kill()
    process.join()
    if told is None:
        stage.check(f"the program says how its {steps.lower()} start went", holds=False)
        return None
    stage.pictures[:] = told.pictures
    stage.failed += told.failed
    stage.checks += told.checks
    stage.totals |= told.totals
    wanted = KILLED if told.alive else 0
    stage.check("the program ended as it should", process.exitcode == wanted)
    return told


def _live(pipe: Connection, start: Start, told: Told) -> None:
    """One start of the program, in a process of its own."""
    from svcconsole.tour.launch import launch

    stage = WindowDriver(start.out, start.patience, told.pictures, told.failed, told.checks, told.totals)
    launch(partial(_visit, stage=stage, told=told, start=start, pipe=pipe), start.mode, start.folder)


async def _visit(
    program: app.Program,
    *,
    stage: WindowDriver,
    told: Told,
    start: Start,
    pipe: Connection,
) -> None:
    """The steps; in the end it waits to be killed or ends the program."""
    from svcconsole.tour import damaged_import
    from svcconsole.tour.launch import enter

    walk: Sequence[Callable[[WindowDriver, Story], Awaitable[None]]] = getattr(damaged_import, start.steps)
    dies = start.steps == FIRST
    try:
        await enter(stage, program)
        await stage.window.console.ready()
        for step in walk:
            await step(stage, told.story)
    except NotAsExpected as missing:
        stage.check(str(missing), holds=False)
        await stage.picture("not-as-expected")
        dies = False
    told.checks, told.alive = stage.checks, dies
    pipe.send(told)
    if not dies:
        program.end()
