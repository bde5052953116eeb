"""Finds on screen texts that have no room or are in English, controls on one another, pages too wide."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import combinations
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QWidget,
)

from svcconsole.gui.design.text import ClampedLabel
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.shell.flat_button import IconButton
from svcconsole.gui.shell.notice_stack import NoticeStack
from tests.support.accessible_tree import ISOLATES

SLACK: Final = 1
"""So many pixels fonts are rounded by."""
BESIDE: Final = {QLineEdit: 4, QComboBox: 20, QAbstractButton: 4}
"""What an editor needs beside its text at least, in pixels."""
WORKED_WITH = (QLabel, QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit)


def shown(top: QWidget) -> Iterator[QWidget]:
    """Everything of a window that somebody can see."""
    for widget in top.findChildren(QWidget):
        if widget.isVisible() and not widget.visibleRegion().isEmpty():
            yield widget


def clipped(top: QWidget) -> list[str]:
    """Texts that have less room than they need, and that the pointer resting on them does not say either.
    Of a few choices side by side each is read as it stands."""
    return [
        f"{_name(widget)} needs {needed}, has {room}: {text!r}"
        for widget in shown(top)
        for text, needed, room in _measured(widget)
        if needed > room + SLACK and (_is_choice(widget) or not _says(widget, text))
    ]


def _is_choice(widget: QWidget) -> bool:
    """Whether it is one of a few choices side by side; those in a page's header are named elsewhere, too."""
    choices = widget.parentWidget()
    return isinstance(choices, Segments) and not isinstance(choices.parentWidget(), PageHeader)


def _says(widget: QWidget, text: str) -> bool:
    """Whether the pointer that comes over it is told the text."""
    hover(widget)
    said, wanted = ("".join(each.translate(ISOLATES).split()) for each in (widget.toolTip(), text))
    return wanted in said


def hover(widget: QWidget) -> None:
    """The pointer comes over the middle of a widget and leaves it."""
    here = QPointF(widget.rect().center())
    QApplication.sendEvent(widget, QEnterEvent(here, here, widget.mapToGlobal(here)))
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def overlapping(top: QWidget) -> list[str]:
    """Pairs of controls that lie on one another."""
    placed = [
        (widget, _place(widget, top))
        for widget in shown(top)
        if isinstance(widget, WORKED_WITH) and not _floats(widget)
    ]
    return [
        f"{_name(one)} lies on {_name(other)}"
        for (one, here), (other, there) in combinations(placed, 2)
        if here.adjusted(SLACK, SLACK, -SLACK, -SLACK).intersects(there)
        and not one.isAncestorOf(other)
        and not other.isAncestorOf(one)
    ]


def too_wide(top: QWidget) -> list[str]:
    """Pages that scroll up and down only, and whose content is wider than they are: its end is not seen."""
    return [
        f"{_name(area)} shows {area.viewport().width()} of {content.width()}"
        for area in top.findChildren(QScrollArea)
        if area.isVisible()
        and area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        and (content := area.widget()) is not None
        and content.width() > area.viewport().width()
    ]


def untranslated(top: QWidget, sources: Container[str]) -> list[str]:
    """Texts of the program that stand there in English."""
    return [
        f"{_name(widget)} says in English {text!r}"
        for widget in shown(top)
        for text in (widget.text() if isinstance(widget, QLabel) else _text(widget), widget.toolTip())
        if text in sources
    ]


def _floats(widget: QWidget | None) -> bool:
    """Whether it is part of a notice, which lies over the page until it is dismissed."""
    while widget is not None and not isinstance(widget, NoticeStack):
        widget = widget.parentWidget()
    return widget is not None


def _measured(widget: QWidget) -> Iterator[tuple[str, int, int]]:
    """The text of a widget, the pixels it needs, and those it has: in width, or in height where it wraps."""
    if isinstance(widget, IconButton | ClampedLabel):  # without words; with lines and a tip by itself
        return
    if isinstance(widget, QLabel) and widget.text():
        if widget.wordWrap():
            yield widget.text(), widget.heightForWidth(widget.width()), widget.height()
        else:
            yield widget.text(), _width(widget, widget.text()), widget.contentsRect().width()
        return
    for kind, beside in BESIDE.items():
        if isinstance(widget, kind):
            text = _text(widget)
            if text:
                yield text, _width(widget, text) + beside, widget.width()
            return


def _text(widget: QWidget) -> str:
    if isinstance(widget, QLineEdit):
        return "" if widget.text() else widget.placeholderText()
    if isinstance(widget, QComboBox):
        return widget.currentText()
    if isinstance(widget, QAbstractButton):
        beside = widget.toolButtonStyle() if hasattr(widget, "toolButtonStyle") else None
        return "" if beside == Qt.ToolButtonStyle.ToolButtonIconOnly else widget.text().replace("&&", "&")
    return ""


def _width(widget: QWidget, text: str) -> int:
    metrics = widget.fontMetrics()
    return max(metrics.horizontalAdvance(line) for line in text.split("\n"))


def _place(widget: QWidget, top: QWidget) -> QRect:
    """What is to be seen of it, in the window's coordinates."""
    region = widget.visibleRegion().boundingRect()
    return region.translated(widget.mapTo(top, QPoint(0, 0)))


def _name(widget: QWidget) -> str:
    path: list[str] = []
    here: QWidget | None = widget
    while here is not None and len(path) < 3:
        path.insert(0, type(here).__name__)
        here = here.parentWidget()
    return f"{'/'.join(path)} {widget.accessibleName()[:40]!r}"
