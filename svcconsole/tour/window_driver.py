"""Drives a window as a person would: click, type, choose, wait, take a picture."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget

from svcconsole.gui.design.colours import colour

if TYPE_CHECKING:
    from svcconsole.app import Program
    from svcconsole.gui.shell.main_window import MainWindow

T = TypeVar("T")

SIZE = (1440, 900)
WAIT_SECONDS = 20.0
TICK = 0.02


class NotAsExpected(Exception):
    """A step waited for something that did not come."""


@dataclass(slots=True)
class WindowDriver:
    """The window under way, where the pictures go, and what was checked; `patience` multiplies every wait."""

    out: Path
    patience: float = 1.0
    pictures: list[Path] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    checks: int = 0
    totals: dict[str, Any] = field(default_factory=dict)
    window: MainWindow = field(init=False)
    program: Program = field(init=False)

    def check(self, claim: str, holds: bool) -> None:
        """Note whether `claim` holds; the tour goes on, its exit code tells."""
        self.checks += 1
        if not holds:
            self.failed.append(claim)

    async def until(self, wanted: str, condition: Callable[[], T | None], seconds: float = WAIT_SECONDS) -> T:
        """What `condition()` gives as soon as it is true; NotAsExpected names what was wanted."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds * self.patience
        while not (value := condition()):
            if loop.time() > deadline:
                raise NotAsExpected(wanted)
            await asyncio.sleep(TICK)
        return value

    async def click(self, control: QWidget) -> None:
        """Click in the middle of a control that is on screen and can be used."""
        await self.until(
            f"{_named(control)} can be clicked", lambda: control.isVisible() and control.isEnabled()
        )
        QTest.mouseClick(control, Qt.MouseButton.LeftButton, pos=control.rect().center())
        await asyncio.sleep(0)

    async def type(self, into: QWidget, text: str, *, end: Qt.Key | None = None) -> None:
        """Put the focus into a field, replace its text key by key, and press `end`."""
        into.setFocus(Qt.FocusReason.TabFocusReason)
        if isinstance(into, QLineEdit):
            into.selectAll()
        QTest.keyClicks(into, text)
        if end is not None:
            QTest.keyClick(into, end)
        await asyncio.sleep(0)

    def key(self, to: QWidget, key: Qt.Key) -> None:
        """Press one key."""
        QTest.keyClick(to, key)

    def choose(self, combo: QComboBox, data: object) -> None:
        """Choose the entry of a combo that stands for `data`, as its list does."""
        at = combo.findData(data)
        if at < 0:
            raise NotAsExpected(f"{_named(combo)} offers {data}")
        combo.setCurrentIndex(at)
        combo.activated.emit(at)

    async def picture(self, name: str) -> Path:
        """A PNG of the whole window, in `out` under its number and name."""
        path = self.out / f"{len(self.pictures) + 1:02d}-{name}.png"
        await self.save(path)
        self.pictures.append(path)
        return path

    async def save(self, path: Path) -> None:
        """Write a picture of the window and of the dialog over it, once it has come to rest."""
        await asyncio.sleep(0.15)
        taken = self.window.grab()
        dialog = QApplication.activeModalWidget()
        if dialog is not None and dialog.isVisible():
            place = dialog.mapToGlobal(QPoint()) - self.window.mapToGlobal(QPoint())
            with QPainter(taken) as painter:
                painter.fillRect(QRect(place, dialog.size()).adjusted(-1, -1, 1, 1), colour("border"))
                painter.drawPixmap(place, dialog.grab())
        taken.save(str(path))

    def point(self, widget: QWidget, at: QPoint) -> None:
        """Click at a place inside a widget."""
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at)


def focused() -> QWidget | None:
    """Where the next key goes."""
    return QApplication.focusWidget()


def _named(widget: QWidget) -> str:
    return widget.accessibleName() or getattr(widget, "text", lambda: "")() or type(widget).__name__
