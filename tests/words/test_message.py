"""A message is its English sentence, and keeps what it was made of."""

from __future__ import annotations

import copy
import json
import pickle
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from svcconsole.words.message import (
    AND,
    OR,
    Message,
    lines,
    listed,
    mark,
    mark_plural,
    message,
    number,
    plural,
    sentences,
)

PRICE = message("The price “{text}” of {name} is below zero.", text="-1", name=message("a lamp"))
ROWS = plural("{n} row of {file} is left out.", "{n} rows of {file} are left out.", 1200, file="a.csv")


def test_a_message_is_its_english_sentence() -> None:
    assert PRICE == "The price “-1” of a lamp is below zero."
    assert ROWS == "1,200 rows of a.csv are left out."
    assert hash(PRICE) == hash(str(PRICE))
    assert f"{PRICE}" == str(PRICE)
    assert type(str(PRICE)) is str


def test_it_keeps_what_it_was_made_of() -> None:
    assert PRICE.source == "The price “{text}” of {name} is below zero."
    assert PRICE.arguments["text"] == "-1"
    assert isinstance(PRICE.arguments["name"], Message)
    assert (ROWS.plural, ROWS.quantity) == ("{n} rows of {file} are left out.", 1200)
    assert message("Open", "verb").context == "verb"


@pytest.mark.parametrize("made", [PRICE, ROWS, listed([PRICE, "B"], OR), message("Open", "verb")], ids=str)
def test_copies_are_messages_again(made: Message) -> None:
    for again in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
        assert isinstance(again, Message)
        assert again == made
        assert (again.source, again.plural, again.quantity) == (made.source, made.plural, made.quantity)
        assert (again.context, again.items) == (made.context, made.items)
        assert dict(again.arguments) == dict(made.arguments)


def test_it_is_frozen() -> None:
    with pytest.raises(AttributeError):
        PRICE.source = "another"
    with pytest.raises(AttributeError):
        del PRICE.source
    held: Any = PRICE.arguments
    with pytest.raises(TypeError):
        held["text"] = "2"
    arguments: dict[str, object] = {"text": "1"}
    made = Message("{text}", arguments)
    arguments["text"] = "2"
    assert made.arguments["text"] == "1"


def test_it_is_stored_and_sent_like_text() -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        assert database.execute("SELECT ?", (ROWS,)).fetchone() == (str(ROWS),)
    assert json.loads(json.dumps({"said": ROWS})) == {"said": str(ROWS)}


@dataclass(frozen=True)
class Said:
    """A record with a sentence, as the pure layers return them."""

    sentence: str


def test_records_with_a_message_equal_records_with_its_text() -> None:
    assert Said(ROWS) == Said(str(ROWS))
    assert {Said(ROWS)} == {Said(str(ROWS))}


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1234, "1,234"), (0.5, "0.5"), (True, "True"), ("1234", "1234"), (None, "None"),
     (number(2025, grouped=False), "2025"), (number(1234.5, 2), "1,234.50"), (number(7, 0), "7")],
)  # fmt: skip
def test_arguments_in_english(value: object, shown: str) -> None:
    assert message("{value}", value=value) == shown


@pytest.mark.parametrize(("count", "said"), [(0, "0 rows"), (1, "one row"), (10_000, "10,000 rows")])
def test_the_count_chooses_the_words(count: int, said: str) -> None:
    assert plural("one row", "{n} rows", count) == said


def test_text_in_a_place_is_text() -> None:
    assert message("It says {text}.", text="{name} {") == "It says {name} {."
    assert message("No place, 100 % {{sure}}") == "No place, 100 % {sure}"


def test_a_place_without_an_argument_is_a_mistake_in_the_code() -> None:
    with pytest.raises(KeyError):
        message("The row {row} is blank.")


def test_lists() -> None:
    assert listed(["A", "B", "C"]) == "A, B, C"
    assert listed(["A", "B", "C"], OR) == "A or B or C"
    assert listed(["A", "B"], AND) == "A and B"
    assert listed(["{x}"]) == "{x}"
    assert listed([]) == ""
    assert sentences("One.", "", PRICE) == f"One. {PRICE}"
    assert lines("One.", "Two.") == "One.\nTwo."


def test_marks_give_their_texts_back() -> None:
    assert mark("Rows") == "Rows"
    assert plural(*mark_plural("{n} row", "{n} rows"), 2) == "2 rows"
