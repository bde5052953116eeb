"""The actions on selected rows: by keys, menu and buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication

from svcconsole.gui.design.hiding import hidden
from svcconsole.gui.design.text import literal
from svcconsole.gui.design.words import tr
from svcconsole.gui.tabs.user_properties import entry_rows as states
from svcconsole.gui.tabs.user_properties.cells import CELLS, PLACES, Value, Values, read
from svcconsole.gui.tabs.user_properties.clipboard import Pasted, copied, reading
from svcconsole.gui.tabs.user_properties.entries import Entries
from svcconsole.gui.tabs.user_properties.entry_rows import EntryRow
from svcconsole.gui.tabs.user_properties.sheet_model import Plan, Row, Step, written
from svcconsole.gui.tabs.user_properties.table import SheetTable

NEXT_CONSENT: Final[Mapping[Value, Value]] = {None: True, True: False, False: None}


class SheetActions(QObject):
    """Edits `entries` through `table`. `told(sentence)`: what a paste left out, or why nothing was done.
    `all_wanted()`: rows that are not shown would be written over."""

    told = Signal(str)
    all_wanted = Signal()

    def __init__(self, table: SheetTable, entries: Entries) -> None:
        super().__init__(table)
        self._table = table
        self._entries = entries
        self._range: tuple[str, ...] = ()
        self._doings: dict[str, Callable[[], object]] = {
            "undo": entries.undo,
            "redo": entries.redo,
            "copy": self.copy,
            "cut": self.cut,
            "paste": self.paste,
            "clear": self.clear,
            "duplicate": self.duplicate,
            "remove": self.remove,
            "insert": self.insert,
            "next_consent": self.next_consent,
        }
        table.asked.connect(lambda word: self._doings[word]())
        table.value_edited.connect(self._typed)
        table.value_refused.connect(lambda _line, _key, why: self.told.emit(why))
        table.set_row_menu(self._menu)
        entries.told.connect(self.told)

    def copy(self) -> None:
        """The chosen cells as a spreadsheet takes them."""
        places = [PLACES[name] for name in self._table.chosen_cells()]
        rows = [[line.row.values[at] for at in places] for line in self._table.chosen_lines()]
        QGuiApplication.clipboard().setText(hidden(copied(rows)))

    def cut(self) -> None:
        self.copy()
        self.clear()

    def paste(self) -> None:
        """What is on the clipboard, from the current cell on."""
        self.paste_text(QGuiApplication.clipboard().text())

    def paste_text(self, text: str) -> None:
        """Rows with names in the first one are added after the last entry; others are written over the
        table from the current cell on. Columns that are no field of an entry are left out and named."""
        self.all_wanted.emit()
        current = self._table.current_cell()
        line, name = current if current is not None else (self._entries.lines[0], CELLS[0].name)
        at = self._entries.number(line) - 1
        self._entries.edit(self._pasting(text, at, PLACES.get(name, 0)), self._choose)

    def add_entries(self, rows: Sequence[Values]) -> None:
        """New rows after the last entry, to go on with."""
        self.all_wanted.emit()
        sheet, self._range = self._entries.sheet, ()
        self._entries.edit(sheet.inserting(sheet.filled, rows), self._choose)

    def _pasting(self, text: str, at: int, column: int) -> Plan:
        found: Pasted = yield from reading(text, column)
        sheet = self._entries.sheet
        start = sheet.filled if found.named else at
        self._range = () if found.named or not found.entries else tuple(found.entries[0])
        if found.named and not found.entries:
            self.told.emit(tr("Only names of columns were pasted, and no entry under them."))
            return None
        if any(line.locked for line in self._entries.lines[start : start + len(found.entries)]):
            self.told.emit(tr("Some of these rows are being sent. Nothing was pasted."))
            return None
        if found.left_out:
            names = ", ".join(f"“{each}”" for each in found.left_out)
            self.told.emit(tr("Left out, because an entry has no such field: {names}.", names=names))
        return (yield from sheet.writing(start, found.entries))

    def _choose(self, step: Step) -> None:
        """Show what has come in, without the blank rows that came with it: its first faulty cell where it has
        one."""
        filled = [row.uid for row in step.new if not row.is_blank]
        if filled:
            rows = self._entries.lines[step.at : step.at + len(step.new)]
            faulty = next((line for line in rows if line.state == states.WRONG), None)
            seen = (faulty.row.uid, faulty.cell) if faulty is not None else None
            self._table.choose(filled[0], filled[-1], self._range, seen)

    def clear(self) -> None:
        """The chosen cells hold nothing any more: "not set"."""
        self._set(lambda _: None)

    def next_consent(self) -> None:
        """Not set, yes, no, and not set again; each of them chosen by the person."""
        self._set(lambda value: NEXT_CONSENT.get(value) if not isinstance(value, str) else None)

    def duplicate(self) -> None:
        """A copy of each chosen entry under it."""
        lines = (line for line in self._table.chosen_lines() if line.state != states.BLANK)
        self._entries.edit(self._entries.sheet.duplicating(self._places(lines)))

    def remove(self) -> None:
        """Take the chosen rows out of the table; the store keeps what it has."""
        lines = (line for line in self._table.chosen_lines() if not line.locked)
        self._entries.edit(self._entries.sheet.removing(self._places(lines)))

    def remove_accepted(self) -> None:
        """Make room for what is still to be done."""
        lines = (line for line in self._entries.lines if line.state == states.ACCEPTED)
        self._entries.edit(self._entries.sheet.removing(self._places(lines)))

    def insert(self) -> None:
        """A blank row over the first chosen one."""
        line = next(self._table.chosen_lines(), None)
        at = self._entries.number(line) - 1 if line is not None else self._entries.sheet.filled
        self._entries.edit(self._entries.sheet.inserting(at, [Row(0).values]))

    def add(self) -> None:
        """Go to the first row after the last entry."""
        self.all_wanted.emit()
        line = self._entries.lines[self._entries.sheet.filled]
        self._table.choose_cell(line.row.uid, CELLS[0].name)
        self._table.setFocus()

    def send_empty_names(self) -> None:
        """Names that are missing in the chosen rows are sent as empty text."""

        def filled(row: Row) -> Values:
            missing = [cell.name for cell in CELLS if cell.required and row.values[PLACES[cell.name]] is None]
            return row.values if row.is_blank else written(row.values, dict.fromkeys(missing, ""))

        self._rewrite(filled)

    def send_as_it_is(self) -> None:
        """What was refused, or accepted, counts as ready once more."""
        self._entries.send_as_it_is(
            [line.row.uid for line in self._table.chosen_lines() if line.may_go_again]
        )

    def _set(self, new: Callable[[Value], Value]) -> None:
        names = self._table.chosen_cells()
        self._rewrite(
            lambda row: written(row.values, {name: new(row.values[PLACES[name]]) for name in names})
        )

    def _rewrite(self, new: Callable[[Row], Values]) -> None:
        lines = (line for line in self._table.chosen_lines() if not line.locked)
        self._entries.edit(self._entries.sheet.rewriting(self._places(lines), new))

    def _typed(self, line: EntryRow, key: str, text: str) -> None:
        value = read(CELLS[PLACES[key]], text)
        at = self._entries.sheet.place(line.row.uid)
        if at is not None:
            self._entries.edit(
                self._entries.sheet.rewriting([at], lambda row: written(row.values, {key: value}))
            )

    def _places(self, lines: Iterable[EntryRow]) -> Iterator[int]:
        """Looked up one by one while the plan is made: there may be many."""
        return (self._entries.number(line) - 1 for line in lines)

    def _menu(self, line: EntryRow) -> list[QAction]:
        if line not in self._table.chosen_lines():
            self._table.choose_cell(line.row.uid, CELLS[0].name)
        rows: list[tuple[str, Callable[[], None]]] = [
            (tr("Insert a row above"), self.insert),
            (tr("Duplicate"), self.duplicate),
            (tr("Remove from the table"), self.remove),
        ]
        if any(cell.name in line.problems and cell.required for cell in CELLS) and line.state == states.WRONG:
            rows.append((tr("Send missing names as empty"), self.send_empty_names))
        if self._entries.standing.run_of(line.row.uid):
            rows.append((tr("Show the call"), partial(self._entries.show_call, line.row.uid)))
        if line.may_go_again:
            rows.append((tr("Send again as it is"), self.send_as_it_is))
        if line.state == states.ACCEPTED:
            rows.append((tr("Remove all that are accepted"), self.remove_accepted))
        actions = []
        for text, do in rows:
            action = QAction(literal(text), self._table)
            action.triggered.connect(lambda _=False, do=do: do())
            actions.append(action)
        return actions
