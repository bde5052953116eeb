"""A clipboard is read as the program that filled it meant it, cell by cell, with nothing moved or lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcconsole.gui.tabs.user_properties.cells import CELLS, PLACES, Value
from svcconsole.gui.tabs.user_properties.clipboard import copied, pasted

TEXTS = st.text(alphabet=st.sampled_from('ab "\t\n\r,;é👩\u200d'), max_size=6)


def test_cells_with_line_breaks_tabs_and_quotation_marks_stay_whole() -> None:
    found = pasted(
        "First name\tLast name\tAddress\r\n"
        'Asha\tRao\t"12 High Street\nFloor ""2""\tleft"\r\n\r\nJo\tLee\t5" pipe\r\n'
    )
    assert found.named and found.left_out == ()
    assert [entry["address1"] for entry in found.entries] == ['12 High Street\nFloor "2"\tleft', '5" pipe']


@pytest.mark.parametrize("raw", ['"hi" she said', '"never closed', 'a "b" c', '"', '""x'])
def test_quotation_marks_that_quote_nothing_are_text(raw: str) -> None:
    found = pasted(f"{raw}\tRao\nJo\tLee")
    assert [dict(entry) for entry in found.entries] == [
        {"first_name": raw, "last_name": "Rao"},
        {"first_name": "Jo", "last_name": "Lee"},
    ]


def test_blank_cells_of_a_range_keep_their_rows() -> None:
    consent = PLACES["email_marketing_consent"]
    found = pasted("yes\n\nno\n", consent)
    assert [dict(entry) for entry in found.entries] == [
        {"email_marketing_consent": value} for value in (True, None, False)
    ]
    found = pasted("a\tb\nc", PLACES["city"])
    assert dict(found.entries[1]) == {"city": "c", "state": None}


@pytest.mark.parametrize("word", ["City", "source", "State", "Country"])
def test_one_cell_that_reads_like_a_name_is_a_value(word: str) -> None:
    found = pasted(word, PLACES["city"])
    assert not found.named and [dict(entry) for entry in found.entries] == [{"city": word}]


def test_names_alone_are_no_entry() -> None:
    found = pasted("First name\tLast name\n\t\n")
    assert found.named and found.entries == ()


def test_columns_that_no_entry_has_are_named_and_never_among_the_cells() -> None:
    found = pasted("E-mail,Points,firstName,firstName\na@x.example,7,Asha,Twice\n")
    assert found.left_out == ("Points", "firstName")
    assert dict(found.entries[0]) == {"email": "a@x.example", "first_name": "Asha"}
    assert pasted("a\tb\tc", len(CELLS) - 2).left_out == ("#3",)


@given(st.lists(st.lists(TEXTS, min_size=2, max_size=2), min_size=2, max_size=4))
def test_what_is_copied_here_is_pasted_as_it_was(rows: list[list[str]]) -> None:
    values: list[list[Value]] = [[text or None for text in row] for row in rows]
    while values and values[-1] == [None, None]:
        values.pop()
    found = pasted(copied(values), PLACES["city"])
    assert [[entry["city"], entry["state"]] for entry in found.entries] == values
