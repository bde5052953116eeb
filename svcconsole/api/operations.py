"""The table of the API: one row per operation, read by the client, the practice store, the command line and the tests."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from svcconsole.api.models import catalog
from svcconsole.api.models.common import Envelope, Request

Req = TypeVar("Req", bound=Request)
Res = TypeVar("Res", bound=Envelope)


class Effect(StrEnum):
    """What sending the same bytes twice does to the store."""

    READ = "read"
    UPSERT = "upsert"
    ONCE = "once"


@dataclass(frozen=True, slots=True)
class Operation(Generic[Req, Res]):
    """One operation of the specification.

    `path` follows `{base_url}/integrations/{prefix}PlatformFunctions-`. `cursor` names the request field that
    resumes a list; `retry_needs` the field without which an upsert is not retried.
    """

    name: str
    path: str
    request: type[Req]
    response: type[Res]
    effect: Effect
    title: str
    cursor: str | None = None
    retry_needs: str | None = None
    deprecated: bool = False


UPSERT_PRODUCTS = Operation(
    "products.createOrUpdate", "products/createOrUpdate", catalog.UpsertProducts, catalog.ProductsResponse,
    Effect.UPSERT, "Create or update products",
)
LIST_PRODUCTS = Operation(
    "products.list", "products/list", catalog.ListProducts, catalog.ProductsResponse,
    Effect.READ, "List products", cursor="after_product_id",
)
GET_PRODUCTS = Operation(
    "products.get", "products/get", catalog.GetProducts, catalog.ProductsResponse, Effect.READ, "Get products",
)
UPSERT_CATALOGS = Operation(
    "catalogs.createOrUpdate", "catalogs/createOrUpdate", catalog.UpsertCatalogs, catalog.CatalogsResponse,
    Effect.UPSERT, "Create or update catalogs",
)
LIST_CATALOGS = Operation(
    "catalogs.list", "catalogs/list", catalog.ListCatalogs, catalog.CatalogsResponse,
    Effect.READ, "List catalogs", cursor="after_catalog_id",
)
GET_CATALOGS = Operation(
    "catalogs.get", "catalogs/get", catalog.GetCatalogs, catalog.CatalogsResponse, Effect.READ, "Get catalogs",
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    UPSERT_PRODUCTS, LIST_PRODUCTS, GET_PRODUCTS, UPSERT_CATALOGS, LIST_CATALOGS, GET_CATALOGS,
)
BY_PATH = {operation.path: operation for operation in OPERATIONS}
