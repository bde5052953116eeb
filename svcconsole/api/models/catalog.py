"""Products and catalogs (specification: SvcProduct, SvcPlatformCatalog, endpoints 3 to 8)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from svcconsole.api.models.common import (
    Envelope,
    Number,
    Record,
    Request,
    Text,
    refuse,
    refuse_repeats,
)
from svcconsole.api.models.resource import Absent, Resource
from svcconsole.words.message import message


class Photo(Resource[Absent]):
    photo_url: Text | Absent


class Metafield(Resource[Absent]):
    id: str | Absent
    namespace: str | Absent
    key: str | Absent
    value: str | Absent


class Combination(Resource[Absent]):
    """A variant; a product sold as one SKU has exactly one, `Default` or named by the product, no options."""

    id: Text | Absent
    name: Text | Absent
    product_id: Text | Absent
    price: Number | Absent
    discounted_price: Number | Absent
    quantity: Number | Absent
    image: Text | Absent
    product_url: Text | Absent
    currency: str | None = None
    options: dict[str, str] | None = None


class Product(Resource[Absent]):
    """One product as sent: `photos` may be empty, `combinations` not; each productId is the product's id."""

    id: Text | Absent
    name: Text | Absent
    url: Text | Absent
    description: str | None = None
    image: str | None = None
    currency: str | None = None
    photos: list[Photo[Absent]] | Absent
    tags: str | None = None
    catalog_ids: list[str] | None = None
    combinations: Annotated[list[Combination[Absent]], Field(min_length=1)] | Absent
    metafields: list[Metafield[Absent]] | None = None
    add_to_cart_disabled: bool | None = None

    @model_validator(mode="after")
    def _combinations_belong_here(self: Product) -> Product:
        strangers = [
            (
                ("combinations", position, "product_id"),
                message("must be the product's id {id}, not {other}", id=self.id, other=one.product_id),
            )
            for position, one in enumerate(self.combinations)
            if one.product_id != self.id
        ]
        if strangers:
            refuse(Product, strangers, "product_id_differs")
        return self


class Catalog(Resource[Absent]):
    name: Text | Absent
    id: Text | Absent
    description: str | None = None
    image: str | None = None
    url: str | None = None


class UpsertProducts(Request):
    """A batch of whole products; no id twice (decisions, rows 24 and 31)."""

    products: Annotated[list[Product], Field(min_length=1)]

    @model_validator(mode="after")
    def _each_once(self) -> UpsertProducts:
        refuse_repeats(UpsertProducts, "products", (product.id for product in self.products))
        return self


class ListProducts(Request):
    after_product_id: str | None = None


class GetProducts(Request):
    product_ids: Annotated[list[str], Field(min_length=1)]


class UpsertCatalogs(Request):
    """A batch of whole catalogs; no id twice (decisions, rows 24 and 31)."""

    catalogs: Annotated[list[Catalog], Field(min_length=1)]

    @model_validator(mode="after")
    def _each_once(self) -> UpsertCatalogs:
        refuse_repeats(UpsertCatalogs, "catalogs", (catalog.id for catalog in self.catalogs))
        return self


class ListCatalogs(Request):
    after_catalog_id: str | None = None


class GetCatalogs(Request):
    catalog_ids: Annotated[list[str], Field(min_length=1)]


StoredProduct = Product[None]
"""A product as a store answered it; anything may be missing."""
StoredCombination = Combination[None]
StoredCatalog = Catalog[None]


class ProductsData(Record):
    products: list[StoredProduct]


class CatalogsData(Record):
    catalogs: list[StoredCatalog]


class ProductsResponse(Envelope):
    data: ProductsData


class CatalogsResponse(Envelope):
    data: CatalogsData
