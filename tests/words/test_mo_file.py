"""A compiled catalog says what Python's gettext says of the same file."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

from svcconsole.words.mo_file import MoFile
from tests.support.wordlist import ROOT, wordlist

COUNTS = (*range(120), 1_000_000)
"""They take every form of every language."""


@pytest.fixture(scope="module", params=["ar", "es", "hi"])
def compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("compiled") / f"{request.param}.mo"
    wordlist().compile_catalog(ROOT / "resources" / "words" / f"{request.param}.po", made)
    return made


def test_it_says_every_text_in_every_form_as_gettext_does(compiled: Path) -> None:
    ours = MoFile(compiled.read_bytes())
    with compiled.open("rb") as content:
        theirs = gettext.GNUTranslations(content)
    with compiled.open("rb") as content:
        entries = [entry for entry in read_mo(content) if entry.id]
    assert len(entries) > 7_000
    for entry in entries:
        context = entry.context.decode() if isinstance(entry.context, bytes) else entry.context or ""
        if isinstance(entry.id, str):
            said = theirs.pgettext(context, entry.id) if context else theirs.gettext(entry.id)
            assert ours.text(entry.id, context) == said
            continue
        one, many = entry.id[0], entry.id[1]
        for count in COUNTS:
            of_theirs = (
                theirs.npgettext(context, one, many, count) if context else theirs.ngettext(one, many, count)
            )
            assert ours.plural(one, many, count, context) == of_theirs


def test_what_it_does_not_have_is_said_as_it_is_written(compiled: Path) -> None:
    ours = MoFile(compiled.read_bytes())
    assert ours.text("Nobody wrote this.") == "Nobody wrote this."
    assert [ours.plural("{n} unicorn", "{n} unicorns", count) for count in (1, 2)] == [
        "{n} unicorn",
        "{n} unicorns",
    ]


@pytest.mark.parametrize("kept", [0, 3, 19, 20, 1_000, -1])
def test_a_file_that_is_cut_anywhere_is_none(compiled: Path, kept: int) -> None:
    with pytest.raises(ValueError, match="cut short"):
        MoFile(compiled.read_bytes()[:kept])


def test_another_file_is_none() -> None:
    with pytest.raises(ValueError, match="begins otherwise"):
        MoFile(b"PK\x03\x04" + bytes(100))
