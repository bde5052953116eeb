"""What the network charges for a message, and the store's account of it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from svcconsole.sandbox.store import database, timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.tables.sales import ledger

PRICES: Mapping[tuple[str, str], Decimal] = {
    ("whatsapp", "marketing"): Decimal("0.0678"),
    ("whatsapp", "utility"): Decimal("0.0316"),
    ("email", "marketing"): Decimal("0.0009"),
}
"""By channel and category, in EUR; answers to customers are free, and so is what could not be delivered."""


def charge(call: Call, channel: str, category: str) -> None:
    """Take the price of one message from the account."""
    call.connection.execute(
        ledger.insert().values(
            id=database.next_id(call.connection, ledger),
            at=timestamps.text(call.now),
            channel=channel,
            category=category,
            units=1,
            amount=-PRICES[channel, category],
        )
    )
