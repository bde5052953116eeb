"""Sentences that were stored in English are said in the language in use, and what is none of ours stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.words import catalog
from svcconsole.words.catalog import ENGLISH, render
from svcconsole.words.message import Message, StoredSentence, message, places, plural, sentences
from svcconsole.words.recognised import LEAST_LETTERS, recognised
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.report_runs import Stage
from tests.support.wordlist import wordlist

PLACE = re.compile(r"\{[^}]*\}")
LEAST_KNOWN = 4_000
"""So many texts are tried at least."""


@pytest.fixture(scope="module")
def spanish_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("words") / "es.mo"
    wordlist().compile_catalog(wordlist().WORDS / "es.po", made)
    return made


@pytest.fixture
def spanish(spanish_file: Path) -> Iterator[None]:
    catalog.use(catalog.load("es", spanish_file))
    yield
    catalog.use(ENGLISH)


def every_message() -> Iterator[Message]:
    """Every text of the program that says enough of its own, something in each of its places."""
    for entry in wordlist().template():
        one, many = (entry.id, "") if isinstance(entry.id, str) else entry.id
        if many and ("{n}" not in one or "{n}" not in many):
            continue  # without its number nobody can tell the form
        own = PLACE.sub("", one)
        if sum(map(str.isalpha, own)) < LEAST_LETTERS or " " not in own.strip():
            continue
        held = {name: f"Q{at}" for at, name in enumerate(places(many or one)) if not many or name != "n"}
        if many:
            yield plural(one, many, 1234, entry.context or "", **held)
        else:
            yield message(one, entry.context or "", **held)


def test_every_sentence_is_recognised_by_its_english(spanish_file: Path) -> None:
    known = [*every_message()]
    assert len(known) > LEAST_KNOWN
    found = [recognised(str(each), spanish_file) for each in known]
    assert [each for each, there in zip(known, found, strict=True) if not isinstance(there, Message)] == []
    assert found == known, "the English stays the same: nothing is lost by it"


@pytest.mark.usefixtures("spanish")
def test_several_sentences_are_said_with_what_stands_in_them() -> None:
    broke = message("The connection to {store} broke before its answer was complete.", store="Harbour")
    left_out = plural("{n} row is left out.", "{n} rows are left out.", 1234)
    said = render(StoredSentence(f"{sentences(broke, left_out)} Their own words."))
    assert said.startswith("La conexión con Harbour") and said.endswith("Their own words.")
    assert "1.234 filas" in said


@pytest.mark.usefixtures("spanish")
def test_a_sentence_within_another_is_said_too_and_a_column_stays_as_the_file_names_it() -> None:
    inner = message("“{text}” has no country code.", text="06 12 34")
    for column in ("Téléphone", "Name", "Open"):
        outer = message("Row {row}, {column}: {sentence}", row=29, column=column, sentence=inner)
        stored = StoredSentence(str(outer))
        assert render(stored) == render(outer).replace(render(inner, language=ENGLISH), render(inner))
        assert column in render(stored) and str(inner) not in render(stored)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ana",
        "Row 3: their own words.",
        "Row 3: Open",
        "A: B",
        "Was {store} gone? Nobody knows",
        "The connection to",
    ],
)
def test_what_is_none_of_ours_stays(spanish_file: Path, text: str) -> None:
    assert recognised(text, spanish_file) == text
    assert not isinstance(recognised(text, spanish_file), Message)


@pytest.mark.usefixtures("spanish")
def test_what_is_said_is_cleaned_once_it_turns_out_to_be_a_strangers() -> None:
    stored = StoredSentence("sneaky words")
    assert (
        render(stored, clean=str.upper) == render(stored, clean=str.upper, language=ENGLISH) == "SNEAKY WORDS"
    )


def test_what_was_read_before_the_language_changed_is_said_in_the_new_one(spanish_file: Path) -> None:
    stored = StoredSentence("Nothing was sent.")
    assert render(stored) == "Nothing was sent."
    assert render(stored, language=catalog.load("es", spanish_file)) == "No se envió nada."
    assert render(message("{end}: {reason}", end="x", reason=stored)) == "x: Nothing was sent."


@pytest.mark.usefixtures("spanish")
def test_what_the_workspace_kept_is_said_in_the_language_in_use(tmp_path: Path) -> None:
    sentence = message("The connection to {store} broke before its answer was complete.", store="Harbour")
    with Workspace.open(tmp_path) as workspace:
        run = workspace.reports.create("Ledger report", {"name": "Ledger report"}, "K7M2-Q9XP")
        workspace.reports.update(run.id, stage=Stage.STOPPED, server_words=("no",), sentence=sentence)
        kept = workspace.reports.get(run.id).sentence
    assert render(kept).startswith("La conexión con Harbour") and kept == sentence
