"""What a screen reader finds on every page: names, roles, values and states, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QLineEdit

from svcconsole.gui.panels.runs.resume_question import may_resume
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.tour.destinations import Destination
from svcconsole.tour.window_driver import WindowDriver
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.gui.shell.test_tab_order import NAME, OWN_PROCESS, PAGES, on_a_process
from tests.support.practice import PracticeStore

Role = QAccessible.Role
ENTRIES = (Role.Table, Role.List, Role.Tree)
"""What holds thousands of entries: they are asked for one by one."""
TEXTS = (Role.StaticText, Role.Heading)
NOTHING_SAID = (Role.Client, Role.NoRole, Role.LayeredPane, Role.Splitter)
"""What holds other things, and is nothing that somebody could work with."""


class Node(NamedTuple):
    """One thing in the tree that a screen reader walks through."""

    role: QAccessible.Role
    name: str
    description: str
    value: str
    focusable: bool
    busy: bool
    kind: str
    placeholder: str

    def __str__(self) -> str:
        return f"{self.kind} {self.role.name} {self.name!r} {self.description!r} {self.value!r}"


def nodes(top: QAccessibleInterface) -> Iterator[Node]:
    """Everything that is not hidden, in its order."""
    waiting = [top]
    while waiting:
        here = waiting.pop()
        if not here.isValid():
            continue
        state = here.state()
        thing = here.object()
        if not state.invisible:
            yield Node(
                here.role(),
                here.text(QAccessible.Text.Name).strip(),
                here.text(QAccessible.Text.Description).strip(),
                here.text(QAccessible.Text.Value).strip(),
                bool(state.focusable),
                bool(state.busy),
                type(thing).__name__ if thing is not None else "",
                thing.placeholderText() if isinstance(thing, QLineEdit) else "",
            )
        if here.role() not in ENTRIES:
            waiting += [here.child(at) for at in reversed(range(here.childCount()))]


def faults(found: list[Node]) -> list[str]:
    """What would be heard wrong."""
    told = []
    for node in found:
        if node.focusable and not node.name:
            told.append(f"has no name: {node}")
        if node.focusable and node.role in NOTHING_SAID:
            told.append(f"has no role: {node}")
        if node.name and node.name == node.description:
            told.append(f"says its name twice: {node}")
        if node.role in TEXTS and not node.name:
            told.append(f"is an empty label: {node}")
        if node.role == Role.ProgressBar and not node.value:
            told.append(f"does not say how far: {node}")
        if node.value and node.placeholder and node.description == node.placeholder:
            told.append(f"is filled, and read as its placeholder: {node}")
    return told


async def listen(window: MainWindow, page: Destination, folder: Path) -> None:
    console = window.console
    await console.ready()
    console.runs = RunsController(console, console, may_resume=partial(may_resume, console, window))
    stage = WindowDriver(folder)
    stage.window = window
    for step in page.steps:
        await step(stage)
    found = list(nodes(QAccessible.queryAccessibleInterface(window.window())))
    await console.runs.close()
    assert len(found) > 30
    assert faults(found) == []
    assert any(node.role == Role.Heading for node in found), "nothing to go to by headings"


@pytest.mark.parametrize("page", [each for each in PAGES if each.name not in OWN_PROCESS], ids=NAME)
async def test_every_page_says_what_is_on_it(
    window_loop: QApplication,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    tmp_path: Path,
    page: Destination,
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE, 1440, 900) as window:
        await listen(window, page, tmp_path)


@pytest.mark.parametrize("page", [each for each in PAGES if each.name in OWN_PROCESS], ids=NAME)
async def test_every_page_of_the_practice_store_says_what_is_on_it(
    window_loop: QApplication, own_folders: Path, tmp_path: Path, page: Destination
) -> None:
    async with on_a_process(own_folders) as window:
        await listen(window, page, tmp_path)
