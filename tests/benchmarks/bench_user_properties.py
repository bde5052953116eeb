"""How long the window's event loop stalls while 50,000 user properties are pasted, changed, undone and sent.

Each run is a process of its own with a real practice store; an idle window beside it is the control.
Exits 1 when no run of three stays within the limits: stall p99 16 ms, at most 50 ms.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.benchmarks import window_visit
from tests.benchmarks.bench_import_window import SETTLE_SECONDS, Stalls

if TYPE_CHECKING:
    from svcconsole.gui.shell.main_window import MainWindow


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


async def visit(window: MainWindow, count: int, watch: Stalls) -> None:
    from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab
    from tests.support.coroutines import until

    tab = window.show_tab("User Properties")
    assert isinstance(tab, UserPropertiesTab)
    page, text = tab.page, sheet(count)

    def at_rest() -> bool:
        return not tab.scope.is_busy() and not page.model.is_arranging()

    await until(at_rest, seconds=60)
    await asyncio.sleep(SETTLE_SECONDS)

    async def part(name: str, do: Callable[[], object], ended: Callable[[], bool] = at_rest) -> None:
        watch.begin(name)
        do()
        await asyncio.sleep(0)
        await until(ended, seconds=300)

    def accepted() -> bool:
        return tab.entries.counts()["accepted"] == count and at_rest()

    await part("paste", lambda: page.editing.paste_text(text))
    await part("insert", page.editing.insert)
    await part("undo", page.undo.click)
    page.table.selectAll()
    await part("duplicate", page.editing.duplicate)
    await part("undo", page.undo.click)
    await part("send", page.send_button.click, accepted)
    await part("remove", page.clear_accepted.click)


if __name__ == "__main__":
    sys.exit(
        window_visit.run(
            "user properties pasted, changed and sent",
            "tests.benchmarks.bench_user_properties",
            visit,
            50_000,
        )
    )
