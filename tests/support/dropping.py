"""Drags from another program, as the system delivers them: entering, then letting go."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

KEYS = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def drop_files(top: QWidget, *paths: Path, at: QPoint | None = None) -> None:
    """Let `paths` go over the middle of a window, or over `at`."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    drop(top, data, at)


def drop(top: QWidget, data: QMimeData, at: QPoint | None = None) -> None:
    """Let `data` go; it comes to the innermost widget there that accepts drops, as in Qt."""
    where = at or QPoint(top.width() // 2, top.height() // 2)
    target = top.childAt(where) or top
    while not target.acceptDrops():
        parent = target.parentWidget()
        assert parent is not None, "nothing here accepts drops"
        target = parent
    inside = target.mapFrom(top, where)
    entering = QDragEnterEvent(inside, Qt.DropAction.CopyAction, data, *KEYS)
    QApplication.sendEvent(target, entering)
    assert entering.isAccepted(), "the pointer says no and nobody says why"
    QApplication.sendEvent(target, QDropEvent(QPointF(inside), Qt.DropAction.CopyAction, data, *KEYS))
