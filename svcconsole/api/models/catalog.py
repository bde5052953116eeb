"""Products and catalogs (specification: SvcProduct, SvcPlatformCatalog, endpoints 3 to 8)."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from svcconsole.api.models.common import Envelope, LooseId, Number, Record, Request

Text = Annotated[str, Field(min_length=1)]


class Photo(Request):
    photo_url: Text


class Metafield(Request):
    id: str
    namespace: str
    key: str
    value: str


class Combination(Request):
    """A variant; a product sold as one SKU has exactly one, named `Default` or by the product, without options."""

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
    """One product as sent: `photos` may be empty, `combinations` may not; every productId is the product's id."""

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
        for position, combination in enumerate(self.combinations, start=1):
            if combination.product_id != self.id:
                raise PydanticCustomError(
                    "product_id_differs",
                    "productId of combination {position} is {found}, but the product's id is {expected}",
                    {"position": position, "found": combination.product_id, "expected": self.id},
                )
        return self


class Catalog(Request):
    name: Text
    id: Text
    description: str | None = None
    image: str | None = None
    url: str | None = None


class UpsertProducts(Request):
    products: Annotated[list[Product], Field(min_length=1)]


class ListProducts(Request):
    after_product_id: str | None = None


class GetProducts(Request):
    product_ids: Annotated[list[str], Field(min_length=1)]


class UpsertCatalogs(Request):
    catalogs: Annotated[list[Catalog], Field(min_length=1)]


class ListCatalogs(Request):
    after_catalog_id: str | None = None


class GetCatalogs(Request):
    catalog_ids: Annotated[list[str], Field(min_length=1)]


def _loose_number(value: object) -> object:
    return None if isinstance(value, bool | str) else value


LooseNumber = Annotated[Number | None, BeforeValidator(_loose_number)]


class StoredPhoto(Record):
    photo_url: str | None = None


class StoredMetafield(Record):
    id: LooseId = None
    namespace: str | None = None
    key: str | None = None
    value: str | None = None


class StoredCombination(Record):
    id: LooseId = None
    name: str | None = None
    product_id: LooseId = None
    price: LooseNumber = None
    discounted_price: LooseNumber = None
    quantity: LooseNumber = None
    image: str | None = None
    product_url: str | None = None
    currency: str | None = None
    options: dict[str, str] | None = None


class StoredProduct(Record):
    """A product as a store returned it; anything may be missing."""

    id: LooseId = None
    name: str | None = None
    url: str | None = None
    description: str | None = None
    image: str | None = None
    currency: str | None = None
    photos: list[StoredPhoto] | None = None
    tags: str | None = None
    catalog_ids: list[str] | None = None
    combinations: list[StoredCombination] | None = None
    metafields: list[StoredMetafield] | None = None
    add_to_cart_disabled: bool | None = None


class StoredCatalog(Record):
    id: LooseId = None
    name: str | None = None
    description: str | None = None
    image: str | None = None
    url: str | None = None


class ProductsData(Record):
    products: list[StoredProduct]


class CatalogsData(Record):
    catalogs: list[StoredCatalog]


class ProductsResponse(Envelope):
    data: ProductsData


class CatalogsResponse(Envelope):
    data: CatalogsData
