"""Rules of the window's code that no linter knows: no rich text, no stray colours, no stylesheet."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

GUI = Path(__file__).parents[3] / "svcconsole" / "gui"
FILES = sorted(GUI.rglob("*.py"))
CALLS = {
    "setHtml": "text from strangers is never markup",
    "insertHtml": "text from strangers is never markup",
    "appendHtml": "text from strangers is never markup",
    "setToolTip": "use text.set_tip",
    "setStatusTip": "use text.set_tip",
    "setStyleSheet": "the style paints; a stylesheet dresses every widget anew for each theme",
    "processEvents": "it stalls the loop of coroutines",
    "qWait": "it stalls the loop of coroutines",
}
NAMES = {
    "QMessageBox": "use dialogs.ask",
    "QErrorMessage": "use notices",
    "QProgressDialog": "runs have panels",
    "QInputDialog": "use a form",
    "QGroupBox": "sections are headings",
    "QTextBrowser": "it opens what it shows",
    "QGraphicsDropShadowEffect": "paint one shadow",
    "QSortFilterProxyModel": "models sort their lists",
}
ALLOWED = {("text.py", "setToolTip"), ("theme.py", "setStyleSheet"), ("desktop_notes.py", "setToolTip")}
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")


def _findings(path: Path, text: str) -> Iterator[str]:
    tree = ast.parse(text)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        where = f"{path.relative_to(GUI)}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name in CALLS and (path.name, name) not in ALLOWED:
                yield f"{where}: {name}: {CALLS[name]}"
        elif isinstance(node, ast.alias) and node.name in NAMES:
            yield f"{where}: {node.name}: {NAMES[node.name]}"
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
            and path.name != "tokens.py"
            and COLOUR.search(node.value)
        ):
            yield f"{where}: a colour outside the token table: {node.value[:40]!r}"


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(GUI)) for path in FILES])
def test_the_windows_code_keeps_the_rules(path: Path) -> None:
    assert list(_findings(path, path.read_text(encoding="utf-8"))) == []


def test_the_rules_find_what_they_forbid() -> None:
    text = "a.setHtml(x)\nb.setToolTip(y)\nfrom PySide6.QtWidgets import QMessageBox\ncolour = '#FF0000'\n"
    assert len(list(_findings(GUI / "somewhere.py", text))) == 4
