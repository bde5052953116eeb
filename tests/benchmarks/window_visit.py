"""A visit to the program's own window on its own practice store, measured beside an idle window."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from tests.benchmarks.bench_import_window import Stalls
from tests.support.coroutines import until

if TYPE_CHECKING:
    from svcconsole.app import Program
    from svcconsole.gui.shell.main_window import MainWindow

LIMITS = {"p99": 16.0, "most": 50.0}
"""Milliseconds that the event loop may be late."""

Figures = Mapping[str, float]
Visit = Callable[["MainWindow", int, Stalls], Awaitable[Figures | None]]
"""What somebody does in the window with so many of something, each part begun at the watch; other figures
beside the lateness, by their names."""


def run(what: str, module: str, visit: Visit, count: int, limits: Figures | None = None) -> int:
    """The command line of a benchmark: three visits of `count`, each a process of its own; the exit code is
    1 when none stays within the limits, to which `limits` adds those of the other figures."""
    limits = {**LIMITS, **(limits or {})}
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--visit", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.visit:
        print(json.dumps(_measure(visit, chosen.count)))
        return 0
    results = [_one_run(module, chosen.count, number + 1) for number in range(chosen.runs)]
    print(f"{chosen.count:,} {what}: lateness in ms")
    for number, (work, control) in enumerate(results, start=1):
        beside = f"idle {control['p99']} / {control['most']}"
        print(f"{number:>4} p99 {work['p99']:>6}  max {work['most']:>6}  {beside}")
        for name, figure in work["figures"].items():
            print(f"       {name} {figure:,.1f}" + (f", at most {limits[name]:g}" if name in limits else ""))
        for name, late in work["parts"].items():
            print(f"       {name:<9} p99 {late['p99']:>6}  max {late['most']:>6}  ({late['ticks']} ticks)")
    found = [{**work, **work["figures"]} for work, _ in results]
    within = [all(figures[key] <= limit for key, limit in limits.items()) for figures in found]
    print("within the limits" if any(within) else f"over the limits {limits} in every run")
    return 0 if any(within) else 1


def _measure(visit: Visit, count: int) -> dict[str, Any]:
    from svcconsole import app
    from svcconsole.gui.design.theme import theme
    from svcconsole.gui.runtime.event_loop import make_runner
    from svcconsole.gui.runtime.settings import Settings

    application = app.make_application()
    settings = Settings.of_this_user()
    theme().apply(application)
    with make_runner(application) as runner:
        return runner.run(_visited(app.Program(application, settings, practice=True), visit, count))


async def _visited(program: Program, visit: Visit, count: int) -> dict[str, Any]:
    """The program as it always runs, with the visitor beside it."""

    async def come() -> dict[str, Any]:
        from svcconsole.gui.shell.main_window import MainWindow

        try:
            await until(lambda: isinstance(program.window, MainWindow), seconds=60)
            window = program.window
            assert isinstance(window, MainWindow)
            window.window().resize(1440, 900)
            watch = Stalls()
            figures = await visit(window, count, watch)
            watch.stop()
            return {**watch.report(), "figures": dict(figures or {})}
        finally:
            program.end()

    figures = asyncio.get_running_loop().create_task(come())
    await program.main()
    return await figures


def _one_run(module: str, count: int, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The figures of one visit and of the idle window beside it."""
    python = [sys.executable, "-m"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SVCCONSOLE_CONFIG_DIR": folder, "SVCCONSOLE_DATA_DIR": folder}
        idle = subprocess.Popen(
            [*python, "tests.benchmarks.bench_import_window", "--idle"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        work = subprocess.run(
            [*python, module, "--visit", "--count", str(count)],
            capture_output=True, text=True, env=environment, check=False,
        )  # fmt: skip
        control, _ = idle.communicate()
    if work.returncode:
        sys.exit(f"run {number} ended with {work.returncode}:\n{work.stderr[-4000:]}")
    return json.loads(work.stdout.splitlines()[-1]), json.loads(control.splitlines()[-1])
