"""Imports without circles, and loops and tasks that are built in one place."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

SOURCES = Path(__file__).resolve().parents[2] / "svcconsole"
BUILDERS = {
    "create_task",
    "ensure_future",
    "new_event_loop",
    "QEventLoop",
    "WindowLoop",
    "Runner",
    "TaskScope",
}
"""What builds an event loop or starts a task that nobody answers for."""


@cache
def imports() -> dict[str, set[str]]:
    """Module → the modules it imports, those under TYPE_CHECKING and inside functions included."""
    graph = grimp.build_graph("svcconsole", cache_dir=None)
    return {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}


def test_no_module_imports_itself_over_others() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail("these modules import one another: " + " -> ".join(error.args[1]), pytrace=False)


def test_the_graph_holds_imports_for_types_and_inside_functions() -> None:
    links = imports()
    assert "svcconsole.gui.runtime.runs_controller" in links["svcconsole.gui.runtime.console"], "for types"
    assert "svcconsole.gui.shell.main_window" in links["svcconsole.app"]
    assert "svcconsole.services.sends.sending" in links["svcconsole.gui.runtime.console"], "inside a function"


def test_loops_tasks_and_scopes_come_from_the_runtime() -> None:
    elsewhere = [path for path in (SOURCES / "gui").rglob("*.py") if path.parent.name != "runtime"]
    assert len(elsewhere) > 300
    found = {str(path.relative_to(SOURCES)): _called(path) & BUILDERS for path in elsewhere}
    assert {name: names for name, names in found.items() if names} == {}, "use make_scope and its start()"


def _called(path: Path) -> set[str]:
    """The last names of everything that is called in a file."""
    return {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    }
