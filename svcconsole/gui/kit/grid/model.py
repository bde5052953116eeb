"""The model of every grid, and the one of records in memory: sorted and filtered in plain lists."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from svcconsole.gui.design.text import tip_text
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.grid.sorting import Arranger, arrange

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex

ALIGNMENTS: Final = {
    True: Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    False: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
}


class GridModel(QAbstractTableModel, Generic[R]):
    """What a grid asks of its rows: a record each, shown by the same columns; cells in words for Qt."""

    def __init__(self, columns: Sequence[ColumnSpec[R]] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._told: dict[int, Callable[[ColumnSpec[R], R], Any]] = {
            Qt.ItemDataRole.DisplayRole: ColumnSpec.plain_text,
            Qt.ItemDataRole.EditRole: ColumnSpec.typed,
            Qt.ItemDataRole.AccessibleTextRole: self._read_out,
            Qt.ItemDataRole.TextAlignmentRole: lambda column, _: ALIGNMENTS[column.ends()],
        }

    def columns(self) -> tuple[ColumnSpec[R], ...]:
        """The columns, in their first order."""
        return self._columns

    def add_columns(self, columns: Sequence[ColumnSpec[R]]) -> None:
        """More columns behind the others."""
        if columns:
            first = len(self._columns)
            self.beginInsertColumns(QModelIndex(), first, first + len(columns) - 1)
            self._columns += tuple(columns)
            self.endInsertColumns()

    def record(self, row: int) -> R:
        """The record in a row of the view."""
        raise NotImplementedError

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        told = self._told.get(role)
        return None if told is None else told(self._columns[index.column()], self.record(index.row()))

    def _read_out(self, column: ColumnSpec[R], record: R) -> str:
        title, said = show(column.title), column.plain_text(record)
        words = [f"{title}: {said}" if title else said]
        if column.struck is not None and (before := column.struck(record)):
            words.append(tr("before: {before}", before=before))
        if column.edited is not None and column.edited(record):
            words.append(tr("changed"))
        for told in (column.problem, column.look):
            if told is not None and (sentence := told(record)):
                words.append(show(sentence))
        return ", ".join(words)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return show(self._columns[section].title)
        if role == Qt.ItemDataRole.ToolTipRole and (hint := self._columns[section].hint):
            return tip_text(hint)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self._columns[index.column()].set_value is not None:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags


class RecordModel(GridModel[R]):
    """Records by key. `shown()` are those the filter lets through, in the sorted order.

    `arranging` comes before rows are ordered anew, `arranged` after it; the view keeps its place.
    `found(n)`: what a filter was set for has been looked for, and so many were found.
    """

    arranging = Signal()
    arranged = Signal()
    found = Signal(int)
    value_edited = Signal(object, str, str)
    value_refused = Signal(object, str, str)

    def __init__(
        self, columns: Sequence[ColumnSpec[R]], key: Callable[[R], Hashable], parent: QObject | None = None
    ) -> None:
        super().__init__(columns, parent)
        self._by_column = {column.key: at for at, column in enumerate(self._columns)}
        self._key = key
        self._records: list[R] = []
        self._places: dict[Hashable, int] = {}
        # What is on screen: other lists than the newest while these are still arranged.
        self._shown: list[R] = self._records
        self._shown_places = self._places
        self._rows: list[int] = []
        self._row_of: dict[int, int] | None = None
        self._keep: Callable[[R], bool] | None = None
        self._is_asked = False
        self._sorted_by: str | None = None
        self._descending = False
        self._arranger: Arranger[R] = Arranger(self)
        self._arranger.done.connect(self._take)

    # -- what there is

    def add_columns(self, columns: Sequence[ColumnSpec[R]]) -> None:
        super().add_columns(columns)
        self._by_column = {column.key: at for at, column in enumerate(self._columns)}

    def column(self, key: str) -> int:
        """A column's number; KeyError if there is none."""
        return self._by_column[key]

    def records(self) -> list[R]:
        """All records in the order they came (do not change the list)."""
        return self._records

    def total(self) -> int:
        """How many records there are, shown or not."""
        return len(self._records)

    def shown(self) -> list[R]:
        """The records shown, in their order."""
        return [self._shown[index] for index in self._rows]

    def record(self, row: int) -> R:
        """The record in a row of the view."""
        return self._shown[self._rows[row]]

    def find(self, key: Hashable) -> R | None:
        """The record with this key."""
        place = self._places.get(key)
        return None if place is None else self._records[place]

    def key_of(self, record: R) -> Hashable:
        """A record's key."""
        return self._key(record)

    def row_of(self, key: Hashable) -> int | None:
        """The row a key is shown in; None when it is not shown."""
        place = self._shown_places.get(key)
        if place is None:
            return None
        if self._row_of is not None:
            return self._row_of.get(place)
        try:
            return self._rows.index(place)
        except ValueError:
            return None

    def order(self) -> tuple[str | None, bool]:
        """What it is sorted by, and whether downwards."""
        return self._sorted_by, self._descending

    def is_arranging(self) -> bool:
        """Whether rows are being ordered right now."""
        return self._arranger.is_busy()

    # -- changing it

    def set_records(self, records: Iterable[R]) -> None:
        """Show other records; the old ones stay until they are arranged."""
        self._records = list(records)
        self._places = {self._key(record): at for at, record in enumerate(self._records)}
        self._arrange()

    def append(self, records: Iterable[R]) -> None:
        """More records at the end, where nothing moves; `settle` sorts them in. Known keys are updated."""
        fresh: list[R] = []
        known: list[R] = []
        for record in records:
            (known if self._key(record) in self._places else fresh).append(record)
        if known:
            self.update(known)
        start = len(self._records)
        self._records.extend(fresh)
        for at in range(start, len(self._records)):
            self._places[self._key(self._records[at])] = at
        if self._arranger.is_busy():
            self._arrange()
            return
        keep = self._keep
        added = [at for at in range(start, len(self._records)) if keep is None or keep(self._records[at])]
        if added:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(added) - 1)
            self._rows.extend(added)
            self._row_of = None
            self.endInsertRows()

    def settle(self) -> None:
        """Sort in what was appended."""
        self._arrange()

    def update(self, records: Iterable[R]) -> None:
        """Take newer versions of known records; they stay in their rows until the next `settle` or sort."""
        rows: list[int] = []
        if self._row_of is None:  # many keys are looked up at once here, so that an index pays
            self._row_of = {index: row for row, index in enumerate(self._rows)}
        for record in records:
            key = self._key(record)
            place = self._places.get(key)
            if place is None:
                continue
            self._records[place] = record
            row = self.row_of(key)
            if row is not None:
                rows.append(row)
        self._emit_changed(rows)

    def remove(self, keys: Iterable[Hashable]) -> None:
        """Take records away."""
        gone = set(keys)
        self.set_records([record for record in self._records if self._key(record) not in gone])

    def touch(self, keys: Iterable[Hashable] | None = None) -> None:
        """Paint rows again, e.g. when a thumbnail came; all of them without keys."""
        if keys is None:
            self._emit_changed([0, len(self._rows) - 1] if self._rows else [])
        else:
            self._emit_changed([row for key in keys if (row := self.row_of(key)) is not None])

    def _emit_changed(self, rows: Sequence[int]) -> None:
        if rows:
            last = len(self._columns) - 1
            self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), last))

    def set_filter(self, keep: Callable[[R], bool] | None) -> None:
        """Show only what `keep` lets through; None shows everything."""
        self._keep = keep
        self._is_asked = keep is not None
        self._arrange()

    def sort_by(self, key: str | None, descending: bool = False) -> None:
        """Order by a column; None goes back to the order the records came in."""
        self._sorted_by = key if key in self._by_column else None
        self._descending = descending
        self._arrange()

    def _arrange(self) -> None:
        column = self._columns[self._by_column[self._sorted_by]] if self._sorted_by is not None else None
        key = column.sort_key if column is not None else None
        rows = range(len(self._records))
        work = arrange(list(self._records), rows, self._keep, key, descending=self._descending)
        self._arranger.start(work, len(self._records))

    def _take(self, rows: list[int]) -> None:
        self.arranging.emit()
        self.beginResetModel()
        self._shown, self._shown_places, self._rows = self._records, self._places, rows
        self._row_of = None
        self.endResetModel()
        self.arranged.emit()
        if self._is_asked:
            self._is_asked = False
            self.found.emit(len(rows))

    # -- what Qt asks

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole:
            return False
        return self.set_typed(self.record(index.row()), self._columns[index.column()], str(value))

    def set_typed(self, record: R, column: ColumnSpec[R], typed: str) -> bool:
        """Set a value as text, of a record that is shown or not; False where it stays as it is."""
        if column.set_value is None or typed == column.typed(record):
            return False
        wrong = column.set_value(record, typed)
        if wrong:
            self.value_refused.emit(record, column.key, wrong)
            return False
        self.touch([self._key(record)])
        self.value_edited.emit(record, column.key, typed)
        return True
