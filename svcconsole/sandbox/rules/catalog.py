"""Products and catalogs in the practice store (specification: endpoints 3 to 8)."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from sqlalchemy import Connection, Table

from svcconsole.api import operations as api
from svcconsole.api.models import catalog as models
from svcconsole.sandbox.http.answers import Refused, success_list
from svcconsole.sandbox.rules.unknown_fields import restore_unknown
from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.call_context import Call, Handlers
from svcconsole.sandbox.store.tables import catalog as tables

PAGE = 100


def upsert_products(call: Call, request: models.UpsertProducts) -> bytes:
    """Replace each product whole; a catalog that does not exist refuses the batch (decisions, row 24)."""
    _know_catalogs(call.connection, request.products)
    return _put(call, tables.products, request.products)


def list_products(call: Call, request: models.ListProducts) -> bytes:
    return success_list(
        "products", database.page(call.connection, tables.products, request.after_product_id, PAGE)
    )


def get_products(call: Call, request: models.GetProducts) -> bytes:
    return _get(call.connection, tables.products, request.product_ids)


def upsert_catalogs(call: Call, request: models.UpsertCatalogs) -> bytes:
    return _put(call, tables.catalogs, request.catalogs)


def list_catalogs(call: Call, request: models.ListCatalogs) -> bytes:
    return success_list(
        "catalogs", database.page(call.connection, tables.catalogs, request.after_catalog_id, PAGE)
    )


def get_catalogs(call: Call, request: models.GetCatalogs) -> bytes:
    return _get(call.connection, tables.catalogs, request.catalog_ids)


def _put(call: Call, table: Table, records: Sequence[models.Product | models.Catalog]) -> bytes:
    texts = [record.model_dump_json(by_alias=True, exclude_none=True) for record in records]
    if call.sent is not None:
        whole = zip(records, texts, call.sent[table.name], strict=True)
        texts = [restore_unknown(type(record), text, sent) for record, text, sent in whole]
    rows = [{"id": record.id, "body": text} for record, text in zip(records, texts, strict=True)]
    database.upsert(call.connection, table, rows)
    return success_list(table.name, texts)


def _get(connection: Connection, table: Table, ids: Sequence[str]) -> bytes:
    """In the order asked, each once; unknown ids are left out (decisions, row 2)."""
    found = database.bodies(connection, table, ids)
    return success_list(table.name, (found[one] for one in dict.fromkeys(ids) if one in found))


def _know_catalogs(connection: Connection, products: Sequence[models.Product]) -> None:
    places: dict[str, list[str]] = {}
    for position, product in enumerate(products):
        for inner, catalog_id in enumerate(product.catalog_ids or ()):
            places.setdefault(catalog_id, []).append(f"products[{position}].catalogIds[{inner}]")
    known = database.bodies(connection, tables.catalogs, places)
    missing = [
        f"catalog {catalog_id} does not exist: {_named(where)}; create it with catalogs/createOrUpdate first"
        for catalog_id, where in places.items()
        if catalog_id not in known
    ]
    if missing:
        raise Refused(HTTPStatus.BAD_REQUEST, *missing)


def _named(places: Sequence[str]) -> str:
    return places[0] if len(places) == 1 else f"{places[0]} and {len(places) - 1} more"


HANDLERS: Handlers = {
    api.UPSERT_PRODUCTS: upsert_products,
    api.LIST_PRODUCTS: list_products,
    api.GET_PRODUCTS: get_products,
    api.UPSERT_CATALOGS: upsert_catalogs,
    api.LIST_CATALOGS: list_catalogs,
    api.GET_CATALOGS: get_catalogs,
}
