"""The product form: sections, special editors, defaults of blank cells, warnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap

from svcconsole.api.models.catalog import Product
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.editors.field_editors import (
    AreaEditor,
    ChoiceEditor,
    LineEditor,
    SwitchEditor,
    TextsEditor,
)
from svcconsole.gui.kit.forms.editors.numbers import money_text
from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.forms.editors.rows_style import RowsStyle
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.form import Form, FormRules
from svcconsole.gui.kit.forms.layout import BELOW, Section
from svcconsole.gui.kit.forms.problems import Problem, link_problem
from svcconsole.gui.kit.money import COMMON_CURRENCIES
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.tabs.catalog.product.photos_editor import PhotosEditor
from svcconsole.gui.tabs.catalog.product.product_labels import product_labels, variant_labels
from svcconsole.services.catalog.products import completed, first_photo
from svcconsole.services.catalog.records import without_blanks

Values = dict[str, Any]
DEFAULT = "Default"


class BesideEditor(AreaEditor):
    """A text area that leaves the other column to shorter fields."""

    spans = False


class CatalogsEditor(TextsEditor):
    """The product's catalogs by name, kept as ids; of those with one name each is told by its id, too."""

    def __init__(self, spec: FieldSpec, names: Mapping[str, str]) -> None:
        super().__init__(spec)
        self._names = names
        self._labels: Mapping[str, str] = {}
        self.show_names()

    def show_names(self) -> None:
        """The names are others by now: the same catalogs are called by them, and those are offered."""
        value = self.value()
        self._labels = _catalog_labels(self._names)
        self.chips.set_suggestions(sorted(self._labels.values(), key=str.casefold), closed=True)
        if (shown := self._shown(value)) != self.chips.values():
            self.chips.set_values(shown)

    def set_value(self, value: Any) -> None:
        self._is_set = value is not None
        self.chips.set_values(self._shown(value))

    def _values(self) -> list[Any]:
        ids = {label: identity for identity, label in self._labels.items()}
        return [ids.get(text, text) for text in self.chips.values()]

    def words(self, value: Any) -> str:
        return super().words(self._shown(value))

    def _shown(self, value: Any) -> list[str]:
        return [self._labels.get(identity, identity) for identity in value or ()]


def _catalog_labels(names: Mapping[str, str]) -> Mapping[str, str]:
    """What stands for each id and for no other."""
    times = Counter(names.values())
    return {
        identity: name if times[name] == 1 and names.get(name, name) == name else f"{name} ({identity})"
        for identity, name in names.items()
    }


