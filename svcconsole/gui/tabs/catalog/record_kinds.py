"""Products and catalogs as the editor page sees them: operations, wrapping, and what to call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from svcconsole.api.models.catalog import (
    Catalog,
    GetCatalogs,
    GetProducts,
    Product,
    UpsertCatalogs,
    UpsertProducts,
)
from svcconsole.api.models.common import Request
from svcconsole.api.operations import (
    GET_CATALOGS,
    GET_PRODUCTS,
    LIST_CATALOGS,
    LIST_PRODUCTS,
    UPSERT_CATALOGS,
    UPSERT_PRODUCTS,
    Operation,
)
from svcconsole.gui.forms.editors import LineEditor
from svcconsole.gui.forms.form import Form
from svcconsole.gui.forms.layout import Section
from svcconsole.gui.tabs.catalog.library import Shelf
from svcconsole.gui.tabs.catalog.pictures import Pictures
from svcconsole.gui.tabs.catalog.product_form import blank_product, product_form
from svcconsole.gui.tabs.catalog.records import catalog_row, product_row
from svcconsole.gui.words import tr


@dataclass(frozen=True, slots=True)
class RecordKind:
    """One kind of record with an editor; `kind` is the workspace's word, `items` opens an answer."""

    kind: str
    thing: str
    place: str
    listing: Operation[Any, Any]
    get: Operation[Any, Any]
    upsert: Operation[Any, Any]
    ask: Callable[[list[str]], Request]
    wrap: Callable[[Any], Request]
    items: Callable[[Any], list[Any]]
    row_of: Callable[[Any], Any]
    form: Callable[[Mapping[str, str], Pictures, str, bool], Form[Any]]
    blank: Callable[[str], dict[str, Any]]


def products() -> RecordKind:
    """SvcProduct (specification, endpoints 3 to 5)."""
    return RecordKind(
        kind="products",
        thing=tr("product"),
        place=tr("Products"),
        listing=LIST_PRODUCTS,
        get=GET_PRODUCTS,
        upsert=UPSERT_PRODUCTS,
        ask=lambda ids: GetProducts(product_ids=ids),
        wrap=lambda model: UpsertProducts(products=[model]),
        items=lambda answer: list(answer.data.products),
        row_of=product_row,
        form=lambda names, pictures, currency, existing: product_form(
            names, pictures, currency, existing=existing
        ),
        blank=blank_product,
    )


def catalogs() -> RecordKind:
    """SvcPlatformCatalog (specification, endpoints 6 to 8)."""
    return RecordKind(
        kind="catalogs",
        thing=tr("catalog"),
        place=tr("Catalogs"),
        listing=LIST_CATALOGS,
        get=GET_CATALOGS,
        upsert=UPSERT_CATALOGS,
        ask=lambda ids: GetCatalogs(catalog_ids=ids),
        wrap=lambda model: UpsertCatalogs(catalogs=[model]),
        items=lambda answer: list(answer.data.catalogs),
        row_of=catalog_row,
        form=_catalog_form,
        blank=lambda _: {},
    )


MODELS: Mapping[str, type[BaseModel]] = {"products": Product, "catalogs": Catalog}


def shelf_words(shelf: Shelf[Any], identity: str) -> str:
    """A record's name for a sentence, its id where it has none."""
    row = shelf.rows.get(identity)
    return row.name if row is not None and row.name else identity


def _catalog_form(names: Mapping[str, str], pictures: Pictures, currency: str, existing: bool) -> Form[Any]:
    del names, pictures, currency
    form: Form[Catalog] = Form(
        Catalog,
        sections=(Section(tr("Catalog"), (("name",), ("id",), ("url",), ("image",), ("description",))),),
        factories={"id": lambda spec: LineEditor(replace(spec, required=not existing))},
        labels={"id": tr("Catalog id"), "url": tr("Storefront URL"), "image": tr("Image URL")},
    )
    if existing:
        form.editors["id"].lock()
        form.fields["id"].set_locked(tr("fixed once created"))
    return form
