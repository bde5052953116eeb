"""How long the window stalls while 5,000 messages are followed to their end on the delivery page.

Each run is a process of its own with a real practice store; an idle window beside it is the control.
Exits 1 when no run of three stays within the limits: stall p99 16 ms, at most 50 ms.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from tests.benchmarks import window_visit
from tests.benchmarks.bench_import_window import SETTLE_SECONDS, Stalls

if TYPE_CHECKING:
    from svcconsole.api.client import Client
    from svcconsole.gui.shell.main_window import MainWindow

LANES = 16


async def sent(client: Client, count: int) -> list[str]:
    """The ids of so many messages that were sent from elsewhere."""
    from svcconsole.api.models.messaging import SendMessage, TextPayload
    from svcconsole.api.operations import SEND_MESSAGE
    from svcconsole.services.sends.single_send import answer_id

    ids: list[str] = []

    async def lane(first: int) -> None:
        for number in range(first, count, LANES):
            request = SendMessage(
                medium="whatsapp",
                type="text",
                contact_identifier=f"+9198451{number:05}",
                payload=TextPayload(message=f"Order {number} is on its way"),
            )
            answer = await client.send(SEND_MESSAGE, client.body_of(request), retry=False)
            ids.append(answer_id(answer.payload) or "")

    async with asyncio.TaskGroup() as lanes:
        for first in range(LANES):
            lanes.create_task(lane(first))
    return ids


async def visit(window: MainWindow, count: int, watch: Stalls) -> None:
    from svcconsole.gui.tabs.messaging.section_switch import DELIVERY
    from svcconsole.gui.tabs.messaging.tab import MessagingTab
    from svcconsole.services.deliveries.states import SETTLED
    from tests.support.coroutines import until

    ids = await sent(await window.console.ready(), count)
    tab = window.show_tab("Messaging")
    assert isinstance(tab, MessagingTab)
    await until(lambda: not tab.scope.is_busy(), seconds=60)
    tab.show_place(DELIVERY)
    page = tab.delivery_page
    await asyncio.sleep(SETTLE_SECONDS)

    def settled() -> bool:
        messages = page.deliveries.messages.values()
        return len(messages) == count and all(each.state in SETTLED for each in messages)

    watch.begin("paste")
    await page.follow(ids)
    watch.begin("follow")
    await until(settled, seconds=300)
    watch.begin("scroll")
    bar = page.table.verticalScrollBar()
    for step in range(40):
        bar.setValue(bar.maximum() * step // 39)
        await asyncio.sleep(0.02)
    watch.begin("search")
    for words in ("9845", "98451004", "98451004", ""):
        page.filters.search.setText(words)
        await asyncio.sleep(0.4)
    watch.begin("again")
    window.show_tab("Catalog")
    await asyncio.sleep(SETTLE_SECONDS)
    window.show_tab("Messaging")
    await asyncio.sleep(SETTLE_SECONDS)


if __name__ == "__main__":
    sys.exit(
        window_visit.run(
            "messages followed to their end on the delivery page",
            "tests.benchmarks.bench_messages",
            visit,
            5_000,
        )
    )
