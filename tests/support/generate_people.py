"""Files of customers in Shopify's layout: invented, deterministic, as many as asked for, some twice."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path

HEADER = (
    "Customer ID", "First Name", "Last Name", "Email", "Company", "Address1", "Address2", "City", "Province",
    "Province Code", "Country", "Country Code", "Zip", "Phone", "Accepts Email Marketing",
    "Accepts SMS Marketing", "Total Spent", "Total Orders", "Tags", "Note", "Tax Exempt",
)  # fmt: skip
FIRST = ("Meera", "Giulia", "Tomasz", "Aiyana", "Kofi", "Zoë", "Léa", "Björn", "Noor", "Sakura")
LAST = ("Sharma", "Esposito", "Kowalski", "Nakai", "Mensah", "Öztürk", "Lefèvre", "Ek", "Haddad", "Mori")
TAGS = ("vip", "newsletter", "wholesale", "linen", "returns")
EVERY = 10
"""Each so many customers one stands in the file a second time, later, with another name."""


def people(count: int, seed: int = 11) -> Iterator[dict[str, str]]:
    """One row for each of `count` customers, in order."""
    chance = random.Random(seed)
    for number in range(1, count + 1):
        yield dict.fromkeys(HEADER, "") | {
            "Customer ID": f"'72104{number:08}",
            "First Name": chance.choice(FIRST),
            "Last Name": chance.choice(LAST),
            "Email": f"customer.{number}@post.example",
            "Address1": f"{chance.randint(1, 99)} Mill Road",
            "City": "Pune",
            "Province": "Maharashtra",
            "Province Code": "MH",
            "Country": "India",
            "Country Code": "IN",
            "Zip": f"411{number % 1000:03}",
            "Phone": f"+9198{number:08}",
            "Accepts Email Marketing": chance.choice(("yes", "no")),
            "Tags": ", ".join(chance.sample(TAGS, 2)),
        }


def write_people(path: Path, count: int) -> Path:
    """`count` customers, then those that stand there twice again."""
    rows = list(people(count))
    again = [{**row, "Last Name": f"{row['Last Name']}-Again"} for row in rows[::EVERY]]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, HEADER)
        writer.writeheader()
        writer.writerows((*rows, *again))
    return path


def rows_of(count: int) -> int:
    """How many rows a file of so many customers has."""
    return count + -(-count // EVERY)
