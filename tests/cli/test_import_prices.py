"""`svcconsole import products` and the price guard: nothing goes before prices are allowed or left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.api.client import Client, Connection
from svcconsole.api.models.catalog import GetProducts
from svcconsole.api.operations import GET_PRODUCTS
from svcconsole.api.token import Token
from tests.support.command import CommandLine
from tests.support.practice import PracticeStore

HEAD = "id,name,url,currency,combinations.id,combinations.price,combinations.quantity,combinations.image\n"
LINE = "{id},{name},https://shop.example/{id},EUR,{id}-1,{price},3,https://shop.example/{id}.jpg\n"


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


def written(path: Path, **prices: str) -> str:
    lines = (LINE.format(id=name, name=name.title(), price=price) for name, price in prices.items())
    path.write_text(HEAD + "".join(lines), encoding="utf-8")
    return str(path)


def reduced(path: Path) -> str:
    """Four products: a zero, a reduction to more than the price, another currency, and one in order."""
    written(path, lamp="0", bowl="20", vase="30", mug="8")
    text = path.read_text("utf-8").replace("price,", "price,combinations.discountedPrice,")
    for price, lower in (("0", ""), ("20", "25"), ("30", ""), ("8", "")):
        text = text.replace(f",{price},", f",{price},{lower},")
    path.write_text(text.replace("vase,EUR", "vase,USD"), encoding="utf-8")
    return str(path)


async def price_of(store: PracticeStore, identity: str) -> float:
    async with Client(Connection(store.base_url, Token(store.token))) as client:
        answer = await client.call(GET_PRODUCTS, GetProducts(product_ids=[identity]))
    prices = [variant.price for product in answer.data.products for variant in product.combinations or ()]
    return float(prices[0] or 0)


async def test_a_price_that_jumps_against_the_store_is_asked_about_first(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    first = written(tmp_path / "first.csv", lamp="100", bowl="20")
    done = await command.run("import", "products", first, store=practice_store)
    assert done.code == 0, done.stderr
    second = written(tmp_path / "second.csv", lamp="1000", bowl="22")
    asked = await command.run("import", "products", second, store=practice_store)
    assert (asked.code, asked.stdout) == (2, "")
    assert "One price changes by more than your profile lets pass unasked." in asked.stderr
    assert "--allow price or --rule price_change=leave_out" in asked.stderr
    assert await price_of(practice_store, "bowl") == 20, "nothing went"
    out = await command.run(
        "import", "products", second, "--rule", "price_change=leave_out", store=practice_store
    )
    assert out.code == 0, out.stderr
    assert [await price_of(practice_store, name) for name in ("lamp", "bowl")] == [100, 22]
    allowed = await command.run("import", "products", second, "--allow", "price", store=practice_store)
    assert allowed.code == 0, allowed.stderr
    assert await price_of(practice_store, "lamp") == 1000


async def test_zero_a_reduction_above_the_price_and_another_currency_are_asked_about_in_a_dry_run_too(
    command: CommandLine, tmp_path: Path
) -> None:
    path = reduced(tmp_path / "zero.csv")
    asked = await command.run("import", "products", path, "--dry-run")
    assert (asked.code, asked.stdout) == (2, "")
    for sentence in (
        "One price is zero.",
        "One discounted price is higher",
        "One price is in another currency",
    ):
        assert sentence in asked.stderr, asked.stderr
    allowed = await command.run("import", "products", path, "--dry-run", "--allow", "price")
    assert allowed.code == 0, allowed.stderr
    assert "Worth a look: One price is zero." in allowed.stderr
