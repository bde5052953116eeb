"""Rows, columns and grids of widgets, laid out in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QVBoxLayout,
    QWidget,
)

from svcconsole.gui.design.metrics import dp


@dataclass(frozen=True, slots=True)
class Stretch:
    """Room that grows; of several, each by its factor."""

    factor: int = 1


@dataclass(frozen=True, slots=True)
class Space:
    """Room of `size` units that does not grow."""

    size: float


STRETCH: Final = Stretch()

Item: TypeAlias = QWidget | QLayout
Part: TypeAlias = Item | Stretch | Space | tuple[Item, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""What stands in a row or column: a widget or layout, its stretch and its alignment where they are not 0."""
Margins: TypeAlias = float | Sequence[float]
"""All four margins, or leading, top, trailing, bottom."""
Box = TypeVar("Box", bound=QBoxLayout)


def hbox(
    *parts: Part, parent: QWidget | None = None, spacing: float | None = None, margins: Margins = 0
) -> QHBoxLayout:
    """A row of `parts`, the layout of `parent` where there is one; sizes in units of `dp`.

    Without `spacing` it is the style's.
    """
    return _filled(QHBoxLayout() if parent is None else QHBoxLayout(parent), parts, spacing, margins)


def vbox(
    *parts: Part, parent: QWidget | None = None, spacing: float | None = None, margins: Margins = 0
) -> QVBoxLayout:
    """A column of `parts`, the layout of `parent` where there is one; sizes in units of `dp`.

    Without `spacing` it is the style's.
    """
    return _filled(QVBoxLayout() if parent is None else QVBoxLayout(parent), parts, spacing, margins)


def grid_box(
    *,
    parent: QWidget | None = None,
    spacing: float | tuple[float, float] | None = None,
    margins: Margins = 0,
) -> QGridLayout:
    """An empty grid, the layout of `parent` where there is one; sizes in units of `dp`.

    `spacing`: between its columns and between its rows, or one for both; without it it is the style's.
    """
    grid = QGridLayout() if parent is None else QGridLayout(parent)
    _set_margins(grid, margins)
    if spacing is not None:
        across, down = spacing if isinstance(spacing, tuple) else (spacing, spacing)
        grid.setHorizontalSpacing(dp(across))
        grid.setVerticalSpacing(dp(down))
    return grid


def _filled(box: Box, parts: Sequence[Part], spacing: float | None, margins: Margins) -> Box:
    _set_margins(box, margins)
    if spacing is not None:
        box.setSpacing(dp(spacing))
    for part in parts:
        _add(box, part)
    return box


def set_margins(
    inside: QLayout | QWidget, leading: float, top: float, trailing: float, bottom: float
) -> None:
    """The margins of a layout or a label, in units of `dp`. Qt mirrors what stands in it, never these."""
    edges = (leading, top, trailing, bottom)
    if QApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft:
        edges = (trailing, top, leading, bottom)
    inside.setContentsMargins(*map(dp, edges))


def _set_margins(layout: QLayout, margins: Margins) -> None:
    leading, top, trailing, bottom = margins if isinstance(margins, Sequence) else (margins,) * 4
    set_margins(layout, leading, top, trailing, bottom)


def _add(box: QBoxLayout, part: Part) -> None:
    match part:
        case Stretch():
            box.addStretch(part.factor)
        case Space():
            box.addSpacing(dp(part.size))
        case QWidget():
            box.addWidget(part)
        case QLayout():
            box.addLayout(part)
        case (QWidget() as widget, int() as stretch, Qt.AlignmentFlag() as alignment):
            box.addWidget(widget, stretch, alignment)
        case (QWidget() as widget, int() as stretch):
            box.addWidget(widget, stretch)
        case (QLayout() as layout, int() as stretch):
            box.addLayout(layout, stretch)
        case _:
            raise TypeError(f"{part!r} cannot stand in a row or column")
