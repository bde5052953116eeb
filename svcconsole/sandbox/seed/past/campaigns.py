"""Generates the campaigns of the history: recipients, clicks, orders, opt-outs."""

from __future__ import annotations

from typing import NamedTuple

from svcconsole.sandbox.seed import clock
from svcconsole.sandbox.seed.demo_templates import BY_ID
from svcconsole.sandbox.seed.past.day_tables import BOUNCED, DayTables, Message
from svcconsole.sandbox.seed.past.orders import goods, order
from svcconsole.sandbox.seed.people import Person
from svcconsole.sandbox.seed.random_source import RandomSource
from svcconsole.sandbox.store.tables import messaging

SHOP = "https://practice-store.example/collections/"
NOT_THERE, TOO_MANY, NO_MEDIA, PAUSED = 131026, 131049, 131053, 132015


class Campaign(NamedTuple):
    """`share` of the customers who can be reached are written to; `paused` is when its template was."""

    id: int
    day: int
    hour: int
    name: str
    channel: str
    template: str | None
    share: float
    collection: str
    paused: float = 1.0


def _campaign(number: int, line: str) -> Campaign:
    day, hour, name, template, percent, collection, *paused = line.split(" | ")
    return Campaign(
        id=number,
        day=int(day),
        hour=int(hour),
        name=name,
        channel="email" if template == "letter" else "whatsapp",
        template=None if template == "letter" else template,
        share=int(percent) / 100,
        collection=collection,
        paused=int(paused[0]) / 100 if paused else 1.0,
    )


CAMPAIGNS = tuple(
    _campaign(number, line)
    for number, line in enumerate(
        """
4 | 9 | White weeks: first look | january_white | 52 | bedroom
8 | 16 | White weeks: the letter | letter | 70 | bedroom
14 | 9 | White weeks: last days | january_white | 45 | bath
20 | 10 | New glazes | new_glazes | 55 | kitchen
27 | 9 | New glazes: Harbour is back | new_glazes | 40 | kitchen
33 | 16 | A table for two: the letter | letter | 66 | kitchen
35 | 9 | A table for two | valentine_table | 58 | living
42 | 15 | Last delivery before the 14th | valentine_table | 34 | gifts
50 | 9 | End of winter pieces | last_pieces | 50 | living
57 | 10 | Showroom evening in Berlin | letter | 60 | living
63 | 9 | Spring tables | spring_table | 60 | kitchen
70 | 9 | Spring tables: linen | spring_table | 48 | kitchen
76 | 10 | Garden opening | garden_opening | 57 | outdoor | 82
82 | 16 | Garden opening: the letter | letter | 68 | outdoor
88 | 9 | Easter gifts | easter_gifts | 55 | gifts
92 | 9 | Easter gifts: wrapped | easter_gifts | 36 | gifts
99 | 10 | New glazes: Juniper | new_glazes | 46 | kitchen
106 | 9 | Garden: planters | garden_opening | 50 | outdoor
113 | 16 | Spring letter | letter | 70 | living
120 | 9 | Mother’s Day | mothers_day | 62 | gifts
126 | 9 | Mother’s Day: last delivery | mothers_day | 40 | gifts
132 | 10 | Linen week | linen_week | 56 | bedroom
137 | 9 | Linen week: half time | linen_week | 40 | bedroom
145 | 9 | Summer terrace | summer_terrace | 58 | outdoor
152 | 16 | Summer letter | letter | 70 | outdoor
159 | 9 | Summer terrace: light | summer_terrace | 47 | living
166 | 10 | Last pieces of spring | last_pieces | 52 | living
174 | 9 | White weeks in summer | january_white | 50 | bedroom
""".strip().splitlines(),
        1,
    )
)
"""`letter` is an e-mail; the others are sent in WhatsApp from the template of that name."""


def send_campaigns(book: DayTables) -> None:
    """The day's campaigns, each to its audience within three quarters of an hour."""
    for campaign in CAMPAIGNS:
        if campaign.day == book.day:
            _send(book, campaign)


def _send(book: DayTables, campaign: Campaign) -> None:
    choice = RandomSource(f"campaign {campaign.id}")
    audience = [person for person in book.audience if _wanted(person, campaign, choice)]
    begins = book.start + campaign.hour * clock.HOUR
    for number, person in enumerate(audience):
        message = _message(book, campaign, person, begins + number * 45 * clock.MINUTE // len(audience))
        code = _failure(book.dice, campaign, person, number / len(audience))
        leaves = person.leaves == campaign.id
        share = 0.78 if campaign.channel == "whatsapp" else 0.36
        read = message.lives(book.dice, read=1.0 if leaves else share, code=code)
        book.costs(message, "marketing")
        if code == BOUNCED:
            book.event(message.life[-1][1], "bounced", person, campaign.name, campaign.id)
        if read is None:
            continue
        if leaves:
            _leave(book, campaign, person, read)
        elif book.dice.falls(0.17 if campaign.channel == "whatsapp" else 0.11):
            _click(book, campaign, person, message, read)
    book.tables[messaging.campaigns].append(
        {
            "id": campaign.id,
            "name": campaign.name,
            "channel": campaign.channel,
            "template_id": campaign.template,
            "started_at": book.calendar.text(begins),
            "audience": len(audience),
        }
    )


def _wanted(person: Person, campaign: Campaign, choice: RandomSource) -> bool:
    chosen = choice.falls(campaign.share)
    contact = person.phone if campaign.channel == "whatsapp" else person.email
    left = person.leaves is not None and person.leaves < campaign.id
    return chosen and contact is not None and not left


def _message(book: DayTables, campaign: Campaign, person: Person, at: int) -> Message:
    if campaign.template is None:
        text = f"{campaign.name}: what is new in our shop, {person.given}."
        return book.message(at, person, "email", text, campaign_id=campaign.id)
    return book.message(
        at,
        person,
        "whatsapp",
        BY_ID[campaign.template].filled([person.given]),
        kind="template",
        template_id=campaign.template,
        campaign_id=campaign.id,
    )


def _failure(dice: RandomSource, campaign: Campaign, person: Person, through: float) -> int | None:
    luck = dice.share()
    if campaign.channel == "email":
        return BOUNCED if luck < 0.012 else None
    if through >= campaign.paused:
        return PAUSED
    if not person.on_whatsapp:
        return NOT_THERE
    return TOO_MANY if luck < 0.014 else NO_MEDIA if luck < 0.016 else None


def _leave(book: DayTables, campaign: Campaign, person: Person, read: int) -> None:
    at = read + book.dice.between(5, 50) * clock.SECOND
    if campaign.channel == "whatsapp":
        book.message(at, person, "whatsapp", "STOP", inward=True)
    book.event(at, "opted_out", person, campaign.template or campaign.name, campaign.id)


def _click(book: DayTables, campaign: Campaign, person: Person, message: Message, read: int) -> None:
    dice = book.dice
    at = read + dice.between(3, 90) * clock.SECOND
    message.clicks.append((SHOP + campaign.collection, at))
    product = dice.pick(goods())[0]
    book.event(at + 20 * clock.SECOND, "product_viewed", person, product, campaign.id)
    if dice.falls(0.34):
        book.event(at + 3 * clock.MINUTE, "added_to_cart", person, product, campaign.id)
        if dice.falls(0.62):
            book.event(at + 6 * clock.MINUTE, "checkout_started", person, product, campaign.id)
            if dice.falls(0.7):
                order(book, person, at + dice.soon(8, 40) * clock.MINUTE, campaign=campaign.id)
