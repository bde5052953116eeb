"""Works the window with keys alone, by what is written on it: as a person does who uses no mouse.

Keys go to the window in front, as the system sends them; what has the focus gets them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from tests.support.coroutines import until

FARTHEST: Final = 300
"""So many Tabs, and whoever looks for a control has given up."""
NONE: Final = Qt.KeyboardModifier.NoModifier
CONTROL: Final = Qt.KeyboardModifier.ControlModifier
ALT: Final = Qt.KeyboardModifier.AltModifier


class Keyboard:
    """The keyboard of one window of the program."""

    def __init__(self, top: QWidget) -> None:
        self._top = top

    def front(self) -> QWidget:
        """The window that gets what is typed: a list that is open, a question, or the program's."""
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self._top

    def focused(self) -> QWidget:
        """What has the focus."""
        widget = QApplication.focusWidget()
        assert widget is not None, "the focus is nowhere"
        return widget

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press one key."""
        handle = self.front().windowHandle()
        assert handle is not None
        QTest.keyClick(handle, key, modifiers)

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        for letter in text:
            QTest.keyClicks(self.focused(), letter)

    def find(self, words: str) -> Iterator[QWidget]:
        """What can be worked with under these words."""
        for each in self.front().findChildren(QWidget):
            takes = each.focusPolicy() != Qt.FocusPolicy.NoFocus and each.isVisible() and each.isEnabled()
            if takes and words in said(each):
                yield each

    async def go_to(self, words: str) -> QWidget:
        """Press Tab until the focus is in what these words stand on, as soon as that can be worked with."""
        await until(lambda: self._walk(words))
        return self.focused()

    async def _walk(self, words: str) -> bool:
        """Once round, unless there is nothing under these words yet; where it began may be gone meanwhile."""
        passed = {self.focused()}
        if next(self.find(words), None) is None:
            return False
        for _ in range(FARTHEST):
            if words in said(self.focused()):
                return True
            self.key(Qt.Key.Key_Tab)
            await asyncio.sleep(0)
            if self.focused() in passed:
                return False
            passed.add(self.focused())
        pytest.fail("Tab goes on for ever")

    async def press(self, words: str) -> None:
        """Go to a button, and press it."""
        await self.go_to(words)
        self.key(Qt.Key.Key_Space)
        await asyncio.sleep(0)

    async def fill(self, words: str, text: str) -> None:
        """Go to a field, and type over what stands in it."""
        await self.go_to(words)
        self.key(Qt.Key.Key_A, CONTROL)
        self.type(text)


def said(widget: QWidget) -> set[str]:
    """What it is called: its name for whoever listens, and what stands on it."""
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return {each for each in (widget.accessibleName(), text) if each}
