"""How long the window's event loop stalls while 10,000 generated products are imported through the wizard.

Each run is a process of its own with a real practice store; an idle window beside it is the control.
Exits 1 when no run of three stays within the limits: stall p99 16 ms, at most 50 ms, memory 80 MB
(100 MB beyond the usual number of products).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from svcconsole.app import Program

TICK_MS = 5
USUAL = 10_000
"""Products, of four rows each, that are imported where nothing else is said."""
SETTLE_SECONDS = 1.0


def measure_idle() -> dict[str, Any]:
    """The same timer in a window that does nothing, until stdin closes."""
    from PySide6.QtCore import QSocketNotifier
    from PySide6.QtWidgets import QApplication, QMainWindow

    app = QApplication([])
    window = QMainWindow()
    window.resize(1440, 900)
    window.show()
    watch = Stalls()
    end = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    end.activated.connect(app.quit)
    watch.begin("idle")
    app.exec()
    return watch.report()


class Stalls:
    """A precise 5 ms timer; lateness by part of the journey."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._last = 0.0
        self._part = ""
        self.late: dict[str, list[float]] = {}

    def begin(self, part: str) -> None:
        self._part = part
        self.late.setdefault(part, [])
        if not self._timer.isActive():
            self._last = time.perf_counter()
            self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.late[self._part].append(max(0.0, (now - self._last) * 1000 - TICK_MS))
        self._last = now

    def report(self) -> dict[str, Any]:
        parts = {part: _figures(late) for part, late in self.late.items() if late}
        return {"parts": parts, **_figures([each for late in self.late.values() for each in late])}


def resident_bytes() -> int:
    """This process's memory now; where the system does not tell, its peak so far."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _figures(late: list[float]) -> dict[str, float]:
    ordered = sorted(late)
    at = min(len(ordered) - 1, round(len(ordered) * 0.99))
    return {"p99": round(ordered[at], 1), "most": round(ordered[-1], 1), "ticks": len(ordered)}


def measure_import(path: Path) -> dict[str, Any]:
    """Import `path` in the program's own window, on its own practice store; the figures of this process."""
    from svcconsole import app
    from svcconsole.gui.design.theme import theme
    from svcconsole.gui.runtime.event_loop import make_runner
    from svcconsole.gui.runtime.settings import Settings

    application = app.make_application()
    settings = Settings.of_this_user()
    theme().apply(application)
    with make_runner(application) as runner:
        return runner.run(_visited(app.Program(application, settings, practice=True), path))


async def _visited(program: Program, path: Path) -> dict[str, Any]:
    """The program as it always runs, with somebody who imports beside it."""

    async def visit() -> dict[str, Any]:
        try:
            return await _import(program, path)
        finally:
            program.end()

    figures = asyncio.get_running_loop().create_task(visit())
    await program.main()
    return await figures


