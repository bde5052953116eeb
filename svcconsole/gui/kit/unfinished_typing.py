"""Ends what is still being typed, before something is done with the page it is typed on."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtWidgets import QApplication, QWidget


@runtime_checkable
class FinishesTyping(Protocol):
    """Takes what is typed into a part of it only when that is left: an open cell, the line of chips."""

    def finish_typing(self) -> bool:
        """End the typing as leaving the part would; False where it cannot be taken, which stays as it is."""


def finish_typing() -> bool:
    """End the typing into what has the focus; False where that cannot be taken and keeps the focus."""
    part: QWidget | None = QApplication.focusWidget()
    while part is not None:
        around = part.parentWidget()
        if isinstance(part, FinishesTyping) and not part.finish_typing():
            return False
        part = around
    return True
