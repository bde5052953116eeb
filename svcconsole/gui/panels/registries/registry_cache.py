"""The registries in memory: names for keys, keys for what was typed, and suggestions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit

from svcconsole.gui.design.text import visible
from svcconsole.workspace.known.registries import Entry, RegistryKind

KEY_ROLE = Qt.ItemDataRole.UserRole + 1


class RegistryCache(QObject):
    """The entries by kind. `changed` when they were read anew."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[RegistryKind, dict[str, Entry]] = {kind: {} for kind in RegistryKind}

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Hold these from now on, in their order; what is the same already is not told."""
        fresh: dict[RegistryKind, dict[str, Entry]] = {kind: {} for kind in RegistryKind}
        for entry in entries:
            fresh[entry.kind][entry.key] = entry
        if any(list(held.values()) != list(self._entries[kind].values()) for kind, held in fresh.items()):
            self._entries = fresh
            self.changed.emit()

    def of(self, kind: RegistryKind) -> Sequence[Entry]:
        """The entries of a kind, those used last first."""
        return tuple(self._entries[kind].values())

    def label(self, kind: RegistryKind, key: str) -> str:
        """What people call it; blank where nobody has said."""
        entry = self._entries[kind].get(key)
        return entry.label if entry is not None else ""

    def names(self) -> dict[tuple[RegistryKind, str], str]:
        """Every label there is, by kind and key."""
        return {
            (kind, key): entry.label
            for kind, held in self._entries.items()
            for key, entry in held.items()
            if entry.label
        }

    def words(self, kind: RegistryKind, key: str) -> str:
        """The label with its key, or the key alone."""
        label = self.label(kind, key)
        return f"{label} · {key}" if label else key

    def key_of(self, kind: RegistryKind, text: str) -> str:
        """The key that `text` means: its label or its words; the text itself where they are nobody's."""
        typed = text.strip()
        if not typed or typed in self._entries[kind]:
            return typed
        for fits in (self._says, self._is_called):
            keys = [entry.key for entry in self.of(kind) if fits(entry, typed.casefold())]
            if len(keys) == 1:
                return keys[0]
        return text

    def _says(self, entry: Entry, typed: str) -> bool:
        return self.words(entry.kind, entry.key).casefold() == typed

    def _is_called(self, entry: Entry, typed: str) -> bool:
        return bool(entry.label) and entry.label.casefold() == typed


class Offer(QCompleter):
    """Offers the entries of a kind while their field is typed into; `taken` once one was chosen."""

    taken = Signal()

    def __init__(self, line: QLineEdit, known: RegistryCache, kind: RegistryKind) -> None:
        super().__init__(line)
        self._known, self._kind = known, kind
        self._rows = QStandardItemModel(self)
        self.setModel(self._rows)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        popup = self.popup()
        if popup is not None:
            popup.setProperty("popup", True)
        self._settled = QTimer(self, interval=0, singleShot=True)
        self._settled.timeout.connect(self.taken)
        # The line takes the text over after this signal; what is told must come later than that.
        self.activated.connect(lambda _: self._settled.start())
        line.setCompleter(self)
        known.changed.connect(self._fill)
        self._fill()

    def rows(self) -> QAbstractItemModel:
        """What can be offered."""
        return self._rows

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return str(index.data(KEY_ROLE))

    def _fill(self) -> None:
        self._rows.clear()
        for entry in self._known.of(self._kind):
            row = QStandardItem(visible(self._known.words(entry.kind, entry.key)))
            row.setData(entry.key, KEY_ROLE)
            self._rows.appendRow(row)
