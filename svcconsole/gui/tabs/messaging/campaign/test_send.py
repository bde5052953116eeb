"""Sends one message of a campaign to oneself first, through the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from svcconsole.api.errors import Outcome
from svcconsole.api.operations import SEND_MESSAGE, SEND_TEMPLATE, Operation
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.tabs.messaging.own_number import own_number
from svcconsole.services.campaigns.message_template_fields import MESSAGES_KIND, TEMPLATES_KIND
from svcconsole.services.messaging import messages
from svcconsole.services.messaging.templates import composed
from svcconsole.services.sends.callback_data import callback_data, new_nonce

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from svcconsole.gui.runtime.console import Console

SENDS: dict[str, tuple[Operation[Any, Any], str]] = {
    TEMPLATES_KIND: (SEND_TEMPLATE, composed.KIND),
    MESSAGES_KIND: (SEND_MESSAGE, messages.KIND),
}
"""The operation of a campaign's kind, and what one of its messages is called in the ledger."""


async def send_trial(console: Console, parent: QWidget, kind: str, wire: bytes, title: str) -> bool:
    """Send these bytes to a number of one's own; whether the store accepted it."""
    number = await own_number(console, parent)
    if not number or not await may_write(console, parent, tr("Send this to yourself"), tr("Send to me")):
        return False
    operation, ledger_kind = SENDS[kind]
    request = operation.request.model_validate_json(wire, by_alias=True)
    nonce = new_nonce()
    own = getattr(request, "callback_data", None) or ""
    changes = {"contact_identifier": number, "callback_data": callback_data(own, nonce)}
    sent = await console.sends.send(
        operation,
        request.model_copy(update=changes),
        kind=ledger_kind,
        title=tr("To me first: {title}", title=title),
        about=number,
        reference=nonce,
        people=messages.people_of(number, console.card.region),
        again=True,
    )
    if sent.outcome is Outcome.OK:
        console.notices.add("success", tr("Sent to you at {number}.", number=number))
        return True
    if sent.error is not None:
        console.notices.report(sent.error)
    return False
