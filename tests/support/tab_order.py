"""Walks through a page by keyboard: by Tab both ways, by the arrows of choices, and by the letters of Alt."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit import actions
from svcconsole.gui.kit.access_keys import AccessKeys
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.part_keys import PARTS
from tests.support.coroutines import until
from tests.support.keyboard import said

FARTHEST = 1500
LISTED = [
    *(each for spec in actions.TABLE for each in spec.keys),
    *(each for part in PARTS for _, keys in part.keys for each in keys),
]


def reachable(window: QWidget) -> set[QWidget]:
    """Every control on screen that says it takes the focus by Tab."""
    return {
        each
        for each in window.findChildren(QWidget)
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.isVisible()
        and each.isEnabled()
        and each.window() is window.window()
        and not (each.focusProxy() and isinstance(each.parentWidget(), QComboBox | QAbstractSpinBox))
    }


def tabbed(window: QWidget, key: Qt.Key) -> Counter[QWidget]:
    """How often the key comes to each control until it is back where it began."""
    visited: Counter[QWidget] = Counter()
    begun = before = QApplication.focusWidget()
    assert begun is not None
    for _ in range(FARTHEST):
        here = QApplication.focusWidget()
        assert here is not None, f"the focus is nowhere after {before}"
        QtBot.keyClick(here, key)
        after = QApplication.focusWidget()
        assert after is not None, f"the focus is nowhere after {named(here)}"
        if after is not here:
            visited[after] += 1
        before = here
        if after is begun and here is not begun:
            break
    else:
        pytest.fail(f"Tab goes on for ever from {named(begun)}: {[*map(named, visited)][:4]}")
    return visited


async def at_rest(window: QWidget, key: Qt.Key) -> Counter[QWidget]:
    """A whole round in which no control came or went: a table that has the focus chooses its first row."""

    def walked() -> Counter[QWidget] | None:
        before = reachable(window)
        visited = tabbed(window, key)
        return visited if reachable(window) == before else None

    window.window().activateWindow()
    await until(QApplication.focusWidget)
    found = await until(walked)
    assert isinstance(found, Counter)
    return found


def misread(order: list[QWidget]) -> list[str]:
    """Pairs of which the second is read before the first: from above to below, and from the left."""
    begin = min(range(len(order)), key=lambda at: _place(order[at]))
    order = [*order[begin:], *order[:begin]]
    return [
        f"{named(one)}\n    comes before\n  {named(other)}"
        for one, other in combinations(order, 2)
        if not one.isAncestorOf(other) and not other.isAncestorOf(one) and _stands_behind(one, other)
    ]


def _place(widget: QWidget) -> list[tuple[int, int]]:
    """Where it stands: the corner of each part of the window that it is in, from the outermost."""
    return [(each.y(), each.x()) for each in _line(widget)]


def _stands_behind(one: QWidget, other: QWidget) -> bool:
    """In their closest common ancestor: whether the part with `one` is read after the other's."""
    above, below = _line(one), _line(other)
    here, there = next(
        (mine.geometry(), its.geometry()) for mine, its in zip(above, below, strict=False) if mine is not its
    )
    if there.bottom() < here.top():
        return not there.left() > here.right()
    return there.right() < here.left() and there.top() <= here.bottom()


def _line(widget: QWidget) -> list[QWidget]:
    """The widget behind all that it stands in, the outermost first."""
    above = widget.parentWidget()
    return [*(_line(above) if above is not None else ()), widget]


def named(widget: QWidget) -> str:
    path: list[str] = []
    at: QWidget | None = widget
    while at is not None and len(path) < 6:
        path.append(f"{type(at).__name__}({' '.join(said(at))})")
        at = at.parentWidget()
    return " < ".join(path)


def turn(segments: Segments) -> None:
    """The arrows choose the next one and the one before, and stay where they can be seen."""
    segments.focus_current()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        begun = QApplication.focusWidget()
        assert begun is not None and begun.isVisible()
        QtBot.keyClick(begun, key)
        after = QApplication.focusWidget()
        assert after is not None and after.isVisible(), f"the focus is out of sight after {named(begun)}"
        chosen = after.parentWidget()
        assert isinstance(chosen, Segments), f"{named(begun)} is left for {named(after)}"
        assert isinstance(after, QAbstractButton) and after.isChecked(), named(after)


def without_letter(window: QWidget) -> list[str]:
    """The controls in sight that have no letter while Alt is held."""
    before = QApplication.focusWidget()
    assert before is not None
    QTest.keyPress(before, Qt.Key.Key_Alt)
    (keys,) = (each for each in window.findChildren(AccessKeys) if each.isVisible())
    given = set(keys.control_of.values())
    in_sight = [each for each in reachable(window) if not each.visibleRegion().isEmpty() and said(each)]
    QTest.keyRelease(before, Qt.Key.Key_Alt)
    assert len(keys.control_of) == len(given), "a control has two letters"
    return [named(each) for each in in_sight if each not in given]


def unlisted(window: QWidget) -> set[str]:
    """Keys that do something on the page and do not stand in the list of shortcuts."""
    listed = {QKeySequence(each).toString() for each in LISTED}
    used: set[str] = set()
    for shortcut in window.findChildren(QShortcut):
        sequences = shortcut.keys()
        used.update(each.toString() for each in sequences)
    return used - listed


def is_ours(widget: QWidget) -> bool:
    """Whether it is made of parts by this program, and not by Qt."""
    return type(widget).__module__.startswith("svcconsole.")
