"""Rows by text behave as a dictionary of lists does, in a tenth of its memory."""

from __future__ import annotations

import pickle
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcconsole.tables.records.rows_by_text import RowOfText, RowsByText

TEXTS = st.sampled_from(("", "a", "b", "row 1", "é", "\ud800", "a\x00b"))
STEPS = st.lists(st.tuples(TEXTS, st.integers(1, 30)), max_size=80)
PER_ROW = 40
"""Bytes that a row takes at most beside its text: the table of places may just have doubled."""


def held(rows: RowsByText) -> dict[str, list[int]]:
    return {text: list(rows.rows(text)) for text in rows.texts()}


@given(STEPS)
def test_rows_stand_under_their_texts_in_the_order_in_which_they_came(steps: list[tuple[str, int]]) -> None:
    """A row that stands under a text already is taken away first: what is edited moves."""
    rows, wanted, text_of = RowsByText(), dict[str, list[int]](), dict[int, str]()
    for text, row in steps:
        if row in text_of:
            rows.remove(row)
            wanted[text_of[row]].remove(row)
        rows.add(text, row)
        wanted.setdefault(text, []).append(row)
        text_of[row] = text
        assert list(rows.rows(text)) == wanted[text]
    wanted = {text: each for text, each in wanted.items() if each}
    assert list(held(rows).items()) == list(wanted.items())
    assert list(map(list, rows.of_each_text())) == list(wanted.values())
    assert dict(rows.with_text()) == text_of
    assert {row: rows.text(row) for row in range(40)} == {row: text_of.get(row) for row in range(40)}
    assert held(pickle.loads(pickle.dumps(rows))) == wanted


@given(STEPS)
def test_a_text_stands_for_the_row_it_was_given_last(steps: list[tuple[str, int]]) -> None:
    rows = RowOfText()
    for text, row in steps:
        rows.put(text, row)
    assert {text: rows.row(text) for text, _ in steps} == dict(steps)
    assert rows.row("never put") is None


def test_a_row_without_a_text_cannot_be_taken_away() -> None:
    rows = RowsByText()
    rows.add("a", 2)
    for row in (1, 3):
        with pytest.raises(KeyError, match=str(row)):
            rows.remove(row)
    rows.remove(2)
    assert held(rows) == {}


@pytest.mark.parametrize("alike", [1, 5])
def test_many_short_rows_take_little_memory(alike: int) -> None:
    count = 50_000
    tracemalloc.start()
    try:
        rows = RowsByText()
        for row in range(1, count + 1):
            rows.add(f"{row // alike:07}", row)
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert len(list(rows.texts())) == count // alike + (alike > 1)
    assert taken < count * (PER_ROW + 7)
