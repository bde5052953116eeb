"""Clean tables of several shapes, made from a seed: products, customers, sales, measurements."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

Cells = list[str]


@dataclass(frozen=True, slots=True)
class Table:
    """Header rows (none for a file without a header) and rows, each with the cells it has in the file."""

    header: list[Cells]
    rows: list[Cells]


FIRST = (
    "Ana",
    "Bruno",
    "Chloé",
    "Dmitri",
    "Eun-ji",
    "Farah",
    "Grace",
    "Hakan",
    "Inês",
    "João",
    "Kwame",
    "Léa",
)
LAST = (
    "Almeida",
    "O'Brien",
    "Dvořák",
    "Şahin",
    "de Souza",
    "Kim",
    "Novák",
    "Haddad",
    "Müller",
    "Costa",
    "D'Arcy",
)
CITIES = ("Lisbon", "Berlin", "São Paulo", "New York", "Dubai", "Kraków", "Aix-en-Provence", "The Hague")
THINGS = ("Candle holder", "Beeswax candle", "Vase", "Throw", "Tray", "Napkins", "Mug", "Linen shirt", "Lamp")
STUFF = ("brass", "oak", "smoked glass", "wool", "acacia", "cotton", "iron", "porcelain")
WORDS = (
    "made by hand", "washable at 40°", "delivery in 2 days", "as seen in the shop window", "limited edition",
    "do not tumble dry", "with a lid", "for 4 persons", "ships to the EU", "fits most sizes", "it's a gift",
)  # fmt: skip


def _sentence(rng: random.Random, *, hard: bool) -> str:
    words = ", ".join(rng.sample(WORDS, rng.randint(1, 3))) if hard else rng.choice(WORDS)
    if hard and rng.random() < 0.25:
        words = f'the "{rng.choice(STUFF)}" one: {words}'
    if hard and rng.random() < 0.15:
        words += "\n" + rng.choice(WORDS)
    return words


def products(rng: random.Random, rows: int) -> Table:
    header = ["Handle", "Title", "SKU", "Price", "Stock", "Weight", "Picture", "Description", "Vendor"]
    found = []
    for at in range(rows):
        thing, stuff = rng.choice(THINGS), rng.choice(STUFF)
        handle = f"{thing}-{stuff}-{at}".lower().replace(" ", "-")
        price, weight = f"{rng.uniform(1, 200):.2f}", f"{rng.uniform(0.1, 9):.3f}"
        picture, vendor = f"https://img.example/{at}.jpg", rng.choice(("Harbour & Hearth", "Nordlys", ""))
        known = [handle, f"{thing} {stuff}", f"HH-{rng.randint(1000, 9999)}-{at}", price]
        found.append([*known, str(rng.randint(0, 300)), weight, picture, _sentence(rng, hard=True), vendor])
    return Table([header], found)


def customers(rng: random.Random, rows: int) -> Table:
    header = ["First name", "Last name", "Email", "Phone", "City", "Birthday", "Total spent", "Notes"]
    found = []
    for at in range(rows):
        first, last = rng.choice(FIRST), rng.choice(LAST)
        phone = f"+49 30 {rng.randint(100000, 999999)}"
        birthday = f"{rng.randint(1950, 2005)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
        notes = _sentence(rng, hard=rng.random() < 0.5) if rng.random() < 0.6 else ""
        known = [first, last, f"{first[0].lower()}{at}@shop.example", phone, rng.choice(CITIES)]
        found.append([*known, birthday, f"{rng.uniform(0, 900):.2f}", notes])
    return Table([header], found)


def sales(rng: random.Random, rows: int) -> Table:
    header = ["DATE", "TIME", "Qty", "PRODUCTID", "Price", "ProductType", "ProductDescription", "URL"]
    found = []
    for at in range(rows):
        day = f"{rng.randint(1, 12):02}/{rng.randint(1, 28):02}/2018"
        time = f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:03"
        price, address = f"{rng.uniform(1, 99):.2f}", f"http://www.shop.example/p/{at}?a=1&b=2"
        text = f"{rng.choice(STUFF)} {rng.choice(THINGS)}"
        known = [day, time, str(rng.randint(1, 20)), str(1000 + at), price, rng.choice(THINGS), text]
        found.append([*known, address, _sentence(rng, hard=True)])
    return Table([[*header, "Comments"]], found)


def measures(rng: random.Random, rows: int) -> Table:
    header = ["id", "sensor", "taken_at", "value", "unit"]
    found = []
    for at in range(1, rows + 1):
        taken = f"2024-05-{rng.randint(1, 28):02} {rng.randint(0, 23):02}:00:00"
        value = f"{rng.uniform(-20, 40):.3f}"
        found.append([str(at), f"S{rng.randint(1, 9)}", taken, value, rng.choice(("C", "K"))])
    return Table([header], found)


def questions_and_answers(rng: random.Random, rows: int) -> Table:
    """Texts alone: no column holds a value."""
    header = ["Question", "Answer", "Topic", "Audience"]
    found = []
    for _ in range(rows):
        thing, stuff = rng.choice(THINGS).lower(), rng.choice(STUFF)
        answer = f"The {thing} is {_sentence(rng, hard=True)}"
        found.append(
            [f"How do I clean my {stuff} {thing}?", answer, stuff, rng.choice(("staff", "everyone"))]
        )
    return Table([header], found)


def prices(rng: random.Random, rows: int) -> Table:
    """Decimal commas, and two columns that are mostly blank."""
    header = ["SKU", "Preis", "Aktionspreis", "Bestand", "Hinweis"]
    found = []
    for at in range(rows):
        price = f"{rng.randint(1, 99)},{rng.randint(0, 99):02}"
        offer = f"{rng.randint(1, 9)},50" if rng.random() < 0.2 else ""
        note = "nur im Laden, bitte fragen" if rng.random() < 0.2 else ""
        found.append([f"A-{at:04}", price, offer, str(rng.randint(0, 40)), note])
    return Table([header], found)


def pairs(rng: random.Random, rows: int) -> Table:
    return Table([["Code", "Clicks"]], [[f"SPRING{at}", str(rng.randint(0, 999))] for at in range(rows)])


SOURCES: tuple[Callable[[random.Random, int], Table], ...] = (
    products, customers, sales, measures, questions_and_answers, prices, pairs,
)  # fmt: skip
