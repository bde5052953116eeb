"""The Delivery segment of the Messaging tab on the practice store; messages leave as from a form."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from svcconsole.api.models.messaging import SendMessage, SendMessageV1, TextPayload
from svcconsole.api.operations import SEND_MESSAGE, SEND_MESSAGE_V1
from svcconsole.gui.panels.delivery.page import DeliveryPage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.messaging.section_switch import DELIVERY
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.services.deliveries.states import State
from tests.gui.tabs.messaging.conftest import Open, open_tab
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

__all__ = ["Open", "open_tab"]

MAGIC = tuple(f"+1555010000{n}" for n in range(1, 9))
"""Numbers of the practice store whose messages always end the same way."""
PERSON = "+4915123456789"
FETCH = "fetchMessagesById"


@pytest.fixture
def quick_store(practice_store: PracticeStore) -> PracticeStore:
    """A practice store in which a message's life takes a moment."""
    practice_store.control("POST", "/pace", {"factor": 40})
    return practice_store


async def send(console: Console, to: str, words: str = "Hello") -> str | None:
    """One message, as a form sends it; the id the store gave it."""
    request = SendMessage(
        medium="whatsapp", type="text", contact_identifier=to, payload=TextPayload(message=words)
    )
    sent = await console.sends.send(
        SEND_MESSAGE,
        request,
        kind="message",
        title=f"Text: {words}",
        about=to,
        people=(f"phone:{to}",),
        again=True,
    )
    return sent.answer_id


async def send_untracked(console: Console, to: str) -> str | None:
    """The same by version 1, which answers without an id."""
    request = SendMessageV1(
        medium="whatsapp",
        type="text",
        app_id="shop",
        contact_identifier=to,
        payload=TextPayload(message="Old"),
    )
    sent = await console.sends.send(
        SEND_MESSAGE_V1, request, kind="message", title="Text: Old", about=to, people=(f"phone:{to}",)
    )
    return sent.answer_id


async def send_all(console: Console, numbers: Sequence[str]) -> list[str]:
    """One message to each; the ids the store gave them."""
    return [str(await send(console, number)) for number in numbers]


def open_delivery(tab: MessagingTab) -> DeliveryPage:
    """The panel in front, as the segment shows it."""
    tab.show_place(DELIVERY)
    return tab.delivery_page


def states(page: DeliveryPage) -> dict[str, State]:
    """How each message in the list stands, by phone."""
    return {each.phone: each.state for each in page.model.records()}


async def until_states(page: DeliveryPage, wanted: dict[str, State]) -> None:
    """Wait until the messages of the chosen run stand like this."""
    await until(lambda: states(page) == wanted)


def fetches(store: PracticeStore) -> int:
    """How often the store was asked about messages."""
    log = store.control("GET", "/requests")["data"]["requests"]
    return sum(entry["operation"] == FETCH for entry in log)
