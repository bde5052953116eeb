"""Collects the rows one day of history adds to each table and numbers them at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import Table

from svcconsole.sandbox.delivery.recipients import RECIPIENTS
from svcconsole.sandbox.identity import BUSINESS_NUMBER
from svcconsole.sandbox.rules.prices import PRICES
from svcconsole.sandbox.seed import clock
from svcconsole.sandbox.seed.people import Person, known_on, people
from svcconsole.sandbox.seed.random_source import RandomSource
from svcconsole.sandbox.store.tables import helpdesk, messaging, sales

IDS_OF_A_DAY = 5_000
"""Each day has ids of its own in every table, so that days can be made in any order."""

BOUNCED = 550
REASONS: Mapping[int, str] = {
    **{one.failure[0]: one.reason or "" for one in RECIPIENTS if one.failure},
    BOUNCED: "550: The mailbox does not exist.",
}
"""Why a message fails, by code, in the words of the store's live messages."""

Row = dict[str, Any]


class Message:
    """A message, its life so far, and the clicks on its links."""

    def __init__(self, at: int, row: Row) -> None:
        self.at = at
        self.row = row
        self.life: list[tuple[str, int, int | None]] = []
        self.clicks: list[tuple[str, int]] = []

    def passes(self, status: str, at: int, code: int | None = None) -> None:
        self.life.append((status, at, code))

    def lives(self, dice: RandomSource, *, read: float, code: int | None = None) -> int | None:
        """Queued, sent, and then failed with `code`, or delivered and, in this share, read: when, or None."""
        at = self.at
        self.passes("queued", at)
        at += dice.between(150, 900)
        self.passes("sent", at)
        at += dice.between(600, 6_000)
        if code is not None:
            self.passes("failed", at, code)
            return None
        if dice.falls(0.015):  # switched off for good: sent is the last that is heard of it
            return None
        if dice.falls(0.06):
            at += dice.soon(clock.MINUTE, 9 * clock.HOUR)
        self.passes("delivered", at)
        if not dice.falls(read):
            return None
        at += dice.soon(2 * clock.SECOND, 5 * clock.HOUR)
        self.passes("read", at)
        return at


class DayTables:
    """One day: `dice` for everything that happens on it, `audience` the customers there are by then."""

    def __init__(self, day: int, calendar: clock.Calendar) -> None:
        self.day = day
        self.calendar = calendar
        self.start = day * clock.DAY
        self.dice = RandomSource(clock.canonical(day))
        self.audience: Sequence[Person] = people()[: known_on(day)]
        self.tables: dict[Table, list[Row]] = {
            helpdesk.tickets: [],
            helpdesk.ticket_labels: [],
            messaging.campaigns: [],
            messaging.flow_runs: [],
            sales.orders: [],
            sales.customer_events: [],
        }
        self._messages: list[Message] = []
        self._costs: Counter[tuple[int, str, str]] = Counter()
        self._top_ups: list[Row] = []

    def message(
        self, at: int, person: Person, channel: str, text: str, *, inward: bool = False, **more: Any
    ) -> Message:
        """A message to the person, or from the person."""
        contact = {"whatsapp": person.phone, "email": person.email}.get(channel) or person.alias
        row = {
            "direction": "in" if inward else "out",
            "channel": channel,
            "contact": contact,
            "business_number": BUSINESS_NUMBER if channel == "whatsapp" else None,
            "customer_id": person.id,
            "kind": "text",
            "text": text,
            "template_id": None,
            "campaign_id": None,
            "flow_id": None,
            "ticket_id": None,
            "agent_id": None,
            "callback_data": None,
            "body": None,
            **more,
        }
        message = Message(at, row)
        if at < clock.END:
            self._messages.append(message)
        return message

    def costs(self, message: Message, category: str) -> None:
        """The message is charged, unless it failed."""
        if message.at < clock.END and message.life[-1][0] != "failed":
            self._costs[message.at // clock.DAY, message.row["channel"], category] += 1

    def top_up(self, at: int, amount: Decimal) -> None:
        entry = {"channel": "whatsapp", "category": "top_up", "units": 1, "amount": amount}
        self._top_ups.append({"at": self.calendar.text(at), **entry})

    def event(
        self, at: int, name: str, person: Person | None, source: str, campaign: int | None = None
    ) -> None:
        if at < clock.END:
            self.tables[sales.customer_events].append(
                {
                    "name": name,
                    "customer_id": person and person.id,
                    "campaign_id": campaign,
                    "source": source,
                    "at": self.calendar.text(at),
                }
            )

    def next_id(self, table: Table) -> int:
        """The id of the next row of this table."""
        return self.day * IDS_OF_A_DAY + len(self.tables[table]) + 1

    def rows(self) -> Sequence[tuple[Table, Sequence[Row]]]:
        """Everything written down, messages in the order of their instants."""
        first = self.day * IDS_OF_A_DAY + 1
        self._messages.sort(key=lambda message: message.at)
        events: list[Row] = []
        clicks: list[Row] = []
        for number, message in enumerate(self._messages, first):
            secret = f"wamid.{number:06x}{int(self.dice.share() * 2**52):013x}"
            message.row |= {"id": number, "message_id": secret, "created_at": self.calendar.text(message.at)}
            events += (
                {
                    "message": number,
                    "status": status,
                    "at": self.calendar.text(at),
                    "code": code,
                    "reason": code and REASONS[code],
                    "told": 1,
                }
                for status, at, code in message.life
            )
            clicks += (
                {"message": number, "url": url, "at": self.calendar.text(at)} for url, at in message.clicks
            )
        for rows in (self.tables[sales.customer_events], clicks, ledger := self._ledger()):
            for number, row in enumerate(rows, first):
                row["id"] = number
        return [
            *self.tables.items(),
            (messaging.messages, [message.row for message in self._messages]),
            (messaging.message_events, events),
            (messaging.link_clicks, clicks),
            (sales.ledger, ledger),
        ]

    def _ledger(self) -> list[Row]:
        return self._top_ups + [
            {
                "at": self.calendar.text((day + 1) * clock.DAY - 1),
                "channel": channel,
                "category": category,
                "units": units,
                "amount": -units * PRICES[channel, category],
            }
            for (day, channel, category), units in self._costs.items()
        ]
