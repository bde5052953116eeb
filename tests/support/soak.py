"""A day at the window in minutes: imports, reports, views, texts; and what the window holds after each round.

`python -m tests.support.soak --products 100 --seconds 60` prints the figures as JSON: one record a round, and
how late the event loop was over all of them but the first two, which stand apart.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from svcconsole.app import Program
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.rail import TABS
from svcconsole.tour.launch import enter, launch
from svcconsole.tour.window_driver import WindowDriver
from tests.benchmarks.bench_import_window import Stalls
from tests.support.coroutines import until
from tests.support.generate_products import write_products
from tests.support.generate_report import write_report

if TYPE_CHECKING:
    from svcconsole.gui.tabs.catalog.tab import CatalogTab

REPORT_ROWS = 20_000
ROUNDS, WARM = 4, 2
"""Rounds at least, and those that load what is loaded once."""
LETTERS = 120
REST_SECONDS = 0.5
HAND_SECONDS = 0.05
"""No hand presses two things within one turn of the loop."""
PATIENCE = 600.0


@dataclass(frozen=True, slots=True)
class Held:
    """What the process holds while nothing is under way; memory in MB. `connections`, to stores and to the
    workspace, are kept in pools; `handles` are all others."""

    megabytes: float
    handles: int
    connections: int
    threads: int
    tasks: int
    timers: int
    windows: int


def held() -> Held:
    """Now, once what nobody refers to is gone."""
    gc.collect()
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    private = sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024
    timers = [one for one in gc.get_objects() if type(one) is QTimer and isValid(one) and one.isActive()]
    handles = _open_files()
    connections = [one for one in handles if one.startswith("socket:") or ".sqlite3" in one]
    return Held(
        round(private, 1),
        len(handles) - len(connections),
        sum(not one.endswith(("-wal", "-shm")) for one in connections),
        threading.active_count(),
        len(asyncio.all_tasks()),
        len(timers),
        len(QApplication.topLevelWidgets()),
    )


def _open_files() -> list[str]:
    names = []
    for handle in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the one this list is read by
            names.append(str(handle.readlink()))
    return names


class Day:
    """One window, worked in until the time is over."""

    def __init__(self, folder: Path, first: int, others: int, seconds: float) -> None:
        self._folder = folder
        self._first = write_products(folder / "first.csv", first)
        self._others = write_products(folder / "others.csv", others)
        self._table = folder / "conversations.csv"
        write_report(self._table, REPORT_ROWS)
        self._seconds = seconds
        self.rounds: list[Held] = []
        self._watch = Stalls()
        self.late_at_first: list[dict[str, Any]] = []
        """Of each round that loads what is loaded once, apart."""
        self.sent = 0

    async def spend(self, program: Program) -> None:
        """What somebody does in it, and its end."""
        try:
            stage = WindowDriver(self._folder)
            await enter(stage, program)
            await self._work(stage.window)
        finally:
            program.end()

    async def _work(self, window: MainWindow) -> None:
        loop = asyncio.get_running_loop()
        # The program loads its other tabs by itself, once.
        await until(lambda: all(tab.module in sys.modules for tab in TABS), seconds=PATIENCE)
        ends = loop.time() + self._seconds
        number = 0
        while number < ROUNDS or loop.time() < ends:
            await self._round(window, self._others if number else self._first, number)
            self._watch.stop()  # what is measured next holds the loop up itself
            if number < WARM:
                self.late_at_first.append(self._watch.report())
                self._watch.late.clear()
            self.rounds.append(await self._at_rest())
            await asyncio.sleep(HAND_SECONDS)  # what the measuring held up is done first
            number += 1

    async def _at_rest(self) -> Held:
        """What is held once that no longer changes."""
        before, now = None, held()
        while before is None or replace(before, megabytes=0) != replace(now, megabytes=0):
            await asyncio.sleep(REST_SECONDS)
            before, now = now, held()
        return now

    def late(self) -> dict[str, Any]:
        """How late the event loop was, in ms."""
        return self._watch.report()

    async def _round(self, window: MainWindow, path: Path, number: int) -> None:
        """An import, and while it sends a ticket is written, a report is asked for and a view is exported."""
        self._watch.begin("check")
        page = await self._import_begun(window, path)
        await asyncio.sleep(HAND_SECONDS)
        self._watch.begin("ask")
        asked = await self._report_asked(window, number)
        self._watch.begin("type")
        await self._texts_typed(window)
        self._watch.begin("view")
        await self._view_exported(window)
        self._watch.begin("run")
        tab = _catalog(window)
        await until(
            lambda: page.run_panel is not None and page.run_panel.view.files.isVisible(), seconds=PATIENCE
        )
        await until(lambda: not window.console.reports.is_followed(asked), seconds=PATIENCE)
        window.console.reports.forget(asked)
        await until(lambda: window.console.reports.find(asked) is None)
        totals = await window.console.db(lambda space: space.runs.totals(page.run_panel.run_id))
        self.sent += totals.sent
        assert totals.sent == totals.rows, totals
        self._watch.begin("browse")
        page.run_panel.browse_records.click()
        # Every product is read again.
        await until(
            lambda: tab.stack.currentWidget() is not page and not tab.scope.is_busy(), seconds=PATIENCE
        )

    async def _import_begun(self, window: MainWindow, path: Path) -> Any:
        from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS
        from svcconsole.gui.panels.importer.page import ImportPage
        from tests.gui.panels.importer.hands import answer_all, shows_file

        tab = _catalog(window)
        await until(lambda: tab.products.rows and not tab.scope.is_busy(), seconds=PATIENCE)
        tab.open_import(path)

        def read() -> ImportPage | None:
            shown = tab.stack.currentWidget()
            return shown if isinstance(shown, ImportPage) and shows_file(shown) else None

        page = await until(read, seconds=PATIENCE)
        page.file.next.click()
        await until(lambda: page.step() == COLUMNS and not page.is_busy(), seconds=PATIENCE)
        await answer_all(page)
        page.columns.next.click()
        await until(
            lambda: page.step() == CHECK and not page.is_busy() and page.check.run.isEnabled(),
            seconds=PATIENCE,
        )
        page.check.run.click()
        return page

    async def _report_asked(self, window: MainWindow, number: int) -> str:
        from svcconsole.services.reports.question import ReportQuestion, Span

        june = Span.of_days(date(2026, 6, 1), date(2026, 6, 30), "UTC")
        emails = ("soak@practice.example",)
        question = ReportQuestion("Agent Engagement", "Helpdesk", june, emails, f"round {number}")
        return (await window.console.reports.ask(question)).run.id

    async def _texts_typed(self, window: MainWindow) -> None:
        from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab

        tab = window.show_tab("Helpdesk")
        assert isinstance(tab, HelpdeskTab)
        await until(lambda: not tab.scope.is_busy() and not tab.ticket_page.scope.is_busy())
        await asyncio.sleep(HAND_SECONDS)
        notes = tab.ticket_page.form.editors["context"].widget
        notes.setFocus()
        for at in range(LETTERS):
            QTest.keyClicks(notes, "one leg is too short. "[at % 22])
            await asyncio.sleep(0.02)

    async def _view_exported(self, window: MainWindow) -> None:
        from svcconsole.gui.tabs.reports.tab import ReportsTab

        tab = window.show_tab("Reports")
        assert isinstance(tab, ReportsTab)
        await asyncio.sleep(HAND_SECONDS)
        tab.open_table(self._table)
        viewer = await until(tab.viewing.viewer)
        await until(lambda: viewer.sheet.count() == REPORT_ROWS and not viewer.scope.is_busy())
        viewer.narrowing.search.setText("parcel")
        await until(lambda: viewer.showing.asked.view.search == "parcel" and not viewer.showing.busy)
        out = self._folder / "view.csv"
        out.unlink(missing_ok=True)
        await viewer.save(out, range(4))
        assert out.stat().st_size > 1000
        viewer.left.emit()
        await until(lambda: tab.viewing.viewer() is None)
        await asyncio.sleep(HAND_SECONDS)


def _catalog(window: MainWindow) -> CatalogTab:
    from svcconsole.gui.tabs.catalog.tab import CatalogTab

    tab = window.show_tab("Catalog")
    assert isinstance(tab, CatalogTab)
    return tab


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=100, help="products of the first import")
    parser.add_argument("--products", type=int, default=100, help="products of each further one")
    parser.add_argument("--seconds", type=float, default=0.0)
    chosen = parser.parse_args()
    with TemporaryDirectory(prefix="svcconsole-soak-") as made:
        day = Day(Path(made), chosen.first, chosen.products, chosen.seconds)
        code = launch(day.spend, folder=Path(made) / "home")
        print(
            json.dumps(
                {
                    "rounds": [asdict(one) for one in day.rounds],
                    "late": day.late(),
                    "late_at_first": day.late_at_first,
                    "sent": day.sent,
                }
            )
        )
    return code


if __name__ == "__main__":
    sys.exit(main())
