"""How long the window's event loop stalls while 10,000 generated products are imported through the wizard.

Each run is a process of its own with a real practice store; an idle window beside it is the control.
Exits 1 when no run of three stays within the limits: stall p99 16 ms, at most 50 ms, memory 80 MB.
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
from typing import Any

TICK_MS = 5
LIMITS = {"p99": 16.0, "most": 50.0, "megabytes": 80.0}
WATCHED_SECONDS = 0.02


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


def measure_import(path: Path, folder: Path, store: dict[str, str]) -> dict[str, Any]:
    """Import `path` through the wizard's own widgets; the figures of this process."""
    from PySide6.QtWidgets import QApplication

    from svcconsole.gui.loop import WindowLoop
    from svcconsole.gui.theme import theme

    app = QApplication([])
    theme().apply(app)
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: WindowLoop(app)) as runner:
        return runner.run(_import(path, folder, store))


async def _import(path: Path, folder: Path, store: dict[str, str]) -> dict[str, Any]:
    from PySide6.QtWidgets import QMainWindow

    from svcconsole.api.client import Connection
    from svcconsole.api.token import Token
    from svcconsole.gui.card import ProfileCard
    from svcconsole.gui.console import Console
    from svcconsole.gui.notices import Notices
    from svcconsole.gui.panels.importer.page import ImportPage
    from svcconsole.gui.panels.runs.controller import RunsController
    from svcconsole.gui.settings import Settings
    from tests.gui.importer.hands import answer_all, until

    async def connect() -> Connection:
        return Connection(store["base_url"], Token(store["token"]))

    card = ProfileCard(
        "practice", "Practice store", "plum", practice=True, base_url=store["base_url"], currency="EUR"
    )
    console = Console(
        card, settings=Settings.of_this_user(), store_folder=folder, notices=Notices(), connect=connect
    )
    console.may_load.set()
    await console.ready()
    console.runs = RunsController(console)
    window = QMainWindow()
    window.resize(1440, 900)
    page = ImportPage(console)
    window.setCentralWidget(page)
    window.show()
    await asyncio.sleep(0.5)
    before = resident_bytes()
    peak = before
    watch = Stalls()
    begun = time.perf_counter()

    async def done(condition: Any) -> None:
        nonlocal peak
        await until(condition, seconds=300)
        peak = max(peak, resident_bytes())

    watch.begin("open")
    page.open(path)
    await done(lambda: page.file.next.isVisible() and not page.is_busy())
    watch.begin("columns")
    page.file.next.click()
    await done(lambda: page.step() == 1 and not page.is_busy())
    await answer_all(page)
    watch.begin("check")
    page.columns.next.click()
    await done(lambda: page.step() == 2 and not page.is_busy() and page.check.run.isEnabled())
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
    await asyncio.sleep(0.5)
    watch.stop()
    assert page.run_panel is not None
    run_id = page.run_panel.run_id
    totals = await console.db(lambda space: space.runs.totals(run_id))
    figures = {
        **watch.report(),
        "megabytes": round((peak - before) / 1e6, 1),
        "seconds": round(time.perf_counter() - begun, 1),
        "sent": totals.sent,
        "rows": totals.rows,
        "notices": [notice.sentence + notice.details for notice in console.notices.open],
    }
    await page.shut()
    window.close()
    await console.runs.close()
    await console.close()
    return figures


def _child(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.benchmarks.bench_import_window", *arguments]


def _one_run(path: Path, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The figures of one import and of the idle window beside it."""
    from tests.support.practice import start_practice_store

    with tempfile.TemporaryDirectory() as folder, start_practice_store(Path(folder) / "store") as store:
        access = json.dumps({"base_url": store.base_url, "token": store.token})
        environment = {**os.environ, "SVCCONSOLE_CONFIG_DIR": folder, "SVCCONSOLE_DATA_DIR": folder}
        idle = subprocess.Popen(
            _child("--idle"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        work = subprocess.run(
            _child("--import", str(path), "--folder", str(Path(folder) / "space")),
            input=access,
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        control, _ = idle.communicate()
    if work.returncode:
        sys.exit(f"run {number} ended with {work.returncode}:\n{work.stderr[-4000:]}")
    return json.loads(work.stdout.splitlines()[-1]), json.loads(control.splitlines()[-1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--idle", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--import", dest="path", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.idle:
        print(json.dumps(measure_idle()))
        return 0
    if chosen.path is not None:
        print(json.dumps(measure_import(chosen.path, chosen.folder, json.loads(sys.stdin.read()))))
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
    within = [all(work[key] <= limit for key, limit in LIMITS.items()) for work, _ in results]
    print("within the limits" if any(within) else f"over the limits {LIMITS} in every run")
    return 0 if any(within) else 1


if __name__ == "__main__":
    sys.exit(main())
