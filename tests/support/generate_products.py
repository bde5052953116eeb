"""Big valid product files in Shopify's layout: invented, deterministic, as many products as asked for."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path

HEADER = (
    "Handle", "Title", "Body (HTML)", "Vendor", "Type", "Tags", "Published",
    "Option1 Name", "Option1 Value", "Option2 Name", "Option2 Value", "Option3 Name", "Option3 Value",
    "Variant SKU", "Variant Grams", "Variant Inventory Tracker", "Variant Inventory Qty",
    "Variant Inventory Policy", "Variant Fulfillment Service", "Variant Price", "Variant Compare At Price",
    "Variant Requires Shipping", "Variant Taxable", "Variant Barcode", "Image Src", "Image Position",
    "Image Alt Text", "Gift Card", "SEO Title", "SEO Description", "Variant Image", "Variant Weight Unit",
    "Variant Tax Code",
)  # fmt: skip
COLOURS = ("Sand", "Ink", "Moss", "Rust", "Chalk", "Plum")
SIZES = ("S", "M", "L", "XL")
THINGS = ("Shirt", "Candle", "Bowl", "Scarf", "Lamp", "Basket", "Kettle", "Blanket")
MATERIALS = ("Linen", "Sage", "Oak", "Wool", "Copper", "Rattan", "Enamel", "Cotton")
WORDS = (
    "soft",
    "made",
    "by",
    "hand",
    "in",
    "a",
    "small",
    "workshop",
    "washed",
    "twice",
    "for",
    "every",
    "day",
)
ROWS_EACH = 4
ANSWERS = ("--set", "url=https://shop.example/products/{Handle}", "--set", "currency=INR")
"""What `import products` has to be told of such a file."""


def rows(count: int, seed: int = 7) -> Iterator[dict[str, str]]:
    """The rows of `count` products: three variants and one more photo each, 4 rows a product."""
    chance = random.Random(seed)
    for number in range(1, count + 1):
        title = f"{chance.choice(MATERIALS)} {chance.choice(THINGS)} {number}"
        handle = title.lower().replace(" ", "-")
        price = chance.randint(500, 20000) / 100
        body = " ".join(chance.choices(WORDS, k=chance.randint(20, 60))).capitalize()
        shared = {"Handle": handle, "Variant Inventory Policy": "deny", "Variant Requires Shipping": "true"}
        for position, size in enumerate(SIZES[:3]):
            variant = {
                **shared,
                "Option1 Value": chance.choice(COLOURS) if position == 0 else COLOURS[position],
                "Option2 Value": size,
                "Variant SKU": f"{number:06}-{size}",
                "Variant Inventory Qty": str(chance.randint(0, 99)),
                "Variant Price": f"{price + position:.2f}",
                "Variant Compare At Price": f"{price * 1.2 + position:.2f}" if number % 5 == 0 else "",
                "Variant Weight Unit": "kg",
            }
            if position == 0:
                variant |= {
                    "Title": title,
                    "Body (HTML)": f"<p>{body}.</p>",
                    "Vendor": "Harbour and Hearth",
                    "Tags": f"home, {title.split(maxsplit=1)[0].lower()}",
                    "Published": "true",
                    "Option1 Name": "Colour",
                    "Option2 Name": "Size",
                    "Image Src": f"https://images.example/{handle}-1.jpg",
                    "Image Position": "1",
                }
            yield variant
        yield {"Handle": handle, "Image Src": f"https://images.example/{handle}-2.jpg", "Image Position": "2"}


def write_products(path: Path, count: int, seed: int = 7) -> Path:
    """Write a file of `count` products (4 rows each); the same arguments give the same bytes."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, HEADER, restval="")
        writer.writeheader()
        writer.writerows(rows(count, seed))
    return path