class CartEditor(SwitchEditor):
    """The wire says when the button is hidden; people are asked when it is shown. Absent means shown."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__(spec)
        self.box.setTristate(False)
        self.box.setText(tr("Show “Add to Cart” in the shop"))
        self._absent = True

    def value(self) -> Any:
        if not self.box.isChecked():
            return True
        return None if self._absent else False

    def set_value(self, value: Any) -> None:
        if value is not True:
            self._absent = value is None
        self.box.setCheckState(Qt.CheckState.Unchecked if value is True else Qt.CheckState.Checked)

    def words(self, value: Any) -> str:
        return tr("hidden") if value else tr("shown")


def product_form(
    names: Mapping[str, str],
    pictures: Pictures,
    currency: str,
    *,
    existing: bool,
) -> Form[Product]:
    """The form of a product; an existing one keeps its id."""

    def form_values() -> Values:
        return form.values()

    form: Form[Product] = Form(
        Product,
        sections=(
            Section(
                tr("Basics"),
                (
                    ("name",),
                    ("id",),
                    ("url",),
                    ("catalog_ids",),
                    ("description",),
                    ("currency", "tags", BELOW, "add_to_cart_disabled"),
                    ("image",),
                ),
            ),
            Section(tr("Variants"), (("combinations",),), tr("at least one")),
            Section(tr("Photos"), (("photos",),), tr("the first is what customers see")),
            Section(tr("Metafields"), (("metafields",),)),
        ),
        factories={
            "id": lambda spec: LineEditor(replace(spec, required=not existing)),
            "description": BesideEditor,
            "catalog_ids": lambda spec: CatalogsEditor(replace(spec, example=tr("Add a catalog")), names),
            "currency": _currency_editor,
            "add_to_cart_disabled": CartEditor,
            "combinations": lambda spec: RowsEditor(spec, _variant_style(form_values, pictures)),
            "photos": lambda spec: PhotosEditor(spec, pictures),
            "metafields": lambda spec: RowsEditor(spec, _METAFIELDS),
        },
        labels=product_labels(),
    )
    # What is typed is compared with what was read: the rules look into the form they belong to.
    form.rules = FormRules(
        lambda values: completed(without_blanks(form.read(), values)),
        lambda values: warnings_of(values, names, pictures),
    )
    if existing:
        form.editors["id"].lock()
        form.fields["id"].set_locked(tr("fixed once created"))
    return form


def blank_product(currency: str) -> Values:
    """What a new product begins with: one variant, named as the specification asks for one SKU."""
    row = {"name": DEFAULT, "quantity": Decimal(0)}
    return {"currency": currency or None, "photos": [], "combinations": [row]}


def warnings_of(values: Values, names: Mapping[str, str], pictures: Pictures) -> list[Problem]:
    """What is worth a look and does not keep the product from being saved."""
    found: list[Problem] = []
    if wrong := link_problem(values.get("url")):
        found.append(Problem(("url",), wrong, warning=True))
    for index, row in enumerate(values.get("combinations") or ()):
        price, discounted = row.get("price"), row.get("discounted_price")
        found += _below_zero(index, row)
        if isinstance(price, Decimal) and isinstance(discounted, Decimal) and discounted > price:
            sentence = tr(
                "{variant}: the discounted price {discounted} is higher than the price {price}.",
                variant=row.get("name") or row.get("id") or tr("Variant"),
                discounted=money_text(discounted),
                price=money_text(price),
            )
            found.append(
                Problem(
                    ("combinations", index, "discounted_price"),
                    sentence,
                    warning=True,
                    fix=tr("Use {money}", money=money_text(price)),
                    value=price,
                )
            )
    for index, photo in enumerate(values.get("photos") or ()):
        url = photo.get("photo_url") or ""
        if pictures.defect(url):
            sentence = tr(
                "Photo {number} does not load: {defect} You can save anyway.",
                number=index + 1,
                defect=pictures.defect(url),
            )
            found.append(Problem(("photos", index), sentence, warning=True))
    for identity in values.get("catalog_ids") or ():
        if names and identity not in names:
            sentence = tr(
                "“{id}” is not a catalog of this store. Create the catalog first, or remove it here.",
                id=identity,
            )
            found.append(Problem(("catalog_ids",), sentence, warning=True))
    return found


def _below_zero(index: int, row: Values) -> list[Problem]:
    """A price or a stock number that no shop has."""
    found: list[Problem] = []
    for name in ("price", "quantity"):
        number = row.get(name)
        if isinstance(number, Decimal) and number < 0:
            sentence = tr(
                "{variant}: {number} is below zero. Type 0 or more.",
                variant=row.get("name") or row.get("id") or tr("Variant"),
                number=money_text(number),
            )
            found.append(Problem(("combinations", index, name), sentence, warning=True))
    return found


_METAFIELDS = RowsStyle(thing="metafield", widths={"namespace": 140, "key": 160, "value": 240})


def _rows(values: Values) -> list[Values]:
    return values.get("combinations") or []


def _variant_style(values: Callable[[], Values], pictures: Pictures) -> RowsStyle:
    def ghost(row: Values, name: str) -> str:
        match name:
            case "id":
                return str(values().get("id") or tr("as product")) if len(_rows(values())) == 1 else ""
            case "image":
                return tr("Uses the first photo")
            case "product_url":
                return tr("Uses the product page")
            case "currency":
                return str(values().get("currency") or "")
            case "discounted_price":
                return money_text(row.get("price"))
        return ""

    def begin(rows: list[Values]) -> Values:
        last = rows[-1] if rows else {}
        kept = {name: last.get(name) for name in ("price", "discounted_price", "currency")}
        options = dict.fromkeys(last.get("options") or {}, "")
        return {**kept, "options": options or None, "quantity": Decimal(0), "name": None if rows else DEFAULT}

    def thumb(row: Values) -> QPixmap | str | None:
        product = values()
        return pictures.get(str(row.get("image") or product.get("image") or first_photo(product)))

    return RowsStyle(
        thing=tr("variant"),
        columns=("name", "id", "options", "price", "discounted_price", "quantity", "image"),
        extra=("product_url", "currency"),
        labels={**variant_labels(), "name": tr("Variant"), "discounted_price": tr("Discounted")},
        widths={
            "name": 130,
            "id": 104,
            "options": 110,
            "price": 80,
            "discounted_price": 92,
            "quantity": 76,
            "image": 138,
        },
        fixed=frozenset({"id"}),
        money=frozenset({"price", "discounted_price"}),
        ghost=ghost,
        begin=begin,
        thumb=thumb,
    )


def _currency_editor(spec: FieldSpec) -> Editor:
    return ChoiceEditor(replace(spec, choices=COMMON_CURRENCIES))
