"""What Qt tests need beside pytest-qt: its application dressed, loops of their own, nothing left behind."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import re
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QEvent, QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from svcconsole.gui.design.theme import theme
from svcconsole.gui.runtime.announcer import announcer
from svcconsole.gui.runtime.event_loop import WindowLoop
from svcconsole.gui.runtime.languages import window_language
from svcconsole.gui.runtime.privacy import privacy
from tests.support.coroutines import until
from tests.support.warm_start import warm

W = TypeVar("W", bound=QWidget)

WINDOW_TEST = "qapp"


def _no_display() -> bool:
    return sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()


if _no_display():
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


class Complaints(logging.Handler):
    """Everything a test did that it must not; `expect` takes what it does on purpose."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []
        self.expected: list[re.Pattern[str]] = []

    def expect(self, pattern: str) -> None:
        """A log line matching `pattern` belongs to this test."""
        self.expected.append(re.compile(pattern))

    def add(self, text: str) -> None:
        self.found.append(text)

    def emit(self, record: logging.LogRecord) -> None:
        self.add(f"log {record.levelname} {record.name}: {record.getMessage()}")

    def left(self) -> list[str]:
        """Complaints that nobody expected."""
        return [text for text in self.found if not any(pattern.search(text) for pattern in self.expected)]


SETTLE_SECONDS = 2.0


class GuardedLoop(WindowLoop):
    """The window's loop; tells which tasks went on when the test's coroutine had ended. One that ends by
    itself, as what a page notes in the workspace when it is left, is waited for."""

    left_running: tuple[str, ...] | None = None

    def run_until_complete(self, future: Any) -> Any:
        try:
            ended = super().run_until_complete(future)
            if self.left_running is None and (going := asyncio.all_tasks(self)):
                super().run_until_complete(asyncio.wait(going, timeout=SETTLE_SECONDS))
            return ended
        finally:
            if self.left_running is None:
                self.left_running = tuple(sorted(repr(task) for task in asyncio.all_tasks(self)))


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """pytest-qt's QApplication, dressed as the program dresses its own."""
    qapp.setQuitOnLastWindowClosed(False)
    window_language().follow()
    theme().set_setting("light")
    theme().apply(qapp)
    return qapp


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Hears what Qt says while a test's widgets and fixtures end: pytest-qt stops listening before that."""
    harmless = [re.compile(pattern) for pattern in item.config.getini("qt_log_ignore")]
    said: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        quiet = kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg)
        if not quiet and not any(pattern.search(text) for pattern in harmless):
            said.append(text)

    before = qInstallMessageHandler(hear)
    try:
        result = yield
    finally:
        qInstallMessageHandler(before)
    if said:
        pytest.fail("Qt complained while the test ended:\n" + "\n".join(said), pytrace=False)
    return result


@pytest.fixture
def complaints(qapp: QApplication) -> Iterator[Complaints]:
    """What the test must answer for at its end, beside what pytest-qt hears: logs, windows, timers."""
    book = Complaints()
    windows = set(qapp.topLevelWidgets())
    timers = set(map(id, _live_timers()))
    logging.getLogger().addHandler(book)
    gc.freeze()  # what earlier tests and imports left is not gone through at the end of each one
    gc.disable()  # another thread's collection would delete this test's widgets; `sweep` collects here
    try:
        yield book
    finally:
        announcer.cache_clear()  # what still waits to be said belongs to this test
        sweep(qapp)
        gc.enable()
        logging.getLogger().removeHandler(book)
    for window in set(qapp.topLevelWidgets()) - windows:
        book.add(f"window left: {type(window).__name__} {window.objectName()!r} {window.windowTitle()!r}")
    for timer in _live_timers():
        if id(timer) not in timers:
            book.add(f"timer left running: {timer.parent()!r} every {timer.interval()} ms")
    if left := book.left():
        pytest.fail("the window complained:\n" + "\n".join(left), pytrace=False)


@pytest.fixture(autouse=True)
def _guard(request: pytest.FixtureRequest) -> None:
    """Every test that touches the QApplication answers for its complaints."""
    if WINDOW_TEST in request.fixturenames:
        request.getfixturevalue("complaints")


@pytest.fixture
def loop_factory(qapp: QApplication, complaints: Complaints) -> Iterator[Callable[[], WindowLoop]]:
    """What tests/support/coroutines.py runs the test's coroutine on."""
    loops: list[GuardedLoop] = []

    def make() -> WindowLoop:
        loops.append(GuardedLoop(qapp))
        return loops[-1]

    yield make
    privacy.cache_clear()  # what a test leaves behind does not follow the switch of the next
    for loop in loops:
        for task in loop.left_running or ():
            complaints.add(f"task left running: {task}")


@pytest.fixture
def window_loop(
    loop_factory: Callable[[], WindowLoop], qapp: QApplication, own_folders: Path
) -> QApplication:
    """`async def test_…(window_loop)` runs on the window's loop, with folders of its own."""
    multiprocessing.set_executable(warm.python())
    return qapp


@pytest.fixture
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Config and data folders that belong to this test alone."""
    monkeypatch.setenv("SVCCONSOLE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("SVCCONSOLE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path


def show(qtbot: QtBot, widget: W, width: int = 0, height: int = 0) -> W:
    """Shows a widget, of that size where one is given; `qtbot` closes it when the test is over."""
    qtbot.addWidget(widget)
    # qtbot only has a weak reference, and PySide deletes a window whose last Python name goes away: the
    # connection holds it until it is deleted
    widget.destroyed.connect(lambda: widget)
    if width:
        widget.resize(width, height)
    widget.show()
    return widget


def sweep(app: QApplication) -> None:
    """Deliver the deletions that wait for a loop."""
    for _ in range(3):
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _live_timers() -> list[QTimer]:
    return [
        thing for thing in gc.get_objects() if type(thing) is QTimer and isValid(thing) and thing.isActive()
    ]


def words_of(page: QWidget) -> str:
    """What the labels of a page say, one after the other."""
    return " ".join(label.text() for label in page.findChildren(QLabel))


async def question_of(widget: QWidget) -> QDialog:
    """The question that is open over the window of `widget`."""

    def found() -> QDialog | None:
        return next((one for one in widget.window().findChildren(QDialog) if one.isVisible()), None)

    question = await until(found)
    assert isinstance(question, QDialog)
    return question


async def choose_path(widget: QWidget, path: Path, *, offered: str = "") -> None:
    """Type a path into the chooser that opens over the window of `widget`, and take it; `offered` is the name
    that stands there first."""

    def opened() -> QFileDialog | None:
        return next((one for one in widget.window().findChildren(QFileDialog) if one.isVisible()), None)

    dialog = await until(opened)
    assert isinstance(dialog, QFileDialog)
    line = dialog.findChildren(QLineEdit, "fileNameEdit")[0]
    assert not offered or line.text() == offered
    line.setText(str(path))
    dialog.accept()


def press(question: QDialog, text: str) -> None:
    """Press the button of `question` that says `text`."""
    next(each for each in question.findChildren(QPushButton) if each.text() == text).click()


async def answer_over(widget: QWidget, text: str) -> str:
    """Wait for a question over the window of `widget`, press the button that says `text`; its title."""
    question = await question_of(widget)
    press(question, text)
    return question.windowTitle()


async def answer(question: QDialog, text: str) -> None:
    """Press the button of `question` that says `text`, and wait until it has gone."""
    press(question, text)
    await until(lambda: not isValid(question))
