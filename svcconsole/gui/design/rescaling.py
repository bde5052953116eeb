"""Makes widgets that are there already fit another size of text: gaps, fixed sizes and icons grow with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QMargins, QSize
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QGridLayout,
    QLayout,
    QSpacerItem,
    QStackedLayout,
    QTabBar,
    QWidget,
)

HAIRLINE = 1
"""Lines stay as thin as they are."""
NO_LIMIT = 100_000
"""No size that was set is so large; Qt's own for "none" are."""


@dataclass(frozen=True, slots=True)
class Length:
    """A value in pixels that somebody computed from the size of the text: how to read and to set it."""

    read: Callable[[], Any]
    write: Callable[[Any], object]
    before: Any


def lengths(widgets: Iterable[QWidget]) -> list[Length]:
    """The values as they are, to be given to `rescale` once the text has its new size."""
    found: list[Length] = []
    for widget in widgets:
        _note(found, widget.minimumSize, widget.setMinimumSize)
        _note(found, widget.maximumSize, widget.setMaximumSize)
        if isinstance(widget, QAbstractButton | QTabBar):
            _note(found, widget.iconSize, widget.setIconSize)
        layout = widget.layout()
        if layout is not None:
            _add_layout(found, layout)
    return found


def rescale(found: Iterable[Length], ratio: float) -> None:
    """Multiply the values; what follows the text by itself has moved already and stays as it is."""
    for each in found:
        if each.read() == each.before:
            wanted = _times(each.before, ratio)
            if wanted != each.before:
                each.write(wanted)


def arranges_itself(widget: QWidget) -> bool:
    """Whether it decides by its own width what is shown where: that width is another in sizes of the text."""
    ours = (each for each in type(widget).__mro__ if each.__module__.startswith("svcconsole."))
    return any("resizeEvent" in vars(each) for each in ours)


def _note(found: list[Length], read: Callable[[], Any], write: Callable[[Any], object]) -> None:
    found.append(Length(read, write, read()))


def _add_layout(found: list[Length], layout: QLayout) -> None:
    if not isinstance(layout, QStackedLayout):
        _note(found, layout.contentsMargins, layout.setContentsMargins)
        if isinstance(layout, QGridLayout):
            _add_grid(found, layout)
        else:
            _note(found, layout.spacing, layout.setSpacing)
    for at in range(layout.count()):
        item = layout.itemAt(at)
        inner = item.layout() if item is not None else None
        gap = item.spacerItem() if item is not None else None
        if inner is not None:
            _add_layout(found, inner)
        elif gap is not None and isinstance(layout, QBoxLayout):
            _add_gap(found, gap)


def _add_grid(found: list[Length], grid: QGridLayout) -> None:
    _note(found, grid.horizontalSpacing, grid.setHorizontalSpacing)
    _note(found, grid.verticalSpacing, grid.setVerticalSpacing)
    for column in range(grid.columnCount()):
        _note(
            found,
            partial(grid.columnMinimumWidth, column),
            partial(grid.setColumnMinimumWidth, column),
        )
    for row in range(grid.rowCount()):
        _note(found, partial(grid.rowMinimumHeight, row), partial(grid.setRowMinimumHeight, row))


def _add_gap(found: list[Length], gap: QSpacerItem) -> None:
    policy = gap.sizePolicy()
    across, down = policy.horizontalPolicy(), policy.verticalPolicy()
    _note(found, gap.sizeHint, lambda size: gap.changeSize(size.width(), size.height(), across, down))


def _times(value: Any, ratio: float) -> Any:
    """A length, a size or margins `ratio` times as large."""
    if isinstance(value, QSize):
        return QSize(_times(value.width(), ratio), _times(value.height(), ratio))
    if isinstance(value, QMargins):
        sides = (value.left(), value.top(), value.right(), value.bottom())
        return QMargins(*(_times(side, ratio) for side in sides))
    return value if value <= HAIRLINE or value >= NO_LIMIT else round(value * ratio)
