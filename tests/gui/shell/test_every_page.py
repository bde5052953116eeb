"""Every page by keyboard and by ear: Tab in reading order, letters of Alt, names, roles and states.

What a screen reader finds is kept in `accessible_trees`, so that a change of it is seen in review.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.shell.opening import TopWindow
from svcconsole.tour.destinations import Destination
from tests.gui.shell.pages import NAME, PAGES, OpenPage, open_page
from tests.support.accessible_tree import Role, faults, nodes, tree_text
from tests.support.coroutines import until
from tests.support.tab_order import (
    at_rest,
    is_ours,
    misread,
    named,
    reachable,
    turn,
    unlisted,
    without_letter,
)

__all__ = ["open_page"]

KEPT: Final = Path(__file__).with_name("accessible_trees")
ROUNDS: Final = 5
"""So many looks have to find the same tree before a page is at rest."""
MOVING: Final = frozenset({"campaign-result", "delivered"})
"""Pages on which states of messages come in for as long as they are open."""


class ShownAlone(QObject):
    """Notes what is shown as a window of its own and is neither the program's nor a question nor a list."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.found: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            popup = watched.windowType() in (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
            if not popup and not isinstance(watched, TopWindow | QDialog):
                self.found.append(named(watched))
        return False


@pytest.fixture
def shown_alone(qapp: QApplication) -> Iterator[ShownAlone]:
    watch = ShownAlone(qapp)
    qapp.installEventFilter(watch)
    yield watch
    qapp.removeEventFilter(watch)


@pytest.mark.parametrize("page", PAGES, ids=NAME)
async def test_a_page_is_heard_and_worked_by_keyboard(
    shown_alone: ShownAlone, open_page: OpenPage, page: Destination
) -> None:
    async with open_page(page) as window:
        assert not shown_alone.found, "a part was shown before it had its place: for a moment it is a window"
        await hear(window.window(), page.name)
        await walk(window.window())


async def hear(top: QWidget, name: str) -> None:
    """Names, roles, values and states of everything, nothing twice, and all as it was kept."""
    tree = await tree_at_rest(top)
    found = list(nodes(QAccessible.queryAccessibleInterface(top)))
    assert len(found) > 30
    assert faults(found) == []
    assert any(node.role == Role.Heading for node in found), "nothing to go to by headings"
    kept = KEPT / f"{name}.txt"
    if name in MOVING:
        return
    if not kept.exists():
        kept.write_text(tree, encoding="utf-8")
        pytest.fail(f"{kept} is written now: read what a screen reader finds, and commit it")
    changes = unified_diff(kept.read_text(encoding="utf-8").splitlines(), tree.splitlines(), n=2, lineterm="")
    assert not (changed := "\n".join(changes)), (
        f"if it is meant, delete {kept.name} and run this again\n{changed}"
    )


async def tree_at_rest(top: QWidget) -> str:
    """The tree of a window once nothing comes or goes any more."""
    seen: list[str] = []

    def rests() -> bool:
        seen.append(tree_text(QAccessible.queryAccessibleInterface(top)))
        return len(seen) > ROUNDS and len(set(seen[-ROUNDS:])) == 1

    await until(rests)
    return seen[-1]


async def walk(top: QWidget) -> None:
    """Each stop exactly once, in reading order, both ways, no trap; a letter for each with Alt."""
    proxies = [named(each) for each in top.findChildren(QWidget) if is_ours(each) and each.focusProxy()]
    assert not proxies, "a container has a focus proxy"
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        visited = await at_rest(top, key)
        missed = [named(each) for each in reachable(top) - visited.keys()]
        assert not missed, f"{key.name} never reaches\n" + "\n".join(missed)
        order = list(visited) if key == Qt.Key.Key_Tab else [*reversed(visited)]
        assert not (wrong := misread(order)), f"{key.name} is out of order:\n" + "\n".join(wrong)
        often = [named(each) for each, times in visited.items() if times > 1]
        assert not often, f"{key.name} comes more than once to\n" + "\n".join(often)
    assert not (keys := unlisted(top)), f"the list of shortcuts does not have {keys}"
    assert not (bare := without_letter(top)), "Alt shows no letter at\n" + "\n".join(bare)
    for segments in top.findChildren(Segments):
        if segments.isVisible() and segments.isEnabled():
            turn(segments)
