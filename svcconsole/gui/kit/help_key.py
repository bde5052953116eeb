"""Has F1 bring help in dialogs and popovers, which the shortcuts of the window behind them do not reach."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget


@runtime_checkable
class HelpsBeside(Protocol):
    """Shows help beside a part of what stands in front of the window."""

    def show_help_beside(self, about: QWidget) -> None:
        """Show what is known of `about`, and of the page it belongs to."""


def answer_help_key(panel: QWidget) -> None:
    """Have F1 in `panel`, a window of its own, show help on the part that has the focus."""
    shortcut = QShortcut(QKeySequence("F1"), panel)
    shortcut.activated.connect(lambda: _ask(panel))


def _ask(panel: QWidget) -> None:
    focus = QApplication.focusWidget()
    about = focus if focus is not None and panel.isAncestorOf(focus) else panel
    above = panel.parentWidget()
    while above is not None and not isinstance(above, HelpsBeside):
        above = above.parentWidget()
    if isinstance(above, HelpsBeside):
        above.show_help_beside(about)
