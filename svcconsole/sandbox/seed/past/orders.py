"""Generates the orders of the history and the messages that go with each."""

from __future__ import annotations

from decimal import Decimal
from functools import cache

from svcconsole.sandbox.seed import clock
from svcconsole.sandbox.seed.demo_templates import in_language
from svcconsole.sandbox.seed.past.day_tables import IDS_OF_A_DAY, DayTables
from svcconsole.sandbox.seed.people import Person, known_on, people
from svcconsole.sandbox.seed.products import PRODUCTS
from svcconsole.sandbox.seed.random_source import RandomSource
from svcconsole.sandbox.store.tables import sales

OF_A_DAY = (34, 30, 29, 31, 38, 44, 47)
"""How many come by themselves, Monday to Sunday."""

BREAKS = (
    "bowl-cereal",
    "bowl-rice",
    "bowl-s",
    "cellar-",
    "cups-",
    "dish-",
    "egg-",
    "glass-",
    "mug-",
    "pitcher-",
    "plate-",
    "teapot",
    "vase-",
)
FREE_DELIVERY, DELIVERY = Decimal(60), Decimal("4.90")


@cache
def goods() -> tuple[tuple[str, Decimal], ...]:
    """What is bought: name and price."""
    return tuple((item.name, Decimal(item.reduced)) for item in PRODUCTS)


@cache
def china() -> tuple[tuple[str, Decimal], ...]:
    """What can break and goes into the dishwasher."""
    return tuple((item.name, Decimal(item.reduced)) for item in PRODUCTS if item.id.startswith(BREAKS))


@cache
def by_themselves(day: int, calendar: clock.Calendar) -> tuple[tuple[str, Person, int], ...]:
    """The orders of a day that no campaign and no flow led to: number, customer, instant."""
    dice = RandomSource(f"orders of day {day}")
    audience = people()[: known_on(day)]
    return tuple(
        (
            order_number(day * IDS_OF_A_DAY + position),
            dice.pick(audience),
            day * clock.DAY + dice.between(6 * clock.HOUR, 22 * clock.HOUR),
        )
        for position in range(1, OF_A_DAY[calendar.weekday(day)] + dice.between(-5, 7))
    )


def order_number(identifier: int) -> str:
    """As the customer is told it."""
    return f"HH-{identifier}"


def take_orders(book: DayTables) -> None:
    """Write down the orders that came by themselves, before any other of the day, so that they keep their
    numbers."""
    for _, person, at in by_themselves(book.day, book.calendar):
        book.event(at - 9 * clock.MINUTE, "product_viewed", person, book.dice.pick(goods())[0])
        order(book, person, at)


def order(
    book: DayTables, person: Person, at: int, *, campaign: int | None = None, flow: str | None = None
) -> None:
    """One to four things; paid for in WhatsApp by some of those whom a message led here."""
    dice = book.dice
    amount = sum((dice.pick(goods())[1] * dice.soon(1, 4) for _ in range(dice.soon(1, 4))), Decimal())
    amount += DELIVERY if amount < FREE_DELIVERY else 0
    in_chat = (campaign is not None or flow is not None) and person.phone is not None and dice.falls(0.45)
    fails = in_chat and dice.falls(0.08)
    payment = "WHATSAPP_FAILED" if fails else "WHATSAPP_PAID" if in_chat else "ELSEWHERE"
    number = book.next_id(sales.orders)
    if at >= clock.END:
        return
    book.tables[sales.orders].append(
        {
            "id": number,
            "customer_id": person.id,
            "campaign_id": campaign,
            "flow_id": flow,
            "amount": amount,
            "currency": "EUR",
            "payment": payment,
            "at": book.calendar.text(at),
        }
    )
    if not fails:
        book.event(at, "order_placed", person, order_number(number), campaign)
        _tell(book, person, at, order_number(number))


def _tell(book: DayTables, person: Person, at: int, number: str) -> None:
    if person.phone is None or not person.on_whatsapp:
        return
    shipped = book.calendar.after_work(at, book.dice.between(2 * clock.HOUR, 9 * clock.HOUR))
    language = person.country.language
    for name, moment, values in (
        ("order_confirmed", at + book.dice.between(2, 20) * clock.SECOND, (person.given, number)),
        ("order_shipped", shipped, (number,)),
    ):
        template = in_language(name, language)
        message = book.message(
            moment, person, "whatsapp", template.filled(values), kind="template", template_id=template.id
        )
        message.lives(book.dice, read=0.9)
        book.costs(message, template.category)
