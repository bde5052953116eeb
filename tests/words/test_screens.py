"""On the screens of the tour every text of ours is said in the language in use: here one with brackets."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.wordlist import ROOT, wordlist
from tests.words.test_lint import PACKAGE, WORDS

SECONDS = 540
LETTERS = re.compile(r"[^\W\d_]{2,}")
IN_TABLE = re.compile(r": (cell|header|choice) of ")
SURELY_OURS = 3
"""Fewer words may be a value of the store's or of a file's."""


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every text of the tour in the pseudo-language, with where it stood first; its totals add up, too."""
    out = tmp_path_factory.mktemp("screens")
    wordlist().write_pseudo(out / "pseudo.mo")
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.word_walk", str(out / "pseudo.mo"), str(out)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads((out / "texts.json").read_text(encoding="utf-8"))
    assert told["failed"] == [] and told["pictures"] >= 8
    run = told["import"]
    assert run["rows"] == run["sent"] + run["refused"] + run["not_sent"] + run["needs_decision"]
    assert run["sent"] == run["rows"] > 90
    found: dict[str, str] = told["texts"]
    return found


def _written(files: Iterator[Path]) -> Iterator[str]:
    """The texts that code has in it, its docstrings apart; `{…}` where an f-string has a value."""
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = {
            part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                inside.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                yield "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "{value}" for part in node.values
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in inside:
                yield node.value


class Sources:
    """Texts with places, and which of them a text on screen may be."""

    def __init__(self, sources: Iterator[str]) -> None:
        self.whole: set[str] = set()
        self.patterns: list[tuple[str, str, re.Pattern[str]]] = []
        """Each source with its longest piece between places, which is looked for first: that is quick."""
        for source in sorted(set(sources)):
            pieces = wordlist().PLACE.split(source)
            if len(pieces) == 1:
                self.whole |= {source} if WORDS.search(source) else set()
            elif " " in source and len(LETTERS.findall("".join(pieces[::2]))) >= SURELY_OURS:
                escaped = (".+" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))
                pattern = re.compile("".join(escaped), re.DOTALL)
                self.patterns.append((source, max(pieces[::2], key=len), pattern))

    def source_of(self, text: str) -> str:
        """The source that says `text`; blank where it is none of them."""
        if text in self.whole:
            return text
        return next(
            (source for source, part, pattern in self.patterns if part in text and pattern.fullmatch(text)),
            "",
        )


def _modules(room: Path) -> Iterator[Path]:
    """The modules of a room, which may be one itself."""
    return iter([room]) if room.suffix == ".py" else room.rglob("*.py")


def _says_messages(room: Path) -> bool:
    """Whether a room's sentences are messages. What the tour types is a person's, the sandbox's a store's."""
    said = any("svcconsole.words" in module.read_text(encoding="utf-8") for module in _modules(room))
    return said and room.name not in {"cli", "sandbox", "tour"}


@pytest.mark.timeout(SECONDS + 60)
def test_no_text_of_ours_is_left_in_english(screens: dict[str, str]) -> None:
    """Neither one of the code nor, in tables with the store's and a file's values, a marked one."""
    rooms = sorted(PACKAGE.iterdir())
    ours = Sources(_written(file for room in rooms if _says_messages(room) for file in _modules(room)))
    others = Sources(_written(file for room in rooms if not _says_messages(room) for file in _modules(room)))
    marked = Sources(
        source
        for each in wordlist().texts()
        for source in (each.one, each.many)
        if len(LETTERS.findall(source)) >= SURELY_OURS
    )
    english = {
        text: f"{where}: {source}"
        for text, where in screens.items()
        if wordlist().OPEN not in text
        and (source := (marked if IN_TABLE.search(where) else ours).source_of(text))
        and not others.source_of(text)
    }
    assert english == {}


@pytest.mark.timeout(SECONDS + 60)
def test_the_screens_are_full_of_our_texts(screens: dict[str, str]) -> None:
    assert sum(wordlist().OPEN in text for text in screens) > 600


@pytest.mark.timeout(SECONDS + 60)
def test_the_head_of_the_catalog_is_on_no_screen(screens: dict[str, str]) -> None:
    assert not [text for text in screens if "Project-Id-Version" in text]
