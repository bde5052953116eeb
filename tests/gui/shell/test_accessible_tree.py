"""What a screen reader finds on every page: names, roles, values and states, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QLineEdit

from svcconsole.tour.destinations import Destination
from tests.gui.shell.pages import NAME, PAGES, OpenPage, open_page

__all__ = ["open_page"]

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


@pytest.mark.parametrize("page", PAGES, ids=NAME)
async def test_every_page_says_what_is_on_it(open_page: OpenPage, page: Destination) -> None:
    async with open_page(page) as window:
        found = list(nodes(QAccessible.queryAccessibleInterface(window.window())))
    assert len(found) > 30
    assert faults(found) == []
    assert any(node.role == Role.Heading for node in found), "nothing to go to by headings"
