"""Sentences are whole: none is put together of parts, and each gets what its places name.

What a rule here calls a sentence is a literal that reaches a marker or a place where widgets show text. Words
that reach a widget by way of a variable are for the eye, and for the screens in the pseudo-language.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.words.message import places
from tests.support.wordlist import ROOT, wordlist

PACKAGE = ROOT / "svcconsole"
WHOLE = ("gui", "tour", "words")
"""The rooms whose sentences are whole; the rules for all sentences hold here."""
FILES = sorted(path for room in WHOLE for path in (PACKAGE / room).rglob("*.py"))
SHOWN = frozenset({
    "PlainLabel", "ElidedLabel", "QLabel", "QCheckBox", "QPushButton", "QAction", "Button", "button", "link",
    "SectionHeading", "EmptyState", "FilterChip", "FooterPart", "PillValue", "Pill",
    "setText", "setWindowTitle", "setAccessibleName", "setAccessibleDescription", "setPlaceholderText",
    "addItem", "setItemText", "addAction",
})  # fmt: skip
"""Their first argument is a text on screen."""
TOLD = frozenset({"tell", "set_tip", "tool_button", "Notice"})
"""Their second argument is one."""
WORDS = re.compile(r"[A-Za-z]{2,} +[A-Za-z]|^[A-Z][a-z]+$|^ ?[a-z]{2,} | [a-z]{2,}[ .]?$")


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _says(node: ast.AST, names: frozenset[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _has_words(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(WORDS.search(node.value))


def _compares_with_one(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.Eq | ast.NotEq)
        and any(isinstance(side, ast.Constant) and side.value == 1 for side in (node.left, *node.comparators))
    )


def findings(code: str, file: str) -> Iterator[str]:
    """What breaks a rule in one module."""
    tree = ast.parse(code)
    names = frozenset(wordlist().markers(tree, file))
    for node in ast.walk(tree):
        where = f"{file}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.JoinedStr):
            said = [part for value in node.values for part in ast.walk(value) if _says(part, names)]
            if said:
                yield f"{where}: a said text in an f-string: make it one sentence with a place"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            if _says(node.left, names) or _says(node.right, names):
                yield f"{where}: a said text and +: make it one sentence with a place"
        elif isinstance(node, ast.IfExp) and _compares_with_one(node.test):
            forms = (node.body, node.orelse)
            if all(any(_has_words(p) or _says(p, names) for p in ast.walk(form)) for form in forms):
                yield f"{where}: one or many: tr_plural and plural know more than two forms"
        elif isinstance(node, ast.Call):
            yield from (f"{where}: {broken}" for broken in _call(node, names))


def _call(node: ast.Call, names: frozenset[str]) -> Iterator[str]:
    if isinstance(node.func, ast.Attribute) and node.func.attr == "format" and _says(node.func.value, names):
        yield "format of a said text: give the places to the marker"
    name = _name(node)
    at = 0 if name in SHOWN else 1 if name in TOLD else None
    if at is not None and len(node.args) > at:
        shown = node.args[at]
        parts = shown.values if isinstance(shown, ast.JoinedStr) else [shown]
        said = [part.value for part in parts if isinstance(part, ast.Constant) and _has_words(part)]
        if said:
            yield f"{name} shows words that no translator sees: {said[0]!r}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_sentences_are_whole(path: Path) -> None:
    file = path.relative_to(ROOT).as_posix()
    assert list(findings(path.read_text(encoding="utf-8"), file)) == []


def misfits(code: str, file: str) -> Iterator[str]:
    """Calls of markers whose arguments are not what the places of the text name."""
    tree = ast.parse(code)
    markers = wordlist().markers(tree, file)
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        name = markers.get(node.func.id)
        if name not in {"tr", "tr_plural", "message", "plural"} or any(k.arg is None for k in node.keywords):
            continue
        sources = [wordlist().literal(each) for each in node.args[: 1 if name in {"tr", "message"} else 2]]
        if None in sources or (name == "tr" and not node.keywords):
            continue
        wanted = {place for source in sources for place in places(source)} - {"n" * ("plural" in name)}
        given = {keyword.arg for keyword in node.keywords}
        if wanted != given:
            yield f"{file}:{node.lineno}: {sorted(wanted)} are named, {sorted(map(str, given))} are given"


def test_every_place_gets_its_argument() -> None:
    found = [
        broken
        for path in sorted(PACKAGE.rglob("*.py"))
        for broken in misfits(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    ]
    assert found == []


def test_qt_translates_no_text_of_ours() -> None:
    """Its tool cannot extract them, and its `%n` knows no language but the catalog's."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and (node.attr == "tr" or (node.attr == "translate" and "Application" in ast.unparse(node.value)))
    ]
    assert found == []


@pytest.mark.parametrize(
    "bad",
    [
        "f\"{tr('Ready')}, {count}\"",
        'tr("Ready") + "."',
        'tr("{n} rows").format(n=count)',
        'tr("1 row") if count == 1 else tr("{n} rows", n=count)',
        '"1 row more" if len(rows) == 1 else f"{len(rows)} rows"',
        'label.setText("Nothing is sent yet")',
        'PlainLabel(f"{count} rows are left out")',
        'set_tip(label, "Click to choose")',
    ],
)
def test_a_sentence_of_parts_is_found(bad: str) -> None:
    assert len(list(findings(f"from svcconsole.gui.design.words import tr\n{bad}\n", "example.py"))) == 1


@pytest.mark.parametrize(
    "good",
    [
        'tr_plural("1 row", "{n} rows", count)',
        'tr("{first} of {all}", first=first, all=tr_plural("1 row", "{n} rows", count))',
        'label.setText(f"{first} – {last}")',
        'label.setText(visible(name) if len(found) == 1 else "")',
        'raise ValueError(f"no place for {name}")',
        'log.info("expected error: %s", name)',
        'menu.addAction(icon, "")',
    ],
)
def test_what_is_whole_is_not_found(good: str) -> None:
    assert (
        list(findings(f"from svcconsole.gui.design.words import tr, tr_plural\n{good}\n", "example.py")) == []
    )


def test_a_wrong_argument_is_found() -> None:
    code = 'from svcconsole.gui.design.words import tr\ntr("{first} of {all}", first=1, al=2)\n'
    assert len(list(misfits(code, "example.py"))) == 1
