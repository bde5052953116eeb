"""The glossary for translators: what the console's own words are called in each language it will speak."""

from __future__ import annotations

import csv
import re

import pytest

from tests.support.wordlist import ROOT, wordlist

LANGUAGES = ("es", "ar", "hi")
LEAST = 50


def glossary() -> list[dict[str, str]]:
    with (ROOT / "resources" / "words" / "glossary.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_it_names_each_term_once_in_every_language() -> None:
    terms = [row["term"] for row in glossary()]
    assert len(terms) == len(set(terms)) >= LEAST
    for row in glossary():
        for language in LANGUAGES:
            accepted = row[language].split("|")
            assert all(word == word.strip() and word for word in accepted), (row["term"], language)


@pytest.mark.parametrize(("language", "letters"), [("ar", "\u0600-\u06ff"), ("hi", "\u0900-\u097f")])
def test_words_are_in_the_letters_of_their_language(language: str, letters: str) -> None:
    own = re.compile(f"[{letters}]")
    assert [row["term"] for row in glossary() if not own.search(row[language])] == []


def test_every_term_is_said_by_the_console() -> None:
    said = "\n".join(f"{found.one}\n{found.many}" for found in wordlist().texts()).casefold()
    assert [row["term"] for row in glossary() if row["term"][:-1] not in said] == []
