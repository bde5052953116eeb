"""The tour's campaign on its way: half of its messages fail, and the panel says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.tabs.messaging.section_switch import DELIVERY
from svcconsole.services.deliveries.states import State, state_of
from svcconsole.tour.messaging import fetched, messaging
from svcconsole.tour.window_driver import WindowDriver

if TYPE_CHECKING:
    from svcconsole.gui.panels.delivery.page import DeliveryPage

BLOCKED = "+15550100001"
FAILING = tuple(f"+1555010000{number}" for number in range(3, 8))
"""Numbers of the practice store whose messages always end the same way, each of these for another reason."""


async def watch_them(stage: WindowDriver) -> None:
    """They stand there with their ticks as the store has them, and the reason leads to the person."""
    tab = messaging(stage)
    tab.show_place(DELIVERY)
    page = tab.delivery_page
    wanted = {BLOCKED: State.SENT, **dict.fromkeys(FAILING, State.FAILED)}
    await stage.until("they have come as far as they ever will", lambda: wanted.items() <= ends(page).items())
    accepted = sum(int(tile.value()) for state, tile in page.sums.tiles.items() if state is not State.DECIDE)
    stage.check("the tiles add up", accepted == int(page.sums.accepted.value()))
    for message in page.shown_messages():
        if message.phone in wanted:
            found = await fetched(stage, message.id)
            stage.check(
                f"{message.phone} stands as in the store", state_of([found.status or ""])[0] is message.state
            )
    await stage.picture("delivery")
    failures = page.reasons.model.records()
    stage.check("each reason is told", len(failures) == len(FAILING))
    bar = page.reasons.table.visualRect(page.reasons.model.index(0, 0)).center()
    stage.point(page.reasons.table.viewport(), bar)
    await stage.until("its people are shown", lambda: len(phones(page)) == 1 and phones(page)[0] in FAILING)
    await stage.picture("why-it-failed")


def ends(page: DeliveryPage) -> dict[str, State]:
    """How each message stands, by number."""
    return {message.phone: message.state for message in page.shown_messages()}


def phones(page: DeliveryPage) -> list[str]:
    """Whose messages the filtered list shows."""
    return [message.phone for message in page.model.shown()]
