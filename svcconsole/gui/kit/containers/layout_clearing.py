"""Removes everything a layout holds."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout


def clear_layout(layout: QHBoxLayout | QVBoxLayout | QGridLayout) -> None:
    """Take everything out of `layout` and delete it, layouts inside included."""
    while (item := layout.takeAt(0)) is not None:
        inner = item.layout()
        if isinstance(inner, QHBoxLayout | QVBoxLayout | QGridLayout):
            clear_layout(inner)
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
