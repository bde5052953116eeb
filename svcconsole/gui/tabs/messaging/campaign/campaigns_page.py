"""The campaigns as a page of the tab: being prepared, under way, ended; and the way to a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.imports_page import ImportsPage
from svcconsole.services.campaigns.message_template_fields import MESSAGES_KIND, TEMPLATES_KIND

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console


class CampaignsPage(QWidget):
    """`suppression_wanted()`: the list of numbers no campaign goes to; the rest are the signals of `list`."""

    suppression_wanted = Signal()

    def __init__(self, console: Console, places: QWidget) -> None:
        super().__init__()
        self.list = ImportsPage(console, (TEMPLATES_KIND, MESSAGES_KIND, "flows"), self)
        self.scope = self.list.scope
        self.list.empty.set(
            "send",
            tr("No campaign yet"),
            tr(
                "Drop a CSV file of recipients here. You see each message first; nothing is sent before you "
                "say so."
            ),
        )
        self.list.choose.setText(tr("Campaign from a file"))
        self.header = PageHeader(tr("Messaging"))
        self.header.add_leading(places)
        self.suppression = button(tr("Suppression list"), "ban")
        self.new = button(tr("Campaign from a file"), "import", "primary")
        for part in (self.suppression, self.new):
            self.header.add_action(part)
        vbox(self.header, (self.list, 1), parent=self, spacing=0)
        self.suppression.clicked.connect(self.suppression_wanted)
        self.new.clicked.connect(lambda: self.list.import_wanted.emit(None))

    def begin(self) -> None:
        """On screen: read the list, and put the focus where work begins."""
        self.refresh()
        self.new.setFocus()

    def refresh(self) -> None:
        """Read the list again."""
        self.list.refresh()

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"new": self.new.click, "primary": self.new.click, "refresh": self.refresh}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.list)
