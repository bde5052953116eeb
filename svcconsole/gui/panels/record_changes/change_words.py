"""The words of a field that changes: what it is called, its two values, its icon."""

from __future__ import annotations

import functools
from decimal import Decimal

from svcconsole.gui.design.words import mark_plural, show, tr, tr_plural
from svcconsole.gui.kit import money, quantity_words
from svcconsole.gui.kit.forms.fields import specs
from svcconsole.services.records.field_diff import ChangeKind, FieldChange, Value

MONEY = frozenset({"price", "discounted_price"})
ICONS = {
    "price": "tag", "discounted_price": "tag", "quantity": "catalog", "name": "text", "description": "text",
    "image": "image", "photos": "image", "catalog_ids": "list", "combinations": "columns", "tags": "tag",
    "url": "link", "product_url": "link", "phone_number": "phone", "alternate_phone_numbers": "phone",
    "email": "mail", "alternate_emails": "mail", "addresses": "globe", "first_name": "person",
    "last_name": "person", "metafields": "properties",
}  # fmt: skip
"""What a field is about; any other has the icon of a line of text."""
NUMBERED = {
    "photos": mark_plural("{n} photo", "{n} photos"),
    "metafields": mark_plural("{n} metafield", "{n} metafields"),
    "alternate_phone_numbers": mark_plural("{n} number", "{n} numbers"),
    "alternate_emails": mark_plural("{n} address", "{n} addresses"),
}
ENTRIES = mark_plural("{n} entry", "{n} entries")
LONGEST = 200
"""So much of a text is shown in a cell; the details show all of it."""


def icon_of(field: str) -> str:
    """The icon of a field by its Python name."""
    return ICONS.get(field, "text")


def field_word(field: str) -> str:
    """What a field is called: "Discounted price"."""
    return show(_labels().get(field, field.replace("_", " ").capitalize()))


def change_word(change: FieldChange) -> str:
    """Which field of which row: "Brass › Price"."""
    word = field_word(change.field)
    if change.kind in (ChangeKind.ADDED, ChangeKind.REMOVED):
        return tr("{list} › {row}", list=word, row=change.row)
    return tr("{row} › {field}", row=change.row, field=word) if change.row else word


def values_of(change: FieldChange) -> tuple[str, str]:
    """What stands there now and afterwards, in words."""
    if change.kind is ChangeKind.ADDED:
        return tr("is not there"), tr("is added")
    if change.kind is ChangeKind.REMOVED:
        return tr("is there"), tr("is taken off")
    if change.kind is ChangeKind.ROWS:
        one, many = NUMBERED.get(change.field, ENTRIES)
        now, after = (tr_plural(one, many, int(str(each or 0))) for each in (change.now, change.after))
        return now, after
    return value_word(change, change.now), value_word(change, change.after)


def value_word(change: FieldChange, value: Value) -> str:
    """One value: amounts with their currency, lists joined, a dash for nothing."""
    if value is None or value in ("", ()):
        return "–"
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, tuple):
        return ", ".join(value)[:LONGEST]
    if isinstance(value, Decimal | int | float):
        if change.field in MONEY:
            return money.price_range(float(value), None, change.currency)
        return quantity_words.number(float(value))
    return str(value)[:LONGEST]


@functools.cache
def _labels() -> dict[str, str]:
    from svcconsole.api.models.catalog import Catalog, Combination, Product
    from svcconsole.api.models.customers import Address, UpsertCustomer

    found: dict[str, str] = {}
    for model in (Product, Catalog, UpsertCustomer, Combination, Address):
        for spec in specs(model):
            found.setdefault(spec.name, spec.label)
    return found
