"""F6 moves the focus from one region of the window to the next."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from svcconsole.gui.kit.focus import start_of


def move_focus(regions: Sequence[QWidget], step: int) -> None:
    """Give the focus to the next region (`step` 1) or the one before (-1) that has something to focus."""
    focus = QApplication.focusWidget()
    here = next(
        (at for at, part in enumerate(regions) if focus and (part is focus or part.isAncestorOf(focus))), 0
    )
    for distance in range(1, len(regions) + 1):
        target = start_of(regions[(here + step * distance) % len(regions)])
        if target is not None:
            reason = Qt.FocusReason.TabFocusReason if step > 0 else Qt.FocusReason.BacktabFocusReason
            target.setFocus(reason)
            return
