"""The fields of a record that an import has no rule for: taken from the model, read by their type."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from svcconsole.api.models.catalog import Combination, Product
from svcconsole.api.models.customers import Address, UpsertCustomer
from svcconsole.api.models.ui import Ui
from svcconsole.api.models.user_properties import UserProperty
from svcconsole.tables.mapping.fields import PRODUCT_FIELDS, Kind, Level, TargetField
from svcconsole.tables.mapping.person_fields import CUSTOMER_FIELDS, PROPERTY_FIELDS
from svcconsole.tables.values.values import Amount, Mark, amount, flag, items

_KINDS: dict[type, Kind] = {str: "text", bool: "flag", int: "number", Decimal: "number", list: "list"}


@dataclass(frozen=True, slots=True)
class PlainField:
    """One such field: its name in the model, the type of its value, what a column can fill."""

    name: str
    type: type
    target: TargetField

    def read(self, text: str) -> object:
        """The value of a cell; a text that is none stays, and the model refuses it at its place."""
        return items(text) if self.type is list else value_of(self.type, text, "point")


def value_of(kind: type, text: str, mark: Mark | None = None) -> object:
    """A cell as the type of a field: text, number, whole number, yes or no; a text that is none stays.

    `mark` is the sign before the decimals where the text leaves that open; None: such a text stays, too.
    """
    if kind is bool:
        said = flag(text)
        return text if said is None else said
    if kind in {int, Decimal}:
        found = amount(text, mark)
        if not isinstance(found, Amount) or found.is_money:
            return text
        is_whole = kind is int and found.number == found.number.to_integral_value()
        return int(found.number) if is_whole else found.number
    return text


def plain_fields(
    model: type[BaseModel],
    ruled: Sequence[TargetField],
    level: Level,
    *,
    inside: str = "",
    left_out: Collection[str] = (),
) -> tuple[PlainField, ...]:
    """The fields of `model` that are a text, a number, a yes or no or a list of texts, and not in `ruled`.

    `inside` is the path of the list the record stands in; `left_out` are paths that no column may fill.
    """
    return tuple(_plain(model, {*left_out, *(field.path for field in ruled)}, level, inside))


def _plain(model: type[BaseModel], without: set[str], level: Level, inside: str) -> Iterator[PlainField]:
    for name, info in model.model_fields.items():
        path = inside + (info.alias or name)
        kind = _type(info.annotation)
        if kind is not None and path not in without:
            yield PlainField(name, kind, _target(name, path, _KINDS[kind], level, info))


def _target(name: str, path: str, kind: Kind, level: Level, info: FieldInfo) -> TargetField:
    hint = next((entry for entry in info.metadata if isinstance(entry, Ui)), Ui())
    label = hint.label or name.replace("_", " ").capitalize()
    example, said = hint.example or "", hint.help or ""
    return TargetField(path, label, kind, level, info.is_required(), example=example, help=said)


def _type(annotation: Any) -> type | None:
    """What a cell of this field is read as; None for a type that no single cell can hold."""
    parts = [part for part in get_args(annotation) if part is not type(None)]
    origin = get_origin(annotation)
    if origin is Annotated or (origin in {Union, UnionType} and len(parts) == 1):
        return _type(parts[0])
    if origin is Literal:
        return str
    if origin is list:
        return list if _type(parts[0]) is str else None
    return annotation if isinstance(annotation, type) and annotation in _KINDS else None


LEFT_OUT: Mapping[str, frozenset[str]] = {
    "products": frozenset({"combinations.productId"}),
    "customers": frozenset({"addresses.addressId", "secondaryEmails", "secondaryPhoneNumbers"}),
    "user_properties": frozenset(),
}  # fmt: skip
"""What no column fills, by kind of import: the product's id in its variants, ids the service gives, and
deprecated fields."""

OF_PRODUCT = plain_fields(Product, PRODUCT_FIELDS, "product", left_out=LEFT_OUT["products"])
OF_VARIANT = plain_fields(
    Combination, PRODUCT_FIELDS, "variant", inside="combinations.", left_out=LEFT_OUT["products"]
)
OF_CUSTOMER = plain_fields(UpsertCustomer, CUSTOMER_FIELDS, "person", left_out=LEFT_OUT["customers"])
OF_ADDRESS = plain_fields(
    Address, CUSTOMER_FIELDS, "address", inside="addresses.", left_out=LEFT_OUT["customers"]
)
OF_ENTRY = plain_fields(UserProperty, PROPERTY_FIELDS, "person", left_out=LEFT_OUT["user_properties"])
"""All are empty while every field of the records has a rule or is left out."""
