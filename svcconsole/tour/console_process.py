"""A console in a process of its own: the program started on a folder, told step by step what to do there."""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole import app

SECONDS = 600.0
"""One step takes no longer, on a slow computer either; `patience` multiplies it."""
ENDS_WITHIN = 60.0
KILLED = 1 if sys.platform == "win32" else -9


@dataclass(frozen=True, slots=True)
class Start:
    """How the program is started: its folder, the module of its steps, where the pictures go, the waits, the
    theme, its environment, and whether it opens a practice store of its own."""

    folder: Path
    steps: str
    out: Path
    patience: float
    mode: str
    variables: Mapping[str, str] = field(default_factory=dict)
    practice: bool = True


@dataclass(slots=True)
class Told:
    """What a step has come to: what it gives back, its pictures and checks, and what did not come true."""

    given: Any
    pictures: list[Path] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    checks: int = 0
    totals: dict[str, Any] = field(default_factory=dict)
    missing: str = ""


class ConsoleProcess:
    """One start of the program. Its pictures, checks and totals go into `stage`."""

    def __init__(self, stage: WindowDriver, start: Start) -> None:
        self._stage = stage
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_live, args=(theirs, start))
        self._process.start()
        theirs.close()

    def do(self, step: str, given: Any = None) -> Any:
        """Go through a step, a function of the module of steps; what it returns. Raises NotAsExpected."""
        stage = self._stage
        try:
            self._pipe.send((step, given, stage.pictures))
            if not self._pipe.poll(SECONDS * stage.patience):
                raise NotAsExpected(f"the console comes to the end of {step}")
            told: Told = self._pipe.recv()
        except (EOFError, OSError) as ended:
            raise NotAsExpected(f"the console is there until the end of {step}") from ended
        stage.pictures[:] = told.pictures
        stage.failed += told.failed
        stage.checks += told.checks
        stage.totals |= told.totals
        if told.missing:
            raise NotAsExpected(told.missing)
        return told.given

    def kill(self) -> None:
        """End it as a power cut would, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self._stage.check("the program was there to be killed", self._process.exitcode == KILLED)

    def end(self) -> None:
        """Have it close its window in order, where it still runs."""
        if self._process.exitcode is not None:
            return
        self._pipe.close()
        self._process.join(ENDS_WITHIN)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        self._stage.check("the program ends in order", self._process.exitcode == 0)


def _live(pipe: Connection, start: Start) -> None:
    """One start of the program, in a process of its own."""
    from svcconsole.tour.launch import launch

    os.environ.update(start.variables)
    launch(partial(_serve, pipe=pipe, start=start), start.mode, start.folder, practice=start.practice)


async def _serve(program: app.Program, *, pipe: Connection, start: Start) -> None:
    """Step after step, until whoever tells them closes the pipe."""
    from svcconsole.tour.launch import enter

    steps = importlib.import_module(start.steps)
    stage = WindowDriver(start.out, start.patience)
    stage.program = program
    try:
        if start.practice:
            await enter(stage, program)
            await stage.window.console.ready()
        while True:
            try:
                step, given, pictures = await asyncio.to_thread(pipe.recv)
            except EOFError:
                return
            pipe.send(await _one(stage, getattr(steps, step), given, pictures))
    finally:
        program.end()


async def _one(stage: WindowDriver, step: Any, given: Any, pictures: list[Path]) -> Told:
    stage.pictures, stage.failed, stage.checks, stage.totals = pictures, [], 0, {}
    told = Told(None, stage.pictures)
    try:
        told.given = await step(stage, given)
    except Exception as missing:  # whatever it is, whoever waits for the step is told
        told.missing = str(missing) if isinstance(missing, NotAsExpected) else traceback.format_exc()
        if hasattr(stage, "window"):
            await stage.picture("not-as-expected")
    told.failed, told.checks, told.totals = stage.failed, stage.checks, stage.totals
    return told
