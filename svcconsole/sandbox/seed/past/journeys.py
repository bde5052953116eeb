"""Generates flows that ran, abandoned carts and popups seen."""

from __future__ import annotations

from svcconsole.sandbox.seed import clock
from svcconsole.sandbox.seed.demo_templates import CART_REMINDER
from svcconsole.sandbox.seed.past.day_tables import DayTables
from svcconsole.sandbox.seed.past.orders import goods, order
from svcconsole.sandbox.seed.people import Person
from svcconsole.sandbox.store.tables import messaging

STARTED_OF_A_DAY = 17
CARTS_OF_A_DAY = 9
PRICES_OF_A_DAY = 4
POPUPS_OF_A_DAY = 85
POPUPS = ("Ten per cent for the first order", "Back in stock", "Visit our showroom")
STEPS = {
    "welcome-flow": ("Good to have you here. What may we show you?", "These are our newest pieces."),
    "track-order": ("Tell us the number of your order.", "It is on its way and comes within two days."),
    "size-guide": ("For a bed or for the floor?", "For that we suggest the larger size."),
    "opening-hours": ("The showroom is open Monday to Saturday, 10 to 18.", "Shall we note your visit?"),
    "returns": ("Which order is it about?", "The label for the way back is in your e-mail."),
    "gift-finder": ("For whom is the gift?", "Three things that were given most this month:"),
}
WORDS = {
    "welcome-flow": ("hello", "hi", "start"),
    "track-order": ("track", "order", "parcel"),
    "size-guide": ("size", "duvet", "rug"),
    "opening-hours": ("open", "hours", "showroom"),
    "returns": ("return", "back"),
    "gift-finder": ("gift", "present"),
}
ANSWERS = ("1", "2", "Yes", "Show me", "The second one", "👍")


def run_flows(book: DayTables) -> None:
    """The day's flows: started by a word, by a cart that was left, or by a question for a price."""
    dice = book.dice
    writers = [person for person in book.audience if person.phone and person.on_whatsapp]
    for _ in range(STARTED_OF_A_DAY + dice.between(-4, 4)):
        _by_word(book, dice.pick(writers), dice.pick(tuple(STEPS)))
    for _ in range(CARTS_OF_A_DAY + dice.between(-3, 3)):
        _cart(book, dice.pick(writers))
    for _ in range(PRICES_OF_A_DAY + dice.between(-2, 2)):
        _price(book, dice.pick(writers))


def see_popups(book: DayTables) -> None:
    """Who saw the shop's popups, who clicked, who left an address."""
    dice = book.dice
    for _ in range(POPUPS_OF_A_DAY + dice.between(-20, 20)):
        person = dice.pick(book.audience) if dice.falls(0.3) else None
        at, popup = book.start + dice.between(5 * clock.HOUR, 23 * clock.HOUR), dice.pick(POPUPS)
        book.event(at, "popup_viewed", person, popup)
        if dice.falls(0.24):
            book.event(at + 8 * clock.SECOND, "popup_clicked", person, popup)
            if dice.falls(0.4):
                book.event(at + 40 * clock.SECOND, "popup_submitted", person, popup)


def _by_word(book: DayTables, person: Person, flow: str) -> None:
    dice = book.dice
    at = begun = book.start + dice.between(6 * clock.HOUR, 22 * clock.HOUR)
    word = dice.pick(WORDS[flow])
    book.message(at, person, "whatsapp", word, inward=True, flow_id=flow)
    ends = True
    for number, text in enumerate(STEPS[flow]):
        if number:
            ends = dice.falls(0.8)
            if not ends:
                break
            at += dice.soon(5, 240) * clock.SECOND
            book.message(at, person, "whatsapp", dice.pick(ANSWERS), inward=True, flow_id=flow)
        at += dice.between(700, 2_500)
        book.message(at, person, "whatsapp", text, flow_id=flow).lives(dice, read=0.95)
    _run(book, person, flow, begun, ended=at, ends=ends, keyword=word, node=f"step-{2 if ends else 1}")


def _cart(book: DayTables, person: Person) -> None:
    dice = book.dice
    product = dice.pick(goods())[0]
    at = book.start + dice.between(6 * clock.HOUR, 21 * clock.HOUR)
    book.event(at, "added_to_cart", person, product)
    book.event(at + 2 * clock.MINUTE, "checkout_started", person, product)
    at += clock.HOUR
    message = book.message(
        at,
        person,
        "whatsapp",
        CART_REMINDER.filled([person.given, product]),
        kind="template",
        template_id=CART_REMINDER.id,
        flow_id="cart-reminder",
    )
    read = message.lives(dice, read=0.8)
    book.costs(message, CART_REMINDER.category)
    bought = read is not None and dice.falls(0.24)
    if read is not None and bought:
        message.clicks.append((f"https://practice-store.example/cart/{person.id}", read + 9 * clock.SECOND))
        order(book, person, read + dice.soon(2, 90) * clock.MINUTE, flow="cart-reminder")
    _run(book, person, "cart-reminder", at, ended=at + clock.HOUR, ends=bought, keyword=None, node="reminder")


def _price(book: DayTables, person: Person) -> None:
    dice = book.dice
    name, price = dice.pick(goods())
    at = book.start + dice.between(7 * clock.HOUR, 21 * clock.HOUR)
    book.event(at, "price_asked", person, name)
    book.message(at, person, "whatsapp", f"Price of {name}?", inward=True, flow_id="price-please")
    answer = f"{name} is {price:.2f} EUR. Answer “cart” and we put it there for you."
    message = book.message(at + 1_500, person, "whatsapp", answer, flow_id="price-please")
    read = message.lives(dice, read=0.96)
    if bought := read is not None and dice.falls(0.3):
        order(book, person, at + dice.soon(4, 200) * clock.MINUTE, flow="price-please")
    _run(
        book,
        person,
        "price-please",
        at,
        ended=at + 5 * clock.MINUTE,
        ends=bought,
        keyword="price",
        node="answer",
    )


def _run(
    book: DayTables,
    person: Person,
    flow: str,
    begun: int,
    *,
    ended: int,
    ends: bool,
    keyword: str | None,
    node: str,
) -> None:
    if begun >= clock.END:
        return
    book.tables[messaging.flow_runs].append(
        {
            "id": book.next_id(messaging.flow_runs),
            "flow_id": flow,
            "customer_id": person.id,
            "phone": person.phone,
            "email": person.email,
            "keyword": keyword,
            "node": node,
            "status": "COMPLETED" if ends else "DROPPED",
            "started_at": book.calendar.text(begun),
            "ended_at": book.calendar.text(ended),
            "body": None,
        }
    )
