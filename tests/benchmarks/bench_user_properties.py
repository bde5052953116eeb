"""How long the window's event loop stalls while 50,000 user properties are pasted, changed, undone and sent.

Each run is a process of its own with a real practice store; an idle window beside it is the control.
Exits 1 when no run of three stays within the limits: stall p99 16 ms, at most 50 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.benchmarks.bench_import_window import SETTLE_SECONDS, Stalls

if TYPE_CHECKING:
    from svcconsole.app import Program

LIMITS = {"p99": 16.0, "most": 50.0}


def sheet(count: int) -> str:
    """A clipboard of `count` people with all 17 columns, one cell of each over two lines."""
    from svcconsole.gui.tabs.user_properties.cells import CELLS

    def row(number: int) -> str:
        cells = {
            "email": f"p{number}@customer.example",
            "phoneNumber": f"+4915112{number:06d}",
            "address1": f'"{number} High Street\nFloor 2"',
            "createdAt": "2026-01-31T08:00:00Z",
            "emailMarketingConsent": "yes",
            "smsMarketingConsent": "no",
            "tags": "vip, fair",
            "partnerCustomerId": f"C-{number}",
        }
        return "\t".join(cells.get(cell.wire, f"{cell.label} {number % 97}") for cell in CELLS)

    return "\n".join(["\t".join(cell.wire for cell in CELLS), *map(row, range(count))])


def measure(count: int) -> dict[str, Any]:
    """All of it in the program's own window, on its own practice store; the figures of this process."""
    from svcconsole import app
    from svcconsole.gui.loop import WindowLoop
    from svcconsole.gui.settings import Settings
    from svcconsole.gui.theme import theme

    application = app.make_application()
    settings = Settings.of_this_user()
    theme().apply(application)
    with asyncio.Runner(loop_factory=lambda: WindowLoop(application)) as runner:
        return runner.run(_visited(app.Program(application, settings, practice=True), count))


async def _visited(program: Program, count: int) -> dict[str, Any]:
    async def visit() -> dict[str, Any]:
        try:
            return await _visit(program, count)
        finally:
            program.end()

    figures = asyncio.get_running_loop().create_task(visit())
    await program.main()
    return await figures


async def _visit(program: Program, count: int) -> dict[str, Any]:
    from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab
    from svcconsole.gui.window import MainWindow
    from tests.support.coroutines import until

    await until(lambda: isinstance(program.window, MainWindow), seconds=60)
    window = program.window
    assert isinstance(window, MainWindow)
    window.window().resize(1440, 900)
    tab = window.show_tab("User Properties")
    assert isinstance(tab, UserPropertiesTab)
    page, text = tab.page, sheet(count)

    def at_rest() -> bool:
        return not tab.scope.is_busy() and not page.model.is_arranging()

    await until(at_rest, seconds=60)
    await asyncio.sleep(SETTLE_SECONDS)
    watch = Stalls()

    async def part(name: str, do: Callable[[], object], ended: Callable[[], bool] = at_rest) -> None:
        watch.begin(name)
        do()
        await asyncio.sleep(0)
        await until(ended, seconds=300)

    def accepted() -> bool:
        return tab.entries.counts()["accepted"] == count and at_rest()

    await part("paste", lambda: page.editing.put(text))
    await part("insert", page.editing.insert)
    await part("undo", page.undo.click)
    page.table.selectAll()
    await part("duplicate", page.editing.duplicate)
    await part("undo", page.undo.click)
    await part("send", page.send_button.click, accepted)
    await part("remove", page.clear_accepted.click)
    watch.stop()
    return {**watch.report(), "sent": count}


def _one_run(count: int, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The figures of one visit and of the idle window beside it."""
    module = [sys.executable, "-m"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SVCCONSOLE_CONFIG_DIR": folder, "SVCCONSOLE_DATA_DIR": folder}
        idle = subprocess.Popen(
            [*module, "tests.benchmarks.bench_import_window", "--idle"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        work = subprocess.run(
            [*module, "tests.benchmarks.bench_user_properties", "--visit", "--entries", str(count)],
            capture_output=True, text=True, env=environment, check=False,
        )  # fmt: skip
        control, _ = idle.communicate()
    if work.returncode:
        sys.exit(f"run {number} ended with {work.returncode}:\n{work.stderr[-4000:]}")
    return json.loads(work.stdout.splitlines()[-1]), json.loads(control.splitlines()[-1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=50_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--visit", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.visit:
        print(json.dumps(measure(chosen.entries)))
        return 0
    results = [_one_run(chosen.entries, number + 1) for number in range(chosen.runs)]
    print(f"{chosen.entries:,} user properties pasted, changed and sent: lateness in ms")
    for number, (work, control) in enumerate(results, start=1):
        beside = f"idle {control['p99']} / {control['most']}"
        print(f"{number:>4} p99 {work['p99']:>6}  max {work['most']:>6}  {beside}")
        for name, late in work["parts"].items():
            print(f"       {name:<9} p99 {late['p99']:>6}  max {late['most']:>6}  ({late['ticks']} ticks)")
    within = [all(work[key] <= limit for key, limit in LIMITS.items()) for work, _ in results]
    print("within the limits" if any(within) else f"over the limits {LIMITS} in every run")
    return 0 if any(within) else 1


if __name__ == "__main__":
    sys.exit(main())
