"""Power cuts in the middle of an import, of store and program: every row ends once, the store is whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.journeys.store_contents import everything_in
from tests.support.generate_people import rows_of, write_people
from tests.support.generate_products import ANSWERS, ROWS_EACH, write_products
from tests.support.killed_import import Job, killed_and_resumed
from tests.support.people_in import customers_in
from tests.support.practice import PracticeStore


def products(folder: Path, count: int) -> Job:
    path = write_products(folder / "products.csv", count)
    return Job("products", path, count, count * ROWS_EACH, ANSWERS)


def customers(folder: Path, count: int) -> Job:
    path = write_people(folder / "customers.csv", count)
    return Job("customers", path, rows_of(count), rows_of(count))


async def all_customers_in(store: PracticeStore) -> dict[str, Any]:
    """By id: nobody is there twice; who stands in the file twice has the name of the later row."""
    return customers_in(store)


async def test_killing_store_and_program_loses_and_doubles_nothing(tmp_path: Path) -> None:
    await killed_and_resumed(tmp_path, products(tmp_path, 1500), everything_in, kills=3, seed=1)


async def test_killing_them_while_customers_are_imported_loses_and_doubles_nobody(tmp_path: Path) -> None:
    await killed_and_resumed(tmp_path, customers(tmp_path, 200), all_customers_in, kills=2, seed=4)


@pytest.mark.deep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [2, 3])
async def test_many_kills_lose_and_double_nothing(tmp_path: Path, seed: int) -> None:
    await killed_and_resumed(tmp_path, products(tmp_path, 12000), everything_in, kills=26, seed=seed)


@pytest.mark.deep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [5, 6])
async def test_many_kills_lose_and_double_nobody(tmp_path: Path, seed: int) -> None:
    await killed_and_resumed(tmp_path, customers(tmp_path, 4000), all_customers_in, kills=20, seed=seed)
