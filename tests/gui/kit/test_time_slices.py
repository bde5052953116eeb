"""What is built and taken down in slices: the page of a run is made once, a page that was left goes whole."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from svcconsole.gui.kit.time_slices import take_down
from svcconsole.gui.panels.importer.run_section import RunSection
from svcconsole.gui.panels.runs.run_panel import RunPanel
from tests.gui.panels.runs.conftest import MakeConsole, leave, make_console
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

__all__ = ["make_console"]


async def test_a_run_that_is_started_while_its_page_is_made_takes_that_page(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    stack = QStackedWidget()
    qtbot.addWidget(stack)
    section = RunSection(console, stack)
    ahead, wanted = await asyncio.gather(section.make_ready(), section.make_ready())
    assert ahead is wanted and stack.findChildren(RunPanel) == [ahead]
    await leave(console)


async def test_a_page_that_was_left_is_taken_down_part_by_part_and_whole(window_loop: QApplication) -> None:
    page = QWidget()
    stack = QStackedWidget()
    QVBoxLayout(page).addWidget(stack)
    steps = [QWidget() for _ in range(3)]
    for step in steps:
        stack.addWidget(step)
    stack.setCurrentWidget(steps[2])
    gone: list[str] = []
    for name, part in zip(("first", "second", "shown", "page"), (*steps, page), strict=True):
        part.destroyed.connect(lambda _, name=name: gone.append(name))
    await take_down(page)
    await until(lambda: not isValid(page))
    assert gone[:2] == ["first", "second"] and set(gone[2:]) == {"shown", "page"}
