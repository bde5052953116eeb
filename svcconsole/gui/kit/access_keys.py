"""Access keys: while Alt is held every control in front shows a letter, and Alt with that letter goes to it.

Where there are more controls than letters and digits the last ones show two, pressed one after the other.
Qt's own (an "&" in a text) have to be chosen for each text of each page in each language. Here the letters
are given out when Alt is pressed, among the controls that can be seen, so that no two have the same one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from string import ascii_lowercase
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QWidget
from shiboken6 import isValid

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.kit.reading_order import in_order, takes_tab
from svcconsole.gui.kit.window_overlay import WindowOverlay

ARE_USED: Final = sys.platform != "darwin"
"""On macOS the key types letters, and no program has such keys."""
FRAME: Final = "is_frame"
"""A property of what stands around every page and has keys of its own: it chooses its letters last."""
SHOWN_AFTER_MS: Final = 200
"""Alt is pressed in passing, too: to go to another program, or to type a letter of another layout."""
ALT: Final = "Alt+"
ANY: Final = f"{ascii_lowercase}123456789"
ENDS: Final = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.Wheel})
"""Wherever it happens: what is under a letter may be another thing then."""
ENDS_HERE: Final = frozenset({QEvent.Type.WindowDeactivate, QEvent.Type.Resize, QEvent.Type.Hide})
"""For the window that the letters are of."""


class AccessKeys(WindowOverlay):
    """The letters of one window while Alt is held."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setGeometry(window.rect())
        controls = sorted(_controls(window), key=_turn)
        letters = give_letters([_name(each) for each in controls], _taken(window))
        self.control_of: dict[str, QWidget] = {
            letter: control for letter, control in zip(letters, controls, strict=True) if letter
        }
        for letter, control in self.control_of.items():
            keys = QKeySequence(", ".join(f"{ALT}{each}" for each in letter))
            QShortcut(keys, self, partial(self._go_to, control))
        self._are_shown = False
        self._wait = QTimer(self, interval=SHOWN_AFTER_MS, singleShot=True)
        self._wait.timeout.connect(self._show_letters)
        self._wait.start()
        self.show()
        self.raise_()

    def put_away(self) -> None:
        self._wait.stop()
        super().put_away()

    def are_shown(self) -> bool:
        """Whether the letters are painted; they work before."""
        return self._are_shown

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Alt and not event.isAutoRepeat():
                self.put_away()
        elif event.type() in ENDS or (event.type() in ENDS_HERE and watched is self.parent()):
            self.put_away()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._are_shown:
            return
        font = role_font("badge")
        metrics = QFontMetrics(font)
        high = max(metrics.height(), dp(16))
        with QPainter(self) as painter:
            painter.setFont(font)
            for letter, control in self.control_of.items():
                if isValid(control) and control.isVisible():
                    wide = max(high, metrics.horizontalAdvance(letter.upper()) + dp(6))
                    place = self._place(control, QSize(wide, high))
                    box(painter, place, dp(4), fill=colour("text"), edge=colour("surface"))
                    painter.setPen(colour("surface"))
                    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, letter.upper())

    def _show_letters(self) -> None:
        self._are_shown = True
        self.update()

    def _place(self, control: QWidget, size: QSize) -> QRect:
        """A place over the corner where reading begins, half outside: it covers no words."""
        seen = _seen(control)
        ltr = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
        corner = control.mapTo(self.window(), seen.topLeft() if ltr else seen.topRight())
        begins = corner - QPoint(size.width() // 2, size.height() // 3)
        left = max(0, min(begins.x(), self.width() - size.width()))
        top = max(0, min(begins.y(), self.height() - size.height()))
        return QRect(QPoint(left, top), size)

    def _go_to(self, control: QWidget) -> None:
        self.put_away()
        if not isValid(control) or not control.isEnabled() or not control.isVisible():
            return
        if control.focusPolicy() != Qt.FocusPolicy.NoFocus:
            control.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if isinstance(control, QAbstractButton):
            control.click()


def give_letters(names: Sequence[str], taken: Set[str] = frozenset()) -> list[str]:
    """A letter or digit for each name, none twice and none that is `taken`; two of them where there are more
    names than those.

    First the names that can have their first letter, then those that can have one of another word, of any of
    their letters, and last whatever is free: names in other letters than Latin ones are found on every
    keyboard that way.
    """
    free = [each for each in ANY if each not in taken]
    beginnings: list[str] = []
    while free and sum(map(bool, names)) > len(free) + len(beginnings) * len(ANY):
        beginnings.append(free.pop())
    letters = [""] * len(names)
    wishes: tuple[Callable[[str], str], ...] = (_first, _initials, _latin, lambda name: ANY if name else "")
    for wish in wishes:
        for at, name in enumerate(names):
            found = "" if letters[at] else next((each for each in wish(name) if each in free), "")
            if found:
                letters[at] = found
                free.remove(found)
    pairs = (f"{beginning}{each}" for beginning in beginnings for each in ANY)
    return [letter or (next(pairs, "") if name else "") for letter, name in zip(letters, names, strict=True)]


def _latin(name: str) -> str:
    return "".join(each for each in name.casefold() if each in ascii_lowercase)


def _initials(name: str) -> str:
    return "".join(_latin(word[:1]) for word in name.split())


def _first(name: str) -> str:
    return _initials(name)[:1]


def _controls(widget: QWidget) -> Iterator[QWidget]:
    """What can be seen of what takes the focus, in reading order; of several choices every one."""
    for part in in_order(widget):
        if not part.isVisible() or not part.isEnabled():
            continue
        if (takes_tab(part) or _is_choice(part)) and _name(part) and not _seen(part).isEmpty():
            yield part
        yield from _controls(part)


def _turn(control: QWidget) -> int:
    """When it chooses: the button that a page is for, what Tab stops at, the other choices, the frame."""
    around: QWidget | None = control
    while around is not None:
        if around.property(FRAME):
            return 3
        around = around.parentWidget()
    if control.property("kind") == "primary":
        return 0
    return 1 if takes_tab(control) else 2


def _is_choice(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractButton) and widget.group() is not None


def _seen(control: QWidget) -> QRect:
    """The part of it that no edge of a scrolled page hides, in its own coordinates."""
    return control.visibleRegion().boundingRect()


def _name(control: QWidget) -> str:
    text = control.text() if isinstance(control, QAbstractButton) else ""
    return text or control.accessibleName()


def _taken(window: QWidget) -> set[str]:
    """The letters that already mean something with Alt in what can be seen."""
    found: set[str] = set()
    for shortcut in window.findChildren(QShortcut):
        place = shortcut.parent()
        if shortcut.isEnabled() and isinstance(place, QWidget) and place.isVisible():
            sequences = shortcut.keys()
            texts = [each.toString() for each in sequences]
            found.update(each.removeprefix(ALT).casefold() for each in texts if each.startswith(ALT))
    return found
