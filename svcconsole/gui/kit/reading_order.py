"""Goes through a window by Tab in the order in which it is read: as its layouts place what stands in it.

Qt's own order is the one in which widgets were made, which is another wherever a part is made late or before
what stands ahead of it. Here nothing is noted beforehand: what comes next is found when Tab is pressed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLayout, QSplitter, QWidget


def next_focus(widget: QWidget, window: QWidget, *, forward: bool) -> QWidget | None:
    """What has the focus after `widget`, or before it; from one end of the window it goes on at the other."""
    if forward and (inside := _first_of(in_order(widget))) is not None:
        return inside
    here = widget
    while here is not window and (around := here.parentWidget()) is not None:
        beside = list(in_order(around))
        at = beside.index(here) if here in beside else len(beside)
        found = _first_of(beside[at + 1 :]) if forward else _last_of(beside[:at])
        if found is not None:
            return found
        if not forward and takes_tab(around):
            return around
        here = around
    found = first_focus(window) if forward else last_focus(window)
    return found if found is not widget else None


def first_focus(widget: QWidget) -> QWidget | None:
    """The first of `widget` and what stands in it that takes the focus by Tab."""
    if not widget.isVisible():
        return None
    return widget if takes_tab(widget) else _first_of(in_order(widget))


def last_focus(widget: QWidget) -> QWidget | None:
    """The last of `widget` and what stands in it that takes the focus by Tab."""
    if not widget.isVisible():
        return None
    return _last_of(list(in_order(widget))) or (widget if takes_tab(widget) else None)


def takes_tab(widget: QWidget) -> bool:
    """Whether Tab comes to it: to the line of a combo or a spin box as to the whole, and of several choices
    to one, from which the arrows go on.
    """
    if not _is_there(widget) or widget.focusProxy() is not None:
        return False
    choice = _choice_beside(widget)
    return widget is choice if choice else _is_stop(widget)


def in_order(widget: QWidget) -> Iterator[QWidget]:
    """What stands in it, in reading order: what its layout places, then the rest from above to below."""
    placed = dict.fromkeys(_placed(widget))
    yield from placed
    inside = [each for each in widget.children() if isinstance(each, QWidget) and each not in placed]
    free = [each for each in inside if each.isVisible() and not each.isWindow()]
    if len(free) > 1:
        ltr = widget.isLeftToRight()

        def begins(part: QWidget) -> tuple[int, int]:
            corner: QPoint = part.geometry().topLeft() if ltr else part.geometry().topRight()
            return corner.y(), corner.x() if ltr else -corner.x()

        free.sort(key=begins)
    yield from free


def _first_of(widgets: Iterator[QWidget] | list[QWidget]) -> QWidget | None:
    return next((found for each in widgets if (found := first_focus(each)) is not None), None)


def _last_of(widgets: list[QWidget]) -> QWidget | None:
    return next((found for each in reversed(widgets) if (found := last_focus(each)) is not None), None)


def _choice_beside(widget: QWidget) -> QAbstractButton | None:
    """Of the choices that `widget` belongs to: the one that is made, or else the one where the focus was, or
    else the first.
    """
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    if group is None or not group.exclusive():
        return None
    there = [each for each in group.buttons() if _is_there(each)]
    return min(there, key=lambda each: (not each.isChecked(), not _is_stop(each)), default=None)


def _is_there(widget: QWidget) -> bool:
    return widget.isVisible() and widget.isEnabled()


def _is_stop(widget: QWidget) -> bool:
    from PySide6.QtCore import Qt  # not for the first paint: naming it takes a quarter as long as all of that

    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _placed(widget: QWidget) -> Iterator[QWidget]:
    if isinstance(widget, QSplitter):
        yield from (part for at in range(widget.count()) if (part := widget.widget(at)) is not None)
    layout = widget.layout()
    if layout is not None:
        yield from _in_layout(layout)


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    places: Sequence[int] = range(layout.count())
    if isinstance(layout, QGridLayout):
        places = sorted(places, key=lambda at: cast("tuple[int, ...]", layout.getItemPosition(at)))
    for at in places:
        item = layout.itemAt(at)
        inner = item.layout() if item is not None else None
        placed = item.widget() if item is not None else None
        if isinstance(inner, QLayout):
            yield from _in_layout(inner)
        elif placed is not None:
            yield placed
