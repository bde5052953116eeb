"""A splitter whose handle is a hairline with a wider grip."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget


class Splitter(QSplitter):
    """1 px wide; panes are never dragged away by accident."""

    def __init__(
        self, orientation: Qt.Orientation = Qt.Orientation.Horizontal, parent: QWidget | None = None
    ) -> None:
        super().__init__(orientation, parent)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
