"""Three products in columns that no preset knows, and what `import products` has to be told of them."""

from __future__ import annotations

from pathlib import Path

IDS = {"A-1", "A-2", "A-3"}
ANSWERS = (
    "--set", "url=https://shop.example/products/{id}", "--set", "quantity=1", "--set", "status=active",
    "--set", "image=https://shop.example/{id}.png",
)  # fmt: skip
_TEXT = "id,name,price,currency\nA-1,Mug,12.00,EUR\nA-2,Lamp,30.00,EUR\nA-3,Rug,99.00,EUR\n"


def write_small_products(path: Path) -> Path:
    path.write_text(_TEXT, "utf-8")
    return path
