"""Where the focus begins in a page or a control of several parts, and where it waits while one is busy."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget
from shiboken6 import isValid

from svcconsole.gui.kit.reading_order import first_focus, takes_tab


@runtime_checkable
class StartsFocus(Protocol):
    """Says where its focus begins; a container never has a focus proxy, which hides its parts from Tab."""

    def focus_start(self) -> QWidget | None:
        """The part that has the focus first, now."""


def focus_on(widget: QWidget, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> bool:
    """Put the focus where it begins in `widget`; False where nothing in it takes the focus."""
    start = start_of(widget)
    if start is not None:
        start.setFocus(reason)
    return start is not None


def focus_near(widget: QWidget) -> None:
    """Put the focus where it begins in `widget`, or else in the closest part around it where it can be."""
    around: QWidget | None = widget
    while around is not None and not focus_on(around):
        around = around.parentWidget()


def focus_if_visible(widget: QWidget, page: QWidget | None = None) -> None:
    """Put the focus on `widget` after work that took a while; not where it is on a page that was left since:
    what a person types meanwhile would go where nobody sees it. With the `page` it is on, a widget that is
    still hidden there, a list that is being read, has the focus as soon as it is shown."""
    if (widget if page is None else page).isVisible():
        widget.setFocus(Qt.FocusReason.OtherFocusReason)


def resume_focus(page: QWidget, noted: QWidget | None = None) -> bool:
    """Put the focus where it last was in `page`, `noted` when it was left; where it begins the first time."""
    last = noted if noted is not None and isValid(noted) and takes_tab(noted) else page.focusWidget()
    # a scroll area has the focus only where nothing in it could have it then: that was no choice
    chosen = last is not None and last is not page and not isinstance(last, QScrollArea)
    if last is not None and chosen and page.isAncestorOf(last) and takes_tab(last):
        last.setFocus(Qt.FocusReason.OtherFocusReason)
        return True
    return focus_on(page)


def start_of(widget: QWidget) -> QWidget | None:
    """The widget that has the focus first in `widget`."""
    own = widget.focus_start() if isinstance(widget, StartsFocus) else None
    if own is not None and own is not widget and (found := start_of(own)) is not None:
        return found
    return first_focus(widget)


def has_focus_inside(widget: QWidget) -> bool:
    """Whether `widget` or a part of it has its window's focus."""
    focus = widget.window().focusWidget()
    return focus is not None and (focus is widget or widget.isAncestorOf(focus))


class HeldFocus:
    """Takes the focus out of a part before it is disabled, so that it lands on no other control, and gives it
    back afterwards unless it went somewhere else meanwhile.

    It waits in what stands around the part: a window without any focus gives it to its very first control
    when somebody comes back to it, or when a dialog over it has closed.
    """

    def __init__(self) -> None:
        self._held: QWidget | None = None
        self._around: QWidget | None = None

    def hold(self, part: QWidget) -> None:
        """`part` is about to be disabled."""
        focus = part.window().focusWidget()
        if focus is not None and has_focus_inside(part):
            self._held, self._around = focus, part.parentWidget()
            focus.clearFocus()
            if self._around is not None:
                self._around.setFocus(Qt.FocusReason.OtherFocusReason)

    def give_back(self) -> None:
        """`part` is enabled again; where it has gone, what stands around it has the focus."""
        held, self._held = self._held, None
        waits_in, self._around = self._around, None
        if held is None or not isValid(held):
            return
        focus = held.window().focusWidget()
        if focus is not None and focus is not waits_in:
            return
        focus_near(held)
