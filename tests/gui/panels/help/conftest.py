"""The Help page in a real window on the real practice store."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from tests.gui.shell.conftest import open_window, settings

__all__ = ["open_window", "settings"]


def said(part: QWidget) -> str:
    """The labels of a part that can be seen, one a line."""
    return "\n".join(label.text() for label in part.findChildren(QLabel) if label.isVisibleTo(part))
