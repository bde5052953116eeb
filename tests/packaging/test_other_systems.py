"""What works on Linux and fails on Windows, found in the sources: the tests never run there."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "svcconsole"


def test_no_moment_becomes_local_without_its_time_zone() -> None:
    """A naive moment near 1970 raises OSError on Windows when it is made local."""
    found = []
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "fromtimestamp"
                and len(node.args) + len(node.keywords) < 2
            ):
                found.append(f"{path.relative_to(SOURCES)}:{node.lineno}")
    assert not found
