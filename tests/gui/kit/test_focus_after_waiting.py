"""Work that took a while gives the focus only to what is still on screen, never to a page left since."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.focus import focus_if_visible, has_focus_inside
from tests.support.qt import show

GUI = Path(__file__).parents[3] / "svcconsole" / "gui"


def test_a_page_that_was_left_does_not_take_the_focus(qtbot: QtBot) -> None:
    stack = show(qtbot, QStackedWidget(), 300, 100)
    left, shown = (QLineEdit() for _ in range(2))
    for field in (left, shown):
        page = QWidget()
        vbox(field, parent=page)
        stack.addWidget(page)
    stack.setCurrentIndex(1)
    shown.setFocus()
    focus_if_visible(left)
    assert has_focus_inside(shown)
    stack.setCurrentIndex(0)
    focus_if_visible(left)
    assert has_focus_inside(left)


def focus_after_await(source: str) -> list[int]:
    """The lines of coroutines that set the focus after they have waited."""
    lines = []
    for work in ast.walk(ast.parse(source)):
        if not isinstance(work, ast.AsyncFunctionDef):
            continue
        waits = [each.lineno for each in ast.walk(work) if isinstance(each, ast.Await | ast.AsyncFor)]
        lines += [
            call.lineno
            for call in ast.walk(work)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
            if call.func.attr == "setFocus" and waits and call.lineno > min(waits)
        ]
    return lines


@pytest.mark.parametrize(("wait", "found"), [("await work()", [3]), ("work()", [])])
def test_the_rule_is_seen_where_it_is_broken(wait: str, found: list[int]) -> None:
    assert focus_after_await(f"async def read():\n    {wait}\n    button.setFocus()\n") == found


def test_no_coroutine_sets_the_focus_unasked_after_it_waited() -> None:
    broken = [
        f"{path.relative_to(GUI)}:{line}"
        for path in GUI.rglob("*.py")
        for line in focus_after_await(path.read_text(encoding="utf-8"))
    ]
    assert not broken, "focus_if_visible says why"
