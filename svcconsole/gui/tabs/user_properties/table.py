"""The editable table: ranges of cells, spreadsheet keys, the name columns frozen."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from svcconsole.gui.kit.grid.keys import Command
from svcconsole.gui.kit.grid.range_table import RangeTable
from svcconsole.gui.kit.grid.table import RecordModel
from svcconsole.gui.tabs.user_properties.columns import FROZEN
from svcconsole.gui.tabs.user_properties.entry_rows import EntryRow

NEXT_CONSENT = "next_consent"


class SheetTable(RangeTable[EntryRow]):
    """`asked(word)`: a `Command` or NEXT_CONSENT; the tab does it."""

    def __init__(self, model: RecordModel[EntryRow], name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self.set_frozen([model.column(key) for key in FROZEN])

    def current_cell(self) -> tuple[EntryRow, str] | None:
        """The current line and its column's key."""
        index = self.currentIndex()
        if not index.isValid():
            return None
        return self._records.record(index.row()), self._records.columns()[index.column()].key

    def chosen_lines(self) -> Iterator[EntryRow]:
        """The lines that any chosen cell is in, in their order."""
        return map(self._records.record, self.chosen_rows())

    def run_command(self, command: Command) -> bool:
        found = self.current_cell()
        if command == Command.TOGGLE and found is not None and found[1].endswith("_consent"):
            self.asked.emit(NEXT_CONSENT)
            return True
        return super().run_command(command)
