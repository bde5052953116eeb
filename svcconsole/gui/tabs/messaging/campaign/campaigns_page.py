"""The campaigns as a page of the tab: as a list or as a week, and the way to a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.imports_page import ImportsPage
from svcconsole.gui.tabs.messaging.campaign.week.week_control import WeekControl
from svcconsole.gui.tabs.messaging.campaign.week.week_view import WeekView
from svcconsole.services.campaigns.message_template_fields import MESSAGES_KIND, TEMPLATES_KIND

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console


class CampaignsPage(QWidget):
    """`suppression_wanted()`: the list of numbers no campaign goes to. `who_wanted()`: people by question.
    The rest are the signals of `list`."""

    suppression_wanted = Signal()
    who_wanted = Signal()

    def __init__(self, console: Console, places: QWidget) -> None:
        super().__init__()
        self.list = ImportsPage(console, (TEMPLATES_KIND, MESSAGES_KIND, "flows"), self)
        self.scope = self.list.scope
        self.list.empty.set(
            "send",
            tr("No campaign yet"),
            tr(
                "Drop a file of recipients here. You see each message first; nothing is sent before you "
                "say so."
            ),
        )
        self.list.choose.setText(tr("Campaign from a file"))
        self.week = WeekView()
        self._control = WeekControl(self.week, console, self.scope)
        self.views = Segments()
        for words in (tr("List"), tr("Week")):
            self.views.add(words)
        self.views.setAccessibleName(tr("How campaigns are shown"))
        self.shown = QStackedWidget()
        for view in (self.list, self.week):
            self.shown.addWidget(view)
        self.header = PageHeader(tr("Messaging"))
        self.header.add_leading(places)
        self.header.add_action(self.views)
        self.suppression = button(tr("Suppression list"), "ban")
        self.new = button(tr("Campaign from a file"), "import", "primary")
        self.who = button(tr("People by question"), "customers")
        for part in (self.suppression, self.who, self.new):
            self.header.add_action(part)
        vbox(self.header, (self.shown, 1), parent=self, spacing=0)
        self.views.currentChanged.connect(self._show_view)
        self.week.canvas.opened.connect(self.list.open_run)
        self.week.side.open_wanted.connect(lambda: self.list.open_run.emit(self.week.canvas.current))
        self.suppression.clicked.connect(self.suppression_wanted)
        self.who.clicked.connect(self.who_wanted)
        self.new.clicked.connect(lambda: self.list.import_wanted.emit(None))

    def begin(self) -> None:
        """On screen: read the list, and put the focus where work begins."""
        self.refresh()
        self.new.setFocus()

    def refresh(self) -> None:
        """Read what is shown again."""
        self._control.refresh() if self.shown.currentWidget() is self.week else self.list.refresh()

    def _show_view(self, place: int) -> None:
        self.shown.setCurrentIndex(place)
        self.refresh()
        if self.shown.currentWidget() is self.week:
            self.week.canvas.setFocus()

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"new": self.new.click, "primary": self.new.click, "refresh": self.refresh}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.shown)
