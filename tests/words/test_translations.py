"""The languages that are shipped: complete, with the places of the English texts and the glossary's words."""

from __future__ import annotations

import re
import shutil
from difflib import unified_diff
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

from svcconsole import languages
from svcconsole.words.catalog import load
from tests.support.wordlist import ROOT, wordlist

COMPLETE = ("ar", "es", "hi")
OTHER_DIGITS = re.compile("[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]")
"""Those of Arabic, Persian and Devanagari: one window shows one kind."""


@pytest.fixture(params=COMPLETE)
def catalog(request: pytest.FixtureRequest) -> Path:
    found: Path = ROOT / "resources" / "words" / f"{request.param}.po"
    return found


def test_every_text_of_the_code_is_translated(catalog: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(catalog, tmp_path))
    words = wordlist()
    assert words.untranslated(catalog) == []
    assert words.update(copy, words.template()) == 0
    changed = unified_diff(
        catalog.read_text("utf-8").splitlines(), copy.read_text("utf-8").splitlines(), n=0, lineterm=""
    )
    assert list(changed) == [], "python packaging/words.py update"


def test_it_keeps_the_places_and_the_words_of_the_glossary(catalog: Path) -> None:
    assert wordlist().check(catalog) == []


def test_its_digits_are_those_of_the_store(catalog: Path) -> None:
    assert not OTHER_DIGITS.search(catalog.read_text("utf-8"))


def test_what_is_wrong_is_found(catalog: Path, tmp_path: Path) -> None:
    """A place of another name, a term said by another word, and a text without a translation."""
    copy = tmp_path / catalog.name
    copy.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "{n} of {all}"\nmsgstr "{n} / {whole}"\n\n'
        'msgid "No campaign yet"\nmsgstr "…"\n\n'
        'msgid "Saved"\nmsgstr ""\n',
        encoding="utf-8",
    )
    found = wordlist().check(copy)
    assert len(found) == 3
    assert "1 texts have no translation" in found[0]
    assert "{whole}" in found[1]
    assert "“campaign”" in found[2]


def test_only_complete_languages_are_offered() -> None:
    shipped = {po.stem for po in wordlist().translated() if not wordlist().untranslated(po)}
    assert set(languages.codes()) == {"en", *shipped} >= {"en", *COMPLETE}


@pytest.mark.usefixtures("qapp")
def test_a_sentence_that_begins_with_a_latin_word_runs_its_own_way(tmp_path: Path) -> None:
    """Qt takes a text's direction from its first letter, which may be that of a field or a key."""
    compiled = tmp_path / "ar.mo"
    wordlist().compile_catalog(ROOT / "resources" / "words" / "ar.po", compiled)
    arabic = load("ar", compiled)
    for source in ("Fine", "F for to fix, Enter for fine, arrows to move", "appId is required."):
        text = arabic.text(source)
        assert text != source
        assert QTextDocument(text).firstBlock().textDirection() == Qt.LayoutDirection.RightToLeft
