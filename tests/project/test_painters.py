"""A painter ends with its block: one that an exception's traceback keeps would paint into a freed window."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "svcconsole"


def test_every_painter_is_used_in_with() -> None:
    calls, in_with = set[tuple[str, int]](), set[tuple[str, int]]()
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "QPainter":
                calls.add((path.name, node.lineno))
            if isinstance(node, ast.With):
                in_with |= {(path.name, item.context_expr.lineno) for item in node.items}
    assert len(calls) > 50
    assert sorted(calls - in_with) == []
