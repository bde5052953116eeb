"""The pages opened over a tab's lists as a stack: the newest on top."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.runtime.notices import Level, Notices


class PageStack(QStackedWidget):
    """Home lies at the bottom. `uncovered()`: another page is on top now."""

    uncovered = Signal()

    def is_home(self) -> bool:
        """Whether no page, a half-typed product say, lies over the lists."""
        return self.currentIndex() == 0

    def note_if_covered(self, notices: Notices) -> None:
        """Say of what was just shown among the lists that it stands under the page on top."""
        if not self.is_home():
            under = tr("It is under this page. Close this page to see it.")
            notices.add(Level.INFO, under)

    def open_page(self, page: QWidget) -> None:
        """Lay `page` on top."""
        self.addWidget(page)
        self.setCurrentWidget(page)
        self.uncovered.emit()

    def take(self, page: QWidget) -> None:
        """Take `page` away, hidden and whole: to take it down is its owner's, when there is time."""
        was_on_top = self.currentWidget() is page
        self.removeWidget(page)
        page.hide()
        if was_on_top:
            self.setCurrentIndex(self.count() - 1)
        self.uncovered.emit()

    def close_page(self, page: QWidget) -> None:
        """Take `page` away for good."""
        self.take(page)
        page.deleteLater()
