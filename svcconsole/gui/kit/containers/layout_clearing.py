"""Removes everything a layout holds."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout


def clear_layout(layout: QLayout) -> None:
    """Take everything out of `layout` and delete it, layouts inside included."""
    while (item := layout.takeAt(0)) is not None:
        inner = item.layout()
        if inner is not None:
            clear_layout(inner)
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
