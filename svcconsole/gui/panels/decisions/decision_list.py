"""The model of the list of decisions: rows by kind, and those ticked for deciding in bulk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from svcconsole.gui.design.text import tip_text
from svcconsole.gui.design.words import dotted, tr
from svcconsole.gui.panels.decisions import decision_text as say
from svcconsole.gui.runtime.colleagues import called

if TYPE_CHECKING:
    from svcconsole.workspace.runs.records import Decided, Doubt

Index = QModelIndex | QPersistentModelIndex
Key = tuple[str, int]

ENTRY_ROLE = Qt.ItemDataRole.UserRole
LOOKERS_ROLE = Qt.ItemDataRole.UserRole + 1
TICK = Qt.CheckState.Checked


@dataclass(frozen=True, slots=True)
class Heading:
    """A kind and how many there are of it."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Row:
    """One doubt as listed; `decided` is there once somebody decided about it."""

    doubt: Doubt
    decided: Decided | None = None

    @property
    def key(self) -> Key:
        return (self.doubt.run_id, self.doubt.seq)

    @property
    def name(self) -> str:
        return say.name_of(self.doubt)

    @property
    def why(self) -> str:
        """The second line: the reason, or what was decided and by whom."""
        if self.decided is None:
            return self.doubt.reason
        word = tr(say.DECIDED[self.decided.decision])
        return f"{word} · {called(self.decided.by)}" if self.decided.by else word

    @property
    def when(self) -> str:
        return say.when(self.doubt.at if self.decided is None else self.decided.at)


def by_kind(rows: Sequence[Row]) -> list[Heading | Row]:
    """The rows under a heading for each kind, kinds in the order in which they come."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(say.heading(row.doubt.kind), []).append(row)
    found: list[Heading | Row] = []
    for group in groups.values():
        found.append(Heading(group[0].doubt.kind, len(group)))
        found += group
    return found


class DecisionList(QAbstractListModel):
    """Headings and rows; which rows are ticked."""

    ticked_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[Heading | Row] = []
        self._ticked: set[Key] = set()
        self._lookers: Mapping[Key, tuple[str, ...]] = {}

    def set_lookers(self, lookers: Mapping[Key, tuple[str, ...]]) -> None:
        """Who else looks at which row."""
        if lookers != self._lookers:
            self._lookers = lookers
            if self._entries:
                self.dataChanged.emit(self.index(0), self.index(len(self._entries) - 1))

    def lookers(self, key: Key) -> tuple[str, ...]:
        """Who else looks at a row."""
        return self._lookers.get(key, ())

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these; what is ticked and still there stays ticked."""
        entries = by_kind(rows)
        if entries == self._entries:
            return
        self.beginResetModel()
        self._entries = entries
        self._ticked &= {row.key for row in rows}
        self.endResetModel()
        self.ticked_changed.emit()

    def rows(self) -> list[Row]:
        return [entry for entry in self._entries if isinstance(entry, Row)]

    def ticked(self) -> list[Row]:
        """The ticked rows in the order of the list."""
        return [row for row in self.rows() if row.key in self._ticked]

    def index_of(self, key: Key) -> QModelIndex:
        """Where a row stands; an index of nothing when it is not there."""
        for at, entry in enumerate(self._entries):
            if isinstance(entry, Row) and entry.key == key:
                return self.index(at)
        return QModelIndex()

    def first(self) -> QModelIndex:
        """The first row; an index of nothing without one."""
        return self.index(1) if len(self._entries) > 1 else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        entry = self._entries[index.row()]
        if isinstance(entry, Heading):
            return Qt.ItemFlag.ItemIsEnabled
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual if entry.decided is not None else usual | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self._entries[index.row()] if index.isValid() else None
        if entry is None or role == ENTRY_ROLE:
            return entry
        if isinstance(entry, Heading):
            return say.heading(entry.kind) if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.name
        if role in (Qt.ItemDataRole.AccessibleDescriptionRole, Qt.ItemDataRole.ToolTipRole):
            parts = (self._looked_at(entry), say.place_of(entry.doubt), entry.why, entry.when)
            told = dotted(*parts)
            return tip_text(told) if role == Qt.ItemDataRole.ToolTipRole else told
        if role == Qt.ItemDataRole.CheckStateRole and entry.decided is None:
            return TICK if entry.key in self._ticked else Qt.CheckState.Unchecked
        return self._looked_at(entry) if role == LOOKERS_ROLE else None

    def _looked_at(self, row: Row) -> str:
        return say.looked_at_by(self.lookers(row.key)) if row.decided is None else ""

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid():
            return False
        entry = self._entries[index.row()]
        if role != Qt.ItemDataRole.CheckStateRole or not isinstance(entry, Row) or entry.decided is not None:
            return False
        if Qt.CheckState(value) == TICK:
            self._ticked.add(entry.key)
        else:
            self._ticked.discard(entry.key)
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True
