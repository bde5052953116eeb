"""The pages opened over a tab's lists as a stack: the newest on top."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.focus import focus_on, has_focus_inside, resume_focus, start_of
from svcconsole.gui.runtime.notices import Level, Notices

Page = TypeVar("Page", bound=QWidget)


class PageStack(QStackedWidget):
    """Home lies at the bottom. `uncovered()`: another page is on top now. The focus goes along with pages:
    it begins where the new one says, and goes back to where it was; `home_start` says where home's begins."""

    uncovered = Signal()
    home_start: Callable[[], QWidget | None] | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._noted: dict[QWidget, QWidget] = {}

    def is_home(self) -> bool:
        """Whether no page, a half-typed product say, lies over the lists."""
        return self.currentIndex() == 0

    def focus_start(self) -> QWidget | None:
        """Where the focus begins in the page on top."""
        page = self.currentWidget()
        if self.is_home() and self.home_start is not None:
            return self.home_start()
        return None if page is None else start_of(page)

    def note_if_covered(self, notices: Notices) -> None:
        """Say of what was just shown among the lists that it stands under the page on top."""
        if not self.is_home():
            under = tr("It is under this page. Close this page to see it.")
            notices.add(Level.INFO, under)

    def find_page(self, kind: type[Page], is_it: Callable[[Page], bool]) -> Page | None:
        """The open page of this kind that is about something certain: what is typed into a second one would
        be written over."""
        pages = (self.widget(at) for at in range(1, self.count()))
        return next((page for page in pages if isinstance(page, kind) and is_it(page)), None)

    def open_page(self, page: QWidget) -> None:
        """Lay `page` on top."""
        had_focus = self._has_focus()
        self._note_focus()
        self.addWidget(page)
        self.setCurrentWidget(page)
        if had_focus:
            focus_on(self)
        self.uncovered.emit()

    def raise_page(self, page: QWidget) -> None:
        """Lay a page that is open already on top."""
        if page is self.currentWidget():
            return
        had_focus = self._has_focus()
        self._note_focus()
        self.removeWidget(page)
        self.addWidget(page)
        self.setCurrentWidget(page)
        if had_focus and not resume_focus(page):
            focus_on(self)
        self.uncovered.emit()

    def remove(self, page: QWidget) -> None:
        """Take `page` away, hidden and whole: to take it down is its owner's, when there is time."""
        was_on_top, had_focus = self.currentWidget() is page, self._has_focus()
        self.removeWidget(page)
        page.hide()
        if was_on_top:
            self.setCurrentIndex(self.count() - 1)
            under = self.currentWidget()
            if had_focus and under is not None and not resume_focus(under, self._noted.pop(under, None)):
                focus_on(self)
        self._noted.pop(page, None)
        self.uncovered.emit()

    def _note_focus(self) -> None:
        """What has the focus in the page on top: Qt passes it on to the next widget when the page goes."""
        under, focus = self.currentWidget(), self.window().focusWidget()
        if under is not None and focus is not None and under.isAncestorOf(focus):
            self._noted[under] = focus

    def _has_focus(self) -> bool:
        """Whether the focus is here, or nowhere since what had it is busy."""
        return self.isVisible() and (has_focus_inside(self) or self.window().focusWidget() is None)

    def close_page(self, page: QWidget) -> None:
        """Take `page` away for good."""
        self.remove(page)
        page.deleteLater()
