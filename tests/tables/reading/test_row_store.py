"""Rows and keys on the disk: what was put in comes back, wherever it stands and however much there is."""

from __future__ import annotations

import gc
import random

import pytest

from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.row_store import RowStore
from svcconsole.tables.reading.spool import PIECE
from svcconsole.tables.records.key_index import BUFFERED, KeyIndex, key_hash

COUNT = 2 * PIECE + 37


def rows(count: int) -> list[Row]:
    return [Row(n, n + 1, (f"C-{n}", "Zoë", "" if n % 7 else "7")) for n in range(1, count + 1)]


@pytest.mark.parametrize("count", [0, 1, PIECE - 1, PIECE, PIECE + 1, COUNT])
def test_rows_come_back_as_they_were(count: int) -> None:
    store, expected = RowStore(iter(rows(count))), rows(count)
    assert (len(store), list(store), store[:3]) == (count, expected, expected[:3])
    assert [row for number in range(store.pieces) for row in store.piece(number).rows()] == expected
    for place in random.Random(count).sample(range(count), min(count, 50)):
        assert store[place] == expected[place]
    with pytest.raises(IndexError):
        store[count]


def test_a_row_that_was_typed_over_is_read_from_then_on() -> None:
    store = RowStore(rows(COUNT))
    assert store[PIECE].cells[0] == f"C-{PIECE + 1}"
    store.replace(Row(PIECE + 1, 9, ("new",)))
    assert store[PIECE] == list(store)[PIECE] == (PIECE + 1, 9, ("new",))
    assert store.piece(1).rows()[0].cells == ("new",)
    assert store[PIECE + 1] == rows(COUNT)[PIECE + 1]


def test_memory_does_not_grow_with_the_file() -> None:
    """What is left of a hundred thousand rows in memory is less than a hundredth of what they say."""
    gc.collect()
    before = len(gc.get_objects())
    store = RowStore(Row(n, n, ("x" * 50,)) for n in range(1, 100_001))
    gc.collect()
    assert len(store) == 100_000
    assert len(gc.get_objects()) - before < 1000


def test_keys_of_several_rows_are_found_in_the_order_of_the_file() -> None:
    index, chance = KeyIndex(), random.Random(7)
    expected: dict[int, list[int]] = {}
    for row in range(1, BUFFERED * 100):
        hashed = key_hash(f"id:{chance.randrange(BUFFERED * 60)}")
        expected.setdefault(hashed, []).append(row)
        index.add(hashed, row)
    repeated = index.repeated()
    several = {hashed: found for hashed, found in expected.items() if len(found) > 1}
    assert {
        hashed: list(repeated.rows_of(hashed)) for hashed in expected if repeated.rows_of(hashed)
    } == several
    assert sorted(repeated.rows()) == sorted(row for found in several.values() for row in found)
    assert repeated
    assert not KeyIndex().repeated()
    for hashed in chance.sample(sorted(expected), 20):
        assert index.rows_of(hashed) == expected[hashed]
    assert index.rows_of(key_hash("nobody")) == []
