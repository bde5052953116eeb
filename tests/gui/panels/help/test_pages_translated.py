"""The pages of the help in each language: line for line as in English, with the words that the screen has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from svcconsole import languages
from svcconsole.gui.design.words import use_language
from svcconsole.gui.panels.help.guide import Guide
from svcconsole.gui.panels.help.page import DEVELOPERS_PAGE
from svcconsole.gui.panels.help.topics import TOPICS
from svcconsole.resources import resource
from svcconsole.words.catalog import ENGLISH
from tests.support.qt import show

COMPLETE = [code for code in languages.codes() if code != "en"]
PAGES = [*(f"{topic.name}.md" for topic in TOPICS), DEVELOPERS_PAGE]
KIND = re.compile(r"# |\d+\. |$|- |")
SAME = (
    r"--[a-z-]+",
    r"SVCCONSOLE_\w+",
    r"`[^`]+`",
    r"\bCtrl\+[\w+]+",
    r"[\w.-]+\.(?:json|csv|md|py)\b",
    r"\d+",
)
"""What no language changes: options, variables, code, keys, files and numbers."""


def lines(*place: str) -> list[str]:
    return resource("help", *place).read_text(encoding="utf-8").splitlines()


def on_screen(code: str) -> str:
    """Every translated text, one beneath the other, without the braces of its places."""
    with (resource("words") / f"{code}.po").open("rb") as file:
        found = [text for each in read_po(file) for text in _forms(each.string)]
    return re.sub(r"\{(\w+)\}", r"\1", "\n".join(found))


def _forms(string: str | tuple[str, ...] | list[str] | None) -> Iterator[str]:
    yield from (string,) if isinstance(string, str) else string or ()


@pytest.mark.parametrize("code", COMPLETE)
@pytest.mark.parametrize("page", PAGES)
def test_it_says_what_the_english_page_says_line_by_line(code: str, page: str) -> None:
    english, own = lines(page), lines(code, page)
    assert [_kind(line) for line in own] == [_kind(line) for line in english]
    for ours, theirs in zip(english, own, strict=True):
        for pattern in SAME:
            assert sorted(re.findall(pattern, theirs)) == sorted(re.findall(pattern, ours)), theirs


def _kind(line: str) -> str:
    found = KIND.match(line)
    return found[0] if found is not None else ""


@pytest.mark.parametrize("code", COMPLETE)
def test_what_it_names_in_quotes_is_said_on_the_screen(code: str) -> None:
    said = on_screen(code)
    for page in PAGES:
        for words in re.findall(r"“([^”]+)”", "\n".join(lines(code, page))):
            assert words in said, f"{page}: {words}"


@pytest.fixture
def arabic(qapp: QApplication) -> Iterator[None]:
    use_language(qapp, languages.language("ar"))
    yield
    use_language(qapp, ENGLISH)


def test_commands_run_from_left_to_right_among_arabic_words(arabic: None, qtbot: QtBot) -> None:
    guide = show(qtbot, Guide("imports.md"), 900, 700)
    said = "\n".join(label.text() for label in guide.findChildren(QLabel))
    assert "\u2066svcconsole table FILE --out PLAIN.csv\u2069" in said
    assert "\u2066/health\u2069" in said
    guide.reveal_words("--rehearse")
    assert guide.verticalScrollBar().value() > 0, "what is searched is found behind marks of direction"


def test_each_page_is_there_in_each_language() -> None:
    for code in COMPLETE:
        folder: Path = resource("help", code)
        assert {file.name for file in folder.iterdir()} == set(PAGES)
