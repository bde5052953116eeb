"""Finds in one pass which rows are one product and which SKU appears first where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Dict
from typing import TYPE_CHECKING

from svcconsole.tables.checking.price_levels import NO_PRICES, most_frequent
from svcconsole.tables.mapping.mapping import Mapping, Reading
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.rows_by_text import RowOfText, RowsByText
from svcconsole.tables.results.escape import code
from svcconsole.tables.values.column_notes import NO_CURRENCY, named_currency
from svcconsole.tables.values.currencies import currency_code
from svcconsole.tables.values.values import (
    Amount,
    Convention,
    Mark,
    amount,
    decimal_sign_of,
    settled,
    trimmed,
)

if TYPE_CHECKING:
    from svcconsole.tables.records.recipients import Known

MONEY = ("combinations.price", "combinations.compareAtPrice", "combinations.discountedPrice")
STOCK = "combinations.quantity"
LINKS = ("parent", "variations", "storeView", "shopId", "rowType")
"""What ties rows of a product together besides its id."""
_SIGNS = frozenset(".,\u066b\u066c")
VARIANTS = frozenset({"variation", "variant", "child", "virtual child"})
"""What shops call a row that names its product."""
FOLLOWERS = frozenset({"sku"})
"""What they call one that belongs to the product above it."""
_OPTION = re.compile(r"\[[A-Z]{1,3}\]([^=\[\]]+)=([^\[\]]+?)(?=,\[|$)")
_PARENT, _TIED, _TRANSLATION, _ASTRAY, _STATUS = (1 << bit for bit in range(5))
"""What is marked of a row: that others are its variants, that it is one, that it says a product again in
another language, that the file lacks the product it names, that it says whether its shop shows it."""
BY_NUMBER = "id:"
"""What stands before a number of the shop where a row names its product by it (WooCommerce)."""


class ProductGroups:
    """What the whole file says. Row numbers, ids and SKUs, no other cells: small, and cheap to hand to
    another process.

    A product is all rows with the same id, adjacent or not; a row with neither id nor name goes on with the
    product above it; a row with a name but no id is a product of its own, under the key "row N". A row that
    names its product, and one that a product names by its SKU, is a variant of it, wherever they stand.
    """

    def __init__(self, header: Sequence[str], mapping: Mapping) -> None:
        self.reading = Reading(mapping, header)
        self._groups = RowsByText()
        self._skus = RowsByText()
        self._votes: dict[str, list[int]] = {path: [0, 0] for path in (*MONEY, STOCK)}
        self._last = ""
        self._linked = any(self.reading.fills(path) for path in LINKS)
        self._aliases = RowOfText()
        self._named = RowsByText()
        self._listed = RowsByText()
        self._options = RowsByText()
        self._marks = bytearray()
        self._currencies: Counter[str] = Counter()
        self._statuses: set[str] = set()
        self.has_one_status = False
        """Whether every product of the file has the same word for whether its shop shows it."""
        self.column_currencies = {
            path: named
            for path in MONEY
            if (named := named_currency(self.reading.columns.get(path, ""))) != NO_CURRENCY
        }
        """The currencies that the columns of prices name, by path: only of those that name one."""
        self.prices = NO_PRICES

    def __getstate__(self) -> dict[str, object]:
        """For another process, which builds products of the rows it is given: whose they are is not sent."""
        return {**self.__dict__, "_groups": RowsByText(), "_aliases": RowOfText()}

    def know(self, known: Known) -> None:
        """Take in what the store's prices are now."""
        self.prices = known.prices

    @property
    def usual_currency(self) -> str:
        """The currency of the most rows of the file; blank where there is one only."""
        return most_frequent(self._currencies)

    @property
    def keys(self) -> Iterable[str]:
        """The products in the order of their first rows."""
        return self._groups.texts()

    def rows_of(self, key: str) -> tuple[int, ...]:
        """The rows of a product in file order, those that speak of the product itself first."""
        return tuple(self._groups.rows(key))

    def key_of(self, row: int) -> str:
        """The product of a row. Raises KeyError for a row that the file does not have."""
        key = self._groups.text(row)
        if key is None:
            raise KeyError(row)
        return key

    def first_with(self, sku: str) -> int | None:
        """The first row that has this SKU."""
        return next(self._skus.rows(sku), None)

    def is_parent(self, row: int) -> bool:
        """Whether other rows are the variants of this row's product, and it is none itself."""
        return bool(self._marks_of(row) & _PARENT)

    def is_tied(self, row: int) -> bool:
        """Whether the row is a variant of a product that stands in a row of its own."""
        return bool(self._marks_of(row) & _TIED)

    def is_translation(self, row: int) -> bool:
        """Whether this row says a product again in another language."""
        return bool(self._marks_of(row) & _TRANSLATION)

    def options_of(self, row: Row) -> Dict[str, str]:
        """The options that the product's row gives this variant, else those that stand in its name."""
        if listed := self._options.text(row.number):
            return _pairs(listed)
        return options_in(self._name(row)) if self._named.text(row.number) else {}

    def lacks_parent(self, row: int) -> str:
        """The product this row names and the file does not have; blank for none."""
        return (self._named.text(row) or "") if self._marks_of(row) & _ASTRAY else ""

    def absent(self, rows: Iterable[int]) -> Sequence[str]:
        """SKUs that a product of these rows lists as its variants and no other row has."""
        return [
            sku
            for row in (rows if self._linked else ())
            for sku in listed_variants(self._listed.text(row) or "")
            if all(other == row for other in self._skus.rows(sku))
        ]

    def add(self, row: Row) -> None:
        """Take the next row of the file in; after the last one, `finish` ties them together."""
        named = self._parent_named(row) if self._linked else ""
        key = self._id(row) or f"row {row.number}" if named else self._key(row)
        if not named:
            self._last = key
        self._groups.add(key, row.number)
        if self._linked:
            self._link(row, key, named)
        if not self.is_translation(row.number) and (sku := self._sku(row)):
            self._skus.add(sku, row.number)
        self._vote(row, 1)
        if len(self._statuses) < 2 and (status := self._status(row)):
            self._statuses.add(status)
            self._mark(row.number, _STATUS)
        if currency := self._currency(row):
            self._currencies[currency] += 1

    def finish(self) -> None:
        """Bring each variant to its product and settle what the whole file says, once all rows are in."""
        for number, named in self._named.with_text():
            head = self._aliases.row(named) or self._aliases.row(f"{BY_NUMBER}{named}")
            if head is None:
                self._mark(number, _ASTRAY)
            else:
                self._tie(number, self.key_of(head))
        for number, listed in self._listed.with_text():
            for sku, options in listed_variants(listed).items():
                for row in [row for row in self._skus.rows(sku) if row != number]:
                    self._give(row, options)
                    self._tie(row, self.key_of(number))
        self.has_one_status = len(self._statuses) == 1 and all(
            any(self._marks_of(row) & (_STATUS | _TIED) == _STATUS for row in rows)
            for rows in self._groups.of_each_text()
        )

    def currency_in(self, path: str, row: Row) -> str:
        """The currency that the cell of an amount names, else the name of its column; blank for none."""
        text = trimmed(self.reading.own(path, row.cells))
        if text and not (text[0].isdigit() and text[-1].isdigit()):
            read = amount(text, "point")
            if isinstance(read, Amount) and read.is_money:
                return read.currency
        return self.column_currencies.get(path, NO_CURRENCY)[0] if text else ""

    def convention(self, path: str) -> Convention:
        """How the column of `path` writes cents; a column that does not settle it follows the prices."""
        own = settled(*self._votes[path])
        if own.mark:
            return own
        votes = [self._votes[money] for money in MONEY]
        together = settled(sum(point for point, _ in votes), sum(comma for _, comma in votes))
        return Convention(together.certain, 0, 0)

    def replace(self, old: Row, new: Row) -> frozenset[str] | None:
        """Take an edited row in: the keys to build again, or None when the file must be surveyed anew."""
        if self._id(old) != self._id(new) or (not self._id(new) and self._name(old) != self._name(new)):
            return None
        if self._linked and (self._links(old) != self._links(new) or self._sku(old) != self._sku(new)):
            return None
        if self._currency(old) != self._currency(new) or self._status(old) != self._status(new):
            return None
        before = self._conventions()
        self._vote(old, -1)
        self._vote(new, 1)
        if before != self._conventions():
            return None
        touched = {self.key_of(new.number)}
        was, now = self._sku(old), self._sku(new)
        if was != now:
            for sku in (was, now):
                touched.update(map(self.key_of, self._skus.rows(sku)))
            if was:
                self._skus.remove(new.number)
            if now:
                self._put(now, new.number)
        return frozenset(touched)

    def _parent_named(self, row: Row) -> str:
        """The product that a variant's row names, or that it follows; blank for a row that is no variant."""
        kinds = {kind.strip() for kind in self.reading.own("rowType", row.cells).casefold().split(",")} - {""}
        if kinds & FOLLOWERS:
            return self._last
        return "" if kinds and not kinds & VARIANTS else trimmed(self.reading.own("parent", row.cells))

    def _link(self, row: Row, key: str, named: str) -> None:
        _, listed, view, number, _ = self._links(row)
        if view:
            self._mark(row.number, _TRANSLATION)
            return
        if named:
            self._named.add(named, row.number)
        else:
            for alias in (key, self._sku(row), f"{BY_NUMBER}{number}" if number else ""):
                if alias and self._aliases.row(alias) is None:
                    self._aliases.put(alias, row.number)
        if listed:
            self._listed.add(listed, row.number)

    def _links(self, row: Row) -> tuple[str, ...]:
        return tuple(trimmed(self.reading.own(path, row.cells)) for path in LINKS)

    def _give(self, row: int, options: str) -> None:
        """Keep the options that a product lists for a variant, the last ones that it gets."""
        if self._options.text(row) is not None:
            self._options.remove(row)
        self._options.add(options, row)

    def _put(self, sku: str, row: int) -> None:
        """Give a row another SKU, in the order of the file."""
        later = [other for other in self._skus.rows(sku) if other > row]
        for other in later:
            self._skus.remove(other)
        for each in (row, *later):
            self._skus.add(sku, each)

    def _tie(self, number: int, key: str) -> None:
        """Make a row a variant of the product `key`."""
        self._mark(number, _TIED)
        head = next((row for row in self._groups.rows(key) if not self.is_translation(row)), number)
        if head != number and self._named.text(head) is None:
            self._mark(head, _PARENT)
        if self.key_of(number) != key:
            self._groups.remove(number)
            self._groups.add(key, number)

    def _marks_of(self, row: int) -> int:
        return self._marks[row] if row < len(self._marks) else 0

    def _mark(self, row: int, mark: int) -> None:
        if row >= len(self._marks):
            self._marks.extend(bytes(row + 1 - len(self._marks)))
        self._marks[row] |= mark

    def _currency(self, row: Row) -> str:
        """The currency a row says of its price: beside the price, else in a column of its own."""
        if named := self.currency_in("combinations.price", row):
            return named
        for path in ("combinations.currency", "currency"):
            if text := trimmed(self.reading.value(path, row.cells)):
                return currency_code(text) or ""
        return ""

    def _conventions(self) -> list[tuple[Mark | None, bool]]:
        return [(found.mark, found.mixed) for found in map(self.convention, self._votes)]

    def _id(self, row: Row) -> str:
        return trimmed(self.reading.value("id", row.cells))

    def _status(self, row: Row) -> str:
        return trimmed(self.reading.value("status", row.cells)).casefold()

    def _name(self, row: Row) -> str:
        return trimmed(self.reading.own("name", row.cells))

    def _sku(self, row: Row) -> str:
        return code(trimmed(self.reading.own("combinations.id", row.cells)))

    def _key(self, row: Row) -> str:
        if key := self._id(row):
            return key
        return self._last if self._last and not self._name(row) else f"row {row.number}"

    def _vote(self, row: Row, weight: int) -> None:
        for path, votes in self._votes.items():
            text = self.reading.own(path, row.cells)
            if not _SIGNS.isdisjoint(text):
                mark: Mark | None = decimal_sign_of(text)
                if mark:
                    votes[0 if mark == "point" else 1] += weight


def options_in(name: str) -> dict[str, str]:
    """The options in the name of a variant's row, `[RT]Size=Tall,[CS]Colour=Red` (BigCommerce), if any."""
    return {option.strip(): value.strip() for option, value in _OPTION.findall(name)}


def listed_variants(text: str) -> dict[str, str]:
    """The options by SKU, `size=M`, of `sku=X,size=M|sku=Y,size=L` (Magento's configurable_variations)."""
    found: dict[str, str] = {}
    for variant in text.split("|"):
        pairs = _pairs(variant)
        if sku := pairs.pop("sku", ""):
            found[sku] = ",".join(map("=".join, pairs.items()))
    return found


def _pairs(text: str) -> dict[str, str]:
    pairs = dict(pair.split("=", 1) for pair in text.split(",") if "=" in pair)
    return {name.strip(): value.strip() for name, value in pairs.items()}


def survey(header: Sequence[str], rows: Iterable[Row], mapping: Mapping) -> ProductGroups:
    """Read all rows once; TableError when the mapping names a column the header does not have."""
    found = ProductGroups(header, mapping)
    for row in rows:
        found.add(row)
    found.finish()
    return found
