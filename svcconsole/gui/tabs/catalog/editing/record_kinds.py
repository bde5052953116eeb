"""Products and catalogs for the editor page: operations, wrapping, names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from svcconsole.api.models.catalog import Catalog
from svcconsole.api.operations import LIST_CATALOGS, LIST_PRODUCTS, Operation
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.forms.editors.field_editors import LineEditor
from svcconsole.gui.kit.forms.form import Form, FormRules
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.tabs.catalog.product.product_form import blank_product, product_form
from svcconsole.services.catalog.catalogs import CATALOGS
from svcconsole.services.catalog.products import PRODUCTS
from svcconsole.services.catalog.records import RecordType, without_blanks
from svcconsole.services.catalog.stored_rows import catalog_row, product_row


@dataclass(frozen=True, slots=True)
class RecordKind:
    """One kind of record with an editor; `type` is how it is read and sent."""

    type: RecordType[Any]
    thing: str
    place: str
    listing: Operation[Any, Any]
    row_of: Callable[[Any], Any]
    form: Callable[[Mapping[str, str], Pictures, str, bool], Form[Any]]
    blank: Callable[[str], dict[str, Any]]

    @property
    def kind(self) -> str:
        """The workspace's word for it."""
        return self.type.name


def products() -> RecordKind:
    """SvcProduct (specification, endpoints 3 to 5)."""
    return RecordKind(
        type=PRODUCTS,
        thing=tr("product"),
        place=tr("Products"),
        listing=LIST_PRODUCTS,
        row_of=product_row,
        form=lambda names, pictures, currency, existing: product_form(
            names, pictures, currency, existing=existing
        ),
        blank=blank_product,
    )


def catalogs() -> RecordKind:
    """SvcPlatformCatalog (specification, endpoints 6 to 8)."""
    return RecordKind(
        type=CATALOGS,
        thing=tr("catalog"),
        place=tr("Catalogs"),
        listing=LIST_CATALOGS,
        row_of=catalog_row,
        form=_catalog_form,
        blank=lambda _: {},
    )


def _catalog_form(names: Mapping[str, str], pictures: Pictures, currency: str, existing: bool) -> Form[Any]:
    del names, pictures, currency
    form: Form[Catalog] = Form(
        Catalog,
        sections=(Section(tr("Catalog"), (("name",), ("id",), ("url",), ("image",), ("description",))),),
        factories={"id": lambda spec: LineEditor(replace(spec, required=not existing))},
        labels={"id": tr("Catalog id"), "url": tr("Catalog page"), "image": tr("Picture")},
    )
    form.rules = FormRules(lambda values: without_blanks(form.read(), values))
    if existing:
        form.editors["id"].lock()
        form.fields["id"].set_locked(tr("fixed once created"))
    return form
