"""The light rows of the catalog lists, which the snapshot stores and the first paint shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from svcconsole.services.catalog.prices import PriceRange

Cell = str | float | bool
"""What a cell of an optional column shows."""

LOW_STOCK = 15
"""A product with fewer pieces than this, and more than none, is low."""


@dataclass(frozen=True, slots=True)
class ProductRow:
    """A product in the list: its prices by currency, `stock` the sum over the variants.

    `more` holds the other fields of the record, by their Python names, as far as one cell can show them;
    `unusual` says that a value came in another type than promised (decisions, row 39).
    """

    id: str
    name: str
    image: str
    catalogs: tuple[str, ...]
    variants: int
    prices: tuple[PriceRange, ...]
    stock: float | None
    photos: int
    more: Mapping[str, Cell] = field(default_factory=dict)
    unusual: bool = False
    found: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", f"{self.name}\n{self.id}".casefold())

    def values(self) -> list[object]:
        """What the snapshot keeps: plain values in the order of the fields."""
        return [
            self.id, self.name, self.image, self.catalogs, self.variants, self.prices, self.stock,
            self.photos, self.more, self.unusual,
        ]  # fmt: skip

    @classmethod
    def of_values(cls, values: Sequence[Any]) -> ProductRow:
        """A row from what the snapshot kept."""
        identity, name, image, catalogs, variants, prices, stock, photos, more, *unusual = values
        ranges = tuple(PriceRange(*price) for price in prices)
        return cls(
            identity, name, image, tuple(catalogs), variants, ranges, stock, photos, dict(more), *unusual
        )

    @property
    def low(self) -> float | None:
        """The lowest price to be paid, in the first of the currencies."""
        return self.prices[0].low if self.prices else None

    @property
    def level(self) -> str:
        """`out`, `low`, `in`, or blank where the store keeps no quantity."""
        if self.stock is None:
            return ""
        return "out" if self.stock <= 0 else "low" if self.stock < LOW_STOCK else "in"


@dataclass(frozen=True, slots=True)
class CatalogRow:
    """A catalog in the list."""

    id: str
    name: str
    description: str
    image: str
    url: str
    more: Mapping[str, Cell] = field(default_factory=dict)
    unusual: bool = False
    found: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", f"{self.name}\n{self.id}".casefold())

    def values(self) -> list[object]:
        """What the snapshot keeps: plain values in the order of the fields."""
        return [self.id, self.name, self.description, self.image, self.url, self.more, self.unusual]

    @classmethod
    def of_values(cls, values: Sequence[Any]) -> CatalogRow:
        """A row from what the snapshot kept."""
        identity, name, description, image, url, more, *unusual = values
        return cls(identity, name, description, image, url, dict(more), *unusual)


@dataclass(frozen=True, slots=True)
class ProductFilter:
    """What the list shows: words in name or id, one catalog (blank: any), a stock level, what is missing."""

    words: str = ""
    catalog: str = ""
    stock: str = "any"
    missing: str = ""

    @property
    def is_set(self) -> bool:
        return self != ProductFilter()

    def matches(self, row: ProductRow) -> bool:
        """Whether the row is shown: every word in its name or id, and every other question answered."""
        return (
            all(word in row.found for word in self.words.casefold().split())
            and (not self.catalog or self.catalog in row.catalogs)
            and self.stock in ("any", row.level)
            and (not self.missing or MISSING[self.missing](row))
        )


MISSING: Mapping[str, Callable[[ProductRow], bool]] = {
    "catalog": lambda row: not row.catalogs,
    "photo": lambda row: not row.image and not row.photos,
    "stock": lambda row: row.level == "out",
    "usual": lambda row: row.unusual,
}
"""What a product may lack, a usual answer among it; each is a link in the counts beside the list."""
