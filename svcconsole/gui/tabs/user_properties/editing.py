"""What the keys, the menu and the buttons do to the rows that are chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication

from svcconsole.gui.tabs.user_properties import entries as states
from svcconsole.gui.tabs.user_properties.cells import CELLS, PLACES, Value
from svcconsole.gui.tabs.user_properties.clipboard import copied, pasted
from svcconsole.gui.tabs.user_properties.columns import tr
from svcconsole.gui.tabs.user_properties.entries import Entries, Line
from svcconsole.gui.tabs.user_properties.sheet import Edit
from svcconsole.gui.tabs.user_properties.table import SheetTable

NEXT_CONSENT: Mapping[Value, Value] = {None: True, True: False, False: None}


class Editing(QObject):
    """Edits `entries` through `table`. `told(sentence)`: what a paste left out."""

    told = Signal(str)

    def __init__(self, table: SheetTable, entries: Entries) -> None:
        super().__init__(table)
        self._table = table
        self._entries = entries
        self._doings: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "redo": self.redo,
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

    def undo(self) -> None:
        self._entries.edit(lambda sheet: sheet.undo())

    def redo(self) -> None:
        self._entries.edit(lambda sheet: sheet.redo())

    def copy(self) -> None:
        """The chosen cells as a spreadsheet takes them."""
        places = [PLACES[name] for name in self._table.chosen_cells()]
        rows = [[line.row.values[at] for at in places] for line in self._table.chosen_lines()]
        QGuiApplication.clipboard().setText(copied(rows))

    def cut(self) -> None:
        self.copy()
        self.clear()

    def paste(self) -> None:
        """What is on the clipboard, from the current cell on."""
        self._entries.scope.start(self.put(QGuiApplication.clipboard().text()), "paste")

    async def put(self, text: str) -> None:
        """Rows with names in the first one are added after the last entry; others are written over the
        table from the current cell on. Columns that are no field of an entry are left out and named."""
        sheet = self._entries.sheet
        current = self._table.current_cell()
        row = current[0].number - 1 if current is not None else 0
        name = current[1] if current is not None else CELLS[0].name
        found = await asyncio.to_thread(pasted, text, PLACES.get(name, 0))
        if found.named:
            row = max((at for at, each in enumerate(sheet.rows, 1) if not each.is_blank), default=0)
        new = []
        for number, cells in enumerate(found.rows, 1):
            new.append(found.values(cells))
            if number % states.AT_ONCE == 0:
                await asyncio.sleep(0)
        over = self._entries.lines[row : row + len(new)]
        if any(line.locked for line in over):
            self.told.emit(tr("Some of these rows are being sent. Nothing was pasted."))
            return
        self._entries.edit(lambda sheet: sheet.write(row, new))
        self._table.choose(row, row + len(new) - 1)
        if found.left_out:
            names = ", ".join(f"“{each}”" for each in found.left_out)
            self.told.emit(tr("Left out, because an entry has no such field: {names}.").format(names=names))

    def clear(self) -> None:
        """The chosen cells hold nothing any more: "not set"."""
        self._set(lambda _: None)

    def next_consent(self) -> None:
        """Not set, yes, no, and not set again; each of them chosen by the person."""
        self._set(lambda value: NEXT_CONSENT.get(value) if not isinstance(value, str) else None)

    def duplicate(self) -> None:
        uids = [line.row.uid for line in self._table.chosen_lines() if line.state != states.BLANK]
        self._entries.edit(lambda sheet: sheet.duplicate(uids))

    def remove(self) -> None:
        """Take the chosen rows out of the table; the store keeps what it has."""
        uids = [line.row.uid for line in self._table.chosen_lines() if not line.locked]
        self._entries.edit(lambda sheet: sheet.remove(uids))

    def remove_accepted(self) -> None:
        """Make room for what is still to be done."""
        uids = [line.row.uid for line in self._entries.lines if line.state == states.ACCEPTED]
        self._entries.edit(lambda sheet: sheet.remove(uids))

    def insert(self) -> None:
        """A blank row over the first chosen one."""
        lines = self._table.chosen_lines()
        at = lines[0].number - 1 if lines else len(self._entries.sheet.rows)
        self._entries.edit(lambda sheet: sheet.insert(at, [{}]))

    def add(self) -> None:
        """Go to the first row with nothing in it."""
        line = next((line for line in self._entries.lines if line.state == states.BLANK), None)
        if line is not None:
            self._table.set_current_cell(line.row.uid, CELLS[0].name)
            self._table.setFocus()

    def send_empty_names(self) -> None:
        """Names that are missing in the chosen rows are sent as empty text."""
        edits: list[Edit] = [
            (line.row.uid, cell.name, "")
            for line in self._table.chosen_lines()
            for cell in CELLS
            if cell.required and line.row.values[PLACES[cell.name]] is None and not line.row.is_blank
        ]
        self._entries.edit(lambda sheet: sheet.set_cells(edits))

    def send_as_it_is(self) -> None:
        """What was refused, or accepted, counts as ready once more."""
        ended = (states.REFUSED, states.ACCEPTED, states.NOT_SENT)
        self._entries.send_as_it_is(
            line.row.uid for line in self._table.chosen_lines() if line.state in ended
        )

    def _set(self, new: Callable[[Value], Value]) -> None:
        edits: list[Edit] = [
            (line.row.uid, name, new(line.row.values[PLACES[name]]))
            for line in self._table.chosen_lines()
            if not line.locked
            for name in self._table.chosen_cells()
        ]
        self._entries.edit(lambda sheet: sheet.set_cells(edits))

    def _typed(self, line: Line, key: str, text: str) -> None:
        from svcconsole.gui.tabs.user_properties.cells import read

        value = read(CELLS[PLACES[key]], text)
        self._entries.edit(lambda sheet: sheet.set_cells([(line.row.uid, key, value)]))

    def _menu(self, line: Line) -> list[QAction]:
        chosen = self._table.chosen_lines()
        if line not in chosen:
            self._table.set_current_cell(line.row.uid, CELLS[0].name)
        rows: list[tuple[str, Callable[[], None]]] = [
            (tr("Insert a row above"), self.insert),
            (tr("Duplicate"), self.duplicate),
            (tr("Remove from the table"), self.remove),
        ]
        if any(cell.name in line.problems and cell.required for cell in CELLS):
            rows.append((tr("Send missing names as empty"), self.send_empty_names))
        if line.state in (states.REFUSED, states.ACCEPTED, states.NOT_SENT):
            rows.append((tr("Send again as it is"), self.send_as_it_is))
        actions = []
        for text, do in rows:
            action = QAction(text, self._table)
            action.triggered.connect(lambda _=False, do=do: do())
            actions.append(action)
        return actions
