"""A window test fails for what it leaves or lets Qt complain of: each of these does one such thing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
BAD_TESTS = """
import asyncio
import logging

import pytest
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtWidgets import QPushButton, QWidget

from tests.support.qt import show

kept = []


def test_warns(qtbot):
    qWarning("Qt does not like this")


@pytest.fixture
def warns_late(qtbot):
    yield
    qWarning("Qt does not like the end")


def test_warns_at_its_end(warns_late):
    pass


def test_raises_in_a_slot(qtbot):
    button = show(qtbot, QPushButton("Divide"))
    button.clicked.connect(lambda: 1 / 0)
    button.click()


def test_logs(qapp):
    logging.getLogger("svcconsole.test").warning("Something is odd")


def test_leaves_a_window(qapp):
    window = QWidget()
    window.setWindowTitle("Left open")
    window.show()
    kept.append(window)


def test_leaves_a_timer(qapp):
    timer = QTimer(interval=100_000)
    timer.start()
    kept.append(timer)


async def test_leaves_a_task(window_loop):
    kept.append(asyncio.get_running_loop().create_task(asyncio.sleep(100), name="endless"))


def test_does_nothing_of_this(qtbot):
    show(qtbot, QWidget(), 200, 100)
"""
COMPLAINTS = {
    "warns": "Qt does not like this",
    "warns_at_its_end": "Qt does not like the end",
    "raises_in_a_slot": "ZeroDivisionError: division by zero",
    "logs": "log WARNING svcconsole.test: Something is odd",
    "leaves_a_window": "window left: QWidget '' 'Left open'",
    "leaves_a_timer": "timer left running: None every 100000 ms",
    "leaves_a_task": "task left running: <Task pending name='endless'",
}
"""The name of a test of those above, and what its failure says."""


def test_each_fault_fails_its_test_and_no_other(tmp_path: Path) -> None:
    bad = tmp_path / "test_bad.py"
    bad.write_text(BAD_TESTS, encoding="utf-8")
    plugins = ["-p", "tests.support.coroutines", "-p", "tests.support.qt"]
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), *plugins, str(bad)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    failed = re.findall(r"^(?:FAILED|ERROR) \S*::test_(\w+)", ended.stdout, re.MULTILINE)
    assert sorted(failed) == sorted(COMPLAINTS), ended.stdout
    for words in COMPLAINTS.values():
        assert words in ended.stdout


def test_no_coroutine_waits_with_qtbot() -> None:
    """qtbot waits in a nested event loop, where no coroutine can be cancelled; they have `until`."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in (ROOT / "tests").rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.AsyncFunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Attribute)
        and isinstance(call.value, ast.Name)
        and call.value.id == "qtbot"
        and call.attr.startswith("wait")
    ]
    assert found == []
