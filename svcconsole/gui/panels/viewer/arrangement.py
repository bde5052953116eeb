"""The arrangement of a table's columns: which are shown, order, width, pinned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any


def keys_of(names: Sequence[str]) -> tuple[str, ...]:
    """A key for each column that stays the same for the next file with this header; names may repeat."""
    seen: Counter[str] = Counter()
    keys = []
    for name in names:
        seen[name] += 1
        keys.append(name if seen[name] == 1 else f"{name}\n{seen[name]}")
    return tuple(keys)


class Arrangement:
    """Columns are numbers of the file, from 0. Frozen ones come first, in the same order."""

    def __init__(self, names: Sequence[str]) -> None:
        self._keys = keys_of(names)
        self.order = list(range(len(names)))
        self.hidden: set[int] = set()
        self.frozen: set[int] = set()
        self.widths: dict[int, int] = {}
        """In pixels at 100 %, of those somebody made wider or narrower."""

    def shown(self) -> list[int]:
        """The columns on screen from the leading side on."""
        visible = [column for column in self.order if column not in self.hidden]
        staying = [column for column in visible if column in self.frozen]
        return staying + [column for column in visible if column not in self.frozen]

    def move(self, column: int, place: int) -> None:
        """Put a column at a place of the whole order."""
        self.order.remove(column)
        self.order.insert(place, column)

    def save(self) -> dict[str, Any]:
        """What `restore` takes, as plain JSON."""
        return {
            "order": [self._keys[column] for column in self.order],
            "hidden": sorted(self._keys[column] for column in self.hidden),
            "frozen": sorted(self._keys[column] for column in self.frozen),
            "widths": {self._keys[column]: width for column, width in self.widths.items()},
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take back what `save` gave; columns that are gone are passed over, new ones come last."""
        places = {key: column for column, key in enumerate(self._keys)}
        known = [places[key] for key in _texts(state.get("order")) if key in places]
        known = list(dict.fromkeys(known))
        self.order = known + [column for column in range(len(self._keys)) if column not in set(known)]
        self.hidden = {places[key] for key in _texts(state.get("hidden")) if key in places}
        self.frozen = {places[key] for key in _texts(state.get("frozen")) if key in places}
        if len(self.hidden) >= len(self._keys):
            self.hidden.clear()
        widths = state.get("widths")
        if isinstance(widths, dict):
            self.widths = {
                places[key]: width
                for key, width in widths.items()
                if key in places and isinstance(width, int) and 16 <= width <= 4_000
            }


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
