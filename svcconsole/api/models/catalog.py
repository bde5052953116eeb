"""Products and catalogs (specification: SvcProduct, SvcPlatformCatalog, endpoints 3 to 8)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from svcconsole.api.models.common import (
    Envelope,
    LooseId,
    LooseNumber,
    LooseText,
    Number,
    Record,
    Request,
    Text,
    refuse,
    refuse_repeats,
)
from svcconsole.words.message import message


class Photo(Request):
    photo_url: Text


class Metafield(Request):
    id: str
    namespace: str
    key: str
    value: str


class Combination(Request):
    """A variant; a product sold as one SKU has exactly one, `Default` or named by the product, no options."""

    id: Text
    name: Text
    product_id: Text
    price: Number
    discounted_price: Number
    quantity: Number
    image: Text
    product_url: Text
    currency: str | None = None
    options: dict[str, str] | None = None


class Product(Request):
    """One product as sent: `photos` may be empty, `combinations` not; each productId is the product's id."""

    id: Text
    name: Text
    url: Text
    description: str | None = None
    image: str | None = None
    currency: str | None = None
    photos: list[Photo]
    tags: str | None = None
    catalog_ids: list[str] | None = None
    combinations: Annotated[list[Combination], Field(min_length=1)]
    metafields: list[Metafield] | None = None
    add_to_cart_disabled: bool | None = None

    @model_validator(mode="after")
    def _combinations_belong_here(self) -> Product:
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


class Catalog(Request):
    name: Text
    id: Text
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


class StoredPhoto(Record):
    photo_url: LooseText = None


class StoredMetafield(Record):
    id: LooseId = None
    namespace: LooseText = None
    key: LooseText = None
    value: LooseText = None


class StoredCombination(Record):
    id: LooseId = None
    name: LooseText = None
    product_id: LooseId = None
    price: LooseNumber = None
    discounted_price: LooseNumber = None
    quantity: LooseNumber = None
    image: LooseText = None
    product_url: LooseText = None
    currency: LooseText = None
    options: dict[str, LooseText] | None = None


class StoredProduct(Record):
    """A product as a store returned it; anything may be missing."""

    id: LooseId = None
    name: LooseText = None
    url: LooseText = None
    description: LooseText = None
    image: LooseText = None
    currency: LooseText = None
    photos: list[StoredPhoto] | None = None
    tags: LooseText = None
    catalog_ids: list[LooseText] | None = None
    combinations: list[StoredCombination] | None = None
    metafields: list[StoredMetafield] | None = None
    add_to_cart_disabled: bool | None = None


class StoredCatalog(Record):
    id: LooseId = None
    name: LooseText = None
    description: LooseText = None
    image: LooseText = None
    url: LooseText = None


class ProductsData(Record):
    products: list[StoredProduct]


class CatalogsData(Record):
    catalogs: list[StoredCatalog]


class ProductsResponse(Envelope):
    data: ProductsData


class CatalogsResponse(Envelope):
    data: CatalogsData
