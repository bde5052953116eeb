"""The Catalog list with 100,000 products: from the snapshot, searched, sorted, and the stalls meanwhile.

Each figure is the best of three, beside the stalls of the same loop doing nothing.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from svcconsole.api.connection import Connection
from svcconsole.gui.design.theme import theme
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.event_loop import make_runner
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.services.catalog.list_rows import ProductFilter, ProductRow
from svcconsole.services.catalog.prices import PriceRange
from svcconsole.workspace.known import list_snapshot
from tests.support.coroutines import until

ROWS = 100_000


class Stalls:
    """The longest time the loop did not come round, in milliseconds."""

    def __init__(self) -> None:
        self.worst = 0.0

    async def watch(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.001)
            self.worst = max(self.worst, (time.perf_counter() - before) * 1000 - 1)


async def measured(act: Callable[[], object], done: Callable[[], bool]) -> tuple[float, float]:
    """Milliseconds until `done`, and the longest stall meanwhile."""
    stalls = Stalls()
    watching = asyncio.get_running_loop().create_task(stalls.watch())
    await asyncio.sleep(0.05)
    before = time.perf_counter()
    act()
    await until(done)
    seconds = time.perf_counter() - before
    await asyncio.sleep(0.1)
    watching.cancel()
    return seconds * 1000, stalls.worst


def rows() -> list[ProductRow]:
    return [
        ProductRow(
            f"P{number:06}", f"Product {number * 7919 % ROWS} of the range", "", ("kitchen",), 3,
            (PriceRange("EUR", 10.0 + number % 90, 20.0 + number % 90, 10.0 + number % 90, 20.0 + number % 90,
                        10.0 + number % 90),),
            float(number % 400), 2, {"url": f"https://wickloom.example/{number}", "tags": "linen, kitchen"},
        )
        for number in range(ROWS)
    ]  # fmt: skip


async def once(folder: Path) -> dict[str, tuple[float, float]]:
    async def never() -> Connection:
        await asyncio.Event().wait()
        raise AssertionError

    settings = Settings(QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat))
    card = ProfileSummary("practice", "Practice store", "plum", practice=True)
    console = Console(card, settings=settings, store_folder=folder, notices=Notices(), connect=never)
    tab = CatalogTab(console)
    tab.resize(1352, 818)
    tab.show()
    await asyncio.sleep(0.2)
    model, page = tab.products_page.model, tab.products_page

    def filled() -> bool:
        return model.total() == ROWS and not model.is_arranging()

    steps: tuple[tuple[str, Callable[[], object]], ...] = (
        ("100,000 rows out of the snapshot", tab.activate),
        ("sorted by stock", lambda: page.table.sort_by("stock", True)),
        ("sorted by name", lambda: page.table.sort_by("name")),
        ("searched", lambda: page.set_filter(ProductFilter(words="product 77"))),
        ("search taken back", page.clear_filters),
        ("to the end", page.table.scrollToBottom),
        ("other records in one go", lambda: model.set_records(model.records()[::-1])),
    )
    idle_from = time.perf_counter()
    found = {"nothing (control)": await measured(int, lambda: time.perf_counter() - idle_from > 1)}
    for what, act in steps:
        found[what] = await measured(act, filled)
    await tab.aclose()
    await console.close()
    tab.deleteLater()
    return found


async def main(folder: Path) -> None:
    list_snapshot.save(folder, "products", (row.values() for row in rows()), "2026-01-01T09:00:00+00:00")
    runs = [await once(folder) for _ in range(3)]
    for what in runs[0]:
        taken, stall = (min(run[what][at] for run in runs) for at in range(2))
        print(f"{what:44} {taken:8.0f} ms   longest stall {stall:6.1f} ms")


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication(sys.argv)
    theme().apply(application)
    with (
        tempfile.TemporaryDirectory() as place,
        make_runner(application) as runner,
    ):
        runner.run(main(Path(place)))
