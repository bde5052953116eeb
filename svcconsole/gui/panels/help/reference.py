"""The API reference: the operations by area beside the chosen one, found by name, path or field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from svcconsole.api.reference import REFERENCE
from svcconsole.api.reference.entry import Entry
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, isolate, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, set_margins, vbox
from svcconsole.gui.kit.containers.cards import Ground, RowButton, ScrollPage, SectionHeading
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.help.field_lines import FieldLine, request_lines, translated
from svcconsole.gui.panels.help.operation_page import OperationPage
from svcconsole.gui.panels.help.request_address import RequestAddress, request_address_of
from svcconsole.gui.runtime.console import Console

SIDE, SLIM_SIDE, SLIM_BELOW = 288, 232, 1000
MOST_NAMED = 3
AREAS: Mapping[str, str] = {
    "products": "Catalog",
    "catalogs": "Catalog",
    "customers": "Customers",
    "messages": "Messaging",
    "flows": "Messaging",
    "tickets": "Helpdesk",
    "reports": "Reports",
    "userProperties": "User Properties",
}
"""The area of an operation, by the first part of its name; any other part is an area of that name."""


def _area(entry: Entry) -> str:
    first = entry.operation.name.partition(".")[0]
    return AREAS.get(first, first[:1].upper() + first[1:])


@dataclass(frozen=True, slots=True)
class Listed:
    """One operation of the side list."""

    entry: Entry
    row: RowButton
    lines: tuple[FieldLine, ...]

    def fields(self, words: str) -> tuple[FieldLine, ...]:
        """The request's fields whose name holds what was typed."""
        if not words:
            return ()
        return tuple(line for line in self.lines if not line.shape and words in line.name.casefold())

    def is_called(self, words: str) -> bool:
        """Whether title, name or path hold every word."""
        operation = self.entry.operation
        text = f"{operation.title} {translated(operation.title)} {operation.name} {operation.path}".casefold()
        return all(word in text for word in words.split())


class ReferenceView(QWidget):
    """Side list with its search, and the page of one operation."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self._place = request_address_of(console)
        self._pages: dict[str, OperationPage] = {}
        self._headings: dict[str, SectionHeading] = {}
        self.listed: list[Listed] = []
        self.search = SearchField(tr("Operation or field"))
        self.search.setMaximumWidth(dp(SIDE))
        self._nothing = PlainLabel("", "caption", "text2", wrap=True)
        self._nothing.hide()
        self.side = Ground("canvas", "right")
        self._list = ScrollPage("canvas", 8)
        self._list.body.setSpacing(dp(2))
        column = QVBoxLayout(self.side)
        set_margins(column, 0, 12, 1, 0)
        column.setSpacing(dp(4))
        head = vbox(self.search, self._nothing, margins=(12, 0, 12, 0))
        column.addLayout(head)
        column.addWidget(self._list, 1)
        self._stack = QStackedWidget()
        hbox(self.side, (self._stack, 1), parent=self, spacing=0)
        self._fill()
        self.search.searched.connect(self._search)
        self.search.left_down.connect(self.enter_list)
        console.connection_changed.connect(self._follow_connection)

    def choose_first(self) -> None:
        """Choose the first operation where none is chosen yet: each page takes a moment to make."""
        self._chosen().row.setChecked(True)

    def show_operation(self, path: str) -> OperationPage:
        """Choose the operation of this path."""
        self.search.clear()
        chosen = next(each for each in self.listed if each.entry.operation.path == path)
        chosen.row.setChecked(True)
        self._list.reveal(chosen.row)
        return self.current_page()

    def current_page(self) -> OperationPage:
        """The page in front, made where it is not there yet."""
        entry = self._chosen().entry
        name = entry.operation.name
        if name not in self._pages:
            self._pages[name] = OperationPage(self._console, entry, self._place)
            self._stack.addWidget(self._pages[name])
        return self._pages[name]

    def enter_list(self) -> None:
        """Give the focus to the chosen operation's row."""
        if self.shown():
            self._chosen().row.setFocus(Qt.FocusReason.OtherFocusReason)

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.side, *self.current_page().regions())

    def shown(self) -> list[str]:
        """The paths in the side list, in order."""
        return [each.entry.operation.path for each in self.listed if not each.row.isHidden()]

    def _fill(self) -> None:
        areas: dict[str, list[Entry]] = {area: [] for area in AREAS.values()}
        for entry in REFERENCE:
            areas.setdefault(_area(entry), []).append(entry)
        for area, entries in areas.items():
            heading = SectionHeading(translated(area), role="label")
            heading.setContentsMargins(dp(8), dp(10), dp(8), dp(2))
            self._headings[area] = heading
            self._list.body.addWidget(heading)
            for entry in entries:
                row = RowButton(None, "text2", translated(entry.operation.title), entry.operation.path)
                row.toggled.connect(self._choose)
                self._list.body.addWidget(row)
                self.listed.append(Listed(entry, row, request_lines(entry, self._place.prefix)))
        self._list.body.addStretch(1)

    def _chosen(self) -> Listed:
        return next((each for each in self.listed if each.row.isChecked()), self.listed[0])

    def _choose(self, checked: bool) -> None:
        if checked:
            page = self.current_page()
            self._stack.setCurrentWidget(page)
            page.show_found({line.path for line in self._chosen().fields(self._words())})

    def _words(self) -> str:
        return self.search.text().strip().casefold()

    def _search(self) -> None:
        words = self._words()
        for each in self.listed:
            fields = each.fields(words)
            called = each.is_called(words)
            each.row.setVisible(called or bool(fields))
            each.row.set_texts(
                each.row.text(), each.entry.operation.path if called else self._field_words(fields)
            )
        for area, heading in self._headings.items():
            heading.setVisible(
                any(_area(each.entry) == area for each in self.listed if not each.row.isHidden())
            )
        left = [each for each in self.listed if not each.row.isHidden()]
        typed = isolate(visible(self.search.text().strip()))
        self._nothing.setText(tr("No operation, path or field is called “{text}”.", text=typed))
        self._nothing.setVisible(not left)
        if left and self._chosen() not in left:
            left[0].row.setChecked(True)
        else:
            self._choose(True)

    def _field_words(self, fields: Sequence[FieldLine]) -> str:
        names = list(dict.fromkeys(line.name for line in fields))
        words = ", ".join(names[:MOST_NAMED])
        more = len(names) - MOST_NAMED
        return tr("field {names}", names=f"{words} +{more}" if more > 0 else words)

    def _follow_connection(self) -> None:
        """Another address, prefix or application id: the pages say the new ones."""
        place: RequestAddress = request_address_of(self._console)
        if place == self._place:
            return
        self._place = place
        for page in self._pages.values():
            self._stack.removeWidget(page)
            page.deleteLater()
        self._pages.clear()
        self._choose(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.side.setFixedWidth(dp(SLIM_SIDE if self.width() < dp(SLIM_BELOW) else SIDE))
        super().resizeEvent(event)
