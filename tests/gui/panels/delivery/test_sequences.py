"""Every sequence of statuses that is known from the field, as the panel draws it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from svcconsole.api.models.messaging import MessageRecord
from svcconsole.gui.panels.delivery.page import DeliveryPage
from svcconsole.services.deliveries.deliveries import matched
from svcconsole.services.deliveries.states import State
from svcconsole.workspace.clock import now
from svcconsole.workspace.runs.deliveries import Tracked
from tests.gui.panels.delivery.conftest import Open, open_delivery
from tests.support.coroutines import until

SEQUENCES = Path(__file__).parents[4] / ".." / "shared" / "data" / "whatsapp" / "status_sequences.json"
DRAWN = {
    State.READ: ("Read", "ticks", "info"),
    State.DELIVERED: ("Delivered", "ticks", "text2"),
    State.SENT: ("Sent", "tick", "text2"),
    State.FAILED: ("Failed", "close", "danger"),
    State.WAITING: ("Waiting", "clock", "text2"),
    State.OTHER: ("“clicked”", "unknown", "text2"),
}
"""What stands in the row: the word, its icon, its colour."""
ENDS = (
    State.READ, State.READ, State.READ, State.FAILED, State.FAILED, State.DELIVERED, State.SENT, State.READ,
    State.DELIVERED, State.SENT, State.SENT, State.WAITING, State.OTHER,
)  # fmt: skip
"""Where each sequence comes to: late words take nothing back, and what arrived has not failed."""


def sequences() -> list[list[str | None]]:
    if not SEQUENCES.exists():
        pytest.skip(f"{SEQUENCES.name} of the shared data is not here")
    found: list[list[str | None]] = json.loads(SEQUENCES.read_text(encoding="utf-8"))["sequences"]
    return found


async def drawn(page: DeliveryPage, key: str) -> QImage:
    """The status of one row as it is on screen, in grey."""

    def place() -> QRect:
        index = page.model.index(page.model.row_of(key) or 0, page.model.column("status"))
        page.table.scrollTo(index)
        return page.table.visualRect(index)

    await until(lambda: place().isValid() and page.table.viewport().rect().contains(place()))
    return page.table.viewport().grab(place()).toImage().convertToFormat(QImage.Format.Format_Grayscale8)


async def test_each_sequence_is_drawn_as_what_it_came_to(window_loop: QApplication, open_tab: Open) -> None:
    heard = [(f"wamid.{at:02}", words) for at, words in enumerate(sequences())]
    async with open_tab() as tab:
        page = open_delivery(tab)
        await until(page.watch.is_asking)
        page.watch.stop()
        messages = []
        for identity, words in heard:
            message = Tracked(identity, None, "", "", "", now())
            for word in words:
                told: dict[str, Any] = {"messageId": identity, "status": word}
                (message,) = matched([message], [MessageRecord.model_validate(told)])
            messages.append(message)
        await tab.console.db(lambda space: space.deliveries.track(messages))
        await tab.console.db(lambda space: space.deliveries.heard(messages))
        await page.deliveries.read()
        page.show_known()
        await until(lambda: len(page.model.records()) == len(heard))
        status = page.model.columns()[page.model.column("status")]
        ends = {each.key: each.state for each in page.model.records()}
        assert tuple(ends[identity] for identity, _ in heard) == ENDS
        pictures: dict[State, QImage] = {}
        for identity, _ in heard:
            state = ends[identity]
            tick = status.value(page.deliveries.messages[identity])
            assert (tick.word, tick.icon, tick.token) == DRAWN[state]
            picture = await drawn(page, identity)
            assert pictures.setdefault(state, picture) == picture, "the same end looks the same"
        shapes = [bytes(picture.constBits()) for picture in pictures.values()]
        assert len(set(shapes)) == len(DRAWN), "each is another picture without colour, too"
        for state, tile in page.sums.tiles.items():
            assert tile.value() == str(ENDS.count(state))
