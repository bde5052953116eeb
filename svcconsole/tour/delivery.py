"""The tour's messages on their way: two go out, one of them fails for good, the panel says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.tabs.messaging.places import DELIVERY
from svcconsole.services.delivery_states import State, standing
from svcconsole.tour.messaging import fetched, messaging, sent
from svcconsole.tour.stage import Stage

if TYPE_CHECKING:
    from svcconsole.gui.panels.delivery.page import DeliveryPage

BLOCKED, NO_WHATSAPP = "+15550100001", "+15550100003"
"""Numbers of the practice store whose messages always end the same way."""


async def send_two(stage: Stage) -> None:
    """To somebody who blocked the store, and to a number without WhatsApp."""
    tab = messaging(stage)
    tab.choose("text")
    page = tab.message_page
    for number in (BLOCKED, NO_WHATSAPP):
        page.form.apply("contact_identifier", number)
        page.form.apply("message", "The linen aprons are back")
        await stage.click(page.save)
        await sent(stage, page)


async def watch_them(stage: Stage) -> None:
    """They stand there with their ticks as the store has them, and the reason leads to the person."""
    tab = messaging(stage)
    tab.show_place(DELIVERY)
    page = tab.delivery_page
    wanted = {BLOCKED: State.SENT, NO_WHATSAPP: State.FAILED}
    await stage.until("both have come as far as they ever will", lambda: wanted.items() <= ends(page).items())
    accepted = sum(int(tile.value()) for state, tile in page.sums.tiles.items() if state is not State.DECIDE)
    stage.check("the tiles add up", accepted == int(page.sums.accepted.value()))
    for message in page.shown_messages():
        if message.phone in wanted:
            found = await fetched(stage, message.id)
            stage.check(
                f"{message.phone} stands as in the store", standing([found.status or ""])[0] is message.state
            )
    await stage.picture("delivery")
    (failure, *_) = page.reasons.model.records()
    stage.check("it fails for good", failure.for_good)
    bar = page.reasons.table.visualRect(page.reasons.model.index(0, 0)).center()
    stage.point(page.reasons.table.viewport(), bar)
    await stage.until("its people are shown", lambda: phones(page) == [NO_WHATSAPP])
    await stage.picture("why-it-failed")


def ends(page: DeliveryPage) -> dict[str, State]:
    """How each message stands, by number."""
    return {message.phone: message.state for message in page.shown_messages()}


def phones(page: DeliveryPage) -> list[str]:
    """Whose messages the filtered list shows."""
    return [message.phone for message in page.model.shown()]
