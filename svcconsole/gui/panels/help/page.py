"""The Help page: its segments, and which of them is in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.help.shortcuts import ShortcutSheet
from svcconsole.gui.runtime.console import Console

if TYPE_CHECKING:
    from svcconsole.gui.panels.help.about import AboutPage
    from svcconsole.gui.panels.help.field_help import FieldHelp
    from svcconsole.gui.panels.help.guide import Guide
    from svcconsole.gui.panels.help.guide_browser import GuideBrowser
    from svcconsole.gui.panels.help.practice_numbers import PracticeNumbers
    from svcconsole.gui.panels.help.reference import ReferenceView
    from svcconsole.gui.panels.help.topics import Topic

READING, SHORTCUTS, REFERENCE, NUMBERS, DEVELOPERS, ABOUT = range(6)
DEVELOPERS_PAGE = "add-a-field.md"


class HelpPage(QWidget):
    """The guide, shortcuts, API reference, practice numbers, how to add a field, about; made when wanted."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self._reference: ReferenceView | None = None
        self.segments = Segments()
        self.segments.add(tr("Guide"))
        self.segments.add(tr("Shortcuts"))
        self.segments.add(tr("API reference"))
        self.segments.add(tr("Practice numbers"))
        self.segments.add(tr("Add a field"))
        self.segments.add(tr("About"))
        self.segments.currentChanged.connect(self._show)
        header = PageHeader(tr("Help"))
        header.add_leading(self.segments)
        if console.card.practice:
            tasks = button(tr("First ten minutes"), "today")
            tasks.clicked.connect(lambda: console.page_wanted.emit("Today", "tasks"))
            header.add_action(tasks)
        self._stack = QStackedWidget()
        self._shortcuts = ShortcutSheet()
        self._stack.addWidget(self._shortcuts)
        self._browser: GuideBrowser | None = None
        self._numbers: PracticeNumbers | None = None
        self._developers: Guide | None = None
        self._about: AboutPage | None = None
        vbox(header, (self._stack, 1), parent=self, spacing=0)
        self._show(READING)

    def show_topic(self, topic: Topic, field: FieldHelp | None = None) -> GuideBrowser:
        """Bring a page in plain words to the front, with what is known of a field where one is meant."""
        self.segments.set_current(READING)
        browser = self._made_browser()
        browser.show_topic(topic, field)
        return browser

    def show_shortcuts(self) -> None:
        """Bring the shortcuts to the front."""
        self.segments.set_current(SHORTCUTS)

    def show_numbers(self) -> PracticeNumbers:
        """Bring the numbers to practise with to the front."""
        self.segments.set_current(NUMBERS)
        return self._made_numbers()

    def show_guide(self) -> Guide:
        """Bring the page for whoever adds a field to the front."""
        self.segments.set_current(DEVELOPERS)
        return self._made_developers()

    def show_about(self) -> AboutPage:
        """Bring version, build and licences to the front."""
        self.segments.set_current(ABOUT)
        about = self._made_about()
        about.table.setFocus(Qt.FocusReason.OtherFocusReason)
        return about

    def show_reference(self, path: str | None = None) -> ReferenceView:
        """Bring the API reference to the front, at the operation of `path` where one is given."""
        reference = self._made()
        if path is not None:
            reference.show_operation(path)
        self.segments.set_current(REFERENCE)
        if path is not None:
            reference.enter_list()
        return reference

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's own keys do here."""
        return {"find": self._find}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        if self._reference is not None and self._reference.isVisible():
            return (self.segments, *self._reference.regions())
        if self._browser is not None and self._browser.isVisible():
            return (self.segments, *self._browser.regions())
        return (self,)

    def _find(self) -> None:
        if self._browser is not None and self._browser.isVisible():
            self._browser.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._browser.search.selectAll()
            return
        reference = self.show_reference()
        reference.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        reference.search.selectAll()

    def _show(self, segment: int) -> None:
        if segment == REFERENCE:
            reference = self._made()
            reference.choose_first()
            self._stack.setCurrentWidget(reference)
        elif segment == NUMBERS:
            self._stack.setCurrentWidget(self._made_numbers())
        elif segment == DEVELOPERS:
            self._stack.setCurrentWidget(self._made_developers())
        elif segment == READING:
            self._stack.setCurrentWidget(self._made_browser())
        elif segment == ABOUT:
            self._stack.setCurrentWidget(self._made_about())
        else:
            self._stack.setCurrentWidget(self._shortcuts)

    def _made_about(self) -> AboutPage:
        if self._about is None:
            from svcconsole.gui.panels.help.about import AboutPage

            self._about = AboutPage(self._console)
            self._stack.addWidget(self._about)
        return self._about

    def _made_developers(self) -> Guide:
        if self._developers is None:
            from svcconsole.gui.panels.help.guide import Guide

            self._developers = Guide(DEVELOPERS_PAGE)
            self._stack.addWidget(self._developers)
        return self._developers

    def _made_browser(self) -> GuideBrowser:
        if self._browser is None:
            from svcconsole.gui.panels.help.guide_browser import GuideBrowser

            self._browser = GuideBrowser()
            self._browser.operation_wanted.connect(self.show_reference)
            self._stack.addWidget(self._browser)
        return self._browser

    def _made_numbers(self) -> PracticeNumbers:
        if self._numbers is None:
            from svcconsole.gui.panels.help.practice_numbers import PracticeNumbers

            self._numbers = PracticeNumbers(self._console.notices)
            self._stack.addWidget(self._numbers)
        return self._numbers

    def _made(self) -> ReferenceView:
        if self._reference is None:
            from svcconsole.gui.panels.help.reference import ReferenceView

            self._reference = ReferenceView(self._console)
            self._stack.addWidget(self._reference)
        return self._reference
