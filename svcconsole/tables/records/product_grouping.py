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
BY_NUMBER = "id:"
"""What stands before a number of the shop where a row names its product by it (WooCommerce)."""


class ProductGroups:
    """What the whole file says. Row numbers only, no cells: small, and cheap to hand to another process.

    A product is all rows with the same id, adjacent or not; a row with neither id nor name goes on with the
    product above it; a row with a name but no id is a product of its own, under the key "row N". A row that
    names its product, and one that a product names by its SKU, is a variant of it, wherever they stand.
    """

    def __init__(self, header: Sequence[str], mapping: Mapping) -> None:
        self.reading = Reading(mapping, header)
        self._groups: dict[str, list[int]] = {}
        self._key_of: dict[int, str] = {}
        self._skus: dict[str, list[int]] = {}
        self._votes: dict[str, list[int]] = {path: [0, 0] for path in (*MONEY, STOCK)}
        self._last = ""
        self._linked = any(self.reading.fills(path) for path in LINKS)
        self._aliases: dict[str, str] = {}
        self._named: dict[int, str] = {}
        self._listed: dict[int, dict[str, dict[str, str]]] = {}
        self._parents: set[int] = set()
        self._options: dict[int, dict[str, str]] = {}
        self._astray: dict[int, str] = {}
        self._absent: dict[str, list[str]] = {}
        self._translations: set[int] = set()
        self._tied: set[int] = set()
        self._currencies: Counter[str] = Counter()
        self._statuses: set[str] = set()
        self._with_status: set[str] = set()
        self.has_one_status = False
        """Whether every product of the file has the same word for whether its shop shows it."""
        self.column_currencies = {
            path: named
            for path in MONEY
            if (named := named_currency(self.reading.columns.get(path, ""))) != NO_CURRENCY
        }
        """The currencies that the columns of prices name, by path: only of those that name one."""
        self.prices = NO_PRICES

    def know(self, known: Known) -> None:
        """Take in what the store's prices are now."""
        self.prices = known.prices

    @property
    def usual_currency(self) -> str:
        """The currency of the most rows of the file; blank where there is one only."""
        return most_frequent(self._currencies)

    @property
    def keys(self) -> tuple[str, ...]:
        """The products in the order of their first rows."""
        return tuple(self._groups)

    def rows_of(self, key: str) -> tuple[int, ...]:
        """The rows of a product in file order, those that speak of the product itself first."""
        return tuple(self._groups.get(key, ()))

    def key_of(self, row: int) -> str:
        return self._key_of[row]

    def first_with(self, sku: str) -> int | None:
        """The first row that has this SKU."""
        rows = self._skus.get(sku)
        return rows[0] if rows else None

    def is_parent(self, row: int) -> bool:
        """Whether other rows are the variants of this row's product, and it is none itself."""
        return row in self._parents

    def is_tied(self, row: int) -> bool:
        """Whether the row is a variant of a product that stands in a row of its own."""
        return row in self._tied

    def is_translation(self, row: int) -> bool:
        """Whether this row says a product again in another language."""
        return row in self._translations

    def options_of(self, row: int) -> Dict[str, str]:
        """The options that the product's row gives this variant."""
        return self._options.get(row, {})

    def lacks_parent(self, row: int) -> str:
        """The product this row names and the file does not have; blank for none."""
        return self._astray.get(row, "")

    def absent(self, key: str) -> Sequence[str]:
        """SKUs that a product lists as its variants and no row has."""
        return self._absent.get(key, ())

    def add(self, row: Row) -> None:
        """Take the next row of the file in; after the last one, `finish` ties them together."""
        named = self._parent_named(row) if self._linked else ""
        key = self._id(row) or f"row {row.number}" if named else self._key(row)
        if not named:
            self._last = key
        self._groups.setdefault(key, []).append(row.number)
        self._key_of[row.number] = key
        if self._linked:
            self._link(row, key, named)
        if row.number not in self._translations and (sku := self._sku(row)):
            self._skus.setdefault(sku, []).append(row.number)
        self._vote(row, 1)
        if len(self._statuses) < 2 and (status := self._status(row)):
            self._statuses.add(status)
            self._with_status.add(key)
        if currency := self._currency(row):
            self._currencies[currency] += 1

    def finish(self) -> None:
        """Bring each variant to its product and settle what the whole file says, once all rows are in."""
        for number, named in self._named.items():
            key = self._aliases.get(named) or self._aliases.get(f"{BY_NUMBER}{named}")
            if key is None:
                self._astray[number] = named
            else:
                self._tie(number, key)
        for number, variants in self._listed.items():
            key = self._key_of[number]
            for sku, options in variants.items():
                rows = [row for row in self._skus.get(sku, ()) if row != number]
                if not rows:
                    self._absent.setdefault(key, []).append(sku)
                for row in rows:
                    self._options[row] = options
                    self._tie(row, key)
        self.has_one_status = len(self._statuses) == 1 and self._groups.keys() <= self._with_status

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

    def _parent_named(self, row: Row) -> str:
        """The product that a variant's row names, or that it follows; blank for a row that is no variant."""
        kinds = {kind.strip() for kind in self.reading.own("rowType", row.cells).casefold().split(",")} - {""}
        if kinds & FOLLOWERS:
            return self._last
        return "" if kinds and not kinds & VARIANTS else trimmed(self.reading.own("parent", row.cells))

    def _link(self, row: Row, key: str, named: str) -> None:
        _, listed, view, number, _ = self._links(row)
        if view:
            self._translations.add(row.number)
            return
        if named:
            self._named[row.number] = named
            self._options[row.number] = options_in(self._name(row))
        else:
            for alias in (key, self._sku(row), f"{BY_NUMBER}{number}" if number else ""):
                if alias:
                    self._aliases.setdefault(alias, key)
        if listed:
            self._listed[row.number] = listed_variants(listed)

    def _links(self, row: Row) -> tuple[str, ...]:
        return tuple(trimmed(self.reading.own(path, row.cells)) for path in LINKS)

    def _tie(self, number: int, key: str) -> None:
        """Make a row a variant of the product `key`."""
        self._tied.add(number)
        head = next((row for row in self._groups[key] if row not in self._translations), number)
        if head != number and head not in self._named:
            self._parents.add(head)
        before = self._key_of[number]
        if before == key:
            return
        self._groups[before].remove(number)
        if not self._groups[before]:
            del self._groups[before]
        self._groups[key].append(number)
        self._key_of[number] = key

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


def listed_variants(text: str) -> dict[str, dict[str, str]]:
    """The options by SKU of `sku=X,size=M|sku=Y,size=L` (Magento's configurable_variations)."""
    found: dict[str, dict[str, str]] = {}
    for variant in text.split("|"):
        pairs = dict(pair.split("=", 1) for pair in variant.split(",") if "=" in pair)
        named = {name.strip(): value.strip() for name, value in pairs.items()}
        if sku := named.pop("sku", ""):
            found[sku] = named
    return found


def survey(header: Sequence[str], rows: Iterable[Row], mapping: Mapping) -> ProductGroups:
    """Read all rows once; TableError when the mapping names a column the header does not have."""
    found = ProductGroups(header, mapping)
    for row in rows:
        found.add(row)
    found.finish()
    return found
