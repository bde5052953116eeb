"""The registries in memory: names for keys, keys for what was typed, and suggestions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit

from svcconsole.gui.kit.widgets.offer import Offer, Offered
from svcconsole.workspace.known.registries import Entry, RegistryKind


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


class RegistryOffer(Offer):
    """Offers the entries of a kind while their field is typed into, those used last first."""

    def __init__(self, line: QLineEdit, known: RegistryCache, kind: RegistryKind) -> None:
        super().__init__(line)
        self._known, self._kind = known, kind
        known.changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.set_rows(Offered(entry.key, entry.label) for entry in self._known.of(self._kind))
