"""Every count is said in a form of its own where its words change with it: no "1 people", no "1 need"."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import svcconsole

FUNCTIONS = frozenset({"tr_plural", "plural", "mark_plural"})
MANY = frozenset({"rows", "people", "persons", "messages", "columns", "cells", "files", "parts", "keys"}) | {
    *("products", "customers", "need", "have", "are", "were", "them", "they", "their"),
}
"""Words that one thing never has."""
ROOT = Path(svcconsole.__file__).parent


def singulars(path: Path) -> Iterator[tuple[int, str]]:
    """The forms for one of a file's counted sentences, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            first = node.args[0]
            if name in FUNCTIONS and isinstance(first, ast.Constant):
                yield node.lineno, str(first.value)


def wrong_after_one(sentence: str) -> bool:
    """Whether the word after the count is one of many: "{n} people", "{n} need"."""
    words = [word.strip(".,:;") for word in sentence.split()]
    return any(one == "{n}" and other in MANY for one, other in pairwise(words))


def test_what_is_wrong_of_one_thing_is_found() -> None:
    assert wrong_after_one("among the {n} people seen")
    assert wrong_after_one("{n} need your decision")
    assert not wrong_after_one("{n} row is left out")


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_one_thing_is_said_as_one(path: Path) -> None:
    found = [f"{path.name}:{line} {said}" for line, said in singulars(path) if wrong_after_one(said)]
    assert found == []