async def _import(program: Program, path: Path) -> dict[str, Any]:
    from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS
    from svcconsole.gui.panels.importer.page import ImportPage
    from svcconsole.gui.shell.main_window import MainWindow
    from svcconsole.gui.shell.rail import TABS
    from svcconsole.gui.tabs.catalog.tab import CatalogTab
    from tests.gui.panels.importer.hands import answer_all, shows_file, until

    await until(lambda: isinstance(program.window, MainWindow), seconds=60)
    window = program.window
    assert isinstance(window, MainWindow)
    window.window().resize(1440, 900)
    tab = window.show_tab("Catalog")
    assert isinstance(tab, CatalogTab)
    await until(lambda: tab.products.rows and not tab.scope.is_busy(), seconds=60)
    # The program loads its other tabs by itself; that is no part of the import.
    await until(lambda: all(other.module in sys.modules for other in TABS), seconds=60)
    await asyncio.sleep(SETTLE_SECONDS)
    before = peak = resident_bytes()
    watch = Stalls()
    begun = time.perf_counter()

    async def done(condition: Any) -> None:
        nonlocal peak
        await until(condition, seconds=300)
        peak = max(peak, resident_bytes())

    watch.begin("open")
    tab.open_import(path)
    await done(lambda: isinstance(tab.stack.currentWidget(), ImportPage))
    page = tab.stack.currentWidget()
    assert isinstance(page, ImportPage)
    await done(lambda: shows_file(page) and not page.is_busy())
    watch.begin("columns")
    page.file.next.click()
    await done(lambda: page.step() == COLUMNS and not page.is_busy())
    await answer_all(page)
    watch.begin("check")
    page.columns.next.click()
    await done(lambda: page.step() == CHECK and not page.is_busy() and page.check.run.isEnabled())
    watch.begin("scroll")
    table = page.check.grid.table
    assert table is not None
    for _ in range(40):
        bar = table.verticalScrollBar()
        bar.setValue(bar.maximum())
        await asyncio.sleep(0.02)
    watch.begin("run")
    page.check.run.click()
    await done(lambda: page.run_panel is not None and page.run_panel.view.files.isVisible())
    watch.begin("result")
    await asyncio.sleep(SETTLE_SECONDS)
    await done(lambda: not tab.scope.is_busy())
    assert page.run_panel is not None
    watch.begin("browse")
    page.run_panel.browse_records.click()
    await done(lambda: tab.stack.currentWidget() is not page and not tab.scope.is_busy())
    await asyncio.sleep(SETTLE_SECONDS)
    watch.stop()
    run_id = page.run_panel.run_id
    totals = await window.console.db(lambda space: space.runs.totals(run_id))
    return {
        **watch.report(),
        "megabytes": round((peak - before) / 1e6, 1),
        "seconds": round(time.perf_counter() - begun, 1),
        "sent": totals.sent,
        "rows": totals.rows,
        "notices": [notice.sentence + notice.details for notice in window.console.notices.open],
    }


def _child(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.benchmarks.bench_import_window", *arguments]


def _one_run(path: Path, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The figures of one import and of the idle window beside it."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SVCCONSOLE_CONFIG_DIR": folder, "SVCCONSOLE_DATA_DIR": folder}
        idle = subprocess.Popen(
            _child("--idle"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        work = subprocess.run(
            _child("--import", str(path)), capture_output=True, text=True, env=environment, check=False
        )
        control, _ = idle.communicate()
    if work.returncode:
        sys.exit(f"run {number} ended with {work.returncode}:\n{work.stderr[-4000:]}")
    return json.loads(work.stdout.splitlines()[-1]), json.loads(control.splitlines()[-1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", type=int, default=USUAL)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--idle", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--import", dest="path", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.idle:
        print(json.dumps(measure_idle()))
        return 0
    if chosen.path is not None:
        print(json.dumps(measure_import(chosen.path)))
        return 0
    from tests.support.generate_products import write_products

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.csv"
        write_products(path, chosen.products)
        results = [_one_run(path, number + 1) for number in range(chosen.runs)]
    print(f"import of {chosen.products:,} generated products through the window, {path.name}")
    print(f"{'run':>4} {'p99 ms':>8} {'max ms':>8} {'grew MB':>8} {'s':>6} {'sent':>8}   idle p99 / max ms")
    for number, (work, control) in enumerate(results, start=1):
        print(
            f"{number:>4} {work['p99']:>8} {work['most']:>8} {work['megabytes']:>8} {work['seconds']:>6}"
            f" {work['sent']:>8}   {control['p99']} / {control['most']}"
        )
        for part, late in work["parts"].items():
            print(f"       {part:<8} p99 {late['p99']:>6}  max {late['most']:>6}  ({late['ticks']} ticks)")
        for words in work["notices"]:
            print(f"       notice: {words}")
    limits = {"p99": 16.0, "most": 50.0, "megabytes": 80.0 if chosen.products <= USUAL else 100.0}
    within = [all(work[key] <= limit for key, limit in limits.items()) for work, _ in results]
    print("within the limits" if any(within) else f"over the limits {limits} in every run")
    return 0 if any(within) else 1


if __name__ == "__main__":
    sys.exit(main())
