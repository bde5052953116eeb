"""Finds in one pass which rows are one product and which SKU appears first where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from svcconsole.tables.mapping.mapping import Mapping, Reading
from svcconsole.tables.reading.reader import Row
from svcconsole.tables.results.escape import code
from svcconsole.tables.values.values import Convention, Mark, decimal_sign_of, settled, trimmed

MONEY = ("combinations.price", "combinations.compareAtPrice", "combinations.discountedPrice")


class ProductGroups:
    """What the whole file says. Row numbers only, no cells: small, and cheap to hand to another process.

    A product is all rows with the same id, adjacent or not; a row with neither id nor name goes on with the
    product above it; a row with a name but no id is a product of its own, under the key "row N".
    """

    def __init__(self, header: Sequence[str], mapping: Mapping) -> None:
        self.reading = Reading(mapping, header)
        self._groups: dict[str, list[int]] = {}
        self._key_of: dict[int, str] = {}
        self._skus: dict[str, list[int]] = {}
        self._votes: dict[str, list[int]] = {path: [0, 0] for path in MONEY}
        self._last = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The products in the order of their first rows."""
        return tuple(self._groups)

    def rows_of(self, key: str) -> tuple[int, ...]:
        return tuple(self._groups.get(key, ()))

    def key_of(self, row: int) -> str:
        return self._key_of[row]

    def first_with(self, sku: str) -> int | None:
        """The first row that has this SKU."""
        rows = self._skus.get(sku)
        return rows[0] if rows else None

    def add(self, row: Row) -> None:
        """Take the next row of the file in."""
        key = self._key(row)
        self._last = key
        self._groups.setdefault(key, []).append(row.number)
        self._key_of[row.number] = key
        if sku := self._sku(row):
            self._skus.setdefault(sku, []).append(row.number)
        self._vote(row, 1)

    def convention(self, path: str) -> Convention:
        """How the column of `path` writes cents; a column that does not settle it follows the others."""
        own = settled(*self._votes[path])
        if own.mark:
            return own
        together = settled(
            sum(point for point, _ in self._votes.values()), sum(comma for _, comma in self._votes.values())
        )
        return Convention(together.mark, 0, 0)

    def replace(self, old: Row, new: Row) -> frozenset[str] | None:
        """Take an edited row in: the keys to build again, or None when the file must be surveyed anew."""
        if self._id(old) != self._id(new) or (not self._id(new) and self._name(old) != self._name(new)):
            return None
        before = self._conventions()
        self._vote(old, -1)
        self._vote(new, 1)
        if before != self._conventions():
            return None
        touched = {self._key_of[new.number]}
        was, now = self._sku(old), self._sku(new)
        if was != now:
            for sku in (was, now):
                touched.update(self._key_of[number] for number in self._skus.get(sku, ()))
            if was:
                self._skus[was].remove(new.number)
            if now:
                rows = self._skus.setdefault(now, [])
                rows.append(new.number)
                rows.sort()
        return frozenset(touched)

    def _conventions(self) -> list[tuple[Mark | None, bool]]:
        return [(found.mark, found.mixed) for found in map(self.convention, MONEY)]

    def _id(self, row: Row) -> str:
        return trimmed(self.reading.value("id", row.cells))

    def _name(self, row: Row) -> str:
        return trimmed(self.reading.own("name", row.cells))

    def _sku(self, row: Row) -> str:
        return code(trimmed(self.reading.own("combinations.id", row.cells)))

    def _key(self, row: Row) -> str:
        if key := self._id(row):
            return key
        return self._last if self._last and not self._name(row) else f"row {row.number}"

    def _vote(self, row: Row, weight: int) -> None:
        for path in MONEY:
            text = self.reading.own(path, row.cells)
            if "." in text or "," in text:
                mark: Mark | None = decimal_sign_of(text)
                if mark:
                    self._votes[path][0 if mark == "point" else 1] += weight


def survey(header: Sequence[str], rows: Iterable[Row], mapping: Mapping) -> ProductGroups:
    """Read all rows once; TableError when the mapping names a column the header does not have."""
    found = ProductGroups(header, mapping)
    for row in rows:
        found.add(row)
    return found
