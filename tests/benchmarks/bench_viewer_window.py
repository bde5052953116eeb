"""How long the window stalls while a report of 2,500,000 rows is opened, jumped in, asked and drawn.

Each run is a process of its own with a real practice store; an idle window beside it is the control.
Exits 1 when no run of three stays within the limits: stall p99 16 ms, at most 50 ms; first rows painted
50 ms after the click; a jump with its repaint p99 16 ms; private memory 80 MB until a question is asked.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks import window_visit
from tests.benchmarks.bench_import_window import SETTLE_SECONDS, Stalls

if TYPE_CHECKING:
    from svcconsole.gui.panels.viewer.page import ViewerPage
    from svcconsole.gui.shell.main_window import MainWindow

REPORT = "SVCCONSOLE_BENCH_REPORT"
"""The environment variable that names the generated file to the runs."""
JUMPS = 200
LIMITS = {"first rows ms": 50.0, "jump p99 ms": 16.0, "private MB": 80.0}
FIRST_REPLY, AGENT, STARTED = 7, 4, 1


def private_bytes() -> int:
    """Memory that is this process's alone."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


async def painted(page: ViewerPage) -> None:
    """Wait until the rows that were wanted are there, and paint them now."""
    from svcconsole.gui.shell.opening import TopWindow

    arrived, top = asyncio.get_running_loop().create_future(), page.window()
    assert isinstance(top, TopWindow)

    def there() -> None:
        if not arrived.done():
            page.sheet.viewport().update()
            top.paint_now()  # with all else that waits to be painted in the window
            arrived.set_result(None)

    page.sheet.shown.connect(there)
    await arrived
    page.sheet.shown.disconnect(there)


async def visit(window: MainWindow, count: int, watch: Stalls) -> dict[str, float]:
    from svcconsole.gui.panels.viewer.page import ViewerPage
    from svcconsole.services.analysis.view import Filter
    from tests.support.coroutines import until

    path = Path(os.environ[REPORT])
    window.show_tab("Reports")
    page = ViewerPage(window.console)
    window.pages.addWidget(page)
    window.pages.setCurrentWidget(page)
    await asyncio.sleep(2 * SETTLE_SECONDS)
    before = private_bytes()
    watch.begin("open")
    clicked = time.perf_counter()
    page.open_file(path)
    await painted(page)
    figures = {"first rows ms": (time.perf_counter() - clicked) * 1000}
    watch.begin("index")
    await until(page.showing.complete, seconds=60)
    assert page.sheet.count() == count
    await asyncio.sleep(SETTLE_SECONDS)
    watch.begin("jump")
    jumps = []
    places = random.Random(count)
    for _ in range(JUMPS):
        begun = time.perf_counter()
        page.sheet.verticalScrollBar().setValue(places.randrange(page.sheet.verticalScrollBar().maximum()))
        await painted(page)
        jumps.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(0.01)
    jumps.sort()
    figures["jump middle ms"], figures["jump p99 ms"] = jumps[JUMPS // 2], jumps[JUMPS * 99 // 100]
    figures["private MB"] = (private_bytes() - before) / 1e6

    async def answered() -> None:
        await until(
            lambda: not page.showing.busy and page.showing.view == page.showing.asked.view, seconds=120
        )
        await asyncio.sleep(SETTLE_SECONDS)

    watch.begin("sort")
    page.showing.asked.sort(FIRST_REPLY)
    await answered()
    watch.begin("filter")
    page.showing.asked.add(Filter(FIRST_REPLY, "over", ("40000",)))
    await answered()
    watch.begin("search")
    page.narrowing.search.setText("omar")
    await asyncio.sleep(SETTLE_SECONDS)
    await answered()
    watch.begin("profiles")
    await until(lambda: len(page.showing.glances.known) == len(page.sheet.file_model.names), seconds=120)
    watch.begin("chart")
    page.side.open_chart(AGENT)
    await until(page.side.shows_chart, seconds=60)
    await asyncio.sleep(2 * SETTLE_SECONDS)
    page.side.open_chart(STARTED)
    await asyncio.sleep(2 * SETTLE_SECONDS)
    watch.begin("close")
    await page.aclose()
    return figures


def main() -> int:
    what, module = "rows of a report in the viewer", "tests.benchmarks.bench_viewer_window"
    if REPORT in os.environ:
        return window_visit.run(what, module, visit, 2_500_000, LIMITS)
    from tests.support.generate_report import write_report

    rows = next(
        (int(after) for at, after in zip(sys.argv, sys.argv[1:], strict=False) if at == "--count"), 2_500_000
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.csv"
        write_report(path, rows)
        os.environ[REPORT] = str(path)
        print(f"{path.stat().st_size / 1e6:,.0f} MB")
        return window_visit.run(what, module, visit, rows, LIMITS)


if __name__ == "__main__":
    sys.exit(main())
